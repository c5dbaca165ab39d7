/**
 * Asked questions with the feedback on their answers, for reports and exports. People's ids never leave the database.
 */
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import { inSlices, type Work } from '../../../kit/base/time-slices.ts';
import { maskSensitive } from '../../../kit/masking/mask.ts';
import { readOrSkip } from '../../../kit/sql/column-values.ts';
import { type Database, openDatabase } from '../../../kit/sql/database.ts';
import type { Schema, TurnsTable } from '../../../kit/sql/schema.ts';
import {
  type AskedQuestion,
  asideCodes,
  type GivenMark,
  type NewestAsked,
  newestOf,
  withoutWords,
} from '../../core/model/asked-question.ts';
import { questionDeleted } from '../../core/model/conversation.ts';
import { isFeedbackReason } from '../../core/model/feedback.ts';
import { withoutPeople } from '../../core/model/people.ts';
import { readersOf } from '../../core/model/private-place.ts';
import type { ReaskStore, SeenFrom } from '../../core/ports/reask-store.ts';
import {
  codesOfNonQuestions,
  readSources,
  removed,
  toAddressed,
  toFixedReply,
  toPlaceKind,
  toTurnState,
} from '../rows/turn-rows.ts';

export function createAskedQuestions({ sql }: Database): Pick<ReaskStore, 'askedSince'> {
  return {
    async askedSince(since, limit, seen) {
      const read: Read[] = [];
      let before: TurnRow | undefined;
      // A shared answer has its own row, but does not count as another question.
      for (let left = limit; left > 0; ) {
        const rows = await turnsSince(sql, since, Math.min(left, sliceRows), seen, before);
        const marks = await marksOnAll(sql, rows);
        // Yields to other work between the query, the slices, and whatever the caller does next.
        await setImmediate();
        read.push(...(await inSlices(withMarks(rows, marks))));
        await setImmediate();
        before = rows.at(-1);
        if (rows.length < Math.min(left, sliceRows)) break;
        left -= rows.filter(({ shares }) => shares === null).length;
      }
      return mergeShared(read.toReversed()).slice(-limit);
    },
  };
}

/** Rows per query, which takes a few milliseconds, during which SQLite blocks the event loop. */
const sliceRows = 100;

/** In slices, because masking a long question takes milliseconds. */
function* withMarks(rows: readonly TurnRow[], all: readonly MarkRow[]): Work<readonly Read[]> {
  const marks = Map.groupBy(all, ({ turn_id }) => turn_id);
  const read: Read[] = [];
  for (const row of rows) {
    const asked = readOrSkip(() => toAsked(row, marks.get(row.id) ?? []));
    if (asked) {
      read.push({ asked, name: nameOf(row.question_id, row), shares: row.shares && nameOf(row.shares, row) });
    }
    yield;
  }
  return read;
}

async function marksOnAll(sql: Kysely<Schema>, rows: readonly TurnRow[]): Promise<readonly MarkRow[]> {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  return newest && oldest ? marksOn(sql, oldest.asked_at, newest.asked_at) : [];
}

/** Reads the questions of a database that another process may be using. Fails with StoreError. */
export async function readAsked(url: string, since: number, max = maxQuestions): Promise<NewestAsked> {
  const database = await openDatabase(url);
  try {
    return newestOf(await createAskedQuestions(database).askedSince(since, max + 1), max);
  } finally {
    await database.close();
  }
}

const maxQuestions = 100_000;

