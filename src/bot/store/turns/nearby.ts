/**
 * Finds the open conversation that a message belongs to although it would begin a new one: in direct messages with
 * threads, where every message may begin one, and in channels, where people continue below a question that is answered
 * in its thread.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import type { Question, ThreadRef } from '../../core/model/conversation.ts';
import type { OpenConversation } from './conversations.ts';

/** How old the last question in direct messages may be for a new message to belong to it. */
const nearbyMs = 24 * 60 * 60_000;

/**
 * Locks the conversation on Postgres, so that quick messages that several processes receive are joined one after the
 * other.
 */
export async function findNearby(
  sql: Transaction<Schema>,
  { engine, hashPerson }: Database,
  question: Question,
): Promise<OpenConversation | undefined> {
  const id = await nearbyTo(sql, question, hashPerson(question.asker));
  if (id === undefined) return undefined;
  const row = await sql
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', '=', 0)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { id: row.id, listening: 'asker' };
}

/** A mention in a channel asks for a thread of its own. `hash`: of the asker. */
async function nearbyTo(sql: Kysely<Schema>, question: Question, hash: string): Promise<string | undefined> {
  if (question.addressed === 'direct') return newestDirect(sql, question, hash);
  return question.addressed === 'auto' ? openBeside(sql, question) : undefined;
}

/** The same person's newest conversation in these direct messages. */
async function newestDirect(
  sql: Kysely<Schema>,
  { asker, askedAt, thread }: Question,
  hash: string,
): Promise<string | undefined> {
  const row = await turnsNear(sql, thread, [asker, hash])
    .where('asked_at', '>', askedAt - nearbyMs)
    .orderBy('turns.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * The newest conversation that the same person began with a message in the channel and that is not answered yet. A question
 * asked by a command or a button does not count: its answer may be visible to that person only.
 */
export async function openBeside(
  sql: Kysely<Schema>,
  { id, asker, thread }: Pick<Question, 'id' | 'asker' | 'thread'>,
): Promise<string | undefined> {
  if (!beginsThread(id, thread.thread)) return undefined;
  const rows = await turnsNear(sql, thread, [asker])
    .select(['question_id', 'conversations.thread'])
    .where('turns.ended_at', 'is', null)
    .where('question_id', '<>', id)
    .orderBy('turns.seq', 'desc')
    .execute();
  return rows.find((row) => beginsThread(row.question_id, row.thread))?.id;
}

function turnsNear(sql: Kysely<Schema>, { platform, installation, channel }: ThreadRef, askers: readonly string[]) {
  return sql
    .selectFrom('turns')
    .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
    .select('conversations.id')
    .where('turns.asker', 'in', askers)
    .where('conversations.platform', '=', platform)
    .where('installation', '=', installation)
    .where('channel', '=', channel)
    .where('conversations.ended_at', '=', 0);
}

/**
 * On both platforms the id of a thread, or of replies in a channel (`reply:`), contains the id of its first message.
 */
function beginsThread(question: string, thread: string): boolean {
  const message = question.slice(question.lastIndexOf(':') + 1);
  return thread === message || thread === `reply:${message}`;
}
