/**
 * Scores answers against labelled questions, which name the right pages and the facts that an answer must contain.
 * Out: a result per question, and figures over all. Pure.
 */

/** A question with its labels: the right pages and facts. */
export interface EvalQuestion {
  readonly id: string;
  readonly question: string;
  /** Site paths of the right pages; empty when the docs do not answer. */
  readonly pages: readonly string[];
  /** Text that the answer must contain, or `/a regular expression/`. Case is ignored. */
  readonly facts: readonly string[];
  /** What was said before in the conversation: a question, its answer, and so on. */
  readonly history?: readonly string[];
}

/** The answer to judge. */
export interface EvalAnswer {
  /** Site paths as the search ranks them, best first. */
  readonly ranked: readonly string[];
  readonly text: string;
  /** Site paths that the answer names as its sources; empty for a refusal. */
  readonly sources: readonly string[];
  readonly tookMs: number;
}

/** The result of one question. */
export interface EvalResult {
  readonly id: string;
  readonly question: string;
  readonly answerable: boolean;
  /** Position of the first right page, from 1; 0 when none was found. */
  readonly rank: number;
  /** Site path of the page that was ranked first. */
  readonly first: string | undefined;
  readonly expected: readonly string[];
  readonly missing: readonly string[];
  readonly shown: number;
  readonly refused: boolean;
  readonly rightSources: number;
  readonly sources: number;
  readonly tookMs: number;
}

/** Names of the figures. All but the latencies range from 0 to 100; higher is better. */
export const figureNames = ['r1', 'r5', 'mrr', 'facts', 'sources', 'answered', 'refused', 'p50', 'p95'] as const;
export type FigureName = (typeof figureNames)[number];
/** A figure is undefined when nothing counts towards it. Latencies are in milliseconds, the rest are percentages. */
export type Figures = Readonly<Record<FigureName, number | undefined>>;

/** Only this many ranks are looked at; a right page further down counts as not found. */
export const ranksCounted = 10;

/** Compares an answer with the labels of its question. */
export function judge(question: EvalQuestion, answer: EvalAnswer): EvalResult {
  const { id, pages, facts } = question;
  const refused = answer.sources.length === 0;
  // A refusal names the nearest pages, whose titles may contain a fact.
  const missing = facts.filter((fact) => refused || !toPattern(fact).test(answer.text));
  return {
    id,
    question: question.question,
    answerable: pages.length > 0,
    rank: answer.ranked.slice(0, ranksCounted).findIndex((path) => pages.includes(path)) + 1,
    first: answer.ranked[0],
    expected: pages,
    missing,
    shown: facts.length - missing.length,
    refused,
    rightSources: answer.sources.filter((path) => pages.includes(path)).length,
    sources: answer.sources.length,
    tookMs: answer.tookMs,
  };
}

