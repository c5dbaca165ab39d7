/**
 * Discord's rate limits: fixed windows per bucket, a global one, and the headers that report them. Source: developer docs
 * "Topics: Rate Limits", read 2026-11-21; the numbers are in the routes.
 */
import { createHash } from 'node:crypto';
import type { Quota } from './route.ts';

/** `enforce: false`: no limits and no headers. */
export interface LimitOptions {
  readonly enforce?: boolean;
  /** Requests per second over all routes (50). */
  readonly globalPerSecond?: number;
  /** Threads started in one channel in five minutes (50). */
  readonly threadsPerChannel?: number;
}

export interface LimitResult {
  /** Added to every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Present when the limit is reached. */
  readonly refused?: { readonly waitMs: number; readonly scope: 'user' | 'shared' | 'global' };
}

interface Window {
  used: number;
  readonly endsAt: number;
}

export type Limiter = ReturnType<typeof createLimiter>;

const globalQuota: Omit<Quota, 'limit'> = { bucket: 'global', windowMs: 1_000 };

export function createLimiter(options: LimitOptions = {}) {
  const { enforce = true, globalPerSecond = 50 } = options;
  const windows = new Map<string, Window>();
  return { take };

  /** Counts one request. `major`: the channel, server or token. `counted`: whether the global limit counts it too. */
  function take(quota: Quota, major: string, counted: boolean, now: number): LimitResult {
    if (!enforce) return { headers: {} };
    const overall = counted ? windowOf({ ...globalQuota, limit: globalPerSecond }, '', now) : undefined;
    if (overall && overall.used >= globalPerSecond)
      return { headers: { 'x-ratelimit-global': 'true' }, refused: { waitMs: overall.endsAt - now, scope: 'global' } };
    const use = windowOf(quota, major, now);
    if (use.used >= quota.limit)
      return {
        headers: headersOf(quota, use, now),
        refused: { waitMs: use.endsAt - now, scope: quota.scope ?? 'user' },
      };
    use.used += 1;
    if (overall) overall.used += 1;
    return { headers: headersOf(quota, use, now) };
  }

  function windowOf(quota: Quota, major: string, now: number): Window {
    const key = `${quota.bucket}/${major}`;
    const known = windows.get(key);
    if (known && known.endsAt > now) return known;
    const made: Window = { used: 0, endsAt: now + quota.windowMs };
    windows.set(key, made);
    return made;
  }
}

function headersOf(quota: Quota, use: Window, now: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(Math.max(0, quota.limit - use.used)),
    'x-ratelimit-reset': (use.endsAt / 1_000).toFixed(3),
    'x-ratelimit-reset-after': ((use.endsAt - now) / 1_000).toFixed(3),
    'x-ratelimit-bucket': createHash('sha1').update(quota.bucket).digest('hex').slice(0, 32),
  };
}
