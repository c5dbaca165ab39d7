/** Stops a turn, or asks it again in place: its row is reopened, so that there is one turn per question. */

import type { Kysely, Transaction } from 'kysely';
import { storable } from '../../../kit/sql/column-values.ts';
import type { Database, Engine } from '../../../kit/sql/database.ts';
import type { HashPerson } from '../../../kit/sql/person-hash.ts';
import type { Schema, TurnRow } from '../../../kit/sql/schema.ts';
import { countedIn } from '../../../kit/sql/uses.ts';
import { type Question, questionDeleted, type Shown } from '../../core/model/conversation.ts';
import { narrower } from '../../core/model/private-place.ts';
import type { Claim } from '../../core/ports/claim.ts';
import type {
  Carried,
  JoinedMessage,
  Reopened,
  Reopening,
  Store,
  TurnFacts,
  TurnName,
} from '../../core/ports/store.ts';
import type { CountedWindow } from '../../core/ports/use-window.ts';
import {
  callCode,
  codesWithoutAnswer,
  joinedCode,
  readFiles,
  readReading,
  readShown,
  removed,
  toPlaceKind,
} from '../rows/turn-rows.ts';
import { countWithin, transactOnFacts } from './counted-uses.ts';
import type { TurnSignals } from './turn-signals.ts';

export function createReopenedTurns(
  database: Database,
  signals: TurnSignals,
): Pick<Store, 'findTurn' | 'runningIn' | 'stopTurn' | 'reopen' | 'takeCall'> {
  const { sql, engine, hashPerson } = database;
  return {
    async findTurn(name, by) {
      const facts = await findFacts(sql, name);
      const isTheirs = by !== undefined && facts?.asker === hashPerson(by);
      return isTheirs ? { ...facts, asker: by } : facts;
    },
    /** The first open turn of the conversation in this place, if it was ever claimed. */
    async runningIn(place) {
      const row = await sql
        .selectFrom('turns')
        .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
        .selectAll('turns')
        .where('conversations.platform', '=', place.platform)
        .where('installation', '=', place.installation)
        .where('channel', '=', place.channel)
        .where('thread', '=', place.thread)
        .where('turns.ended_at', 'is', null)
        .where('state', '=', 'answering')
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst();
      return row && toFacts(row);
    },
    async stopTurn(id, by) {
      const claim = await markStopped(sql, id, by);
      if (claim) await signals.send(claim, { stoppedBy: by });
      return claim !== undefined;
    },
    async reopen(facts, change, windows = []) {
      const { asker } = facts;
      const carried = change.carried && withHashedAuthors(change.carried, hashPerson);
      const stored = { ...change, ...(carried && { carried }) };
      const reopening = transactOnFacts(database, async (tx): Promise<Reopened & { readonly lost?: Claim }> => {
        if (engine === 'postgres' && change.address !== undefined) await lockConversationOf(tx, facts.id);
        const row = await lockTurn(tx, engine, facts.id);
        const isAsKnown =
          row?.times_again === facts.timesAgain &&
          (row.ended_at === null) === facts.isOpen &&
          (row.stopped_by === questionDeleted) === facts.isDeleted;
        if (!isAsKnown || ![asker, hashPerson(asker)].includes(row.asker)) return { result: 'changed' };
        const uses = await countedIn(tx, windows, change.at);
        const [asked, notices] = [uses.filter((use) => !use.countsNotices), uses.filter((use) => use.countsNotices)];
        const result = asked.find(isReached)?.limit;
        if (result) {
          const noticeWindows = notices.filter(({ limit }) => limit === result);
          if (noticeWindows.some(isReached)) return { result, isSaidAlready: true };
          await countWithin(tx, noticeWindows, change.at);
          return { result };
        }
        // Stores the asker's id again in place of its hash.
        const lost = await reopenRow(tx, { ...row, asker }, stored);
        return { result: 'reopened', lost, uses: await countWithin(tx, asked, change.at) };
      });
      const { lost, ...reopened } = await reopening;
      if (lost) await signals.send(lost, 'restart');
      return reopened;
    },
    async takeCall(turn, by, at) {
      const lost = await sql.transaction().execute(async (tx) => {
        const row = await lockTurn(tx, engine, turn);
        const isCall = row?.code === callCode || row?.cards != null;
        if (!row || !isCall || row.asker === removed) return undefined;
        const taker = { taken_by: row.taken_by ?? by, taken_at: row.taken_at ?? at };
        await tx.updateTable('turns').set(taker).where('id', '=', turn).execute();
        return reopenRow(tx, row, { at, shows: callCode });
      });
      if (lost) await signals.send(lost, 'restart');
      return lost !== undefined;
    },
  };
}

