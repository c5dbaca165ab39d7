/** The figures and tables of a report in words. Pure. */
import type { Addressed } from '../model/conversation.ts';
import type { Counts, PageUse, Quantiles, Report, Topic, Unhelped } from './report.ts';

const surfaces: Readonly<Record<Addressed, string>> = {
  mention: 'mention',
  direct: 'direct message',
  follow_up: 'follow-up',
  command: 'command',
  auto: 'without a mention',
};
const platforms = new Map([
  ['slack', 'Slack'],
  ['discord', 'Discord'],
]);

export function platformName(platform: string): string {
  return platforms.get(platform) ?? platform;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Shown in place of an empty table. */
  readonly none: string;
}

/** Text, a number, or links to threads. */
export type Cell = string | number | { readonly links: readonly string[] };

export function titleOf({ since, until }: Report): string {
  return `What people asked, ${since.slice(0, 10)} to ${until.slice(0, 10)}`;
}

/** Sentences that say what is not counted. */
export function notesOf({
  newestOnly,
  topicsOfNewest,
}: Pick<Report, 'newestOnly' | 'topicsOfNewest'>): readonly string[] {
  const number = (count: number): string => count.toLocaleString('en');
  return [
    ...(newestOnly === undefined
      ? []
      : [`Only the newest ${number(newestOnly)} questions are counted; there were more.`]),
    ...(topicsOfNewest === undefined ? [] : [`Topics are based on the newest ${number(topicsOfNewest)} questions.`]),
  ];
}

/** The figures for the whole period, the most important first. */
export function figuresOf({
  total,
  calls,
  solved,
  firstTextMs,
  answerMs,
}: Report): readonly (readonly [string, string])[] {
  return [
    ['questions', String(total.questions)],
    ['answered', withShare(total.answered, total.questions)],
    ['without an answer in the docs', withShare(total.unanswered, total.questions)],
    ['failed', withShare(total.failed, total.questions)],
    ['refused by a limit', withShare(total.limited, total.questions)],
    ['stopped by a reader', withShare(total.stopped, total.questions)],
    ['marked helpful', withShare(total.helpful, total.questions)],
    ['marked not helpful', withShare(total.notHelpful, total.questions)],
    ['calls for a person', String(calls)],
    ['threads marked as solved', String(solved)],
    ...time('first words after', firstTextMs),
    ...time('whole answer after', answerMs),
  ];
}

function time(name: string, ms: Quantiles | undefined): readonly (readonly [string, string])[] {
  return ms ? [[name, `${seconds(ms.median)} (median), ${seconds(ms.p95)} (p95)`]] : [];
}

export function tablesOf(report: Report): readonly Table[] {
  const counts = ['Questions', 'Answered', 'Unanswered', 'Failed', 'Not helpful'];
  return [
    {
      title: 'Where people ask',
      columns: ['Where', ...counts],
      rows: report.surfaces.map((surface) => [surfaceOf(surface), ...countsOf(surface)]),
      none: 'No questions were asked.',
    },
    {
      title: 'Recurring topics',
      columns: ['Question', 'Asked', 'Unanswered', 'Not helpful', 'Pages', 'Threads'],
      rows: report.topics.map(topicRow),
      none: 'No question was asked in more than one thread.',
    },
    {
      title: 'Not helped',
      columns: ['Question', 'Why', 'Thread'],
      rows: report.unhelped.map(unhelpedRow),
      none: 'No question went without an answer, and no answer was marked as not helpful.',
    },
    ...(report.unsaid ? [unsaidWords(report.unsaid)] : []),
    { ...pages('Pages that fell short', report.disappointing), none: 'No answer was marked as not helpful.' },
    { ...pages('Most cited pages', report.pages), none: 'No page was cited.' },
  ];
}

function surfaceOf({ platform, asked }: Report['surfaces'][number]): string {
  return `${platformName(platform)}, ${surfaces[asked]}`;
}

function countsOf({ questions, answered, unanswered, failed, notHelpful }: Counts): readonly number[] {
  return [questions, answered, unanswered, failed, notHelpful];
}

function topicRow({ question, questions, unanswered, notHelpful, pages, links }: Topic): readonly Cell[] {
  return [question, questions, unanswered, notHelpful, pages.join(' '), { links }];
}

function unhelpedRow({ question, outcome, reason, comment, link }: Unhelped): readonly Cell[] {
  const isMarked = outcome !== 'unanswered' && outcome !== 'failed';
  const why = [isMarked ? 'not helpful' : outcome, ...(reason ? [reason] : [])].join(', ');
  return [question, comment === undefined ? why : `${why}: ${comment}`, { links: link === undefined ? [] : [link] }];
}

function unsaidWords(words: NonNullable<Report['unsaid']>): Table {
  return {
    title: 'Words that the docs never say',
    columns: ['Word', 'Threads', 'Nearest pages'],
    rows: words.slice(0, maxWords).map(({ word, threads, nearest }) => [word, threads, nearest.join(' ')]),
    none: 'No such word occurs in the unanswered questions of two threads.',
  };
}

const maxWords = 30;

function pages(title: string, all: readonly PageUse[]): Omit<Table, 'none'> {
  return {
    title,
    columns: ['Page', 'Title', 'Cited', 'Not helpful'],
    rows: all.map(({ path, title: name = '', cited, notHelpful }) => [path, name, cited, notHelpful]),
  };
}

function withShare(count: number, of: number): string {
  return of === 0 ? String(count) : `${count} (${Math.round((100 * count) / of)} %)`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
