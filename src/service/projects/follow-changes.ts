/**
 * Keeps projects up to date while the service runs: resumes open updates, follows other replicas, watches folders, and
 * updates what has not been fetched for long.
 */
import { type Clock, endWait, systemClock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { UpdatableProject } from './update-queue.ts';
import { watchFolder } from './watcher.ts';

const hourMs = 3_600_000;

/** Each project resumes its open updates, then runs and follows those of other processes every `everyMs`. */
export function startFollowing(projects: readonly UpdatableProject[], everyMs: number): Disposable {
  for (const { updates } of projects) updates.resume();
  const timer = setInterval(() => {
    for (const { updates } of projects) updates.follow();
  }, everyMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** A project of a folder is updated whenever something in the folder changes; others are not. */
export function startWatching({ project, updates }: UpdatableProject, logger: Logger): Disposable {
  const { source, id } = project.settings;
  if (!('folder' in source)) return { [Symbol.dispose]: () => {} };
  const onChange = (): void => {
    updates.queue('internal').catch((error: unknown) => logger.error({ err: error, project: id }, 'update not queued'));
  };
  const watch = watchFolder(source.folder, onChange, logger);
  return { [Symbol.dispose]: () => watch.close() };
}

/** A project that says how often is updated whenever its docs were fetched so long ago; what failed is tried every hour. */
export function startSchedule(
  { project, updates }: UpdatableProject,
  logger: Logger,
  clock: Clock = systemClock,
): Disposable {
  const ending = new AbortController();
  const { everyHours, id } = project.settings;
  if (everyHours !== undefined) void run(everyHours * hourMs);
  return { [Symbol.dispose]: () => endWait(ending) };

  async function run(everyMs: number): Promise<void> {
    await project.begun;
    const failedAt = clock.now();
    while (!ending.signal.aborted) {
      const fetchedAt = project.fetchedAt();
      const dueAt = fetchedAt === undefined ? failedAt + hourMs : fetchedAt + everyMs;
      if (dueAt <= clock.now()) await updates.queue('internal').catch(notQueued);
      await clock.wait(Math.max(dueAt - clock.now(), hourMs), ending.signal);
    }
  }

  function notQueued(error: unknown): void {
    logger.error({ err: error, project: id }, 'update not queued');
  }
}
