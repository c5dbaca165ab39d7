/** Which conversation a question belongs to, and what is stored about a conversation. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { AssistantThread, OpenNotice, Question, ThreadRef, Turn } from '../../core/model/conversation.ts';
import { ClaimLostError } from '../../core/model/errors.ts';
import type { Claim } from '../../core/ports/store.ts';
import type { Database } from '../sql/database.ts';
import type { Engine } from '../sql/migrations.ts';
import type { Schema } from '../sql/schema.ts';
import { changeTurn } from './claims.ts';

/**
 * The id of the question's conversation, found or begun; undefined for a follow-up that has none. Its row stays locked
 * until the transaction ends, so that two questions of one thread are numbered in the order in which they are stored.
 */
export async function findOrBegin(
  sql: Transaction<Schema>,
  engine: Engine,
  question: Question,
): Promise<string | undefined> {
  const { thread } = question;
  const id = await lockLive(sql, engine, thread);
  if (id !== undefined) {
    if (await isFromBefore(sql, id, question)) return undefined;
    const isOver = await isOverBySilence(sql, id, question);
    if (!isOver) await saveAddress(sql, id, thread);
    if (!isOver) return id;
    await sql.updateTable('conversations').set({ ended_at: question.askedAt }).where('id', '=', id).execute();
  } else if (question.addressed === 'follow_up') {
    return undefined;
  }
  return begin(sql, engine, thread);
}

/** The thread was opened, perhaps elsewhere than expected; it is not opened for this turn again. Fails with ClaimLostError. */
export async function saveOpenedThread(
  { sql, engine }: Database,
  turn: Turn,
  thread: ThreadRef,
  notice: OpenNotice | undefined,
): Promise<void> {
  const { id } = turn.conversation;
  const { installation, channel, thread: name, address } = thread;
  await sql.transaction().execute(async (tx) => {
    const other = await lockLive(tx, engine, thread);
    await changeTurn(tx, turn, { opens: null });
    if (other !== undefined && other !== id) await takeOver(tx, id, other);
    await tx
      .updateTable('conversations')
      .set({ installation, channel, thread: name, address: address ?? null, notice: notice ?? null })
      .where('id', '=', id)
      .execute();
  });
}

/** Of the conversation that the claimed turn belongs to; undefined forgets it. Fails with ClaimLostError. */
export async function saveAssistantThread(
  sql: Kysely<Schema>,
  turn: Claim,
  thread: AssistantThread | undefined,
): Promise<void> {
  const { numUpdatedRows } = await sql
    .updateTable('conversations')
    .set({
      assistant_thread_id: thread?.id ?? null,
      assistant_thread_key: thread?.key ?? null,
      assistant_thread_site: thread?.site ?? null,
    })
    .where('id', '=', (query) =>
      query
        .selectFrom('turns')
        .select('conversation_id')
        .where('id', '=', turn.id)
        .where('tries', '=', turn.tries)
        .where('ended_at', 'is', null),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLostError();
}

async function lockLive(sql: Transaction<Schema>, engine: Engine, thread: ThreadRef): Promise<string | undefined> {
  const row = await sql
    .selectFrom('conversations')
    .select('id')
    .where('platform', '=', thread.platform)
    .where('installation', '=', thread.installation)
    .where('channel', '=', thread.channel)
    .where('thread', '=', thread.thread)
    .where('ended_at', '=', 0)
    // A SQLite transaction holds the whole file.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.id;
}

async function begin(sql: Transaction<Schema>, engine: Engine, thread: ThreadRef): Promise<string> {
  const { platform, installation, channel, thread: name, address } = thread;
  await sql
    .insertInto('conversations')
    .values({ id: randomUUID(), platform, installation, channel, thread: name, address: address ?? null })
    // Another process may begin the same conversation just now: then it is that one.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = await lockLive(sql, engine, thread);
  if (id === undefined) throw new TypeError('a conversation vanished in the transaction that began it');
  return id;
}

/** Messages from before the first question, which a backfill may read late, are not follow-ups. */
async function isFromBefore(sql: Transaction<Schema>, id: string, question: Question): Promise<boolean> {
  if (question.addressed !== 'follow_up') return false;
  const first = await sql
    .selectFrom('turns')
    .select('asked_at')
    .where('conversation_id', '=', id)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined && question.askedAt < first.asked_at;
}

/** A conversation does not end by silence while its last question is open. */
async function isOverBySilence(sql: Transaction<Schema>, id: string, question: Question): Promise<boolean> {
  if (question.endsAfterSilenceMs === undefined) return false;
  const last = await sql
    .selectFrom('turns')
    .select(['asked_at', 'ended_at'])
    .where('conversation_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.ended_at === null) return false;
  return question.askedAt - Math.max(last.asked_at, last.ended_at) > question.endsAfterSilenceMs;
}

/** The newest address of a thread works longest. */
async function saveAddress(sql: Transaction<Schema>, id: string, { address }: ThreadRef): Promise<void> {
  if (address === undefined) return;
  await sql.updateTable('conversations').set({ address }).where('id', '=', id).execute();
}

/**
 * Somebody asked in the thread after it was opened and before we stored that it is this conversation's: those turns belong
 * to this conversation.
 */
async function takeOver(sql: Transaction<Schema>, id: string, other: string): Promise<void> {
  await sql.updateTable('turns').set({ conversation_id: id }).where('conversation_id', '=', other).execute();
  await sql.deleteFrom('conversations').where('id', '=', other).execute();
}
