/**
 * How many questions a person, a channel and a workspace may ask, and how many an API key and its service may be used for.
 * Counted in the store in fixed UTC windows, so that replicas share them. A person who reaches a limit is told once when to
 * ask again.
 */
import { BoundedCache } from '../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../kit/base/clock.ts';
import type { Logger } from '../../../kit/base/logger.ts';
import { StoreError } from '../../../kit/sql/store-errors.ts';
import type { Question } from '../model/conversation.ts';
import type { OperatorNotice } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import type { Decision, Store } from '../ports/store.ts';
import type { CountedWindow, UseWindow } from '../ports/use-window.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Asked = Pick<Question, 'asker' | 'thread'>;
type Answering = Pick<Route, 'site' | 'assistant' | 'limits'>;

/** The windows that a question counts in, and those that count the notices about reached limits. */
export function windowsOf(asked: Asked, route: Answering, now: number): readonly UseWindow[] {
  const windows = limitsOf(asked, route, now);
  // A used-up budget is announced to each person, since others may have used it up: once for all of its kind, and again each day.
  const budgets = new Map(windows.filter(isBudget).map(({ limit, endsAt }) => [limit, endsAt]));
  const announced: readonly UseWindow[] = [
    ...windows.filter((window) => !isBudget(window)),
    ...[...budgets].map(([limit, endsAt]) => {
      return { limit, of: asked.asker, endsAt: Math.min(endsAt, dayEnd(now)), max: 1 };
    }),
  ];
  return [...windows, ...announced.map(toNoticeWindow)];
}

const budgetLimits: readonly UseWindow['limit'][] = ['limit_month', 'limit_address', 'limit_hour'];

function isBudget({ limit }: Pick<UseWindow, 'limit'>): boolean {
  return budgetLimits.includes(limit);
}

function toNoticeWindow(window: UseWindow): UseWindow {
  return { ...window, of: `notice:${window.of}`, max: 1, countsNotices: true };
}

/**
 * The windows that a call for a person counts in: one call an hour per person and channel. It costs the assistant nothing, so
 * it is still possible when the questions of a day or month are used up.
 */
export function callWindowsOf(asked: Asked, route: Answering, now: number): readonly UseWindow[] {
  const { platform, installation, channel } = asked.thread;
  const of = `${asked.asker} in ${platform}:${installation}:${channel}`;
  const windows: readonly UseWindow[] = [
    { limit: 'limit_calls', of, endsAt: now + hourMs, max: 1, rolls: true },
    ...limitsOf(asked, route, now).filter(({ limit }) => limit === 'limit_minute'),
  ];
  return [...windows, ...windows.map(toNoticeWindow)];
}

function dayEnd(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

function hourEnd(now: number): number {
  return (Math.floor(now / hourMs) + 1) * hourMs;
}

/** The windows that a question counts in. */
export function limitsOf({ asker, thread }: Asked, route: Answering, now: number): readonly UseWindow[] {
  const { limits } = route;
  const { platform, installation, channel } = thread;
  const minute = (Math.floor(now / minuteMs) + 1) * minuteMs;
  const all: readonly Unlimited[] = [
    { limit: 'limit_minute', of: asker, endsAt: minute, max: limits.personMinute },
    { limit: 'limit_channel', of: `${platform}:${installation}:${channel}`, endsAt: minute, max: limits.channelMinute },
    { limit: 'limit_day', of: asker, endsAt: dayEnd(now), max: limits.personDay },
  ];
  return [...all.flatMap(limited), ...budgetsOf(thread, route, now)];
}

/**
 * The budgets of a workspace, and of the API key and the service that its site uses. All keys of a service count as one
 * organization's, and all processes as one address: neither can be seen from here.
 */
export function budgetsOf(
  { platform, installation }: Asked['thread'],
  { site, assistant: { account = site, service = account, accountSite = site }, limits }: Answering,
  now: number,
): readonly UseWindow[] {
  const date = new Date(now);
  const month = { limit: 'limit_month', endsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) } as const;
  const workspace = `${platform}:${installation}`;
  const budgets: readonly Unlimited[] = [
    { ...month, of: `workspace:${workspace}`, workspace, max: limits.workspaceMonth },
    { ...month, of: account, site: accountSite, max: limits.siteMonth },
    { limit: 'limit_address', of: service, site: accountSite, endsAt: dayEnd(now), max: limits.addressDay },
    { limit: 'limit_hour', of: service, site: accountSite, endsAt: hourEnd(now), max: limits.organizationHour },
  ];
  return budgets.flatMap(limited);
}

type Unlimited = Omit<UseWindow, 'max'> & { readonly max: number | undefined };

function limited({ max, ...window }: Unlimited): readonly UseWindow[] {
  return max === undefined ? [] : [{ ...window, max }];
}

/** A question over a limit gets the notice once, then is ignored; undefined within the limits. */
export function decideByUse(question: Question, uses: readonly CountedWindow[]): Decision | undefined {
  const reached = reachedIn(uses);
  if (!reached) return undefined;
  const { limit, isSaidAlready } = reached;
  if (question.addressed === 'command') return { fixedReply: limit };
  // A message addressed to nobody needs no refusal.
  const isUnasked = question.addressed === 'auto' && isBudget(reached);
  return isSaidAlready || isUnasked ? { ignore: limit } : { fixedReply: limit };
}

