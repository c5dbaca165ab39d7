/**
 * Estimates when calls arrive at Discord. Discord counts a call when it arrives, and most responses report that time by
 * Discord's clock. The fastest call gives the minimum transit time, so the next call can be sent before a window ends and
 * arrive just after.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import { type LimitResponse, numberIn } from './rate-limit-headers.ts';

/** How much faster than all earlier calls a call may be: in a busy process, each may have been sent a little late. */
export const marginMs = 15;
/** How far two clocks may drift apart, in milliseconds per millisecond. */
const maxDrift = 0.001;

export class ArrivalClock {
  readonly #clock: Clock;
  /** The smallest difference seen between Discord's clock at a call's arrival and ours when it was sent. */
  #offset = { ms: Number.POSITIVE_INFINITY, at: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns when the call arrived, by Discord's clock; undefined if the response does not report it. */
  learn(response: LimitResponse, sentAt: number): number | undefined {
    const arrivedAt = 1_000 * (numberIn(response, 'x-ratelimit-reset') - numberIn(response, 'x-ratelimit-reset-after'));
    if (!(arrivedAt > 0)) return undefined;
    const now = this.#clock.now();
    // Clocks drift, so older measurements gradually lose to newer ones.
    const driftedMs = this.#offset.ms + maxDrift * (now - this.#offset.at);
    this.#offset = { ms: Math.min(driftedMs, arrivedAt - sentAt), at: now };
    return arrivedAt;
  }

  /**
   * When to send a call, by our clock, so that it arrives no sooner than `afterMs` after `theirs`, a time by Discord's clock.
   * Without `theirs`, counts from now.
   */
  sendableAt(theirs: number | undefined, afterMs: number): number {
    // Whole milliseconds, as clocks wait.
    return Math.ceil(afterMs + marginMs + (theirs === undefined ? this.#clock.now() : theirs - this.#offset.ms));
  }
}
