/**
 * Simulated time, and processes that live in it. In: waits. Out: events in order of time. A killed process never continues:
 * nothing that it awaits ever resolves.
 */
import type { Clock } from '../../../src/kit/base/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  fire(): void;
}

export interface Time {
  now(): number;
  /** Does something after a delay. */
  after(waitMs: number, act: () => void): void;
  /** Advances to the time. Resolves when everything that follows is done. */
  runUntil(at: number): Promise<void>;
}

export function createTime(startAt: number): Time {
  let now = startAt;
  let order = 0;
  const timers: Timer[] = [];

  return {
    now: () => now,
    after(waitMs, act) {
      order += 1;
      insert({ at: now + Math.max(0, waitMs), order, fire: act });
    },
    async runUntil(at) {
      await settle();
      for (let timer = timers[0]; timer && timer.at <= at; timer = timers[0]) {
        timers.shift();
        now = timer.at;
        timer.fire();
        await settle();
      }
      now = at;
    },
  };

  function insert(timer: Timer): void {
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = timers[middle];
      if (other && (other.at < timer.at || (other.at === timer.at && other.order < timer.order))) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
  }
}

/**
 * Lets everything that is ready happen: the database here responds without waiting for anything outside the process.
 */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

/** A process, alive until it is killed. Its clock is fast or slow, and may jump. */
export interface Life {
  alive: boolean;
  skewMs: number;
  jumped: boolean;
}

const never = new Promise<never>(() => undefined);

/** The clock as a process reads it. Waits have the right length, however it jumps. */
export function clockOf(life: Life, time: Time): Clock {
  return {
    now: () => time.now() + life.skewMs,
    wait(waitMs, signal) {
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        let over = false;
        const end = (): void => {
          if (over || !life.alive) return;
          over = true;
          signal?.removeEventListener('abort', end);
          resolve();
        };
        signal?.addEventListener('abort', end, { once: true });
        time.after(waitMs, end);
      });
    },
  };
}

/** An act of a process: it begins only while the process is alive, and a dead process never learns the result. */
export async function living<T>(life: Life, act: () => Promise<T>): Promise<T> {
  if (!life.alive) return never;
  try {
    const result = await act();
    return life.alive ? result : never;
  } catch (error) {
    if (!life.alive) return never;
    throw error;
  }
}
