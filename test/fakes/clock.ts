/**
 * A clock that moves by hand. In: advance(ms). Out: waits that end in the order of their times, everything that follows
 * from those of one instant done before the next.
 */
import type { Clock } from '../../src/base/clock.ts';

export interface ManualClock extends Clock {
  /** Moves on, ending waits on the way. Resolves when nothing more follows from them. */
  advance(byMs: number): Promise<void>;
  /** Lets everything that is ready happen, without moving. */
  settle(): Promise<void>;
  /** Moves on until the promise resolves, at most `limitMs`. */
  until<T>(promise: Promise<T>, limitMs?: number): Promise<T>;
  /** Waits that have not ended. */
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
    if (signal?.aborted || waitMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer: Timer = { at: now + waitMs, end };
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

  /** Ends the waits that end next. */
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
    if (!over) throw new Error(`nothing more happens, or not within ${limitMs} ms`);
    return promise;
  }

  /** Several turns of the event loop: a database answers in few. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
