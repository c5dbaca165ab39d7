/** When the next Socket Mode connection may be opened: back-off after failed attempts, and a budget for successful ones. */
import type { Clock } from '../../../../kit/base/clock.ts';

/** Attempts in quick succession while no other connection is open: many interruptions last only milliseconds. */
export const quickTries = 5;
const quickPauseMs = 250;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** Pauses after a rejected token, which only an operator can fix. */
const refusedPausesMs = [1_000, 5_000, 30_000];
const longestRefusedPauseMs = 60_000;

export interface Attempts {
  /** Failed attempts since the last hello. */
  readonly failures: number;
  /** Whether another connection is delivering events. */
  readonly isCovered: boolean;
  /** Whether Slack rejected the app token at the last attempt. */
  readonly isRefused: boolean;
  /** From 0 to 1; spreads the attempts of many processes. */
  readonly random: number;
}

/** Milliseconds between the last attempt and the next. */
export function pauseMs({ failures, isCovered, isRefused, random }: Attempts): number {
  if (failures === 0) return 0;
  if (isRefused) return refusedPausesMs[failures - 1] ?? longestRefusedPauseMs;
  if (!isCovered && failures <= quickTries) return quickPauseMs * (0.5 + random / 2);
  const doublings = failures - 1 - (isCovered ? 0 : quickTries);
  return Math.min(longestPauseMs, firstPauseMs * 2 ** doublings) * (0.75 + random / 2);
}

/**
 * A connection that worked and was then cut is reopened immediately, but only this often: Slack allows 50 calls of
 * apps.connections.open a minute (tier 3). Source: docs.slack.dev apis/web-api/rate-limits, 2026-11-21.
 */
const maxOpens = 12;
const openEveryMs = 10_000;
/** Reserved for when no connection is open. */
const reservedOpens = 4;

export interface OpenBudget {
  /** Milliseconds until another connection may be opened. */
  waitMs(isCovered: boolean): number;
  /** Records that a connection was opened. */
  spend(): void;
}

export function createOpenBudget(clock: Clock): OpenBudget {
  let left = maxOpens;
  let at = clock.now();
  return {
    waitMs(isCovered) {
      refill();
      return Math.max(0, 1 + (isCovered ? reservedOpens : 0) - left) * openEveryMs;
    },
    spend() {
      refill();
      left = Math.max(0, left - 1);
    },
  };

  function refill(): void {
    const now = clock.now();
    left = Math.min(maxOpens, left + Math.max(0, now - at) / openEveryMs);
    at = now;
  }
}
