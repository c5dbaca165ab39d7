/**
 * `docent eval QUESTIONS.jsonl --docs DIR`: how good the answers are. In: questions with what is right, a docs folder.
 * Out: figures, compared with the last run; a bar that they must reach.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { toAnswer } from '../docs-server/answer.ts';
import { DocsServerError } from '../docs-server/errors.ts';
import {
  type EvalQuestion,
  type EvalResult,
  type FigureName,
  type Figures,
  figureNames,
  judge,
  ranksCounted,
  readQuestions,
  toFigures,
} from '../docs-server/evaluation.ts';
import { readDocs } from '../docs-server/pages.ts';
import { createSearchIndex, type SearchIndex } from '../docs-server/search.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError } from './command.ts';

export const evaluate: Command = {
  summary: 'measure the answers against questions whose right answers are known',
  help: `docent eval QUESTIONS.jsonl --docs DIR [-v] [--json] [--min BARS] [--last FILE]

A line of QUESTIONS.jsonl is {"id", "question", "pages": [site paths that are right],
"facts": [what a right answer shows: words, or "/a regular expression/"]}. No pages:
the docs do not answer, and an answer should say so.
  --min BARS    fails below a bar: r1=80,r5=95,facts=75,refused=80,answered=92
  --last FILE   the run to compare with, and where this run is kept.
                Default: QUESTIONS.last.json, beside the questions
  --json        prints the figures and every question's result as JSON
  -v            lists the questions that went wrong
Figures: r1, r5, mrr (right page first, among five, mean reciprocal rank), facts
(shown), sources (that are right), answered (of the answerable), refused (of the
others), each in percent. Needs no account and no language model.
Exit codes: 0 measured, 1 below a bar or the docs cannot be read, 2 wrong use.
`,
  async run(args, io) {
    const words = readWords(args, evalOptions, 1);
    const [file] = words.positionals;
    const docsDir = words.text('docs');
    if (file === undefined) throw new UsageError('Which questions? docent eval QUESTIONS.jsonl --docs DIR.');
    if (docsDir === undefined) throw new UsageError('Which docs? Give their folder: --docs DIR.');
    const bars = readBars(words.text('min') ?? '');
    const questions = await questionsOf(file, io);
    if (!questions) return 2;
    const run = await measure(questions, docsDir, io);
    if (!run) return 1;
    const lastFile = words.text('last') ?? file.replace(/(?:\.jsonl?)?$/, '.last.json');
    const last = await readLast(lastFile);
    await keepLast(lastFile, run, io);
    io.out(words.flag('json') ? `${JSON.stringify(run)}\n` : report(run, last, words.flag('verbose')));
    return belowBars(run.figures, bars, io);
  },
};

const evalOptions = {
  docs: { type: 'string' },
  min: { type: 'string' },
  last: { type: 'string' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean', short: 'v' },
} as const;

type Bars = ReadonlyMap<FigureName, number>;

const barNames = figureNames.filter((name) => name !== 'p50' && name !== 'p95');

function readBars(text: string): Bars {
  const bars = new Map<FigureName, number>();
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, word, value] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(part) ?? [];
    const name = barNames.find((each) => each === word);
    if (name === undefined || Number(value) > 100) {
      throw new UsageError(`--min takes NAME=PERCENT, names are ${barNames.join(', ')}; not “${part.trim()}”.`);
    }
    bars.set(name, Number(value));
  }
  return bars;
}

/** undefined when they cannot be used; what is wrong is printed. */
async function questionsOf(file: string, io: CommandIo): Promise<readonly EvalQuestion[] | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    io.err(`The questions ${file} cannot be read.\n`);
    return undefined;
  }
  const { questions, problems } = readQuestions(text);
  for (const { line, reason } of problems) io.err(`${file}, line ${line}: ${reason}.\n`);
  if (problems.length > 0) return undefined;
  if (questions.length === 0) io.err(`There is no question in ${file}.\n`);
  return questions.length === 0 ? undefined : questions;
}

interface EvalRun {
  readonly pages: number;
  readonly figures: Figures;
  readonly results: readonly EvalResult[];
}

async function measure(
  questions: readonly EvalQuestion[],
  docsDir: string,
  io: CommandIo,
): Promise<EvalRun | undefined> {
  try {
    const { pages } = await readDocs(docsDir);
    warnOfUnknown(questions, new Set(pages.map((page) => page.path)), io);
    const index = createSearchIndex(pages);
    // The first question pays for what the engine prepares.
    ask(index, 'warm up');
    const results = questions.map((question) => judge(question, ask(index, question.question)));
    return { pages: pages.length, figures: toFigures(results), results };
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    io.err(`${error.message}\n`);
    return undefined;
  }
}

