/** Keeps projects up to date while the service runs: resumes open updates, follows other replicas, watches folders. */
import type { Logger } from '../../kit/base/logger.ts';
import type { UpdatableProject } from './update-queue.ts';
import { watchFolder } from './watcher.ts';

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
