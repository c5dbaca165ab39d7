/**
 * How many questions a person and a channel may ask, and an API key is used for. Counted in fixed windows of UTC in the store,
 * so that replicas share them; a person who reaches a limit is told once when it works again.
 */
import { BoundedCache } from '../../base/bounded-cache.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { Question } from '../model/conversation.ts';
import { StoreError } from '../model/errors.ts';
import type { OperatorNotice } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Limits, Route } from '../ports/routing.ts';
import type { Decision, Store } from '../ports/store.ts';
import type { CountedWindow, UseWindow } from '../ports/use-window.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Asked = Pick<Question, 'asker' | 'thread'>;
type Answering = Pick<Route, 'site' | 'assistant'>;

/** The windows that a question counts in, and those of the sentences that say that it is over a limit. */
export function windowsOf(asked: Asked, route: Answering, now: number, limits: Limits): readonly UseWindow[] {
  const windows = limitsOf(asked, route, now, limits);
  // Everybody reads about a month's budget, since nobody knows who else asked; and again the next day.
  const endsAt = dayEnd(now);
  const noted = windows.map((each) => (each.limit === 'limit_month' ? { ...each, of: asked.asker, endsAt } : each));
  return [
    ...windows,
    ...noted.map((each) => ({ ...each, of: `notice:${each.of}`, max: 1, countsNotices: true }) as const),
  ];
}

function dayEnd(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** The windows that a question counts in. */
export function limitsOf(
  { asker, thread }: Asked,
  route: Answering,
  now: number,
  limits: Limits,
): readonly UseWindow[] {
  const { platform, installation, channel } = thread;
  const minute = (Math.floor(now / minuteMs) + 1) * minuteMs;
  const all: readonly (Omit<UseWindow, 'max'> & { readonly max: number | undefined })[] = [
    { limit: 'limit_minute', of: asker, endsAt: minute, max: limits.personMinute },
    { limit: 'limit_channel', of: `${platform}:${installation}:${channel}`, endsAt: minute, max: limits.channelMinute },
    { limit: 'limit_day', of: asker, endsAt: dayEnd(now), max: limits.personDay },
  ];
  const month = monthOf(route, now, limits);
  return [
    ...all.flatMap(({ max, ...window }) => (max === undefined ? [] : [{ ...window, max }])),
    ...(month ? [month] : []),
  ];
}

/** The month's budget of the API key that a site is asked with; undefined where it is not limited. */
export function monthOf(
  { site, assistant: { account = site, accountSite = site } }: Answering,
  now: number,
  { siteMonth: max }: Limits,
): UseWindow | undefined {
  const date = new Date(now);
  const endsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return max === undefined ? undefined : { limit: 'limit_month', of: account, site: accountSite, endsAt, max };
}

/** The sentence for a question over a limit, then silence; undefined within the limits. */
export function decideByUse(question: Question, uses: readonly CountedWindow[]): Decision | undefined {
  const reached = uses.filter(({ used, max }) => used >= max);
  const limit = reached.find(({ countsNotices }) => !countsNotices)?.limit;
  if (!limit) return undefined;
  if (question.addressed === 'command') return { fixedReply: limit };
  // A message that addresses nobody needs no refusal.
  const isUnasked = question.addressed === 'auto' && limit === 'limit_month';
  const isSaidAlready = reached.some((each) => each.countsNotices && each.limit === limit);
  return isSaidAlready || isUnasked ? { ignore: limit } : { fixedReply: limit };
}

/** At this share of a month's budget the operators are warned. */
const warnShare = 0.8;

/** The month's budget, once it is used up to the share at which operators are warned. */
function nearlyUsed(uses: readonly CountedWindow[]): CountedWindow | undefined {
  return uses.find(
    ({ limit, used, max, countsNotices }) => limit === 'limit_month' && !countsNotices && used >= max * warnShare,
  );
}

function nearlyUsedNotice({ of: account, site = account, max, endsAt }: CountedWindow): OperatorNotice {
  const until = new Date(endsAt).toISOString().slice(0, 10);
  const detail = `The API key of the site “${site}” has used at least 80 % of its ${max} questions for this month; the next month begins on ${until}. Raise limits.siteMonth in docent.yaml, if the key allows more.`;
  return { id: `budget:${account}:${until}:${max}`, detail };
}

export interface BudgetWatchOptions {
  readonly store: Pick<Store, 'claimRun'>;
  readonly platforms: readonly Pick<Platform, 'name'>[];
  /** `slack:C…`, `slack:U…`, `discord:…`. */
  readonly operators?: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Never fails. */
  tellOperators?(from: string, notice: OperatorNotice): void;
}

/** `uses`: what was counted just now, for a question that is stored: so it never fails. */
export type WatchBudget = (uses: readonly CountedWindow[], from: string) => Promise<void>;

/** More are looked up in the store again. */
const maxKnown = 1_000;

/**
 * Warns the operators once a month and key, whichever process counts. A process that reaches none of them leaves the warning
 * to one that does.
 */
export function createBudgetWatch(options: BudgetWatchOptions): WatchBudget {
  const { store, platforms, operators = [], clock, logger, tellOperators } = options;
  const known = new BoundedCache<string, true>(maxKnown);
  const reachesOne = operators.some((each) => platforms.some(({ name }) => each.startsWith(`${name}:`)));
  return async (uses, from) => {
    const budget = nearlyUsed(uses);
    // Without operators the log is warned.
    if (!budget || (operators.length > 0 && !reachesOne)) return;
    const notice = nearlyUsedNotice(budget);
    if (known.has(notice.id)) return;
    try {
      const isFirst = await store.claimRun(notice.id, clock.now(), budget.endsAt);
      known.set(notice.id, true);
      if (isFirst) tellOperators?.(from, notice);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error }, 'month’s budget not watched');
    }
  };
}