/** A right page that is not there makes a figure wrong without a sign. */
function warnOfUnknown(questions: readonly EvalQuestion[], known: ReadonlySet<string>, io: CommandIo): void {
  for (const { id, pages } of questions) {
    for (const page of pages) if (!known.has(page)) io.err(`Question ${id}: the docs have no page ${page}.\n`);
  }
}

/** An answer draws on as many pages as the assistant operation takes by default. */
const pagesOfAnswer = 5;

function ask(index: SearchIndex, question: string): Parameters<typeof judge>[1] {
  const startedAt = performance.now();
  const found = index.search(question, ranksCounted);
  const answer = toAnswer({ ...found, pages: found.pages.slice(0, pagesOfAnswer) }, (page) => page.path);
  return {
    ranked: found.pages.map((hit) => hit.page.path),
    text: answer.text,
    sources: answer.sources.map((source) => source.page.path),
    tookMs: performance.now() - startedAt,
  };
}

/** What is kept of a run: figures, and the rank of each question. */
interface LastRun {
  readonly figures: Partial<Record<FigureName, number>>;
  readonly ranks: Readonly<Record<string, number>>;
}

async function readLast(file: string): Promise<LastRun | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value !== 'object' || value === null || !('figures' in value) || !('ranks' in value)) return undefined;
    return { figures: numbersOf(value.figures), ranks: numbersOf(value.ranks) };
  } catch {
    // No run before this one, or a file of something else: there is nothing to compare with.
    return undefined;
  }
}

function numbersOf(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === 'number'));
}

async function keepLast(file: string, { figures, results }: EvalRun, io: CommandIo): Promise<void> {
  const ranks = Object.fromEntries(results.filter((each) => each.answerable).map(({ id, rank }) => [id, rank]));
  await writeFile(file, `${JSON.stringify({ figures, ranks }, undefined, 1)}\n`).catch(() =>
    io.err(`This run cannot be kept in ${file}; the next one has nothing to compare with.\n`),
  );
}

const titles: Readonly<Record<FigureName, string>> = {
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

function report({ pages, figures, results }: EvalRun, last: LastRun | undefined, verbose: boolean): string {
  const answerable = results.filter((each) => each.answerable).length;
  const head = `${results.length} questions (${answerable} answerable, ${results.length - answerable} not) on ${pages} pages\n`;
  const rows = figureNames.map((name) => row(name, figures[name], last?.figures[name]));
  const moved = last ? movesOf(results, last) : [];
  const misses = verbose ? results.flatMap(missesOf) : [];
  return [head, last ? `${' '.repeat(36)}now       last    change` : '', ...rows, ...moved, ...misses]
    .filter((line) => line !== '')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function row(name: FigureName, now: number | undefined, last: number | undefined): string {
  const unit = name === 'p50' || name === 'p95' ? 'ms' : '%';
  const shown = (value: number | undefined): string =>
    value === undefined ? '–'.padStart(10) : `${value.toFixed(1)} ${unit}`.padStart(10);
  const change = now === undefined || last === undefined ? undefined : now - last;
  const signed = change === undefined ? '' : `${change > 0 ? '+' : ''}${change.toFixed(1)}`;
  const compared = last === undefined ? '' : `${shown(last)}${signed.padStart(10)}`;
  return `  ${titles[name].padEnd(24)}${name.padEnd(9)}${shown(now)}${compared}`.trimEnd();
}

function movesOf(results: readonly EvalResult[], last: LastRun): readonly string[] {
  const order = (rank: number): number => (rank === 0 ? Number.POSITIVE_INFINITY : rank);
  const moved = results.flatMap(({ id, rank, answerable }) => {
    const before = last.ranks[id];
    return answerable && before !== undefined && before !== rank ? [{ id, rank, before }] : [];
  });
  const list = (better: boolean): string =>
    moved
      .filter((each) => order(each.rank) < order(each.before) === better)
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

function belowBars(figures: Figures, bars: Bars, io: CommandIo): ExitCode {
  let code: ExitCode = 0;
  for (const [name, bar] of bars) {
    const value = figures[name];
    if (value !== undefined && value >= bar) continue;
    io.err(
      `${titles[name]} (${name}): ${value === undefined ? 'not measured' : `${value.toFixed(1)} %`}, below the bar of ${bar} %.\n`,
    );
    code = 1;
  }
  return code;
}
