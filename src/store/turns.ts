/**
 * The ledger of turns, which is also the queue. In: questions, claims, what is shown, ends. Out: turns. Effects: the
 * database.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql as raw, type Transaction } from 'kysely';
import type { Exchange, Question, Shown, Turn } from '../core/conversation.ts';
import { ClaimLostError } from '../core/errors.ts';
import type { Claim, TurnEnd } from '../core/ports.ts';
import { conversationFor } from './conversations.ts';
import type { Database } from './database.ts';
import type { Engine } from './migrations.ts';
import { CorruptRow, fromQuestion, storable, toCorruptTurn, toTurn } from './rows.ts';
import type { Schema, TurnRow } from './schema.ts';

/** One transaction: the conversation is found or made, the turn is written. */
export function accept({ sql, engine }: Database, question: Question): Promise<'accepted' | 'duplicate' | 'not_ours'> {
  return sql.transaction().execute(async (tx) => {
    if (await isKnown(tx, question)) return 'duplicate';
    const conversation = await conversationFor(tx, engine, question);
    if (conversation === undefined) return 'not_ours';
    const added = await tx
      .insertInto('turns')
      .values({ id: randomUUID(), conversation_id: conversation, ...fromQuestion(question) })
      // Its second delivery may reach another process at the same time.
      .onConflict((conflict) => conflict.columns(['question_id', 'platform']).doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 0n ? 'duplicate' : 'accepted';
  });
}

/** Who claims, when, until when, and for which platforms. */
export interface Claiming {
  readonly owner: string;
  readonly now: number;
  readonly until: number;
  readonly platforms: readonly string[];
  /** Ids to leave alone. */
  readonly busy: readonly string[];
}

/**
 * The oldest turn that may be claimed, claimed. One that cannot be read is given as corrupt, so that its thread is told; one
 * without a conversation is ended as failed, and the next one tried.
 */
export function claimTurn({ sql, engine }: Database, claim: Claiming): Promise<Turn | undefined> {
  return sql.transaction().execute(async (tx) => {
    for (;;) {
      const row = await claimNext(tx, engine, claim);
      if (!row) return undefined;
      const turn = await readTurn(tx, row);
      if (turn) return turn;
      await endTurn(tx, row, { state: 'failed', code: 'corrupt', answer: row.answer, sources: [] }, claim.now);
    }
  });
}

/** Ended turns of the conversation before this one, newest first. */
export async function history(sql: Kysely<Schema>, turn: Turn, limit: number): Promise<readonly Exchange[]> {
  const rows = await sql
    .selectFrom('turns')
    .select(['id', 'text', 'answer', 'asked_at'])
    .where('conversation_id', '=', turn.conversation.id)
    .where('ended_at', 'is not', null)
    .where('seq', '<', (query) => query.selectFrom('turns').select('seq').where('id', '=', turn.id))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ turnId: row.id, question: row.text, answer: row.answer, askedAt: row.asked_at }));
}

/** When the oldest question was asked that nobody works on. */
export async function waitingSince(sql: Kysely<Schema>, now: number): Promise<number | undefined> {
  const row = await sql
    .selectFrom('turns')
    .select('asked_at')
    .where('ended_at', 'is', null)
    .where('claimed_until', '<=', now)
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst();
  return row?.asked_at;
}

/** Fails with ClaimLostError. */
export async function keepShown(
  sql: Kysely<Schema>,
  turn: Claim,
  shown: readonly Shown[],
  answer: string,
): Promise<void> {
  const kept = await sql
    .updateTable('turns')
    .set({ shown: JSON.stringify(shown), answer: storable(answer) })
    .where('id', '=', turn.id)
    .where('tries', '=', turn.tries)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (kept.numUpdatedRows === 0n) throw new ClaimLostError();
}

/** The first end counts. Fails with ClaimLostError. */
export async function endTurn(sql: Kysely<Schema>, turn: Claim, end: TurnEnd, now: number): Promise<void> {
  const ended = await sql
    .updateTable('turns')
    .set({
      state: end.state,
      code: end.code ?? null,
      answer: storable(end.answer),
      sources: JSON.stringify(end.sources),
      claimed_by: null,
      claimed_until: 0,
      ended_at: now,
    })
    .where('id', '=', turn.id)
    .where('tries', '=', turn.tries)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) throw new ClaimLostError();
}

async function isKnown(sql: Transaction<Schema>, question: Question): Promise<boolean> {
  const row = await sql
    .selectFrom('turns')
    .select('seq')
    .where('question_id', '=', question.id)
    .where('platform', '=', question.thread.platform)
    .executeTakeFirst();
  return row !== undefined;
}

/** One statement, so that two processes never claim the same turn: a row that another one is claiming is passed over. */
async function claimNext(sql: Transaction<Schema>, engine: Engine, claim: Claiming): Promise<TurnRow | undefined> {
  if (claim.platforms.length === 0) return undefined;
  return sql
    .updateTable('turns')
    .set({
      state: 'answering',
      tries: raw`tries + 1`,
      claimed_by: claim.owner,
      claimed_until: claim.until,
      started_at: raw`coalesce(started_at, ${claim.now})`,
    })
    .where('seq', '=', (query) =>
      query
        .selectFrom('turns as turn')
        .select('turn.seq')
        .where('turn.ended_at', 'is', null)
        .where('turn.claimed_until', '<=', claim.now)
        .where('turn.platform', 'in', claim.platforms)
        .$if(claim.busy.length > 0, (each) => each.where('turn.id', 'not in', claim.busy))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('turns as earlier')
                .select('earlier.seq')
                .whereRef('earlier.conversation_id', '=', 'turn.conversation_id')
                .whereRef('earlier.seq', '<', 'turn.seq')
                .where('earlier.ended_at', 'is', null),
            ),
          ),
        )
        .orderBy('turn.seq')
        .limit(1)
        .$if(engine === 'postgres', (each) => each.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
}

/** undefined when nobody knows where it was asked. */
async function readTurn(sql: Transaction<Schema>, row: TurnRow): Promise<Turn | undefined> {
  const conversation = await sql
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', row.conversation_id)
    .executeTakeFirst();
  if (!conversation) return undefined;
  try {
    return toTurn(row, conversation);
  } catch (error) {
    if (error instanceof CorruptRow) return toCorruptTurn(row, conversation);
    throw error;
  }
}
