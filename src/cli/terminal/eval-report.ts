/** Formats the report of `docent eval` as text. */
import {
  countsOf,
  type EvalResult,
  type FigureName,
  type Figures,
  figureNames,
  intervalOf,
} from '../../service/eval/judge.ts';
import type { ModelSpending } from '../../service/evaluation.ts';
import { counted } from './command.ts';

export interface EvalRun {
  readonly pages: number;
  /** How the questions were answered, such as with a model. */
  readonly way: string;
  readonly figures: Figures;
  /** The same questions, answered in simpler ways, for comparison. */
  readonly beside: readonly Beside[];
  readonly results: readonly EvalResult[];
  readonly synonyms?: readonly ProposedSynonym[];
  /** Of the language model, if one answered. */
  readonly model?: ModelSpending & { readonly tookMs: number };
}

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** Ranks start at 1; undefined means not found. */
export interface ProposedSynonym {
  readonly said: string;
  readonly meant: string;
  readonly gains: readonly { readonly id: string; readonly before: number | undefined; readonly after: number }[];
}

export interface Beside {
  readonly way: string;
  readonly figures: Figures;
}

/** The saved form of a run: figures, and the rank of each question. */
export interface LastRun {
  readonly figures: Partial<Record<FigureName, number>>;
  readonly ranks: Readonly<Record<string, number>>;
}

export const titles: Readonly<Record<FigureName, string>> = {
  r1: 'right page first',
  r5: 'right page among five',
  mrr: 'mean reciprocal rank',
  facts: 'facts shown',
  sources: 'sources that are right',
  answered: 'answerable answered',
  refused: 'unanswerable refused',
  p50: 'latency, median',
  p95: 'latency, p95',
};

/** The figures next to those of the last run, and what changed; with `verbose` also every failed question. */
export function report(
  { pages, way, figures, beside, results, synonyms, model }: EvalRun,
  last: LastRun | undefined,
  verbose: boolean,
  price?: Price,
): string {
  const answerable = results.filter((result) => result.answerable).length;
  const by = beside.length === 0 ? '' : `, by ${way}`;
  const asked = `${counted(results.length, 'question')} (${answerable} answerable, ${results.length - answerable} not)`;
  const head = `${asked} on ${counted(pages, 'page')}${by}\n`;
  const counts = countsOf(results);
  const rows = figureNames.map((name) =>
    row(name, {
      now: figures[name],
      last: last?.figures[name],
      of: counts[name],
      beside: beside.map((other) => other.figures[name]),
    }),
  );
  const moved = last ? movesOf(results, last) : [];
  const misses = verbose ? results.flatMap(missesOf) : [];
  return [
    head,
    ...beside.map((other, at) => `  ${letterOf(at)}: by ${other.way}`),
    `${' '.repeat(36)}now   95 % interval${beside.map((_, at) => letterOf(at).padStart(10)).join('')}${last ? '      last    change' : ''}`,
    ...rows,
    ...(model ? spendingLines(model, price) : []),
    ...moved,
    ...misses,
    ...(synonyms ? proposalOf(synonyms) : []),
  ]
    .filter((line) => line !== '')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function spendingLines(
  { inputTokens, outputTokens, tookMs, results }: NonNullable<EvalRun['model']>,
  price: Price | undefined,
): readonly string[] {
  const answers = Object.values(results).reduce((sum, count) => sum + count, 0);
  const dollars = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
  const number = (value: number): string => Math.round(value).toLocaleString('en');
  const each =
    answers === 0 ? '' : `, ${number(inputTokens / answers)} and ${number(outputTokens / answers)} an answer`;
  const kinds = Object.entries(results).map(([result, count]) => `${result} ${count}`);
  return [
    `  the model replied       ${kinds.join(', ')}`,
    `  tokens read and written ${number(inputTokens)} and ${number(outputTokens)}${each}`,
    ...(dollars === undefined
      ? []
      : [
          `  cost                    $${dollars.toFixed(4)}, $${((1_000 * dollars) / Math.max(1, answers)).toFixed(2)} for a thousand answers`,
        ]),
    `  time                    ${(tookMs / 1_000).toFixed(1)} s for all`,
  ];
}

/** Names a column by a letter, because ways have long names, which are listed above the table. */
function letterOf(at: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + at);
}

