/** The report of a period: counts, topics and pages of what people asked. Names no people. Pure. */
import { headOf } from '../../../kit/base/shorten.ts';
import { atOnce, type Work } from '../../../kit/base/time-slices.ts';
import { dayOf } from '../../../kit/base/wall-clock.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import type { Addressed } from '../model/conversation.ts';
import type { FeedbackReason } from '../model/feedback.ts';
import { toOneLine } from '../model/suggestions.ts';
import { marksOf, type Outcome, outcomeOf, sitePathsOf, toSitePath } from './outcome.ts';
import { toTopics } from './topics.ts';

export interface Report {
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  /** Set if there were more questions: only this many were counted, the newest. */
  readonly newestOnly?: number;
  /** Set if there were more questions: topics are made of only this many, the newest. */
  readonly topicsOfNewest?: number;
  readonly total: Counts;
  /** The counts of each day (UTC, ISO 8601), from the first to the last. */
  readonly days: readonly (Pick<Counts, 'questions' | 'answered' | 'unanswered'> & { readonly date: string })[];
  /** The counts by platform and by how people asked, the most used first. */
  readonly surfaces: readonly (Counts & { readonly platform: string; readonly asked: Addressed })[];
  /** How often people were called, and how many threads were marked as solved. */
  readonly calls: number;
  readonly solved: number;
  /** From a question to the first words of its answer, and to the whole answer; missing if nothing was answered. */
  readonly firstTextMs?: Quantiles;
  readonly answerMs?: Quantiles;
  /** What was asked in two or more threads, the most frequent first. */
  readonly topics: readonly Topic[];
  /** Questions without an answer, or with one that was marked as not helpful; the newest first. */
  readonly unhelped: readonly Unhelped[];
  readonly reasons: readonly { readonly reason: FeedbackReason; readonly count: number }[];
  /** The pages cited most often. */
  readonly pages: readonly PageUse[];
  /** The pages cited in answers that did not help, the most frequent first. */
  readonly disappointing: readonly PageUse[];
  /** Words of unanswered questions, the most frequent first; missing if the docs were not searched for them. */
  readonly unsaid?: readonly UnsaidWord[];
}

/** A word that the docs never say. */
export interface UnsaidWord {
  readonly word: string;
  readonly threads: number;
  /** Site paths of the pages that a search for the rest of these questions finds. */
  readonly nearest: readonly string[];
}

/** In milliseconds. */
export interface Quantiles {
  readonly median: number;
  readonly p95: number;
}

export interface Counts extends Readonly<Record<Outcome, number>> {
  readonly questions: number;
  /** Questions whose answer was marked as helpful, or as not helpful. */
  readonly helpful: number;
  readonly notHelpful: number;
}

export interface Topic {
  /** Its most typical question. */
  readonly question: string;
  /** Ids of the questions, as in exports; the most typical first. */
  readonly turns: readonly string[];
  readonly questions: number;
  readonly unanswered: number;
  readonly notHelpful: number;
  readonly pages: readonly string[];
  /** Links to the threads, those without a helpful answer first. */
  readonly links: readonly string[];
}

export interface Unhelped {
  readonly question: string;
  readonly outcome: Outcome;
  readonly reason?: FeedbackReason;
  readonly comment?: string;
  readonly link?: string;
}

export interface PageUse {
  readonly path: string;
  readonly title?: string;
  /** The number of answers that cite it. */
  readonly cited: number;
  readonly notHelpful: number;
}

interface Judged {
  readonly question: AskedQuestion;
  readonly outcome: Outcome;
  readonly helpful: boolean;
  readonly notHelpful: boolean;
}

const dayMs = 24 * 3_600_000;
/** About eleven years; only a mistyped date would cover more. */
const maxDays = 4_000;
const maxRows = 15;
const maxUnhelped = 30;
const maxLinks = 5;
const maxTopicPages = 3;
const maxTextChars = 200;
/** Topics are made of the newest questions; more would take seconds and change no topic that repeats. */
const maxClustered = 5_000;