/** Newest first. With `before`, only turns older than it. */
function turnsSince(
  sql: Kysely<Schema>,
  since: number,
  limit: number,
  seen: SeenFrom | undefined,
  before: Pick<Selectable<TurnsTable>, 'asked_at' | 'seq'> | undefined,
) {
  return (
    sql
      .selectFrom('turns')
      .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
      .select([
        'turns.seq',
        'turns.id',
        'turns.conversation_id',
        'turns.platform',
        'turns.addressed',
        'turns.text',
        'turns.sources',
      ])
      .select(['turns.state', 'turns.code', 'turns.link', 'turns.times_again', 'turns.asked_at', 'turns.again_at'])
      .select([
        'turns.ended_at',
        'turns.first_text_at',
        'turns.question_id',
        'turns.shares',
        'turns.place',
        'turns.stopped_by',
        'conversations.installation',
        'conversations.channel',
        'conversations.thread',
      ])
      .where('turns.asked_at', '>=', since)
      .$if(before !== undefined, (query) =>
        query
          .where('turns.asked_at', '<=', before?.asked_at ?? 0)
          .where((where) =>
            where.or([where('turns.asked_at', '<', before?.asked_at ?? 0), where('turns.seq', '<', before?.seq ?? 0)]),
          ),
      )
      .$if(seen !== undefined && seen.apart.length > 0, (query) =>
        query.where((where) =>
          where.or([
            where('conversations.platform', 'not in', seen?.apart ?? []),
            where.and([
              where('conversations.platform', '=', seen?.platform ?? ''),
              where('conversations.installation', '=', seen?.installation ?? ''),
            ]),
          ]),
        ),
      )
      // Without words and sources, a removed turn would look like a question that the docs do not answer.
      .where('turns.asker', '<>', removed)
      .where((where) =>
        where.or([where('turns.code', 'is', null), where('turns.code', 'not in', [...codesOfNonQuestions])]),
      )
      .orderBy('turns.asked_at', 'desc')
      .orderBy('turns.seq', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Marks on questions that were asked from `since` to `until`. */
function marksOn(sql: Kysely<Schema>, since: number, until: number) {
  return sql
    .selectFrom('feedback')
    .innerJoin('turns', 'turns.id', 'feedback.turn_id')
    .select(['feedback.turn_id', 'feedback.mark', 'feedback.via', 'feedback.reason', 'feedback.comment'])
    .select(['feedback.is_correction', 'feedback.given_at', 'feedback.times_again'])
    .where('turns.asked_at', '>=', since)
    .where('turns.asked_at', '<=', until)
    .orderBy('feedback.given_at')
    .orderBy('feedback.person')
    .execute();
}

type TurnRow = Awaited<ReturnType<typeof turnsSince>>[number];
type MarkRow = Awaited<ReturnType<typeof marksOn>>[number];

interface Read {
  readonly asked: AskedQuestion;
  /** Identifies a question, and is what `shares` refers to. */
  readonly name: string;
  readonly shares: string | null;
}

function nameOf(question: string, { platform }: Pick<TurnRow, 'platform'>): string {
  return `${platform} ${question}`;
}

/**
 * Merges a question with the turns that share its answer. It keeps the time and place of the first, takes the words
 * and link that everyone can see now, and collects the feedback on all of them.
 */
function mergeShared(read: readonly Read[]): readonly AskedQuestion[] {
  const groups = Map.groupBy(read, ({ name, shares }) => shares ?? name);
  return [...groups.values()].flatMap(([first, ...shared]) =>
    first ? [shared.reduce((merged, { asked }) => asShared(merged, asked), first.asked)] : [],
  );
}

function asShared(
  { onlyIn: _, ...first }: AskedQuestion,
  { text, isPrivate, onlyIn, conversation, link, marks }: AskedQuestion,
): AskedQuestion {
  const shown = { text, isPrivate, conversation, ...(onlyIn && { onlyIn }), ...(link !== undefined && { link }) };
  return { ...first, ...shown, marks: [...first.marks, ...marks] };
}

/** Fails with CorruptRow. */
function toAsked(row: TurnRow, marks: readonly MarkRow[]): AskedQuestion {
  const fixedReply = toFixedReply(row.code);
  const opened = row.again_at ?? row.asked_at;
  const { platform, installation, channel, thread } = row;
  const readers = row.stopped_by === questionDeleted ? 'nobody' : readersOf(toPlaceKind(row.place), row);
  const asked: AskedQuestion = {
    turn: row.id,
    conversation: row.conversation_id,
    platform,
    addressed: toAddressed(row.addressed),
    isPrivate: false,
    ...(readers === 'members' && { onlyIn: { platform, installation, channel, thread } }),
    text: readers === 'nobody' ? '' : toPublicText(row.text),
    sources: readSources(row.sources),
    state: toTurnState(row.state),
    ...(fixedReply && { fixedReply }),
    ...(asideCodes.some((code) => code === row.code) && { isAside: true }),
    askedAt: row.asked_at,
    ...(row.ended_at !== null && { tookMs: Math.max(0, row.ended_at - opened) }),
    ...(row.first_text_at !== null && { firstTextMs: Math.max(0, row.first_text_at - opened) }),
    ...(row.link !== null && { link: row.link }),
    marks: marks.map((mark) => toMark(mark, row.times_again)),
  };
  return readers === 'nobody' ? withoutWords(asked) : asked;
}

function toMark(row: MarkRow, timesAgain: number): GivenMark {
  const { reason, comment } = row;
  return {
    mark: row.mark === 'helpful' ? 'helpful' : 'not_helpful',
    via: row.via === 'reaction' ? 'reaction' : 'button',
    at: row.given_at,
    ...(isFeedbackReason(reason) && { reason }),
    ...(comment !== null && { comment: toPublicText(comment) }),
    ...(row.is_correction === 1 && { isCorrection: true }),
    ...(row.times_again < timesAgain && { isOnEarlierAnswer: true }),
  };
}

/**
 * Masks even with `MASKING=off`, because an issue about them may be public. Masking comes first, while secrets are still whole.
 */
export function toPublicText(text: string): string {
  return withoutPeople(maskSensitive(text));
}
