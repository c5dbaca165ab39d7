import { type Kysely, sql as raw, type Transaction } from 'kysely';
import { CorruptRow, storable } from '../../../kit/sql/column-values.ts';
import type { Database } from '../../../kit/sql/database.ts';
import { isHashed } from '../../../kit/sql/person-hash.ts';
import type { Schema, TurnRow } from '../../../kit/sql/schema.ts';
import { questionDeleted, type Turn } from '../../core/model/conversation.ts';
import type { Store } from '../../core/ports/store.ts';
import { changeClaimed, claimNext } from '../replicas/claims.ts';
import { callCode, removed, toCorruptTurn, toTurn } from '../rows/turn-rows.ts';
import { history } from './conversations.ts';
import { dropAssistantThread, removeDeletedWords } from './deleted-messages.ts';
import { markOldButtons } from './old-buttons.ts';

export function createTurns(
  database: Database,
): Pick<Store, 'waitingSince' | 'claimTurn' | 'history' | 'saveTurnShown' | 'saveCards' | 'endTurn'> {
  const { sql, engine } = database;

  /** A turn can end only once. From then on ids of people only serve to recognise the same person, so their hashes remain. */
  const endTurn: Store['endTurn'] = async (turn, end, now) => {
    // The assistant may have named its thread after the question was deleted.
    await dropAssistantThread(sql, turn.id, 'if deleted');
    await sql.transaction().execute(async (tx) => {
      await changeClaimed(tx, 'turns', turn, {
        state: end.state,
        code: end.code ?? null,
        answer: storable(end.answer),
        sources: JSON.stringify(end.sources),
        is_by_ai: end.isByAi ? 1 : 0,
        has_ai_notice: end.hasAiNotice ? 1 : 0,
        link: end.link ?? null,
        first_text_at: end.firstTextAt ?? null,
        claimed_by: null,
        claimed_until: 0,
        ended_at: now,
        opens: null,
        buttons: end.hasButtons ? 1 : 0,
      });
      if (end.hasButtons) await markOldButtons(tx, turn.id);
      await hashPeople(tx, database, turn.id);
      await removeDeletedWords(tx, turn.id);
    });
  };

  return {
    waitingSince: async (now) => (await oldestWaiting(sql, now).executeTakeFirst())?.since ?? undefined,
    /**
     * Claims the oldest claimable turn. One that cannot be read is returned as corrupt, so that its thread gets an error
     * message. One without a conversation is ended as failed, and the next one is tried.
     */
    async claimTurn(owner, now, until, platforms, busy = []) {
      for (;;) {
        const row = await claimNext(sql, engine, 'turns', { owner, now, until, platforms, busy });
        if (!row) return undefined;
        const turn = await readTurn(sql, row);
        if (turn) return turn;
        await endTurn(row, { state: 'failed', code: 'corrupt', answer: row.answer, sources: [] }, now);
      }
    },
    history: (turn, limit) => history(sql, turn, limit),
    saveTurnShown(turn, shown, answer, flush = true) {
      const change = { shown: JSON.stringify(shown), answer: storable(answer) };
      const save = (to: Kysely<Schema>) => changeClaimed(to, 'turns', turn, change);
      return flush ? save(sql) : database.unflushed(save);
    },
    saveCards: (turn, cards) => changeClaimed(sql, 'turns', turn, { cards: JSON.stringify(cards) }),
    endTurn,
  };
}

/**
 * Uses the index of open turns: the unary plus keeps both databases from using the index by time, with which SQLite would
 * read all ended turns.
 */
export function oldestWaiting(sql: Kysely<Schema>, now: number) {
  return sql
    .selectFrom('turns')
    .select(raw<number | null>`min(+asked_at)`.as('since'))
    .where('ended_at', 'is', null)
    .where('claimed_until', '<=', now);
}

/** A call for help names who asked until somebody takes it over: its cards are then written again. */
async function hashPeople(tx: Transaction<Schema>, { hashPerson }: Database, id: string): Promise<void> {
  const columns = ['asker', 'stopped_by', 'taken_by'] as const;
  const turns = tx.selectFrom('turns').where('id', '=', id);
  const row = await turns.select([...columns, 'code', 'cards']).executeTakeFirstOrThrow();
  const isOpenCall = (row.code === callCode || row.cards !== null) && row.taken_by === null;
  const named = columns.flatMap((column) => {
    const person = row[column];
    const isKept = person === null || !isId(person) || (column === 'asker' && isOpenCall);
    return isKept ? [] : [[column, hashPerson(person)] as const];
  });
  if (named.length > 0) await tx.updateTable('turns').set(Object.fromEntries(named)).where('id', '=', id).execute();
  const corrections = tx
    .selectFrom('feedback')
    .select('person')
    .where('turn_id', '=', id)
    .where('is_correction', '=', 1);
  for (const { person } of await corrections.execute()) {
    if (!isId(person)) continue;
    const same = tx.updateTable('feedback').where('turn_id', '=', id).where('person', '=', person);
    await same.set({ person: hashPerson(person) }).execute();
  }
}

function isId(person: string): boolean {
  return !isHashed(person) && person !== questionDeleted && !person.startsWith(removed);
}

/**
 * Returns undefined if the conversation is missing. It is read again because another may have taken over the turn
 * since.
 */
async function readTurn(sql: Kysely<Schema>, row: TurnRow): Promise<Turn | undefined> {
  const conversation = await sql
    .selectFrom('conversations')
    .selectAll('conversations')
    .innerJoin('turns', 'turns.conversation_id', 'conversations.id')
    .where('turns.id', '=', row.id)
    .executeTakeFirst();
  if (!conversation) return undefined;
  try {
    return toTurn(row, conversation);
  } catch (error) {
    if (error instanceof CorruptRow) return toCorruptTurn(row, conversation);
    throw error;
  }
}