export function toReport(asked: readonly AskedQuestion[], since: number, until: number): Report {
  return atOnce(writeReport(asked, since, until));
}

/** The same in time slices, for a process that has other work to do. */
export function* writeReport(asked: readonly AskedQuestion[], since: number, until: number): Work<Report> {
  const judged = asked.flatMap(toJudged);
  const topics = yield* toRepeated(judged);
  const pages = toPages(judged);
  return {
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    total: toCounts(judged),
    days: toDays(judged, since, until),
    surfaces: toSurfaces(judged),
    calls: asked.filter(({ fixedReply }) => fixedReply === 'human').length,
    solved: asked.filter(({ fixedReply }) => fixedReply === 'solved').length,
    ...toTimes(judged),
    ...(judged.filter(isShown).length > maxClustered && { topicsOfNewest: maxClustered }),
    topics,
    unhelped: judged.filter(isUnhelped).filter(isShown).slice(-maxUnhelped).toReversed().map(toUnhelped),
    reasons: toReasons(judged),
    pages: top(pages, ({ cited }) => cited),
    disappointing: top(
      pages.filter(({ notHelpful }) => notHelpful > 0),
      ({ notHelpful }) => notHelpful,
    ),
  };
}

/** The unanswered questions whose text a report may show; the newest, if there are many. */
export function unansweredIn(
  asked: readonly AskedQuestion[],
): readonly { readonly thread: string; readonly question: string }[] {
  const unanswered = asked.flatMap(toJudged).filter((entry) => entry.outcome === 'unanswered' && isShown(entry));
  return unanswered
    .slice(-maxClustered)
    .map(({ question: { conversation, text } }) => ({ thread: conversation, question: text }));
}

function toJudged(question: AskedQuestion): readonly Judged[] {
  const outcome = outcomeOf(question);
  if (outcome === undefined) return [];
  const { helpful, notHelpful } = marksOf(question);
  return [{ question, outcome, helpful: helpful > 0, notHelpful: notHelpful > 0 }];
}

function isShown({ question }: Judged): boolean {
  return !question.isPrivate && question.text.trim() !== '';
}

function isUnhelped({ outcome, notHelpful }: Judged): boolean {
  return outcome === 'unanswered' || outcome === 'failed' || notHelpful;
}

function toCounts(judged: readonly Judged[]): Counts {
  const of = (outcome: Outcome): number => judged.filter((entry) => entry.outcome === outcome).length;
  return {
    questions: judged.length,
    answered: of('answered'),
    unanswered: of('unanswered'),
    failed: of('failed'),
    stopped: of('stopped'),
    limited: of('limited'),
    open: of('open'),
    helpful: judged.filter(({ helpful }) => helpful).length,
    notHelpful: judged.filter(({ notHelpful }) => notHelpful).length,
  };
}

function toDays(judged: readonly Judged[], since: number, until: number): Report['days'] {
  const asked = Map.groupBy(judged, ({ question }) => Math.floor(question.askedAt / dayMs));
  const first = Math.floor(since / dayMs);
  // A day that only just begins at `until` does not count.
  const count = Math.max(1, Math.ceil(until / dayMs) - first);
  return Array.from({ length: Math.min(count, maxDays) }, (_, at) => {
    const { questions, answered, unanswered } = toCounts(asked.get(first + at) ?? []);
    return { date: dayOf((first + at) * dayMs), questions, answered, unanswered };
  });
}

function toSurfaces(judged: readonly Judged[]): Report['surfaces'] {
  const groups = Map.groupBy(judged, ({ question: { platform, addressed } }) => `${platform} ${addressed}`);
  const surfaces = [...groups.values()].flatMap((all) => {
    const [first] = all;
    return first ? [{ platform: first.question.platform, asked: first.question.addressed, ...toCounts(all) }] : [];
  });
  return surfaces.toSorted((a, b) => b.questions - a.questions || order(a.platform + a.asked, b.platform + b.asked));
}

