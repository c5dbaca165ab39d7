/** When and how to reconnect to the gateway. Pure, except that `createSessionStarts` remembers when sessions began. */
import { GatewayCloseCodes } from 'discord.js';
import type { Clock } from '../../../../kit/base/clock.ts';

/** What to do after a connection was closed. `refused`: Discord will refuse every further attempt too. */
export type AfterClose = 'resume' | 'new_session' | 'refused';

/** Source: developer docs "Topics: Gateway Close Event Codes", read 2026-11-21. A clean close by Discord ends the session. */
const closeCodes: Readonly<Record<number, AfterClose>> = {
  1000: 'new_session',
  1001: 'new_session',
  [GatewayCloseCodes.InvalidSeq]: 'new_session',
  [GatewayCloseCodes.SessionTimedOut]: 'new_session',
  [GatewayCloseCodes.AuthenticationFailed]: 'refused',
  [GatewayCloseCodes.InvalidShard]: 'refused',
  [GatewayCloseCodes.ShardingRequired]: 'refused',
  [GatewayCloseCodes.InvalidAPIVersion]: 'refused',
  [GatewayCloseCodes.InvalidIntents]: 'refused',
  [GatewayCloseCodes.DisallowedIntents]: 'refused',
};

export function afterClose(code: number): AfterClose {
  return closeCodes[code] ?? 'resume';
}

const maxWaitMs = 30_000;

/**
 * Exponential backoff: no wait after a healthy connection, then 1, 2, 4 … 30 s, with 25 % jitter either way. `random` is
 * between 0 and 1.
 */
export function reconnectWaitMs(failures: number, random: number): number {
  if (failures === 0) return 0;
  return Math.round(Math.min(maxWaitMs, 1_000 * 2 ** (failures - 1)) * (0.75 + random / 2));
}

/**
 * Discord allows one start every 5 s; the rest allows for network delays. Source: developer docs "Events: Gateway, Rate
 * Limiting", read 2026-11-21.
 */
const startsApartMs = 5_500;
/**
 * Discord allows 1,000 new sessions a day, and resets the bot's token after that; this many every 15 minutes are 960 a day.
 * Source: developer docs "Events: Gateway, Session Start Limit Object", read 2026-11-21.
 */
const startsPerWindow = 10;
const startWindowMs = 15 * 60_000;

/** When the next session may start, in milliseconds since 1970. `startsAt`: when earlier sessions started, oldest first. */
export function nextStartAt(startsAt: readonly number[]): number {
  return Math.max(
    (startsAt.at(-1) ?? Number.NEGATIVE_INFINITY) + startsApartMs,
    (startsAt.at(-startsPerWindow) ?? Number.NEGATIVE_INFINITY) + startWindowMs,
  );
}

export interface SessionStarts {
  /** Resolves when the shard may start a new session, or when the signal aborts. */
  wait(shard: number, signal: AbortSignal): Promise<void>;
}

/** `maxConcurrency`: how many shards may start together, set by Discord for each bot. */
export function createSessionStarts(maxConcurrency: number, clock: Clock): SessionStarts {
  const starts = new Map<number, readonly number[]>();
  return {
    wait(shard, signal) {
      const group = shard % maxConcurrency;
      const earlier = starts.get(group) ?? [];
      const at = Math.max(clock.now(), nextStartAt(earlier));
      starts.set(group, [...earlier, at].slice(-startsPerWindow));
      return clock.wait(at - clock.now(), signal);
    },
  };
}
