/** The report command: what people asked, shown only to people on the allow list. */
import type { Wording } from '../../wording/wording.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type { DeploymentCommand, DeploymentPress, PrivateReply } from '../model/deployment.ts';
import { say } from '../model/plain-text.ts';
import { checkAllowed, identityOf } from '../people/allow-list.ts';
import { readableBy } from '../people/readable-words.ts';
import { seenFrom } from '../people/seen-from.ts';
import type { Handlers } from '../ports/handlers.ts';
import type { Route } from '../ports/routing.ts';
import type { PlatformRuntime } from '../runtime.ts';
import { fitsOn, toChatReport } from './chat-report.ts';
import { type IssueOptions, issueButtons, openIssue } from './open-issue.ts';
import { readReport } from './read-report.ts';
import type { ReportTicket } from './whole-report.ts';

export interface ReportOptions extends PlatformRuntime, Pick<IssueOptions, 'issueForm'> {
  /** Who may read reports: `slack:U…`, `slack:S…`, `discord:<id>`. */
  readonly allow: readonly string[];
  routeFor(thread: ThreadRef): Pick<Route, 'mode'>;
  /** The address of the page with the whole report; missing if browsers cannot reach one. */
  linkToReport?(ticket: ReportTicket): string;
  /** Docent's sentences in the language of the requester. Never fails. */
  wordingOf(request: DeploymentRequest): Promise<Wording>;
}

export interface ReportHandlers extends Pick<Handlers, 'report' | 'reportIn'> {
  /** A press of a button in a report. Fails with StoreError. */
  reportPress(press: DeploymentPress): Promise<PrivateReply>;
}

export function createReportHandlers(options: ReportOptions): ReportHandlers {
  return {
    report: (command) => takeOnce(command, options),
    reportPress: (press) => takePress(press, options),
    reportIn: ({ text, thread }) => (options.routeFor(thread).mode === 'off' ? undefined : reportInMention(text)),
  };
}

/** For this long, no other process answers the same command. */
const claimMs = 60_000;

/** Slack delivers a mention as two events. undefined: it has been answered already. Fails with StoreError. */
async function takeOnce(command: DeploymentCommand, options: ReportOptions): Promise<PrivateReply | undefined> {
  const { store } = options;
  const name = `command ${command.id}`;
  const now = await store.now();
  if (!(await store.claimRun(name, now, now + claimMs))) return undefined;
  const reply = await take(command, options).catch(async (error: unknown) => {
    await store.endRun(name, false);
    throw error;
  });
  await store.endRun(name, true);
  return reply;
}

/** Fails with StoreError. */
async function take(command: DeploymentCommand, options: ReportOptions): Promise<PrivateReply> {
  const wording = await options.wordingOf(command);
  const refusal = await refusalOf(command, wording, options);
  if (refusal !== undefined) return say(refusal);
  const span = parseSpan(command.text);
  if (span === undefined) return say(wording.say('report.usage', { days: '`7d`', hours: '`12h`' }));
  const until = options.clock.now();
  const seen = await seenFrom(command.thread, options);
  const toReadable = (asked: readonly AskedQuestion[]) => readableBy(asked, command.requester, options);
  const { report } = await readReport(until - span, until, options.store, seen, toReadable);
  const { thread, requester, identities, kind } = command;
  const request = { thread, requester, identities, ...(kind && { kind }) };
  const page = report.total.questions > 0 ? options.linkToReport?.({ request, since: until - span, until }) : undefined;
  const whole =
    page === undefined
      ? ''
      : `\n\n${wording.say('report.whole', { link: `[${wording.say('report.wholeLink')}](<${page}>)` })}`;
  const fits = fitsOn(options.platform);
  const { markdown: short, topics } = toChatReport(report, wording, (text) => fits(text + whole));
  const markdown = short + whole;
  return { markdown, buttons: options.issueForm === undefined ? [] : issueButtons(report, topics, wording) };
}

/** Fails with StoreError. */
async function takePress(press: DeploymentPress, options: ReportOptions): Promise<PrivateReply> {
  const wording = await options.wordingOf(press);
  const refusal = await refusalOf(press, wording, options);
  if (refusal !== undefined) return { ...say(refusal), isBeside: true };
  return openIssue(press, wording, options);
}

/** The sentence for a person who may not read reports there. */
async function refusalOf(
  request: DeploymentRequest,
  wording: Wording,
  { routeFor, allow, platform, logger }: ReportOptions,
): Promise<string | undefined> {
  if (routeFor(request.thread).mode === 'off') return wording.say('refused.off');
  const found = await checkAllowed(request, allow, platform);
  if (found.allowed) return undefined;
  const { rule, says, cause } = found;
  if (cause) logger.warn({ platform: platform.name, code: cause.code, err: cause }, 'rights not checked');
  else logger.info({ platform: platform.name, rule }, 'report refused');
  return wording.say(`reportRefused.${says}`, { identity: identityOf(request, platform) });
}

/** Parses the text after the report command, typed as a command or in a mention. Pure. */
const unitMs = { d: 24 * 3_600_000, h: 3_600_000 };
const maxMs = 366 * unitMs.d;
const defaultSpan = '7d';

/** How far to look back, in milliseconds, for `7d`, `12h` or nothing; undefined for anything else. */
export function parseSpan(text: string): number | undefined {
  const [, count = '', unit] = /^(\d{1,4})\s?([dh])$/i.exec(text.trim() || defaultSpan) ?? [];
  const ms = Number(count) * (unit?.toLowerCase() === 'h' ? unitMs.h : unitMs.d);
  return ms > 0 && ms <= maxMs ? ms : undefined;
}

/** undefined for a question, since a sentence may start with the word. */
export function reportInMention(text: string): string | undefined {
  const [match, typed = ''] = /^\/?(?:docs-)?report(?:\s+(\d[^\s?]*))?$/i.exec(text.trim()) ?? [];
  return match === undefined ? undefined : typed;
}