interface Row {
  readonly now: number | undefined;
  readonly last: number | undefined;
  /** The number of questions that the figure is a share of. */
  readonly of: number | undefined;
  readonly beside: readonly (number | undefined)[];
}

function row(name: FigureName, { now, last, of, beside }: Row): string {
  const unit = name === 'p50' || name === 'p95' ? 'ms' : '%';
  const shown = (value: number | undefined): string =>
    value === undefined ? '–'.padStart(10) : `${value.toFixed(1)} ${unit}`.padStart(10);
  const bounds = now === undefined || !of ? [] : intervalOf(now, of);
  const interval = bounds
    .map((bound) => bound.toFixed(0))
    .join(' to ')
    .padStart(16);
  const change = now === undefined || last === undefined ? undefined : now - last;
  const signed = change === undefined ? '' : `${change > 0 ? '+' : ''}${change.toFixed(1)}`;
  const compared = last === undefined ? '' : `${shown(last)}${signed.padStart(10)}`;
  return `  ${titles[name].padEnd(24)}${name.padEnd(9)}${shown(now)}${interval}${beside.map(shown).join('')}${compared}`.trimEnd();
}

/** Formats the synonyms as in docs.yaml. */
function proposalOf(synonyms: readonly ProposedSynonym[]): readonly string[] {
  if (synonyms.length === 0) return ['\nNo synonym would move a right page further up.'];
  const bySaid = Map.groupBy(synonyms, ({ said }) => said);
  const lines = [...bySaid].map(([said, group]) => {
    const meant = group.map((one) => JSON.stringify(one.meant)).join(', ');
    const gains = group
      .flatMap((one) => one.gains)
      .map(({ id, before, after }) => `${id} (${before ?? '–'} → ${after})`);
    return `  ${JSON.stringify(said)}: [${meant}] # ${gains.join(', ')}`;
  });
  return [
    '\nCandidates for docs.yaml. Take only those that are true for your docs, however much a question gains:',
    'synonyms:',
    ...lines,
  ];
}

function movesOf(results: readonly EvalResult[], last: LastRun): readonly string[] {
  const order = (rank: number): number => (rank === 0 ? Number.POSITIVE_INFINITY : rank);
  const moved = results.flatMap(({ id, rank, answerable }) => {
    const before = last.ranks[id];
    return answerable && before !== undefined && before !== rank ? [{ id, rank, before }] : [];
  });
  const list = (better: boolean): string =>
    moved
      .filter((move) => order(move.rank) < order(move.before) === better)
      .map(({ id, rank, before }) => `${id} (${before || '–'} → ${rank || '–'})`)
      .join(', ');
  return [...(list(true) ? [`\n  better: ${list(true)}`] : []), ...(list(false) ? [`\n  worse:  ${list(false)}`] : [])];
}

function missesOf(result: EvalResult): readonly string[] {
  const { answerable, refused, rank, missing } = result;
  const faults = [
    ...(answerable && rank !== 1 ? [rankFault(result)] : []),
    ...(answerable && refused ? ['refused, though the docs answer it'] : []),
    ...(!answerable && !refused ? [`answered from ${result.first}, though the docs do not say`] : []),
    ...(missing.length > 0 ? [`not shown: ${missing.join('; ')}`] : []),
  ];
  return faults.length === 0
    ? []
    : [`\n  ${result.id}  ${result.question}`, ...faults.map((fault) => `      ${fault}`)];
}

function rankFault({ rank, first, expected }: EvalResult): string {
  const place = rank === 0 ? 'no right page found' : `right page at rank ${rank}`;
  return `${place}; first: ${first ?? 'nothing'}; right: ${expected.join(', ')}`;
}
