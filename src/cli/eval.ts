/**
 * `docent eval QUESTIONS.jsonl --docs DIR`: measures answers to questions whose right answers are known, compares the
 * figures with those of the last run, and fails if they are below the required minimum.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { readEnvFile, secretsIn } from '../bot/config/env-file.ts';
import { DocsServerError } from '../service/errors.ts';
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
} from '../service/eval/judge.ts';
import { type EvaluatedWay, type Evaluation, type EvaluationOptions, openEvaluation } from '../service/evaluation.ts';
import { type Command, type CommandIo, counted, type ExitCode, readWords, UsageError } from './terminal/command.ts';
import { type Beside, type EvalRun, type LastRun, type Price, report, titles } from './terminal/eval-report.ts';
import { openLog } from './terminal/log-lines.ts';
import { createProgress } from './terminal/progress.ts';

export const evaluate: Command = {
  summary: 'measure the answers to questions whose right answers are known',
  help: `docent eval QUESTIONS.jsonl --docs DIR [--model | --record FILE] [--synonyms]
                  [--min BARS] [--last FILE] [--json] [-v]
       docent export eval | docent eval - --docs DIR

A line of QUESTIONS.jsonl is {"id", "question", "pages": [site paths that are right],
"facts": [what a right answer shows: words, or "/a regular expression/"]}. Without
pages, the docs do not answer the question, and an answer should say so. "history" may
hold what was said before: a question, its answer, and so on.
  --model       answers with the language model of DOCENT_MODEL; shows how it replied,
                its tokens and time, and the figures without it for comparison
  --price IN,OUT  shows what the tokens cost: dollars for a million read, and written
  --record FILE the same, but saves the model's responses in FILE and reuses those
                that are already there
  --synonyms    proposes synonyms for docs.yaml that would move right pages further up
  --min BARS    fails below a bar: r1=80,r5=95,facts=75,refused=80,answered=92
  --last FILE   the run to compare with, which this run then replaces.
                Default: QUESTIONS.last.json, next to the questions;
                none for questions from standard input (-)
  --json        prints the figures and every question's result as JSON
  -v            lists the questions that went wrong
Figures: r1, r5, mrr (right page first, among five, mean reciprocal rank), facts
(shown), sources (that are right), answered (of the answerable), refused (of the
others), each in percent. Needs no account and no language model. With
DOCENT_EMBEDDING_MODEL and DOCENT_MODEL_URL, pages are also found by meaning, as in
docent serve; the figures for words alone are shown for comparison.
Exit codes: 0 measured, 1 below a bar or docs unreadable, 2 wrong usage or settings.
`,
  async run(args, io) {
    const words = readWords(args, evalOptions, 1);
    const [file] = words.positionals;
    const docsDir = words.text('docs');
    if (file === undefined) throw new UsageError('Which questions? Use docent eval QUESTIONS.jsonl --docs DIR.');
    if (docsDir === undefined) throw new UsageError('Which docs? Give their folder: --docs DIR.');
    const bars = readBars(words.text('min') ?? '');
    const price = priceOf(words.text('price'));
    const questions = await questionsOf(file, io);
    if (!questions) return 2;
    const recording = words.text('record');
    const model = words.flag('model') || recording !== undefined ? { recording } : undefined;
    const run = await measure(questions, { docsDir, model, synonyms: words.flag('synonyms') }, io);
    if (typeof run === 'number') return run;
    const lastFile = words.text('last') ?? lastFileOf(file);
    const last = lastFile === undefined ? undefined : await readLast(lastFile, run.way);
    if (lastFile !== undefined) await keepLast(lastFile, run, io);
    io.out(words.flag('json') ? `${JSON.stringify(run)}\n` : report(run, last, words.flag('verbose'), price));
    return belowBars(run.figures, bars, io);
  },
};

/** The argument that means standard input. */
const stdinName = '-';

const evalOptions = {
  docs: { type: 'string' },
  model: { type: 'boolean' },
  record: { type: 'string' },
  price: { type: 'string' },
  synonyms: { type: 'boolean' },
  min: { type: 'string' },
  last: { type: 'string' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean', short: 'v' },
} as const;

/** Dollars for a million tokens. */
function priceOf(text: string | undefined): Price | undefined {
  if (text === undefined) return undefined;
  const [, input, output] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(text.replaceAll(' ', '')) ?? [];
  if (input === undefined || output === undefined)
    throw new UsageError(
      '--price takes two numbers: dollars for a million tokens read, and written, such as 0.15,0.60.',
    );
  return { input: Number(input), output: Number(output) };
}

type Bars = ReadonlyMap<FigureName, number>;

const barNames = figureNames.filter((name) => name !== 'p50' && name !== 'p95');

function readBars(text: string): Bars {
  const bars = new Map<FigureName, number>();
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [, word, value] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(part) ?? [];
    const name = barNames.find((known) => known === word);
    if (name === undefined || Number(value) > 100) {
      throw new UsageError(`--min takes NAME=PERCENT, with the names ${barNames.join(', ')}; not “${part.trim()}”.`);
    }
    bars.set(name, Number(value));
  }
  return bars;
}

