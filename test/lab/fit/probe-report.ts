/** Figures of answers by kind of question, two runs side by side, and answers for a person to read. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { intervalOf, quantile } from '../../../src/service/eval/judge.ts';

const outcome = z.strictObject({
  corpus: z.string(),
  id: z.string(),
  kind: z.string(),
  answerable: z.boolean(),
  /** Position of the first right page, from 1; 0 when none was found. */
  rank: z.number(),
  /** How many facts the answer must contain, and how many of them it does not. */
  facts: z.number(),
  missing: z.number(),
  refused: z.boolean(),
  /** How many facts are not in the pages that a model would be shown. Runs of older versions lack it. */
  unseen: z.number().optional(),
  /** The length of the answer. */
  chars: z.number(),
});

/** What came of one question. */
export type Outcome = z.infer<typeof outcome>;

/** Reads what a run with `--json` wrote. Throws where it is something else. */
export function readOutcomes(json: string): readonly Outcome[] {
  return z.array(outcome).parse(JSON.parse(json));
}

/** A share: of the questions that it counts, those that meet it. */
interface Share {
  readonly title: string;
  readonly counts: (one: Outcome) => boolean;
  readonly meets: (one: Outcome) => boolean;
  /** Whether a lower share is the better one. */
  readonly isFault?: boolean;
}

const shares: readonly Share[] = [
  { title: 'right page 1st', counts: isAnswerable, meets: ({ rank }) => rank === 1 },
  { title: 'among five', counts: isAnswerable, meets: ({ rank }) => rank >= 1 && rank <= 5 },
  {
    title: 'facts complete',
    counts: (one) => isAnswerable(one) && one.facts > 0,
    meets: ({ missing, refused }) => missing === 0 && !refused,
  },
  { title: 'refused wrongly', counts: isAnswerable, meets: isRefused, isFault: true },
  { title: 'refused rightly', counts: (one) => !isAnswerable(one), meets: isRefused },
  {
    title: 'facts in what a model is shown',
    counts: (one) => isAnswerable(one) && one.facts > 0 && one.unseen !== undefined,
    meets: ({ unseen }) => unseen === 0,
  },
];

function isAnswerable({ answerable }: Outcome): boolean {
  return answerable;
}

function isRefused({ refused }: Outcome): boolean {
  return refused;
}

const all = 'all';

/** The outcomes by kind, in the order in which the kinds appear, and all of them. */
function byKind(outcomes: readonly Outcome[]): ReadonlyMap<string, readonly Outcome[]> {
  return new Map([...Map.groupBy(outcomes, ({ kind }) => kind), [all, outcomes]]);
}

/** A Markdown table: a row per kind, shares in percent with their 95 % intervals, and the lengths of the answers. */
export function figuresTable(outcomes: readonly Outcome[]): string {
  const head = ['kind', 'n', ...shares.map(({ title }) => title), 'median chars', 'p95 chars'];
  const rows = [...byKind(outcomes)].map(([kind, own]) => {
    const lengths = own.map(({ chars }) => chars).sort((a, b) => a - b);
    const ends = [0.5, 0.95].map((at) => `${quantile(lengths, at) ?? '–'}`);
    return [kind, `${own.length}`, ...shares.map((share) => shareCell(own, share)), ...ends];
  });
  return toTable([head, ...rows]);
}

function shareCell(outcomes: readonly Outcome[], { counts, meets }: Share): string {
  const counted = outcomes.filter(counts);
  if (counted.length === 0) return '–';
  const percent = (100 * counted.filter(meets).length) / counted.length;
  const [low, high] = intervalOf(percent, counted.length);
  return `${percent.toFixed(1)} (${low.toFixed(0)}–${high.toFixed(0)})`;
}

/**
 * A Markdown table of what changed from one run to the next, for questions that are in both: how many got better and worse,
 * and the probability of so uneven a split by chance.
 */
export function comparisonTable(before: readonly Outcome[], after: readonly Outcome[]): string {
  const earlier = new Map(before.map((one) => [keyOf(one), one]));
  const rows = [...byKind(after)].map(([kind, own]) => {
    const pairs = own.flatMap((one) => {
      const old = earlier.get(keyOf(one));
      return old ? [{ old, one }] : [];
    });
    const cells = shares.map(({ counts, meets, isFault = false }) => {
      const counted = pairs.filter(({ old, one }) => counts(old) && counts(one));
      const won = counted.filter(({ old, one }) => meets(old) === isFault && meets(one) !== isFault).length;
      const lost = counted.filter(({ old, one }) => meets(old) !== isFault && meets(one) === isFault).length;
      return counted.length === 0 ? '–' : `+${won} −${lost}, p ${signTest(won, lost).toFixed(3)}`;
    });
    return [kind, `${pairs.length}`, ...cells];
  });
  return toTable([['kind', 'pairs', ...shares.map(({ title }) => title)], ...rows]);
}

/** The two-sided sign test: how likely so uneven a split is if both outcomes of a pair are equally likely. */
export function signTest(won: number, lost: number): number {
  const pairs = won + lost;
  let chance = 0.5 ** pairs;
  let tail = 0;
  for (let at = 0; at <= Math.min(won, lost); at += 1) {
    tail += chance;
    chance *= (pairs - at) / (at + 1);
  }
  return Math.min(1, 2 * tail);
}

function keyOf({ corpus, id }: Pick<Outcome, 'corpus' | 'id'>): string {
  return `${corpus} ${id}`;
}

/** A Markdown table. The first row is its head. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  const rule = toLine(widths.map((width) => '-'.repeat(width)));
  return rows.map((row, at) => toLine(row) + (at === 0 ? rule : '')).join('');
}

/** An answer as a person reads it. */
export interface ReadAnswer extends Pick<Outcome, 'corpus' | 'id' | 'kind'> {
  readonly question: string;
  /** What was asked before in the same thread. */
  readonly earlier?: string | undefined;
  readonly text: string;
  readonly sources: readonly string[];
}

/**
 * Picks answers of every kind, as many of each as its share of all, and always to the same questions. They are shuffled, so
 * that a reader cannot tell the kind from the position.
 */
export function pickToRead<One extends Pick<Outcome, 'corpus' | 'id' | 'kind'>>(
  answers: readonly One[],
  count: number,
): readonly One[] {
  const shuffled = answers.toSorted((a, b) => (shuffleKeyOf(a) < shuffleKeyOf(b) ? -1 : 1));
  const kinds = [...Map.groupBy(shuffled, ({ kind }) => kind).values()].flat();
  const size = Math.min(count, kinds.length);
  const picked = new Set(Array.from({ length: size }, (_, at) => kinds[Math.floor((at * kinds.length) / size)]));
  return shuffled.filter((one) => picked.has(one));
}

function shuffleKeyOf(one: Pick<Outcome, 'corpus' | 'id'>): string {
  return createHash('sha256').update(keyOf(one)).digest('hex');
}

/** Markdown with questions, answers and sources, but no labels. */
export function toReadingList(answers: readonly ReadAnswer[]): string {
  return answers
    .map(({ corpus, question, earlier, text, sources }, at) => {
      const before = earlier === undefined ? '' : `Earlier in the thread:\n\n${quoted(earlier)}\n\n`;
      const cited = sources.length === 0 ? 'none' : sources.join(', ');
      const asked = `${before}Question:\n\n${quoted(question)}`;
      return `## ${at + 1}. About ${corpus}\n\n${asked}\n\nAnswer:\n\n${quoted(text)}\n\nSources: ${cited}\n`;
    })
    .join('\n');
}

/** As a block quote, so that headings and fences of an answer stay inside it. */
function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