/** A fact as a pattern. Throws SyntaxError when its regular expression is not valid. */
export function toPattern(fact: string): RegExp {
  const pattern = /^\/(.+)\/i?$/s.exec(fact)?.[1];
  return new RegExp(pattern ?? fact.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
}

/** The 95 % confidence interval of a percentage of `count` (Wilson score interval). */
export function intervalOf(percent: number, count: number): readonly [low: number, high: number] {
  const [share, z] = [percent / 100, 1.96];
  const centre = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const margin = (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  // Rounding errors may put a bound slightly outside 0 to 100.
  return [Math.max(0, 100 * (centre - margin)), Math.min(100, 100 * (centre + margin))];
}

/** The number of questions, facts or sources that each figure is a share of; missing for the others. */
export function countsOf(results: readonly EvalResult[]): Readonly<Partial<Record<FigureName, number>>> {
  const answerable = results.filter((result) => result.answerable);
  return {
    r1: answerable.length,
    r5: answerable.length,
    facts: answerable.reduce((sum, { shown, missing }) => sum + shown + missing.length, 0),
    sources: answerable.reduce((sum, { sources }) => sum + sources, 0),
    answered: answerable.length,
    refused: results.length - answerable.length,
  };
}

/** Figures over all results. */
export function toFigures(results: readonly EvalResult[]): Figures {
  const answerable = results.filter((result) => result.answerable);
  const unanswerable = results.filter((result) => !result.answerable);
  const times = results.map((result) => result.tookMs).sort((a, b) => a - b);
  return {
    r1: share(answerable, ({ rank }) => (rank === 1 ? 1 : 0)),
    r5: share(answerable, ({ rank }) => (rank >= 1 && rank <= 5 ? 1 : 0)),
    mrr: share(answerable, ({ rank }) => (rank === 0 ? 0 : 1 / rank)),
    facts: ratio(
      answerable,
      ({ shown }) => shown,
      ({ shown, missing }) => shown + missing.length,
    ),
    sources: ratio(
      answerable,
      ({ rightSources }) => rightSources,
      ({ sources }) => sources,
    ),
    answered: share(answerable, ({ refused }) => (refused ? 0 : 1)),
    refused: share(unanswerable, ({ refused }) => (refused ? 1 : 0)),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}

function share(results: readonly EvalResult[], score: (result: EvalResult) => number): number | undefined {
  return ratio(results, score, () => 1);
}

function ratio(
  results: readonly EvalResult[],
  part: (result: EvalResult) => number,
  whole: (result: EvalResult) => number,
): number | undefined {
  const all = results.reduce((sum, result) => sum + whole(result), 0);
  return all === 0 ? undefined : (100 * results.reduce((sum, result) => sum + part(result), 0)) / all;
}

/** The value below which a share of the sorted values is; undefined where there are none. */
export function quantile(sorted: readonly number[], at: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * at) - 1)];
}

/** A line that is not a valid question, and why. */
export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** Reads questions from JSON lines; empty lines are skipped. Ids default to the line number. */
export function readQuestions(text: string): {
  readonly questions: readonly EvalQuestion[];
  readonly problems: readonly LineProblem[];
} {
  const questions: EvalQuestion[] = [];
  const problems: LineProblem[] = [];
  const ids = new Set<string>();
  for (const [at, source] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (source.trim() === '') continue;
    const read = readQuestion(source, at + 1);
    if (typeof read === 'string') problems.push({ line: at + 1, reason: read });
    else if (ids.has(read.id)) problems.push({ line: at + 1, reason: `the id ${read.id} is already taken` });
    else {
      ids.add(read.id);
      questions.push(read);
    }
  }
  return { questions, problems };
}

function readQuestion(source: string, line: number): EvalQuestion | string {
  const value = parse(source);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not a JSON object';
  const fields = new Map<string, unknown>(Object.entries(value));
  const question = fields.get('question');
  const id = fields.get('id') ?? line;
  const pages = fields.get('pages');
  const facts = fields.get('facts') ?? [];
  if (typeof question !== 'string' || question.trim() === '') return '“question” must be a string';
  if (typeof id !== 'string' && typeof id !== 'number') return '“id” must be a string or a number';
  if (!isStrings(pages)) return '“pages” must be a list of site paths, empty when the docs do not answer';
  if (!isStrings(facts)) return '“facts” must be a list of strings';
  const history = fields.get('history') ?? [];
  if (!isStrings(history) || history.length % 2 !== 0)
    return '“history” must be a list of strings, each question followed by its answer';
  const wrong = facts.find((fact) => !isPattern(fact));
  if (wrong !== undefined) return `the fact ${wrong} is not a valid regular expression`;
  return { id: String(id), question, pages, facts, ...(history.length > 0 && { history }) };
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    // Not valid JSON: reported as a problem of the line.
    return undefined;
  }
}

function isPattern(fact: string): boolean {
  try {
    toPattern(fact);
    return true;
  } catch {
    // The only failure is a SyntaxError.
    return false;
  }
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}
