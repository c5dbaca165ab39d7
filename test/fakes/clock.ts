/**
 * A clock that is moved by hand. Waits end in the order of their times, and everything that follows from those of one instant
 * is done before the next.
 */
import type { Clock } from '../../src/kit/base/clock.ts';

export interface ManualClock extends Clock {
  /** Advances the time, ending waits on the way. Resolves when everything that follows from them is done. */
  advance(byMs: number): Promise<void>;
  /** Lets everything happen that is ready, without advancing the time. */
  settle(): Promise<void>;
  /** Advances the time until the promise is settled, by at most `limitMs`. */
  until<T>(promise: Promise<T>, limitMs?: number): Promise<T>;
  /** The number of waits that have not ended. */
  waiting(): number;
}

interface Timer {
  readonly at: number;
  readonly end: () => void;
}

export function createManualClock(startAt = Date.UTC(2026, 0, 5, 9)): ManualClock {
  let now = startAt;
  const timers = new Set<Timer>();

  return { now: () => now, wait, advance, settle, until, waiting: () => timers.size };

  function wait(waitMs: number, signal?: AbortSignal): Promise<void> {
    if (Number.isNaN(waitMs)) throw new Error('cannot wait for NaN milliseconds');
    if (signal?.aborted || waitMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      // As Node's timers: whole milliseconds, and at least one, so that repeated tiny waits cannot stop the time.
      const timer: Timer = { at: now + Math.max(1, Math.trunc(waitMs)), end };
      timers.add(timer);
      signal?.addEventListener('abort', end, { once: true });
      function end(): void {
        timers.delete(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      }
    });
  }

  /** When the next waits end. */
  function nextAt(): number {
    let at = Number.POSITIVE_INFINITY;
    for (const timer of timers) at = Math.min(at, timer.at);
    return at;
  }

  /** Moves to this time, and ends the waits that are due. */
  async function step(at: number): Promise<void> {
    now = at;
    for (const timer of [...timers]) if (timer.at === at) timer.end();
    await settle();
  }

  async function advance(byMs: number): Promise<void> {
    const target = now + byMs;
    await settle();
    for (let at = nextAt(); at <= target; at = nextAt()) await step(at);
    now = target;
  }

  async function until<T>(promise: Promise<T>, limitMs = 3_600_000): Promise<T> {
    let over = false;
    const done = (): void => {
      over = true;
    };
    promise.then(done, done);
    const target = now + limitMs;
    await settle();
    for (let at = nextAt(); !over && at <= target; at = nextAt()) await step(at);
    if (!over) throw new Error(`the promise is not settled within ${limitMs} ms, or there is nothing left to wait for`);
    return promise;
  }

  /** Takes several turns of the event loop; a database answers within a few. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
