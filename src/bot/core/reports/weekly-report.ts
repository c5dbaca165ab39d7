/** Posts the weekly report to a channel at a set time of the week, once across all processes. */
import type { Logger } from '../../../kit/base/logger.ts';
import { instantOf, wallClock } from '../../../kit/base/wall-clock.ts';
import { readableByAll } from '../model/asked-question.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import { seenFrom } from '../people/seen-from.ts';
import type { OperatorNotice } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Routing } from '../ports/routing.ts';
import type { Store } from '../ports/store.ts';
import { fitsOn, toBody, toChatReport } from './chat-report.ts';
import { readReport } from './read-report.ts';

export interface WeeklyReportRule {
  readonly platform: string;
  /** Set if the platform has several workspaces. */
  readonly installation?: string;
  readonly channel: string;
  readonly day: 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';
  /** `HH:MM`. */
  readonly time: string;
  /** An IANA name. */
  readonly timeZone: string;
}

export interface WeeklyReportOptions {
  readonly rule: WeeklyReportRule;
  /** The platforms of this process. */
  readonly platforms: readonly Platform[];
  readonly store: Pick<Store, 'now' | 'platformsApart' | 'askedSince' | 'claimRun' | 'endRun'>;
  readonly routing: Routing;
  readonly logger: Logger;
  /** Sends each notice once. Never fails. */
  tellOperators(notice: OperatorNotice): void;
}

const dayMs = 24 * 3_600_000;
const weekMs = 7 * dayMs;
/** A report that could not be posted for this long is dropped. */
const maxLateMs = dayMs;
const claimMs = 2 * 60_000;
const retryMs = 60_000;
/** The longest time between checks: clocks change, and a process may die while posting. */
const maxWaitMs = 15 * 60_000;

/** When the report was last due. Pure. */
export function lastDue(
  { day, time, timeZone }: Pick<WeeklyReportRule, 'day' | 'time' | 'timeZone'>,
  now: number,
): number {
  for (let back = 0; back <= 8; back += 1) {
    const due = instantOf(now - back * dayMs, time, timeZone);
    if (due <= now && wallClock(due, timeZone).day === day) return due;
  }
  throw new TypeError('no such day within a week');
}

/** Posts the report if it is due. Returns the time until the next check, in milliseconds. Fails with StoreError. */
export async function postWeeklyReport(options: WeeklyReportOptions): Promise<number> {
  const { rule, store } = options;
  const now = await store.now();
  const due = lastDue(rule, now);
  const isOver = now - due > maxLateMs || (await postOnce(due, now, options));
  return isOver ? Math.min(maxWaitMs, lastDue(rule, now + weekMs) - now) : retryMs;
}

/** False if it should be retried soon. */
async function postOnce(due: number, now: number, options: WeeklyReportOptions): Promise<boolean> {
  const { rule, store, platforms } = options;
  const platform = platforms.find(({ name }) => name === rule.platform);
  if (platform?.health().state !== 'ready') return false;
  const name = `weekly ${rule.platform}:${rule.channel} ${due}`;
  // Done, or another process is posting it. If that process dies, a later check posts it.
  if (!(await store.claimRun(name, now, now + claimMs))) return true;
  let isDone = false;
  try {
    isDone = await post(due, platform, options);
  } finally {
    await store.endRun(name, isDone);
  }
  return isDone;
}

/** False if the platform may accept it later. */
async function post(due: number, platform: Platform, options: WeeklyReportOptions): Promise<boolean> {
  const { rule, store, routing, logger, tellOperators } = options;
  const place = { platform: rule.platform, installation: rule.installation ?? '', channel: rule.channel, thread: '' };
  const seen = await seenFrom(place, options);
  const { report } = await readReport(due - weekMs, due, store, seen, (asked) => readableByAll(asked, routing));
  if (report.total.questions === 0) return true;
  const { markdown } = toChatReport(report, routing.wordingFor(place, undefined), fitsOn(platform));
  try {
    await platform.post(place, toBody(markdown), `report-${due}:0`, { since: due, others: [] });
    logger.info({ platform: platform.name, questions: report.total.questions }, 'weekly report posted');
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.warn({ platform: platform.name, code: error.code, err: error }, 'weekly report not posted');
    if (isPassing(error)) return false;
    tellOperators(channelNotice(rule));
    return true;
  }
}

function channelNotice({ platform, channel }: WeeklyReportRule): OperatorNotice {
  const detail = `I am not allowed to post the weekly report in ${platform}:${channel} (REPORT_CHANNEL): invite me to that channel and let me write there, or choose another one.`;
  return { id: 'report-channel', detail };
}
