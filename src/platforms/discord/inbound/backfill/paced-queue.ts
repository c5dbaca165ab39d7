/** Jobs done a step at a time with a pause after each step, first come first served, except for prioritized ones. */
import type { Clock } from '../../../../base/clock.ts';

export interface Job {
  readonly key: string;
  /** Does one step; false: it was the last one. Never fails. */
  step(): Promise<boolean>;
}

export interface PacedQueue {
  add(job: Job): void;
  /** The jobs with this key go before all others. */
  prioritize(key: string): void;
}

/** When the signal aborts, no further step begins. */
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
      const done = job;
      if (!(await job.step())) jobs = jobs.filter((each) => each !== done);
      await clock.wait(pauseMs, signal);
    }
    isRunning = false;
  }
}