/** Authors of quoted words are recognised, to be forgotten, but never named. */
export function withHashedAuthors<T extends Pick<Question, 'about'>>(carried: T, hashPerson: HashPerson): T {
  const { about } = carried;
  return about ? { ...carried, about: about.map(hashPerson) } : carried;
}

async function findFacts(sql: Kysely<Schema>, name: TurnName): Promise<TurnFacts | undefined> {
  const turns = sql.selectFrom('turns').selectAll().where('asker', '<>', removed);
  if (!('thread' in name)) {
    const row = await turns.where('id', '=', name.id).executeTakeFirst();
    return row && toFacts(row);
  }
  const asked = turns.where('question_id', '=', name.id).where('platform', '=', name.thread.platform);
  const found = await asked.executeTakeFirst();
  const row = found?.code === joinedCode ? await questionOf(sql, found) : found;
  if (!found || !row) return undefined;
  const joined = await joinedTo(sql, row);
  return { ...toFacts(row), joined, ...(found.id !== row.id && { foundBy: found.id }) };
}

/** Finds the question that a message was joined to. */
function questionOf(sql: Kysely<Schema>, { conversation_id, seq }: TurnRow): Promise<TurnRow | undefined> {
  return sql
    .selectFrom('turns')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .where('seq', '<', seq)
    .where(({ or, eb }) => or([eb('code', 'is', null), eb('code', '<>', joinedCode)]))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Only messages that directly follow a question are ever joined to it. */
export async function joinedTo(
  sql: Kysely<Schema>,
  { conversation_id, seq }: Pick<TurnRow, 'conversation_id' | 'seq'>,
): Promise<readonly JoinedMessage[]> {
  const rows = await sql
    .selectFrom('turns')
    .select(['id', 'text', 'code'])
    .where('conversation_id', '=', conversation_id)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(maxJoined)
    .execute();
  const end = rows.findIndex(({ code }) => code !== joinedCode);
  return rows.slice(0, end < 0 ? undefined : end).map(({ id, text }) => ({ id, text }));
}

/** An upper bound: in practice fewer are joined to one question. */
const maxJoined = 10;

/** Returns the claim that must stop; undefined if the turn has ended. */
export function markStopped(sql: Kysely<Schema>, id: string, by: string): Promise<Claim | undefined> {
  return sql
    .updateTable('turns')
    .set({ stopped_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['id', 'tries'])
    .executeTakeFirst();
}

function isReached({ used, max }: CountedWindow): boolean {
  return used >= max;
}

/** Returns the claim that is lost by reopening. */
export async function reopenRow(sql: Transaction<Schema>, row: TurnRow, change: Reopening): Promise<Claim> {
  const { joined, address } = change;
  await sql.updateTable('turns').set(toReopened(row, change)).where('id', '=', row.id).execute();
  if (joined) {
    const newText = { text: storable(joined.text) };
    await sql.updateTable('turns').set(newText).where('id', '=', joined.id).execute();
  }
  if (address !== undefined)
    await sql.updateTable('conversations').set({ address }).where('id', '=', row.conversation_id).execute();
  return { id: row.id, tries: row.tries };
}

/** Needed when the conversation also changes: like accepting, locks it before its turns. */
async function lockConversationOf(sql: Transaction<Schema>, turn: string): Promise<void> {
  const ours = sql.selectFrom('turns').select('conversation_id').where('id', '=', turn);
  await sql.selectFrom('conversations').select('id').where('id', 'in', ours).forUpdate().execute();
}

export function lockTurn(sql: Transaction<Schema>, engine: Engine, id: string): Promise<TurnRow | undefined> {
  return (
    sql
      .selectFrom('turns')
      .selectAll()
      .where('id', '=', id)
      // A SQLite transaction locks the whole file.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst()
  );
}

/** The columns of a turn that is asked again. Messages that can no longer be edited stay as they are. */
function toReopened(row: TurnRow, { text = row.text, carried, isWhole = false, at, shows }: Reopening) {
  const isOpen = row.ended_at === null;
  const known = readShown(row.shown);
  // Showing something other than an answer does not count as asking again.
  const timesAgain = row.times_again + (shows ? 0 : 1);
  // A message that may or may not have been posted is found by its key, which counts the messages before it.
  const isUncertain = known.some(({ message, frozen }) => message === '' && !frozen);
  const kept = isUncertain ? known : known.filter(({ frozen, removed }) => !frozen && !removed);
  const keepsAnswer = !isOpen && text === row.text;
  return {
    text: storable(text),
    asker: row.asker,
    ...(carried && toCarried(row, carried, isWhole)),
    state: isOpen ? row.state : 'asked',
    tries: row.tries + 1,
    tries_before: row.tries + 1,
    times_again: timesAgain,
    again_at: at,
    reply_key: isUncertain ? row.reply_key : `${row.id}.${shows ?? timesAgain}`,
    shown: JSON.stringify(kept.map(withoutShare)),
    buttons: 0,
    ...(!keepsAnswer && { answer: '', sources: '[]' }),
    code: shows ?? null,
    stopped_by: null,
    first_text_at: null,
    ended_at: null,
  };
}

function toCarried(row: TurnRow, { files = [], reading = {}, about = [], place }: Carried, isWhole: boolean) {
  const before = isWhole ? undefined : readReading(row.reading);
  const unread = [...new Set([...(before?.unread ?? []), ...(reading.unread ?? [])])];
  const { of = before?.of, repliesTo = before?.repliesTo } = reading;
  const all = [...(isWhole ? [] : readFiles(row.files)), ...files];
  const authors = [...new Set([...(row.about?.split(' ') ?? []), ...about])];
  const read = {
    ...(of !== undefined && { of }),
    ...(unread.length > 0 && { unread }),
    ...(repliesTo && { repliesTo }),
  };
  return {
    files: all.length > 0 ? JSON.stringify(all) : null,
    reading: Object.keys(read).length > 0 ? JSON.stringify(read) : null,
    about: authors.length > 0 ? authors.join(' ') : null,
    place: narrower(toPlaceKind(row.place), place) ?? null,
  };
}

/** The message shows no share of the new answer yet. */
function withoutShare({ message, frozen, removing, removed }: Shown): Shown {
  const state = { ...(frozen && { frozen }), ...(removing && { removing }), ...(removed && { removed }) };
  return { message, from: 0, to: 0, digest: '', ...state };
}

export function toFacts(row: TurnRow): TurnFacts {
  return {
    id: row.id,
    asker: row.asker,
    text: row.text,
    askedAt: row.asked_at,
    lastAskedAt: row.again_at ?? row.asked_at,
    isOpen: row.ended_at === null,
    // A turn that only shares an answer has no text.
    isAsked: row.text !== '' && (row.code === null || !codesWithoutAnswer.includes(row.code)),
    timesAgain: row.times_again,
    files: readFiles(row.files),
    isDeleted: row.stopped_by === questionDeleted,
  };
}
