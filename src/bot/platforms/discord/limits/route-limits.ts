/**
 * Rate limits of single routes, learnt from responses: which routes share a limit, how many calls a window allows, and how
 * many of those are left. Source: developer docs "Topics: Rate Limits", read 2026-11-21.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { ReportedLimit } from '../../../core/ports/budget.ts';
import type { ArrivalClock } from './arrival-clock.ts';
import type { LimitKey } from './limit-key.ts';
import { type LimitResponse, numberIn, waitMsIn } from './rate-limit-headers.ts';

/** At most `limit` calls in any window. */
export interface LimitSize {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Used until Discord reports a limit. It publishes no numbers for single routes; 5 calls in 5 s is what others have observed
 * for messages in one channel. Source: github.com/discord-net/Discord.Net/issues/2375, read 2026-11-21.
 */
const assumed: LimitSize = { limit: 5, windowMs: 5_000 };
/** Above this number, expired windows are dropped. */
const maxWindows = 1_000;

export class RouteLimits {
  readonly #clock: Clock;
  readonly #arrivals: ArrivalClock;
  /** By kind. `bucket` is Discord's name for the limit, which several kinds may share. */
  readonly #kinds = new Map<string, LimitSize & { readonly bucket: string }>();
  readonly #windows = new Map<string, ReportedLimit>();
  /** The number of calls in flight, by limit. */
  readonly #inFlight = new Map<string, number>();

  constructor(clock: Clock, arrivals: ArrivalClock) {
    this.#clock = clock;
    this.#arrivals = arrivals;
  }

  size({ kind }: LimitKey): LimitSize {
    return this.#kinds.get(kind) ?? assumed;
  }

  /** undefined if nothing was reported in the current window. */
  reported(key: LimitKey): ReportedLimit | undefined {
    const window = this.#windows.get(this.#nameOf(key));
    return window && window.resetAt > this.#clock.now() ? window : undefined;
  }

  /** Whether the calls in flight may use up what is left of a limit whose size is known. */
  isCrowded(key: LimitKey): boolean {
    const left = this.reported(key)?.remaining ?? this.#kinds.get(key.kind)?.limit;
    return left !== undefined && (this.#inFlight.get(this.#nameOf(key)) ?? 0) >= left;
  }

  /** Returns a function to call once when the call has ended. */
  sent(key: LimitKey): () => void {
    const name = this.#nameOf(key);
    this.#inFlight.set(name, (this.#inFlight.get(name) ?? 0) + 1);
    return () => {
      const count = (this.#inFlight.get(name) ?? 0) - 1;
      if (count > 0) this.#inFlight.set(name, count);
      else this.#inFlight.delete(name);
    };
  }

  /** `arrivedAt`: by Discord's clock, if known. */
  learn(key: LimitKey, response: LimitResponse, sentAt: number, arrivedAt: number | undefined): void {
    const [limit, remaining] = [numberIn(response, 'x-ratelimit-limit'), numberIn(response, 'x-ratelimit-remaining')];
    const resetMs = waitMsIn(response, 'x-ratelimit-reset-after');
    const bucket = response.headers.get('x-ratelimit-bucket');
    if (bucket !== null && limit > 0) {
      // Only the first call of a window shows the window's length.
      const windowMs = remaining === limit - 1 && resetMs > 0 ? resetMs : this.#kinds.get(key.kind)?.windowMs;
      this.#kinds.set(key.kind, { bucket, limit, windowMs: windowMs ?? (limit * assumed.windowMs) / assumed.limit });
    }
    if (response.status !== 429 && remaining >= 0 && resetMs >= 0) {
      this.#update(key, { remaining, resetAt: this.#arrivals.sendableAt(arrivedAt, resetMs), reportedAt: sentAt });
    }
  }

  close(key: LimitKey, until: number, reportedAt: number): void {
    this.#update(key, { remaining: 0, resetAt: until, reportedAt });
  }

  /** Responses arrive out of order: within a window the lowest remainder wins, and reports of an earlier window are ignored. */
  #update(key: LimitKey, reported: ReportedLimit): void {
    const name = this.#nameOf(key);
    const known = this.#windows.get(name);
    const newerMs = known ? reported.resetAt - known.resetAt : Number.POSITIVE_INFINITY;
    const halfMs = this.size(key).windowMs / 2;
    if (known && (newerMs < -halfMs || (newerMs < halfMs && reported.remaining > known.remaining))) return;
    if (this.#windows.size >= maxWindows) this.#dropExpired();
    this.#windows.set(name, reported);
  }

  #dropExpired(): void {
    const now = this.#clock.now();
    for (const [name, { resetAt }] of this.#windows) if (resetAt <= now) this.#windows.delete(name);
  }

  #nameOf({ kind, major }: LimitKey): string {
    return `${this.#kinds.get(kind)?.bucket ?? kind} ${major}`;
  }
}
