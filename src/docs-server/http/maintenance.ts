/**
 * What a running service does by itself: frees what is over, follows other services, reads folders that change. In: its
 * parts. Out: something to dispose of when it stops. Effects: timers, watches, the database.
 */

import type { Logger } from '../../base/logger.ts';
import type { ServiceStore } from '../../store/service/store.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';
import { watchFolder } from '../projects/watcher.ts';

const sweepMs = 3_600_000;
/** Threads that nobody used for that long are forgotten. */
const keepThreadsMs = 90 * 24 * 3_600_000;

/** Frees what is over, now and every hour. */
export function startRetention(store: ServiceStore, logger: Logger): Disposable {
  const sweep = (): void => {
    store.forget(Date.now(), Date.now() - keepThreadsMs).catch((error: unknown) => {
      logger.warn({ err: error }, 'nothing freed');
    });
  };
  sweep();
  const timer = setInterval(sweep, sweepMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Each project goes on with its updates, and from then on with those of other processes. */
export function startFollowing(projects: readonly UpdatableProject[], everyMs: number): Disposable {
  for (const { updates } of projects) updates.resume();
  const timer = setInterval(() => {
    for (const { updates } of projects) updates.follow();
  }, everyMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** A project of a folder is updated whenever something in the folder changes; others are left alone. */
export function startWatching({ project, updates }: UpdatableProject, logger: Logger): Disposable {
  const { source, id } = project.settings;
  if (!('folder' in source)) return { [Symbol.dispose]: () => {} };
  const onChange = (): void => {
    updates.queue('internal').catch((error: unknown) => logger.error({ err: error, project: id }, 'change not read'));
  };
  const watch = watchFolder(source.folder, onChange, logger);
  return { [Symbol.dispose]: () => watch.close() };
}
