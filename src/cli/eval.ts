/**
 * `docent eval QUESTIONS.jsonl --docs DIR`: measures answers against questions whose right answers are known, compares the
 * figures with the last run, and fails when they are below the required minimum.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { readEnvFile } from '../config/env-file.ts';
import { DocsServerError } from '../docs-server/errors.ts';
import {
  type EvaluatedWay,
  type Evaluation,
  type EvaluationOptions,
  openEvaluation,
} from '../docs-server/evaluation.ts';
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
} from '../eval/judge.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError } from './terminal/command.ts';
import { type Beside, type EvalRun, type LastRun, report, titles } from './terminal/eval-report.ts';
import { openLog } from './terminal/log-lines.ts';
import { createProgress } from './terminal/progress.ts';

export const evaluate: Command = {
  summary: 'measure the answers against questions whose right answers are known',
  help: `docent eval QUESTIONS.jsonl --docs DIR [-v] [--json] [--min BARS] [--last FILE]
       docent export eval | docent eval - --docs DIR

A line of QUESTIONS.jsonl is {"id", "question", "pages": [site paths that are right],
"facts": [what a right answer shows: words, or "/a regular expression/"]}. No pages:
the docs do not answer, and an answer should say so.
  --model       the language model of DOCENT_MODEL answers; beside it stand the
                figures without it
  --record FILE the same; what the model says is kept in FILE, and what was
                asked before is answered from there
  --synonyms    proposes synonyms for docs.yaml that would bring right pages further up
  --min BARS    fails below a bar: r1=80,r5=95,facts=75,refused=80,answered=92
  --last FILE   the run to compare with, and where this run is kept.
                Default: QUESTIONS.last.json, beside the questions;
                none for questions from standard input (-)
  --json        prints the figures and every question's result as JSON
  -v            lists the questions that went wrong
Figures: r1, r5, mrr (right page first, among five, mean reciprocal rank), facts
(shown), sources (that are right), answered (of the answerable), refused (of the
others), each in percent. Needs no account and no language model; with
DOCENT_EMBEDDING_MODEL and DOCENT_MODEL_URL, pages are found by what is meant, too,
as in docent serve; beside it stand the figures of words alone.
Exit codes: 0 measured, 1 below a bar or the docs cannot be read, 2 wrong use or settings.
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
    const recording = words.text('record');
    const model = words.flag('model') || recording !== undefined ? { recording } : undefined;
    const run = await measure(questions, { docsDir, model, synonyms: words.flag('synonyms') }, io);
    if (typeof run === 'number') return run;
    const lastFile = words.text('last') ?? lastFileOf(file);
    const last = lastFile === undefined ? undefined : await readLast(lastFile, run.way);
    if (lastFile !== undefined) await keepLast(lastFile, run, io);
    io.out(words.flag('json') ? `${JSON.stringify(run)}\n` : report(run, last, words.flag('verbose')));
    return belowBars(run.figures, bars, io);
  },
};

/** The argument that means standard input. */
const stdinName = '-';

const evalOptions = {
  docs: { type: 'string' },
  model: { type: 'boolean' },
  record: { type: 'string' },
  synonyms: { type: 'boolean' },
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

/** Where a run is saved, to compare the next one with it. */
function lastFileOf(file: string): string | undefined {
  return file === stdinName ? undefined : file.replace(/(?:\.jsonl?)?$/, '.last.json');
}

/** undefined when the questions cannot be used; the problems are printed. */
async function questionsOf(path: string, io: CommandIo): Promise<readonly EvalQuestion[] | undefined> {
  const text = await (path === stdinName ? readAll(io.stdin) : readFile(path, 'utf8').catch(() => undefined));
  const file = path === stdinName ? 'standard input' : path;
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

async function readAll(stream: CommandIo['stdin']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stream) text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/**
 * Exit code 1 when the docs cannot be read or the embedding model does not answer, 2 when its settings are wrong. The reason
 * is printed.
 */
async function measure(
  questions: readonly EvalQuestion[],
  { synonyms, ...what }: Pick<EvaluationOptions, 'docsDir' | 'model'> & { readonly synonyms: boolean },
  io: CommandIo,
): Promise<EvalRun | 1 | 2> {
  try {
    const env = await readEnvFile('.env', io.env);
    const onEmbedded = createProgress(io, Date.now, 'Embedding section');
    const reading = { ...what, env, logger: openLog(io, 'error'), onProgress: createProgress(io), onEmbedded };
    await using docs = await openEvaluation(reading);
    warnOfUnknown(questions, new Set(docs.pages), io);
    const [way, ...simpler] = docs.ways;
    const results = await resultsOf(questions, way);
    const beside: Beside[] = [];
    for (const each of simpler) beside.push({ way: each.name, figures: toFigures(await resultsOf(questions, each)) });
    warnOfFailures(docs.failures(), io);
    const measured = { pages: docs.pages.length, way: way.name, figures: toFigures(results), beside, results };
    return synonyms ? { ...measured, synonyms: docs.synonymCandidates(questions) } : measured;
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    io.err(`${error.message}\n`);
    return error.code === 'config_wrong' ? 2 : 1;
  }
}

async function resultsOf(questions: readonly EvalQuestion[], way: EvaluatedWay): Promise<readonly EvalResult[]> {
  const results: EvalResult[] = [];
  for (const question of questions) results.push(judge(question, await way.ask(question.question, ranksCounted)));
  return results;
}

function warnOfFailures({ embedding, language }: ReturnType<Evaluation['failures']>, io: CommandIo): void {
  if (embedding > 0) io.err(`${embedding} times the embedding model did not answer: words alone counted there.\n`);
  if (language > 0) io.err(`${language} times the language model did not answer as it should.\n`);
}

const maxUnknownShown = 10;

/** A labelled page that does not exist would silently make the figures wrong. */
function warnOfUnknown(questions: readonly EvalQuestion[], known: ReadonlySet<string>, io: CommandIo): void {
  const unknown = questions.flatMap(({ id, pages }) =>
    pages.filter((page) => !known.has(page)).map((page) => `Question ${id}: the docs have no page ${page}.\n`),
  );
  const more = unknown.length - maxUnknownShown;
  io.err(unknown.slice(0, maxUnknownShown).join(''));
  if (more > 0) io.err(`… and so it is with ${more} more: are these questions about the docs of --docs?\n`);
}

/** undefined where there is none, or one that was answered in another way. */
async function readLast(file: string, way: string): Promise<LastRun | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value !== 'object' || value === null || !('figures' in value) || !('ranks' in value)) return undefined;
    if ('way' in value && value.way !== way) return undefined;
    return { figures: numbersOf(value.figures), ranks: numbersOf(value.ranks) };
  } catch {
    // There is no earlier run, or the file is something else: nothing to compare with.
    return undefined;
  }
}

function numbersOf(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === 'number'));
}

async function keepLast(file: string, { way, figures, results }: EvalRun, io: CommandIo): Promise<void> {
  const ranks = Object.fromEntries(results.filter((each) => each.answerable).map(({ id, rank }) => [id, rank]));
  await writeFile(file, `${JSON.stringify({ way, figures, ranks }, undefined, 1)}\n`).catch(() =>
    io.err(`This run cannot be kept in ${file}; the next one has nothing to compare with.\n`),
  );
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
