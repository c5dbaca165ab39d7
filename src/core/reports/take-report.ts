/** The report command: what people asked, for whoever the allow list names, and for them alone. */

import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { inSlices } from '../../base/time-slices.ts';
import type { Wording } from '../../wording/wording.ts';
import { type Report, writeReport } from '../insight/report.ts';
import { checkAllowed, identityOf } from '../manners/allow-list.ts';
import type { Body } from '../model/body.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type { DeploymentCommand, PrivateReply } from '../model/deployment.ts';
import { say } from '../model/plain-text.ts';
import type { Handlers } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import type { Store } from '../ports/store.ts';
import { toChatReport } from './chat-report.ts';
import { parseSpan, reportInMention } from './report-span.ts';

export interface ReportOptions {
  readonly platform: Platform;
  readonly store: Pick<Store, 'askedSince' | 'now' | 'claimRun' | 'endRun'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Who may read reports: `slack:U…`, `slack:S…`, `discord:<id>`. */
  readonly allow: readonly string[];
  routeFor(thread: ThreadRef): Pick<Route, 'mode'>;
  /** Our own sentences for whoever asks. Never fails. */
  wordingOf(request: DeploymentRequest): Promise<Wording>;
}

export type ReportHandlers = Required<Pick<Handlers, 'report' | 'reportIn'>>;

export function createReportHandlers(options: ReportOptions): ReportHandlers {
  return {
    report: (command) => takeOnce(command, options),
    reportIn: ({ text, thread }) => (options.routeFor(thread).mode === 'off' ? undefined : reportInMention(text)),
  };
}

/** So long nobody else answers a command. */
const claimMs = 60_000;

/** Slack delivers a mention as two events. undefined: it is answered already. Fails with StoreError. */
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
  const { markdown } = toChatReport(
    await readReport(until - span, until, options.store),
    wording,
    fitsOn(options.platform),
  );
  return say(markdown);
}

/** The sentence for somebody who may not read reports there. */
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
  return wording.say(`reportRefused.${says}`, { identity: identityOf(request) });
}

/** The newest; more would keep the process from its work. */
const maxQuestions = 20_000;

/** Fails with StoreError. */
export async function readReport(since: number, until: number, store: Pick<Store, 'askedSince'>): Promise<Report> {
  const asked = await store.askedSince(since, maxQuestions);
  const inSpan = asked.filter(({ askedAt }) => askedAt < until);
  return inSlices(writeReport(inSpan, since, until));
}

export function fitsOn({ fits }: Pick<Platform, 'fits'>): (markdown: string) => boolean {
  return (markdown) => fits(toBody(markdown));
}

export function toBody(markdown: string): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [] };
}
