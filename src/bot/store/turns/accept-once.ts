/**
 * Takes a question into the queue, once: a redelivered event, or one that another process has taken, is a duplicate. What it
 * becomes is decided here in one transaction: a turn, part of the waiting question, a stop, or nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema, TurnRow } from '../../../kit/sql/schema.ts';
import { countedIn } from '../../../kit/sql/uses.ts';
import type { Question, TurnState } from '../../core/model/conversation.ts';
import type { Claim } from '../../core/ports/claim.ts';
import type { QuestionResult } from '../../core/ports/handlers.ts';
import type { Decide, Store, TakeDecision, TurnFacts, TurnSignal } from '../../core/ports/store.ts';
import type { CountedWindow } from '../../core/ports/use-window.ts';
import { toRemovedId } from '../retention/removal.ts';
import { fromQuestion, joinedCode, sharedCode } from '../rows/turn-rows.ts';
import {
  beginConversation,
  conversationFacts,
  endConversation,
  findConversation,
  type OpenConversation,
} from './conversations.ts';
import { countWithin, FactsChanged, transactOnFacts } from './counted-uses.ts';
import { findNearby, openBeside } from './nearby.ts';
import { lockTurn, markStopped, reopenRow, withHashedAuthors } from './reopened-turns.ts';
import type { TurnSignals } from './turn-signals.ts';

/** The result for a question, and a signal to the process that works on the question before it. */
type Accepted = Awaited<ReturnType<Store['accept']>> & {
  readonly notify?: { readonly claim: Claim; readonly signal: TurnSignal };
};

export function createAccept(database: Database, signals: TurnSignals): Pick<Store, 'accept' | 'isWaiting'> {
  return {
    async accept(asked, decide = () => ({}), windows = []) {
      const question = withHashedAuthors(asked, database.hashPerson);
      const { notify, ...accepted } = await transactOnFacts(database, async (tx) => {
        const uses = await countedIn(tx, windows, question.askedAt);
        return acceptWith(tx, database, question, decide, uses);
      });
      if (notify) await signals.send(notify.claim, notify.signal);
      return accepted;
    },
    isWaiting: async (question) => (await openBeside(database.sql, question)) !== undefined,
  };
}

async function acceptWith(
  tx: Transaction<Schema>,
  database: Database,
  question: Question,
  decide: Decide,
  uses: readonly CountedWindow[],
): Promise<Accepted> {
  const { engine, hashPerson } = database;
  if (await isKnown(tx, question)) return { result: 'duplicate' };
  // Sharing costs nothing, so it counts towards no limit.
  const shared = question.shares === undefined ? undefined : await sharedAnswer(tx, question, question.shares);
  if (shared === 'gone') return { result: 'gone' };
  if (shared) return { result: await insertTurn(tx, database, question, {}, undefined, shared) };
  const found = await findConversation(tx, engine, question);
  if (found === 'not_ours') return { result: 'not_ours' };
  const nearby = found ? undefined : await findNearby(tx, database, question);
  const running = found ?? nearby;
  const known = running && (await conversationFacts(tx, running, question, hashPerson));
  const facts = {
    open: await openOf(tx, question),
    uses,
    ...(known && { [found ? 'conversation' : 'nearby']: known }),
  };
  const decision = decide(question, facts);
  const noticesOf = (limit: string | undefined) => uses.filter((use) => use.countsNotices && use.limit === limit);
  if ('ignore' in decision) {
    const { ignore, isToTell } = decision;
    if (!isToTell) return { result: ignore };
    await count(tx, noticesOf(ignore), question);
    return { result: ignore, isToTell };
  }
  if ('stop' in decision) return stopFirst(tx, database, question, running?.id);
  const asked = uses.filter(({ countsNotices }) => !countsNotices);
  if ('joined' in decision) {
    const joined = await join(tx, database, question, decision.joined, known?.waiting);
    return { ...joined, ...(joined.result === 'joined' && (await count(tx, asked, question))) };
  }
  const result = await insertTurn(tx, database, question, decision, found);
  const { fixedReply, isCounted } = decision;
  const counted = fixedReply && !isCounted ? noticesOf(fixedReply) : asked;
  return { result, ...(result === 'accepted' && (await count(tx, counted, question))) };
}

async function count(
  tx: Transaction<Schema>,
  windows: readonly CountedWindow[],
  { askedAt }: Question,
): Promise<Pick<Accepted, 'uses'>> {
  return windows.length === 0 ? {} : { uses: await countWithin(tx, windows, askedAt) };
}

