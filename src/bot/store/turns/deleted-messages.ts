/**
 * Deleted is deleted: the words of a message that was deleted are removed from its turn when that has ended, and an assistant
 * that remembers the thread starts a new one. The turn itself stays, because it is counted.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import { questionDeleted } from '../../core/model/conversation.ts';
import type { Claim } from '../../core/ports/claim.ts';
import type { Store } from '../../core/ports/store.ts';
import { withLockedConversations } from '../retention/removal.ts';
import { joinedTo, lockTurn } from './reopened-turns.ts';
import type { TurnSignals } from './turn-signals.ts';

export function createDeletedMessages(
  database: Database,
  signals: TurnSignals,
): Pick<Store, 'deleteQuestion' | 'removeJoined'> {
  return {
    async deleteQuestion(id) {
      const claim = await markDeleted(database, id);
      if (claim) await signals.send(claim, { stoppedBy: questionDeleted });
    },
    /** Removes the words of the message from both. */
    removeJoined: (question, joined) =>
      inConversationOf(database, question, async (tx) => {
        const whole = await lockTurn(tx, database.engine, question);
        const part = await lockTurn(tx, database.engine, joined);
        if (!whole || !part || part.text === '') return;
        const change = { [question]: withoutPart(whole.text, part.text), [joined]: '' };
        for (const [id, text] of Object.entries(change))
          await tx.updateTable('turns').set({ text }).where('id', '=', id).execute();
        await dropAssistantThread(tx, question);
      }),
  };
}

/** Marks a turn whose question was deleted. Returns the claim that must stop; undefined if the turn has ended. */
async function markDeleted(database: Database, id: string): Promise<Claim | undefined> {
  let claim: Claim | undefined;
  await inConversationOf(database, id, async (tx) => {
    const marked = tx.updateTable('turns').set({ stopped_by: questionDeleted }).where('id', '=', id);
    const row = await marked.returningAll().executeTakeFirst();
    if (!row) return;
    if (row.ended_at === null) claim = { id, tries: row.tries };
    // Messages that were joined to it are not answered without it.
    const joined = (await joinedTo(tx, row)).map((message) => message.id);
    if (joined.length > 0) await tx.updateTable('turns').set({ text: '' }).where('id', 'in', joined).execute();
    await removeDeletedWords(tx, id);
    await dropAssistantThread(tx, id);
  });
  return claim;
}

/** Removes the words of a deleted question if its turn has ended. Its sources stay, which tell how it ended. */
export async function removeDeletedWords(sql: Kysely<Schema>, id: string): Promise<void> {
  await sql
    .updateTable('turns')
    .set({ text: '', answer: '', files: null, reading: null })
    .where('id', '=', id)
    .where('stopped_by', '=', questionDeleted)
    .where('ended_at', 'is not', null)
    .execute();
}

/** A question is stored as one text, in which its messages are paragraphs. */
function withoutPart(text: string, part: string): string {
  const paragraph = `\n\n${part.trim()}`;
  const at = text.lastIndexOf(paragraph);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + paragraph.length);
}

/**
 * The next answer starts a new thread at the assistant, and says so. `if deleted`: only if the turn's question was deleted,
 * also if its answer was complete in that moment and ends as answered.
 */
export async function dropAssistantThread(sql: Kysely<Schema>, turn: string, when?: 'if deleted'): Promise<void> {
  const assistantThread = { assistant_thread_id: null, assistant_thread_key: null, assistant_thread_site: null };
  await sql
    .updateTable('conversations')
    .set({ ...assistantThread, is_restarted: 1 })
    .where('id', 'in', (query) => {
      const named = query.selectFrom('turns').select('conversation_id').where('id', '=', turn);
      return when === undefined ? named : named.where('stopped_by', '=', questionDeleted);
    })
    .where('assistant_thread_id', 'is not', null)
    .execute();
}

async function inConversationOf(
  database: Database,
  turn: string,
  change: (tx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  const found = database.sql.selectFrom('turns').select('conversation_id').where('id', '=', turn);
  const row = await found.executeTakeFirst();
  if (row) await withLockedConversations(database, [row], change);
}
