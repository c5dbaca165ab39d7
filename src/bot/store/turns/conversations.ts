/** Finds the conversation that a question belongs to, stores facts about conversations, and reads their earlier answers. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database, Engine } from '../../../kit/sql/database.ts';
import type { HashPerson } from '../../../kit/sql/person-hash.ts';
import type { Schema, TurnRow } from '../../../kit/sql/schema.ts';
import { ClaimLostError } from '../../../kit/sql/store-errors.ts';
import {
  type Exchange,
  type Listening,
  type Question,
  questionDeleted,
  type ThreadRef,
  type Turn,
} from '../../core/model/conversation.ts';
import type { ConversationFacts, Store } from '../../core/ports/store.ts';
import { changeClaimed } from '../replicas/claims.ts';
import { codesUnseen, readShown, removed } from '../rows/turn-rows.ts';
import { toFacts } from './reopened-turns.ts';

/** A conversation that has not ended. */
export interface OpenConversation {
  readonly id: string;
  readonly listening: Listening;
  readonly isSolved?: true;
}

export function createConversations({
  sql,
  engine,
}: Database): Pick<Store, 'saveOpenedThread' | 'saveAssistantThread'> {
  return {
    /** The thread was perhaps not opened where expected. */
    async saveOpenedThread(turn, thread, notice) {
      const { id } = turn.conversation;
      const { installation, channel, thread: name, address } = thread;
      await sql.transaction().execute(async (tx) => {
        // In the same order as accepting: the conversation before its turns.
        if (engine === 'postgres')
          await tx.selectFrom('conversations').select('id').where('id', '=', id).forUpdate().execute();
        const other = await lockLive(tx, engine, thread);
        await changeClaimed(tx, 'turns', turn, { opens: null });
        if (other !== undefined && other.id !== id) await takeOver(tx, id, other.id);
        await tx
          .updateTable('conversations')
          .set({ installation, channel, thread: name, address: address ?? null, notice: notice ?? null })
          .where('id', '=', id)
          .execute();
      });
    },
    async saveAssistantThread(turn, thread) {
      const { numUpdatedRows } = await sql
        .updateTable('conversations')
        .set({
          assistant_thread_id: thread?.id ?? null,
          assistant_thread_key: thread?.key ?? null,
          assistant_thread_site: thread?.site ?? null,
          // The answer that begins a new thread says so.
          ...(thread && { is_restarted: 0 }),
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
    },
  };
}

/**
 * Returns the question's conversation, undefined if the question begins one, or `not_ours` for a follow-up without one. The
 * row stays locked until the transaction ends, so that questions in one thread are numbered in the order they are stored.
 */
export async function findConversation(
  sql: Transaction<Schema>,
  engine: Engine,
  question: Question,
): Promise<OpenConversation | 'not_ours' | undefined> {
  const { thread } = question;
  const found = await lockLive(sql, engine, thread);
  if (found === undefined) return question.addressed === 'follow_up' ? 'not_ours' : undefined;
  if (await predatesConversation(sql, found.id, question)) return 'not_ours';
  if (await hasEndedBySilence(sql, found.id, question)) {
    await endConversation(sql, found.id, question);
    return undefined;
  }
  await saveAddress(sql, found.id, thread);
  return {
    id: found.id,
    listening: found.listening === 'mention' ? 'mention' : 'asker',
    ...(found.solved_at !== null && { isSolved: true }),
  };
}

/** The next question in the thread will begin a new conversation. */
export async function endConversation(sql: Transaction<Schema>, id: string, { askedAt }: Question): Promise<void> {
  await sql.updateTable('conversations').set({ ended_at: askedAt }).where('id', '=', id).execute();
}

/** The facts that decide whether a message in the conversation is answered. */
export async function conversationFacts(
  sql: Transaction<Schema>,
  { id, listening, isSolved }: OpenConversation,
  { addressed, isReply, asker, askedAt, thread }: Question,
  hashPerson: HashPerson,
): Promise<ConversationFacts> {
  const hash = hashPerson(asker);
  const known = (person: string): string => (person === hash ? asker : person);
  const turns = sql.selectFrom('turns').where('conversation_id', '=', id);
  const first = await turns.select('asker').where('asker', '<>', removed).orderBy('seq').limit(1).executeTakeFirst();
  const answering = await turns
    .select('asker')
    .where('ended_at', 'is', null)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  const recent = await turnsIn(sql, thread)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('asked_at', '>', askedAt - 60_000)
    .executeTakeFirst();
  const call = await turnsIn(sql, thread)
    .select('asked_at')
    .where('code', '=', 'human')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const newest = await turns
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const mayAnswer = addressed === 'direct' || addressed === 'follow_up' || isReply;
  const last = mayAnswer ? await lastAnswer(sql, id) : '';
  return {
    asker: known(first?.asker ?? ''),
    listening,
    ...(answering && { answering: known(answering.asker) }),
    recentTurns: Number(recent?.count ?? 0),
    ...(call && { calledAt: call.asked_at }),
    ...(isSolved && { isSolved }),
    ...(endsWithQuestion(last) && { asksBack: true as const }),
    ...(newest && showsNoText(newest) && { waiting: toFacts(newest) }),
  };
}

/** Includes turns of the thread's earlier conversations: starting over is no reason to call people again. */
function turnsIn(sql: Transaction<Schema>, { platform, installation, channel, thread }: ThreadRef) {
  return sql
    .selectFrom('turns')
    .where('conversation_id', 'in', (query) =>
      query
        .selectFrom('conversations')
        .select('id')
        .where('platform', '=', platform)
        .where('installation', '=', installation)
        .where('channel', '=', channel)
        .where('thread', '=', thread),
    );
}

async function lastAnswer(sql: Transaction<Schema>, conversation: string): Promise<string> {
  const row = await sql
    .selectFrom('turns')
    .select('answer')
    .where('conversation_id', '=', conversation)
    .where('ended_at', 'is not', null)
    .where('answer', '<>', '')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.answer ?? '';
}

/** Whether an answer ends with a question mark, perhaps inside Markdown markers. */
function endsWithQuestion(answer: string): boolean {
  return /[?？][\s*_)"”»]*$/.test(answer.slice(-20));
}

function showsNoText({ shown }: TurnRow): boolean {
  return readShown(shown).every(({ to }) => to === 0);
}

function lockLive(
  sql: Transaction<Schema>,
  engine: Engine,
  thread: ThreadRef,
): Promise<{ readonly id: string; readonly listening: string; readonly solved_at: number | null } | undefined> {
  return (
    sql
      .selectFrom('conversations')
      .select(['id', 'listening', 'solved_at'])
      .where('platform', '=', thread.platform)
      .where('installation', '=', thread.installation)
      .where('channel', '=', thread.channel)
      .where('thread', '=', thread.thread)
      .where('ended_at', '=', 0)
      // A SQLite transaction locks the whole file.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst()
  );
}

/** Returns the id of the conversation. */
export async function beginConversation(sql: Transaction<Schema>, engine: Engine, thread: ThreadRef): Promise<string> {
  const { platform, installation, channel, thread: name, address } = thread;
  await sql
    .insertInto('conversations')
    .values({ id: randomUUID(), platform, installation, channel, thread: name, address: address ?? null })
    // Another process may begin the same conversation at the same time; then its row is used.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const begun = await lockLive(sql, engine, thread);
  if (begun === undefined) throw new TypeError('a conversation vanished in the transaction that began it');
  return begun.id;
}

/** A message from before the first question, which a backfill may read late, is not a follow-up. */
async function predatesConversation(sql: Transaction<Schema>, id: string, question: Question): Promise<boolean> {
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
async function hasEndedBySilence(sql: Transaction<Schema>, id: string, question: Question): Promise<boolean> {
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

/** Overwrites the address, because the newest one of a thread stays valid the longest. */
async function saveAddress(sql: Transaction<Schema>, id: string, { address }: ThreadRef): Promise<void> {
  if (address === undefined) return;
  await sql.updateTable('conversations').set({ address }).where('id', '=', id).execute();
}

/**
 * Moves turns here from a conversation that was begun in the thread after it was opened, but before we stored that the
 * thread belongs to this one.
 */
async function takeOver(sql: Transaction<Schema>, id: string, other: string): Promise<void> {
  await sql.updateTable('turns').set({ conversation_id: id }).where('conversation_id', '=', other).execute();
  await sql.deleteFrom('conversations').where('id', '=', other).execute();
}

/** The ids of a turn and its conversation. */
type TurnInConversation = Pick<Turn, 'id'> & { readonly conversation: Pick<Turn['conversation'], 'id'> };

/** Earlier ended turns of the conversation that the assistant answered, newest first, without deleted questions. */
export async function history(
  sql: Kysely<Schema>,
  turn: TurnInConversation,
  limit: number,
): Promise<readonly Exchange[]> {
  const rows = await sql
    .selectFrom('turns')
    .select(['id', 'text', 'answer', 'asked_at'])
    .where('conversation_id', '=', turn.conversation.id)
    .where('ended_at', 'is not', null)
    .where('asker', '<>', removed)
    .where((where) => where.or([where('stopped_by', 'is', null), where('stopped_by', '<>', questionDeleted)]))
    .where((where) => where.or([where('code', 'is', null), where('code', 'not in', [...codesUnseen])]))
    .where('seq', '<', (query) => query.selectFrom('turns').select('seq').where('id', '=', turn.id))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ turnId: row.id, question: row.text, answer: row.answer, askedAt: row.asked_at }));
}