/** A call over a limit is refused privately, so that nobody else is disturbed: a press each time, a message once. */
export function decideCallByUse({ wish }: Question, uses: readonly CountedWindow[]): Decision | undefined {
  const reached = reachedIn(uses);
  if (!reached) return undefined;
  const { limit, isSaidAlready } = reached;
  return wish || isSaidAlready ? { ignore: limit } : { ignore: limit, isToTell: true };
}

/** The limit that is reached for longest, so that its notice names the right time, and whether the notice was sent. */
function reachedIn(uses: readonly CountedWindow[]) {
  const reached = uses.filter(({ used, max }) => used >= max).toSorted((a, b) => b.endsAt - a.endsAt);
  const limit = reached.find(({ countsNotices }) => !countsNotices)?.limit;
  return limit && { limit, isSaidAlready: reached.some((window) => window.countsNotices && window.limit === limit) };
}

/** Operators are warned at this share of a budget. */
const warnShare = 0.8;

/** The budgets that have reached `warnShare`. */
function nearlyUsed(uses: readonly CountedWindow[]): readonly CountedWindow[] {
  return uses.filter(
    ({ limit, used, max, countsNotices }) => isBudget({ limit }) && !countsNotices && used >= max * warnShare,
  );
}

function nearlyUsedNotice(budget: CountedWindow): OperatorNotice {
  const { limit, of, max, endsAt } = budget;
  const until = `${new Date(endsAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const [whose, period, advice] = aboutBudget(budget);
  const detail = `${whose} has used at least 80 % of its ${max} questions for this ${period}; the next ${period} begins at ${until}. ${advice}`;
  return { id: `budget:${limit}:${of}:${until}:${max}`, detail };
}

/** Whose budget it is, for which period, and what to do. */
function aboutBudget({ limit, of, site = of, workspace }: CountedWindow): readonly [string, string, string] {
  const service = `The documentation service of the site “${site}”`;
  if (limit === 'limit_hour')
    return [service, 'hour', 'Raise limits.organizationHour in docent.yaml if the service allows more.'];
  if (limit === 'limit_address')
    return [service, 'day', 'Raise limits.addressDay in docent.yaml if the service allows more.'];
  return workspace === undefined
    ? [`The API key of the site “${site}”`, 'month', 'Raise limits.siteMonth in docent.yaml if the key allows more.']
    : [`The workspace ${workspace}`, 'month', 'Raise its limits.workspaceMonth in docent.yaml if it may ask more.'];
}

export interface BudgetWatchOptions {
  readonly store: Pick<Store, 'claimRun' | 'endRun'>;
  readonly platforms: readonly Pick<Platform, 'name'>[];
  /** `slack:C…`, `slack:U…`, `discord:…`. */
  readonly operators?: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** False if it was not sent: the process is ending, or there were too many today. Never fails. */
  tellOperators?(from: string, notice: OperatorNotice): Promise<boolean>;
}

/** `uses`: the counts of a question that was just stored. Never fails, since the question must be answered anyway. */
export type WatchBudget = (uses: readonly CountedWindow[], from: string) => Promise<void>;

/** Beyond this number, the store is checked again. */
const maxKnown = 1_000;
/** How long a process has to send its warning; then another one may, in case the first one died. */
const claimMs = 10 * 60_000;

/**
 * Warns the operators once per budget and period, whichever process counts. A process that cannot reach any operator leaves
 * the warning to one that can.
 */
export function createBudgetWatch(options: BudgetWatchOptions): WatchBudget {
  const { store, platforms, operators = [], clock, logger, tellOperators } = options;
  /** When to check the store again, by notice. */
  const nextCheck = new BoundedCache<string, number>(maxKnown);
  const reachesOperators = operators.some((id) => platforms.some(({ name }) => id.startsWith(`${name}:`)));
  return async (uses, from) => {
    // Without operators the warning is logged.
    if (operators.length > 0 && !reachesOperators) return;
    for (const budget of nearlyUsed(uses)) await warn(budget, from);
  };

  async function warn(budget: CountedWindow, from: string): Promise<void> {
    const notice = nearlyUsedNotice(budget);
    const now = clock.now();
    const due = nextCheck.get(notice.id);
    if (due !== undefined && due > now) return;
    await logFailure(async () => {
      const isOurs = await store.claimRun(notice.id, now, now + claimMs);
      // One more check is enough: by then the warning was sent, or its process has died.
      nextCheck.set(notice.id, isOurs || due === undefined ? now + claimMs : budget.endsAt);
      if (isOurs) void logFailure(() => send(notice, from, budget));
    });
  }

  async function send(notice: OperatorNotice, from: string, { endsAt }: CountedWindow): Promise<void> {
    if (!(await tellOperators?.(from, notice))) return;
    await store.endRun(notice.id, true);
    nextCheck.set(notice.id, endsAt);
  }

  async function logFailure(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.warn({ err: error }, 'budget not checked');
    }
  }
}
