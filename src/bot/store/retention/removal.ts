/**
 * Removes words and ids from turns, their feedback and conversations. The rows stay, because they are counted. The id of a
 * question becomes a hash, so that a redelivery is still recognised.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema, TurnRow } from '../../../kit/sql/schema.ts';
import { removed } from '../rows/turn-rows.ts';

export type RemovableTurn = Pick<TurnRow, 'id' | 'conversation_id' | 'question_id' | 'event_id'>;

/** The hash that replaces a removed question's id. */
export function toRemovedId(id: string): string {
  // A row may be cleaned in two steps.
  if (id.startsWith(`${removed}:`)) return id;
  return `${removed}:${createHash('sha256').update(id).digest('hex')}`;
}

/** The columns of an open turn that is ended because its words are removed. */
export const forgotten = { state: 'stopped', code: 'forgotten', claimed_by: null, claimed_until: 0 };

/**
 * Runs a transaction that locks the conversations of a few dozen turns. Every change of several turns, or of rows that
 * belong to them, goes through it, so that no two such transactions deadlock. Accepting a question also locks its
 * conversation, so it either finds the conversation removed, or its new turn keeps the conversation.
 */
export function withLockedConversations(
  { sql, engine }: Database,
  turns: readonly Pick<TurnRow, 'conversation_id'>[],
  change: (tx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  return sql.transaction().execute(async (tx) => {
    const ids = turns.map(({ conversation_id: id }) => id);
    const places = tx.selectFrom('conversations').select('id').where('id', 'in', ids).orderBy('id');
    // A SQLite transaction locks the whole file.
    if (engine === 'postgres') await places.forUpdate().execute();
    await change(tx);
  });
}

/**
 * Takes a few dozen turns at most, and ends those that are open. Conversations without other turns lose their place.
 */
export function removeTurns(database: Database, turns: readonly RemovableTurn[], now: number): Promise<void> {
  const conversations = [...new Set(turns.map(({ conversation_id: id }) => id))];
  return withLockedConversations(database, turns, async (tx) => {
    for (const { id, question_id, event_id } of turns) {
      const hashes = { question_id: toRemovedId(question_id), event_id: toRemovedId(event_id) };
      await tx
        .updateTable('turns')
        .set({ ...turnWithoutWords, ...hashes })
        .where('id', '=', id)
        .execute();
    }
    const ids = turns.map(({ id }) => id);
    // A turn may have been asked again, or its call taken over, since it was read. From here on neither is possible.
    const open = tx.updateTable('turns').where('id', 'in', ids).where('ended_at', 'is', null);
    await open.set({ ...forgotten, ended_at: now }).execute();
    await removeFromFeedback(tx, ids);
    await removePlaces(tx, conversations, now);
  });
}

const turnWithoutWords = {
  asker: removed,
  asked_in: '{}',
  text: '',
  opens: null,
  locale: null,
  shares: null,
  files: null,
  shown: '[]',
  answer: '',
  sources: '[]',
  link: null,
  reply_key: null,
  stopped_by: null,
  taken_by: null,
  cards: null,
  about: null,
  reading: null,
};

/** Keeps the marks. */
async function removeFromFeedback(tx: Transaction<Schema>, turns: readonly string[]): Promise<void> {
  const rows = await tx.selectFrom('feedback').select(['turn_id', 'person']).where('turn_id', 'in', turns).execute();
  for (const { turn_id, person } of rows) {
    await tx
      .updateTable('feedback')
      .set({ person: `${removed}:${randomUUID()}`, comment: null })
      .where('turn_id', '=', turn_id)
      .where('person', '=', person)
      .execute();
  }
}

/** Also drops the assistant's thread, which contains the removed words and so must not be continued. */
async function removePlaces(tx: Transaction<Schema>, ids: readonly string[], now: number): Promise<void> {
  const assistantThread = { assistant_thread_id: null, assistant_thread_key: null, assistant_thread_site: null };
  await tx.updateTable('conversations').set(assistantThread).where('id', 'in', ids).execute();
  await tx
    .updateTable('conversations')
    .set(({ ref }) => ({ channel: removed, thread: ref('id'), address: null, solved_by: null, ended_at: now }))
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('turns')
            .select('seq')
            .whereRef('turns.conversation_id', '=', 'conversations.id')
            .where('asker', '<>', removed),
        ),
      ),
    )
    .execute();
}
