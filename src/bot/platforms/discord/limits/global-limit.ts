/** Discord's global rate limit: all calls of a bot together. Source: developer docs "Topics: Rate Limits, Global", read 2026-11-21. */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { ArrivalClock } from './arrival-clock.ts';

/** Calls per second. */
export const globalLimit = 50;
export const globalWindowMs = 1_000;
/** When to check again while all calls of a second are still in flight. */
export const recheckMs = 50;

export class GlobalLimit {
  readonly #clock: Clock;
  readonly #arrivals: ArrivalClock;
  /** When each answered call stops counting, oldest first. */
  readonly #expiries: number[] = [];
  #inFlight = 0;
  #closedUntil = 0;

  constructor(clock: Clock, arrivals: ArrivalClock) {
    this.#clock = clock;
    this.#arrivals = arrivals;
  }

  /** When another call may be sent, after `others` that are waiting. */
  freeAt(others: number): number {
    const now = this.#clock.now();
    while (this.#expiries[0] !== undefined && this.#expiries[0] <= now) this.#expiries.shift();
    const isFull = this.#inFlight + this.#expiries.length + others >= globalLimit;
    return Math.max(isFull ? (this.#expiries[0] ?? now + recheckMs) : now, this.#closedUntil);
  }

  sent(): void {
    this.#inFlight += 1;
  }

  /** `arrivedAt`: by Discord's clock, if known. */
  answered(arrivedAt: number | undefined): void {
    this.#inFlight -= 1;
    this.#expiries.push(this.#arrivals.sendableAt(arrivedAt, globalWindowMs));
    this.#expiries.sort((one, other) => one - other);
  }

  close(until: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, until);
  }
}
