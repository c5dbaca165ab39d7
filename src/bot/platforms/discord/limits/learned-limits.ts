/**
 * Discord's rate limits, learnt from its responses. A call waits here for calls in flight and for the rest of a second of the
 * global limit; if it had to wait longer it fails with `rate_limited`, so that the core's pacer decides. A 429 blocks the
 * route for its `retry-after`, or the whole bot if `x-ratelimit-scope` is `global` or missing (route-limits, global-limit).
 * connection/rest passes the responses in. Where Discord reports no size, as for opening threads,
 * bot/core/rate-limits/token-bucket shrinks bursts after a 429.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { ReportedLimit } from '../../../core/ports/budget.ts';
import { ArrivalClock, marginMs } from './arrival-clock.ts';
import { GlobalLimit, globalWindowMs, recheckMs } from './global-limit.ts';
import type { LimitKey } from './limit-key.ts';
import { type LimitResponse, waitMsIn } from './rate-limit-headers.ts';
import { type LimitSize, RouteLimits } from './route-limits.ts';

/** Call it once, with the response if there is one; further calls are ignored. */
export type Answered = (response?: LimitResponse) => void;

export interface Limits {
  /** Resolves when the call may be sent, and counts it as sent. Fails with `rate_limited`. */
  acquire(call: LimitKey): Promise<Answered>;
  /** Counts a call that is sent without waiting. */
  sent(call: LimitKey): Answered;
  /** What is left of the call's own limit; undefined if nothing was reported in the current window. */
  reported(call: LimitKey): ReportedLimit | undefined;
  /** Set while the global limit is used up, else undefined. */
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
      const crowdedMs = routes.isCrowded(call) ? recheckMs : 0;
      const globalMs = call.isGlobal ? global.freeAt(0) - clock.now() : 0;
      const waitMs = Math.max(ownMs, crowdedMs, globalMs);
      if (ownMs > 0 || globalMs > globalWindowMs + marginMs) throw new PlatformError('rate_limited', { waitMs });
      // Counted synchronously, so that concurrent calls see it.
      if (waitMs <= 0) return sent(call);
      waiting += 1;
      await clock.wait(waitMs);
      waiting -= 1;
    }
  }

  function sent(call: LimitKey): Answered {
    const sentAt = clock.now();
    const settle = routes.sent(call);
    let isSettled = false;
    if (call.isGlobal) global.sent();
    return (response) => {
      if (isSettled) return;
      isSettled = true;
      settle();
      const arrivedAt = response && arrivals.learn(response, sentAt);
      if (call.isGlobal) global.answered(arrivedAt);
      if (!response) return;
      routes.learn(call, response, sentAt, arrivedAt);
      if (response.status === 429) close(call, response, sentAt);
    };
  }

  function close(call: LimitKey, response: LimitResponse, sentAt: number): void {
    const now = clock.now();
    const until = now + waitMsIn(response, 'retry-after');
    const scope = response.headers.get('x-ratelimit-scope');
    // A proxy in front of Discord names no scope; it counts all calls.
    if (scope === 'global' || scope === null) global.close(until || 0);
    else if (until > now) routes.close(call, until, sentAt);
  }

  function reportedGlobal(): ReportedLimit | undefined {
    const reportedAt = clock.now();
    const resetAt = global.freeAt(waiting);
    return resetAt > reportedAt ? { remaining: 0, resetAt, reportedAt } : undefined;
  }
}
