/**
 * Slack's rate limits by method. Slack publishes quotas per minute but not the size of bursts: `burst` is the share of a
 * minute's quota that can be used in one go; 'window' counts over a sliding minute instead.
 * Source: apis/web-api/rate-limits and reference/methods, 2026-11-21.
 */
import type { Tier } from './methods/method.ts';

export interface LimitOptions {
  readonly enforce?: boolean;
  /** The share of a minute's quota that can be used in one go (default 0.5), or a sliding window of a minute. */
  readonly burst?: number | 'window';
}

export interface Limiter {
  /** Counts one call. Returns the whole seconds to wait if it is refused (Retry-After). */
  take(method: string, tier: Tier, channel: string | undefined, now: number): number | undefined;
}

const perMinute: Record<Tier, number> = { tier1: 1, tier2: 20, tier3: 50, tier4: 100, posting: 300, free: 300 };
const postsPerChannelMinute = 60;
/** Slack tolerates "short bursts" of posts in one channel; their size is not published. */
const channelBurst = 5;

export function createLimiter(options: LimitOptions = {}): Limiter {
  const { enforce = true, burst = 0.5 } = options;
  const known = new Map<string, Meter>();
  return { take };

  function take(method: string, tier: Tier, channel: string | undefined, now: number): number | undefined {
    if (!enforce) return undefined;
    const meters = [meterFor(method, perMinute[tier], burst)];
    if (tier === 'posting' && channel)
      meters.push(meterFor(`${method} ${channel}`, postsPerChannelMinute, burst, channelBurst));
    const waitMs = Math.max(...meters.map((meter) => meter.waitMs(now)));
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    for (const meter of meters) meter.count(now);
    return undefined;
  }

  function meterFor(key: string, quota: number, share: number | 'window', max = Number.POSITIVE_INFINITY): Meter {
    const meter =
      known.get(key) ??
      (share === 'window' ? slidingWindow(quota) : tokenBucket(quota, Math.min(max, Math.max(1, quota * share))));
    known.set(key, meter);
    return meter;
  }
}

interface Meter {
  waitMs(now: number): number;
  count(now: number): void;
}

function tokenBucket(quota: number, capacity: number): Meter {
  const perMs = quota / 60_000;
  let tokens = capacity;
  let filledAt: number | undefined;
  const refill = (now: number): void => {
    tokens = Math.min(capacity, tokens + (now - (filledAt ?? now)) * perMs);
    filledAt = now;
  };
  return {
    waitMs(now) {
      refill(now);
      return tokens >= 1 ? 0 : (1 - tokens) / perMs;
    },
    count() {
      tokens -= 1;
    },
  };
}

function slidingWindow(quota: number): Meter {
  let times: number[] = [];
  return {
    waitMs(now) {
      times = times.filter((at) => at > now - 60_000);
      const oldest = times[0];
      return times.length < quota || oldest === undefined ? 0 : oldest + 60_000 - now;
    },
    count: (now) => void times.push(now),
  };
}
