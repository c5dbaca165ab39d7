/** Runs jobs one step at a time with a pause after each step: first in, first out, except for prioritized jobs. */
import type { Clock } from '../../../../../kit/base/clock.ts';

export interface Job {
  readonly key: string;
  /** Runs one step. Returns false after the last one. Never fails. */
  step(): Promise<boolean>;
}

export interface PacedQueue {
  add(job: Job): void;
  /** Moves the jobs with this key to the front. */
  prioritize(key: string): void;
}

/** No further step starts once the signal aborts. */
export function createPacedQueue(pauseMs: number, clock: Clock, signal: AbortSignal): PacedQueue {
  let jobs: readonly Job[] = [];
  let isRunning = false;

  return {
    add(job) {
      jobs = [...jobs, job];
      if (!isRunning) void run();
    },
    prioritize(key) {
      jobs = [...jobs.filter((job) => job.key === key), ...jobs.filter((job) => job.key !== key)];
    },
  };

  async function run(): Promise<void> {
    isRunning = true;
    for (let [job] = jobs; job && !signal.aborted; [job] = jobs) {
      const current = job;
      if (!(await job.step())) jobs = jobs.filter((other) => other !== current);
      await clock.wait(pauseMs, signal);
    }
    isRunning = false;
  }
}
