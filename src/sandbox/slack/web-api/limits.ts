/**
 * Slack's rate limits by method. Slack publishes quotas per minute, not the size of bursts: `burst` is the share of a
 * minute's quota that may go at once, and `window` counts a sliding minute instead.
 * Source: apis/web-api/rate-limits and reference/methods, 2026-11-21.
 */

/** `posting`: about one a second in a channel, several hundred a minute in all. `free`: several hundred a minute. */
export type Tier = 'tier1' | 'tier2' | 'tier3' | 'tier4' | 'posting' | 'free';

export interface LimitOptions {
  readonly enforce?: boolean;
  /** Share of a minute's quota that may go at once (default 0.5), or a sliding window of a minute. */
  readonly burst?: number | 'window';
}

export interface Limiter {
  /** Takes one call. Gives the whole seconds to wait when it is refused (Retry-After). */
  take(method: string, tier: Tier, channel: string | undefined, now: number): number | undefined;
}

const perMinute: Record<Tier, number> = { tier1: 1, tier2: 20, tier3: 50, tier4: 100, posting: 300, free: 300 };
const postsPerChannelMinute = 60;
/** "Short bursts" of posts in one channel are tolerated; how short is not published. */
const channelBurst = 5;

export function createLimiter(options: LimitOptions = {}): Limiter {
  const { enforce = true, burst = 0.5 } = options;
  const meters = new Map<string, Meter>();
  return { take };

  function take(method: string, tier: Tier, channel: string | undefined, now: number): number | undefined {
    if (!enforce) return undefined;
    const needed = [meter(method, perMinute[tier], burst)];
    if (tier === 'posting' && channel)
      needed.push(meter(`${method} ${channel}`, postsPerChannelMinute, burst, channelBurst));
    const waitMs = Math.max(...needed.map((one) => one.waitMs(now)));
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    for (const one of needed) one.count(now);
    return undefined;
  }

  function meter(key: string, quota: number, share: number | 'window', most = Number.POSITIVE_INFINITY): Meter {
    const known = meters.get(key);
    if (known) return known;
    const made =
      share === 'window' ? slidingWindow(quota) : tokenBucket(quota, Math.min(most, Math.max(1, quota * share)));
    meters.set(key, made);
    return made;
  }
}

interface Meter {
  waitMs(now: number): number;
  count(now: number): void;
}

function tokenBucket(quota: number, capacity: number): Meter {
  const perMs = quota / 60_000;
  let tokens = capacity;
  let at: number | undefined;
  const fill = (now: number): void => {
    tokens = Math.min(capacity, tokens + (now - (at ?? now)) * perMs);
    at = now;
  };
  return {
    waitMs(now) {
      fill(now);
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
