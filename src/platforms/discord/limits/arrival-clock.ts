/**
 * When calls arrive at Discord, by our own clock. Discord counts a call when it arrives, some time after it was sent and
 * before its response came; most responses say when, by Discord's clock. The call that arrived soonest shows how long each
 * takes at least, so one more may be sent before a window is over and arrives just after.
 */
import type { Clock } from '../../../base/clock.ts';
import { type LimitResponse, numberIn } from './rate-limit-headers.ts';

/** A call may arrive this much sooner than any before: in a busy process all of them may have waited a little. */
export const marginMs = 15;
/** How much two clocks may drift apart, in milliseconds per millisecond. */
const maxDrift = 0.001;

export class ArrivalClock {
  readonly #clock: Clock;
  /** The smallest difference seen between Discord's clock at a call's arrival and ours when it was sent. */
  #offset = { ms: Number.POSITIVE_INFINITY, at: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** When the call arrived, by Discord's clock; undefined: the response does not say. */
  learn(response: LimitResponse, sentAt: number): number | undefined {
    const arrivedAt = 1_000 * (numberIn(response, 'x-ratelimit-reset') - numberIn(response, 'x-ratelimit-reset-after'));
    if (!(arrivedAt > 0)) return undefined;
    const now = this.#clock.now();
    // Clocks drift, so an old measurement yields to a newer one.
    const driftedMs = this.#offset.ms + maxDrift * (now - this.#offset.at);
    this.#offset = { ms: Math.min(driftedMs, arrivedAt - sentAt), at: now };
    return arrivedAt;
  }

  /**
   * When a call may be sent, by our clock, that is to arrive `afterMs` after an instant of Discord's; undefined: one that is
   * past at the latest now.
   */
  sendableAt(theirs: number | undefined, afterMs: number): number {
    // Whole milliseconds, as clocks wait.
    return Math.ceil(afterMs + marginMs + (theirs === undefined ? this.#clock.now() : theirs - this.#offset.ms));
  }
}