/** The file in which a run is saved for comparison with the next one. */
function lastFileOf(file: string): string | undefined {
  return file === stdinName ? undefined : file.replace(/(?:\.jsonl?)?$/, '.last.json');
}

/** Returns undefined if the questions cannot be used, after printing the problems. */
async function questionsOf(path: string, io: CommandIo): Promise<readonly EvalQuestion[] | undefined> {
  const text = await (path === stdinName ? readAll(io.stdin) : readFile(path, 'utf8').catch(() => undefined));
  const file = path === stdinName ? 'standard input' : path;
  if (text === undefined) {
    io.err(`The questions in ${file} cannot be read.\n`);
    return undefined;
  }
  const { questions, problems } = readQuestions(text);
  for (const { line, reason } of problems) io.err(`${file}, line ${line}: ${reason}.\n`);
  if (problems.length > 0) return undefined;
  if (questions.length === 0) io.err(`There are no questions in ${file}.\n`);
  return questions.length === 0 ? undefined : questions;
}

async function readAll(stream: CommandIo['stdin']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stream) text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/**
 * Returns exit code 1 if the docs cannot be read or the embedding model does not respond, and 2 if its settings are wrong,
 * after printing the reason.
 */
async function measure(
  questions: readonly EvalQuestion[],
  { synonyms, ...what }: Pick<EvaluationOptions, 'docsDir' | 'model'> & { readonly synonyms: boolean },
  io: CommandIo,
): Promise<EvalRun | 1 | 2> {
  try {
    const env = await readEnvFile('.env', io.env);
    const onEmbedded = createProgress(io, Date.now, 'Embedding section');
    const logger = openLog(io, 'error', secretsIn(env));
    const reading = { ...what, env, logger, onProgress: createProgress(io), onEmbedded };
    await using docs = await openEvaluation(reading);
    warnOfUnknown(questions, new Set(docs.pages), io);
    const [way, ...simpler] = docs.ways;
    const startedAt = performance.now();
    const results = await resultsOf(questions, way);
    const tookMs = performance.now() - startedAt;
    const beside: Beside[] = [];
    for (const other of simpler)
      beside.push({ way: other.name, figures: toFigures(await resultsOf(questions, other)) });
    warnOfFailures(docs.failures(), io);
    const spending = docs.spending();
    const measured = {
      ...(spending && { model: { ...spending, tookMs } }),
      pages: docs.pages.length,
      way: way.name,
      figures: toFigures(results),
      beside,
      results,
    };
    return synonyms ? { ...measured, synonyms: docs.synonymCandidates(questions) } : measured;
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    io.err(`${error.message}\n`);
    return error.code === 'config_wrong' ? 2 : 1;
  }
}

async function resultsOf(questions: readonly EvalQuestion[], way: EvaluatedWay): Promise<readonly EvalResult[]> {
  const results: EvalResult[] = [];
  for (const question of questions)
    results.push(judge(question, await way.ask(question.question, ranksCounted, question.history)));
  return results;
}

function warnOfFailures({ embedding, language }: ReturnType<Evaluation['failures']>, io: CommandIo): void {
  if (embedding > 0)
    io.err(`The embedding model failed ${counted(embedding, 'time')}: those questions were searched by words alone.\n`);
  if (language > 0) io.err(`The language model did not answer properly ${counted(language, 'time')}.\n`);
}

const maxUnknownShown = 10;

/** A labelled page that does not exist would silently distort the figures. */
function warnOfUnknown(questions: readonly EvalQuestion[], known: ReadonlySet<string>, io: CommandIo): void {
  const unknown = questions.flatMap(({ id, pages }) =>
    pages.filter((page) => !known.has(page)).map((page) => `Question ${id}: the docs have no page ${page}.\n`),
  );
  const more = unknown.length - maxUnknownShown;
  io.err(unknown.slice(0, maxUnknownShown).join(''));
  if (more > 0) io.err(`… and ${more} more: are these questions about the docs in --docs?\n`);
}

/** Returns undefined if there is no earlier run, or if it was answered in another way. */
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
  return Object.fromEntries(Object.entries(value).filter(([, figure]) => typeof figure === 'number'));
}

async function keepLast(file: string, { way, figures, results }: EvalRun, io: CommandIo): Promise<void> {
  const ranks = Object.fromEntries(results.filter((result) => result.answerable).map(({ id, rank }) => [id, rank]));
  await writeFile(file, `${JSON.stringify({ way, figures, ranks }, undefined, 1)}\n`).catch(() =>
    io.err(`This run could not be saved in ${file}, so the next one cannot be compared with it.\n`),
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