/** A question that is only repeated within one thread does not count as repeated. */
function* toRepeated(judged: readonly Judged[]): Work<readonly Topic[]> {
  const shown = judged.filter(isShown).slice(-maxClustered);
  const byTurn = new Map(shown.map((entry) => [entry.question.turn, entry]));
  const groups = yield* toTopics(shown.map(({ question }) => question));
  const topics = groups
    .filter((all) => new Set(all.map(({ conversation }) => conversation)).size > 1)
    .map((all) => toTopic(all.flatMap(({ turn }) => byTurn.get(turn) ?? [])));
  return top(topics, ({ questions }) => questions);
}

function toTopic(all: readonly Judged[]): Topic {
  const cited = toPages(all).toSorted((a, b) => b.cited - a.cited);
  const links = [...all.filter(isUnhelped), ...all].flatMap(({ question: { link } }) => link ?? []);
  return {
    question: toShort(all[0]?.question.text ?? ''),
    turns: all.map(({ question }) => question.turn),
    questions: all.length,
    unanswered: all.filter(({ outcome }) => outcome === 'unanswered').length,
    notHelpful: all.filter(({ notHelpful }) => notHelpful).length,
    pages: cited.slice(0, maxTopicPages).map(({ path }) => path),
    links: [...new Set(links)].slice(0, maxLinks),
  };
}

function toUnhelped({ question, outcome }: Judged): Unhelped {
  const mark = question.marks.findLast(({ mark, isOnEarlierAnswer }) => mark === 'not_helpful' && !isOnEarlierAnswer);
  return {
    question: toShort(question.text),
    outcome,
    ...(mark?.reason && { reason: mark.reason }),
    ...(mark?.comment !== undefined && { comment: toShort(mark.comment) }),
    ...(question.link !== undefined && { link: question.link }),
  };
}

function toReasons(judged: readonly Judged[]): Report['reasons'] {
  const reasons = judged.flatMap(({ question }) => question.marks.flatMap(({ reason }) => reason ?? []));
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => ({ reason, count: all.length }));
  return counts.toSorted((a, b) => b.count - a.count || order(a.reason, b.reason));
}

/** Sorted by path. */
function toPages(judged: readonly Judged[]): readonly PageUse[] {
  const uses = judged.flatMap((entry) => sitePathsOf(entry.question).map((path) => ({ path, ...entry })));
  const pages = [...Map.groupBy(uses, ({ path }) => path)].map(([path, all]): PageUse => {
    const sources = all.flatMap(({ question }) => question.sources);
    const title = sources.find((source) => source.title !== undefined && toSitePath(source.path) === path)?.title;
    const notHelpful = all.filter((use) => use.notHelpful).length;
    return { path, ...(title !== undefined && { title: toShort(title) }), cited: all.length, notHelpful };
  });
  return pages.toSorted((a, b) => order(a.path, b.path));
}

/** Equal counts keep their order. */
function top<T>(all: readonly T[], count: (item: T) => number): readonly T[] {
  return all.toSorted((a, b) => count(b) - count(a)).slice(0, maxRows);
}

/** Only for answers of the assistant; a notice that takes an answer back does not count. */
function toTimes(judged: readonly Judged[]): Pick<Report, 'firstTextMs' | 'answerMs'> {
  const answered = judged.flatMap(({ outcome, question }) =>
    (outcome === 'answered' || outcome === 'unanswered') && !question.fixedReply ? [question] : [],
  );
  const first = answered.flatMap(({ firstTextMs }) => firstTextMs ?? []);
  const took = answered.flatMap(({ tookMs }) => tookMs ?? []);
  return {
    ...(first.length > 0 && { firstTextMs: toQuantiles(first) }),
    ...(took.length > 0 && { answerMs: toQuantiles(took) }),
  };
}

function toQuantiles(took: readonly number[]): Quantiles {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

/** Reads only the beginning of the text, since a question may have 40,000 characters. */
function toShort(text: string): string {
  const all = text.trim();
  const read = all.slice(0, 5 * maxTextChars);
  const line = toOneLine(read);
  if (line.length <= maxTextChars && read.length === all.length) return line;
  return `${headOf(line, maxTextChars - 1).trimEnd()}…`;
}

/** Independent of the machine's locale. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
