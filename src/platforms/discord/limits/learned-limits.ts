/**
 * Discord's limits as its responses report them: a call waits here for the rest of a second at most, and fails with
 * `rate_limited` when it would have to wait longer, so that the core's pacer decides. A 429 is waited out as its
 * `retry-after` says, by the route or, where `x-ratelimit-scope` is `global`, by the whole bot (route-limits, global-limit);
 * where Discord reports no size, as of opening threads, core/rate-limits/token-bucket makes bursts smaller after it.
 */
import type { Clock } from '../../../base/clock.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { ReportedLimit } from '../../../core/ports/budget.ts';
import { ArrivalClock, marginMs } from './arrival-clock.ts';
import { GlobalLimit, globalWindowMs, lookAgainMs } from './global-limit.ts';
import type { LimitKey } from './limit-key.ts';
import { type LimitResponse, numberIn } from './rate-limit-headers.ts';
import { type LimitSize, RouteLimits } from './route-limits.ts';

/** To be called once with the response, or without one when none came; further calls are ignored. */
export type Answered = (response?: LimitResponse) => void;

export interface Limits {
  /** Resolves when the call may be sent, and counts it as sent. Fails with `rate_limited`. */
  acquire(call: LimitKey): Promise<Answered>;
  /** Counts a call that is sent without waiting. */
  sent(call: LimitKey): Answered;
  /** What is left of the call's own limit; undefined: nothing was reported of the current window. */
  reported(call: LimitKey): ReportedLimit | undefined;
  /** Set while the global limit is used up; undefined: some of it is left. */
  reportedGlobal(): ReportedLimit | undefined;
  /** As reported, or a guess. */
  size(call: LimitKey): LimitSize;
}

export function createLimits(clock: Clock): Limits {
  const arrivals = new ArrivalClock(clock);
  const routes = new RouteLimits(clock, arrivals);
  const global = new GlobalLimit(clock, arrivals);
  let waiting = 0;

  return {
    acquire,
    sent,
    reported: (call) => routes.reported(call),
    reportedGlobal,
    size: (call) => routes.size(call),
  };

  async function acquire(call: LimitKey): Promise<Answered> {
    for (;;) {
      const own = routes.reported(call);
      const ownMs = own && own.remaining <= 0 ? own.resetAt - clock.now() : 0;
      const crowdedMs = routes.isCrowded(call) ? lookAgainMs : 0;
      const globalMs = call.isGlobal ? global.freeAt(0) - clock.now() : 0;
      const waitMs = Math.max(ownMs, crowdedMs, globalMs);
      if (ownMs > 0 || globalMs > globalWindowMs + marginMs) throw new PlatformError('rate_limited', { waitMs });
      // Counted at once: calls of the same moment must see it.
      if (waitMs <= 0) return sent(call);
      waiting += 1;
      await clock.wait(waitMs);
      waiting -= 1;
    }
  }

  function sent(call: LimitKey): Answered {
    const sentAt = clock.now();
    const leave = routes.sent(call);
    let isOver = false;
    if (call.isGlobal) global.sent();
    return (response) => {
      if (isOver) return;
      isOver = true;
      leave();
      const arrivedAt = response && arrivals.learn(response, sentAt);
      if (call.isGlobal) global.answered(arrivedAt);
      if (!response) return;
      routes.learn(call, response, sentAt, arrivedAt);
      if (response.status === 429) close(call, response, sentAt);
    };
  }

  function close(call: LimitKey, response: LimitResponse, sentAt: number): void {
    const now = clock.now();
    const until = now + numberIn(response, 'retry-after') * 1_000;
    const scope = response.headers.get('x-ratelimit-scope');
    // The network before Discord names no scope; it counts all calls.
    if (scope === 'global' || scope === null) global.close(until || 0);
    else if (until > now) routes.close(call, until, sentAt);
  }

  function reportedGlobal(): ReportedLimit | undefined {
    const reportedAt = clock.now();
    const resetAt = global.freeAt(waiting);
    return resetAt > reportedAt ? { remaining: 0, resetAt, reportedAt } : undefined;
  }
}
