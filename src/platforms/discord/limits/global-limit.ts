/** Discord's limit on all calls of a bot together. Source: developer docs "Topics: Rate Limits, Global", read 2026-11-21. */
import type { Clock } from '../../../base/clock.ts';
import type { ArrivalClock } from './arrival-clock.ts';

/** Calls in a second. */
export const globalLimit = 50;
export const globalWindowMs = 1_000;
/** How soon to look again when every call of a second is still under way. */
export const lookAgainMs = 50;

export class GlobalLimit {
  readonly #clock: Clock;
  readonly #arrivals: ArrivalClock;
  /** Until when each answered call counts, oldest first. */
  readonly #counting: number[] = [];
  #underWay = 0;
  #closedUntil = 0;

  constructor(clock: Clock, arrivals: ArrivalClock) {
    this.#clock = clock;
    this.#arrivals = arrivals;
  }

  /** When one more call may be sent, after `others` that wait to be sent. */
  freeAt(others: number): number {
    const now = this.#clock.now();
    while (this.#counting[0] !== undefined && this.#counting[0] <= now) this.#counting.shift();
    const isFull = this.#underWay + this.#counting.length + others >= globalLimit;
    return Math.max(isFull ? (this.#counting[0] ?? now + lookAgainMs) : now, this.#closedUntil);
  }

  sent(): void {
    this.#underWay += 1;
  }

  /** `arrivedAt`: by Discord's clock, where that is known. */
  answered(arrivedAt: number | undefined): void {
    this.#underWay -= 1;
    this.#counting.push(this.#arrivals.sendableAt(arrivedAt, globalWindowMs));
    this.#counting.sort((one, other) => one - other);
  }

  close(until: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, until);
  }
}
