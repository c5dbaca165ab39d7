/** A report as one chat message in the reader's language, with as many rows as fit. Pure. */
import type { Wording } from '../../wording/wording.ts';
import type { Counts, PageUse, Report, Topic } from '../insight/report.ts';
import { platformName } from '../insight/report-text.ts';
import type { Body } from '../model/body.ts';
import { plain } from '../model/plain-text.ts';
import type { Platform } from '../ports/platform.ts';

/** Maximum rows per list; the first that makes the report fit is used. */
const rowChoices = [8, 5, 4, 3, 2, 1, 0];
/** As many as a row can have buttons. Source: Discord developer docs "Components: Reference" (Action Row), 2026-11-23. */
const maxTopics = 5;
const maxQuestionChars = 90;
const maxPageChars = 80;
const maxLinks = 3;
const dayMs = 24 * 3_600_000;

export function toBody(markdown: string): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [] };
}

/** Whether a text fits into one message on that platform. */
export function fitsOn({ fits }: Pick<Platform, 'fits'>): (markdown: string) => boolean {
  return (markdown) => fits(toBody(markdown));
}

export interface ChatReport {
  readonly markdown: string;
  /** The topics shown, in order. */
  readonly topics: readonly Topic[];
}

/** `fits`: whether a text fits into one message. */
export function toChatReport(report: Report, wording: Wording, fits: (markdown: string) => boolean): ChatReport {
  const written = rowChoices.map((rows) => write(report, wording, rows));
  const [least] = written.slice(-1);
  return written.find(({ markdown }) => fits(markdown)) ?? least ?? { markdown: '', topics: [] };
}

function write(report: Report, wording: Wording, rows: number): ChatReport {
  const span = spanOf(report, wording);
  if (report.total.questions === 0) return { markdown: wording.say('report.nothing', span), topics: [] };
  const topics = report.topics.slice(0, Math.min(rows, maxTopics));
  const list = <T>(all: readonly T[], toLine: (row: T) => string): string[] =>
    all.slice(0, rows).map((row) => `- ${toLine(row)}`);
  const sections = [
    section(
      wording.say('report.title', span),
      figures(report, wording).map((line) => `- ${line}`),
    ),
    section(
      wording.say('report.surfaces'),
      list(report.surfaces, (surface) => surfaceLine(surface, wording)),
    ),
    section(
      wording.say('report.topics'),
      topics.map((topic, at) => `${at + 1}. ${topicLine(topic, wording)}`),
    ),
    section(
      wording.say('report.pages'),
      list(report.pages, (use) => items(page(use), wording.say('report.cited', { number: use.cited }))),
    ),
    section(
      wording.say('report.disappointing'),
      list(report.disappointing, (use) => disappointingLine(use, wording)),
    ),
  ];
  const markdown = sections.flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')])).join('\n\n');
  return { markdown, topics };
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`**${title}**`, ...lines];
}

function figures({ total, firstTextMs, newestOnly, topicsOfNewest }: Report, wording: Wording): readonly string[] {
  const { questions, limited, failed, stopped, helpful } = total;
  const asked = items(
    wording.say('report.questions', { total: questions }),
    ...outcomes(total, wording),
    ...counted(wording, 'report.limited', limited),
    ...counted(wording, 'report.failed', failed),
    ...counted(wording, 'report.stopped', stopped),
    ...counted(wording, 'report.helpful', helpful),
  );
  const cut = [
    ...(newestOnly === undefined ? [] : [wording.say('report.newestOnly', { number: newestOnly })]),
    ...(topicsOfNewest === undefined ? [] : [wording.say('report.topicsOfNewest', { number: topicsOfNewest })]),
  ];
  if (!firstTextMs) return [asked, ...cut];
  const { median, p95 } = firstTextMs;
  return [asked, ...cut, wording.say('report.firstText', { median: seconds(median), p95: seconds(p95) })];
}

function outcomes({ answered, unanswered, notHelpful }: Counts, wording: Wording): readonly string[] {
  return [
    ...counted(wording, 'report.answered', answered),
    ...counted(wording, 'report.unanswered', unanswered),
    ...counted(wording, 'report.notHelpful', notHelpful),
  ];
}

type Countable = `report.${'answered' | 'unanswered' | 'limited' | 'failed' | 'stopped' | 'helpful' | 'notHelpful'}`;

/** Nothing if the count is zero. */
function counted(wording: Wording, key: Countable, number: number): readonly string[] {
  return number === 0 ? [] : [wording.say(key, { number })];
}

function surfaceLine(surface: Report['surfaces'][number], wording: Wording): string {
  const { platform, asked, questions } = surface;
  const place = `${platformName(platform)}, ${wording.say(`reportPlace.${asked}`)}`;
  return items(place, wording.say('report.questions', { total: questions }), ...outcomes(surface, wording));
}

function topicLine({ question, questions, unanswered, notHelpful, links }: Topic, wording: Wording): string {
  const summary = items(
    plain(question, maxQuestionChars),
    wording.say('report.asked', { number: questions }),
    ...counted(wording, 'report.unanswered', unanswered),
    ...counted(wording, 'report.notHelpful', notHelpful),
  );
  return [summary, ...links.slice(0, maxLinks).flatMap(toLink)].join(' ');
}

function disappointingLine(use: PageUse, wording: Wording): string {
  const { cited, notHelpful } = use;
  const counts = [
    wording.say('report.notHelpful', { number: notHelpful }),
    wording.say('report.cited', { number: cited }),
  ];
  return items(page(use), ...counts);
}

function toLink(link: string, index: number): readonly string[] {
  return /^https?:\/\//i.test(link) ? [`[${index + 1}](<${link.replaceAll(/[<>\\\s]/g, encodeURIComponent)}>)`] : [];
}

/** Not a link, since the URL is not known for every page. */
function page({ title, path }: PageUse): string {
  return plain(title ?? path, maxPageChars);
}

function items(...all: readonly string[]): string {
  return all.join(' · ');
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** In UTC; with the time of day if the span is shorter than two days. */
function spanOf({ since, until }: Report, { language }: Wording): { readonly since: string; readonly until: string } {
  const [from, to] = [Date.parse(since), Date.parse(until)];
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...(to - from < 2 * dayMs && time),
  });
  return { since: format.format(from), until: format.format(to) };
}