async function stopFirst(
  tx: Transaction<Schema>,
  database: Database,
  question: Question,
  conversation = '',
): Promise<Accepted> {
  const open = tx
    .selectFrom('turns')
    .select('id')
    .where('conversation_id', '=', conversation)
    .where('ended_at', 'is', null);
  const first = await open.orderBy('seq').limit(1).executeTakeFirst();
  const claim = first && (await markStopped(tx, first.id, question.asker));
  if (!claim) return { result: 'not_ours' };
  await insertEnded(tx, database, { ...question, text: '' }, conversation, { state: 'stopped', code: 'stop' });
  return { result: 'stopped', notify: { claim, signal: { stoppedBy: question.asker } } };
}

/** Joins a message to the waiting question, unless that has changed in the meantime. */
async function join(
  tx: Transaction<Schema>,
  database: Database,
  question: Question,
  text: string,
  waiting: TurnFacts | undefined,
): Promise<Accepted> {
  if (!waiting) return { result: 'not_ours' };
  const row = await lockTurn(tx, database.engine, waiting.id);
  if (!row || row.ended_at !== null || row.times_again !== waiting.timesAgain) throw new FactsChanged();
  const claim = await reopenRow(tx, row, { text, at: question.askedAt, carried: question });
  await insertEnded(tx, database, question, row.conversation_id, { state: 'stopped', code: joinedCode });
  return { result: 'joined', notify: { claim, signal: 'restart' } };
}

/** Stores an ended turn, so that a redelivery does not count again. */
async function insertEnded(
  tx: Transaction<Schema>,
  { hashPerson }: Database,
  question: Question,
  conversation: string,
  end: { readonly state: TurnState; readonly code: string },
): Promise<void> {
  const { files: _, ...withoutFiles } = question;
  const row = { ...fromQuestion(withoutFiles), ...end, asker: hashPerson(question.asker), opens: null };
  await tx
    .insertInto('turns')
    .values({ id: randomUUID(), conversation_id: conversation, ...row, ended_at: question.askedAt })
    .execute();
}

async function insertTurn(
  tx: Transaction<Schema>,
  { engine, hashPerson }: Database,
  question: Question,
  { fixedReply, listening, startsOver }: TakeDecision,
  found: OpenConversation | undefined,
  shared: SharedAnswer | undefined = undefined,
): Promise<QuestionResult> {
  if (found !== undefined && startsOver) await endConversation(tx, found.id, question);
  const conversation = startsOver ? undefined : found?.id;
  const id = conversation ?? (await beginConversation(tx, engine, question.thread));
  const change = {
    ...(listening && { listening }),
    ...(fixedReply === 'solved' && { solved_at: question.askedAt, solved_by: hashPerson(question.asker) }),
    // A new question reopens a solved conversation.
    ...(found?.isSolved && !fixedReply && !shared && { solved_at: null, solved_by: null }),
  };
  if (Object.keys(change).length > 0) await tx.updateTable('conversations').set(change).where('id', '=', id).execute();
  const added = await tx
    .insertInto('turns')
    .values({
      id: randomUUID(),
      conversation_id: id,
      ...fromQuestion(question),
      ...(fixedReply && { code: fixedReply }),
      ...shared,
    })
    // A redelivery may reach another process at the same time.
    .onConflict((conflict) => conflict.columns(['question_id', 'platform']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 0n ? 'duplicate' : 'accepted';
}

/** The columns of a turn that shows another turn's question and answer. */
type SharedAnswer = Pick<TurnRow, 'text' | 'answer' | 'sources' | 'is_by_ai'> & { readonly code: typeof sharedCode };

async function sharedAnswer(
  tx: Transaction<Schema>,
  { thread }: Question,
  shares: string,
): Promise<SharedAnswer | 'gone'> {
  const row = await tx
    .selectFrom('turns')
    .select(['text', 'answer', 'sources', 'is_by_ai'])
    .where('question_id', '=', shares)
    .where('platform', '=', thread.platform)
    .where('state', '=', 'answered')
    .executeTakeFirst();
  return row && row.answer !== '' ? { ...row, code: sharedCode } : 'gone';
}

/** Counts the asker's open turns: those that will be answered, and those over the limit. */
async function openOf(
  sql: Transaction<Schema>,
  question: Question,
): Promise<{ readonly accepted: number; readonly overLimit: number }> {
  const rows = await sql
    .selectFrom('turns')
    .select('code')
    .where('asker', '=', question.asker)
    .where('ended_at', 'is', null)
    .execute();
  const overLimit = rows.filter(({ code }) => code === 'over_limit').length;
  return { accepted: rows.length - overLimit, overLimit };
}

async function isKnown(sql: Transaction<Schema>, question: Question): Promise<boolean> {
  const row = await sql
    .selectFrom('turns')
    .select('seq')
    .where('question_id', 'in', [question.id, toRemovedId(question.id)])
    .where('platform', '=', question.thread.platform)
    .executeTakeFirst();
  return row !== undefined;
}
