/**
 * A folder watched while somebody writes docs in it. In: a folder. Out: a call after each burst of changes. Effects: watches
 * of the file system until `close`.
 *
 * Each folder in it is watched by itself: where Node watches a tree as a whole it watches single files, and loses those
 * that an editor puts another one in place of.
 */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../base/logger.ts';

/** Editors write a file in several steps; a checkout changes many. */
const quietMs = 200;
/** A burst that does not end is told of all the same. */
const maxBurstMs = 2_000;
/** A folder that was taken away may come back: whoever builds docs may begin with an empty place. */
const retryMs = 1_000;

/** Watches until it is closed. */
export interface FolderWatch {
  close(): void;
}

/** `onChange` is called once the folder has been quiet for a moment. A folder that cannot be watched is logged, and tried again. */
export function watchFolder(folder: string, onChange: () => void, logger: Logger): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  let burstSince: number | undefined;
  let watches: readonly FSWatcher[] = [];
  let isLost = false;

  function changed(file: string | null): void {
    if (file !== null && !concernsDocs(file)) return;
    burstSince ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(tell, Math.min(quietMs, burstSince + maxBurstMs - performance.now()));
  }

  function tell(): void {
    burstSince = undefined;
    // What changes from here on is told of again; what changed before is read now.
    if (watchAll()) onChange();
    else timer = setTimeout(tell, retryMs);
  }

  function watchAll(): boolean {
    const before = watches;
    const opened: FSWatcher[] = [];
    watches = opened;
    try {
      for (const each of foldersIn(folder)) opened.push(watch(each, (_, file) => changed(file)).on('error', lost));
      isLost = false;
      return true;
    } catch (error) {
      lost(error);
      return false;
    } finally {
      for (const each of before) each.close();
    }
  }

  function lost(error: unknown): void {
    // It is tried again each second: told once is enough.
    if (!isLost) logger.warn({ err: error }, 'folder cannot be watched');
    isLost = true;
  }

  if (!watchAll()) timer = setTimeout(tell, retryMs);
  return {
    close() {
      clearTimeout(timer);
      for (const each of watches) each.close();
    },
  };
}

/** Itself, and those inside that can be read. Throws where it cannot be read itself. */
function foldersIn(folder: string): readonly string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && concernsDocs(entry.name),
  );
  return [folder, ...inside.flatMap((entry) => readableIn(join(folder, entry.name)))];
}

function readableIn(folder: string): readonly string[] {
  try {
    return foldersIn(folder);
  } catch {
    // It went away in this moment, which its own folder tells of, or it is not for us.
    return [];
  }
}

/**
 * Whether a change of this file or folder may change what is served. Hidden ones do not; nor do databases and logs: the
 * service may keep its own in the folder, and would read the docs for ever because it had read them.
 */
export function concernsDocs(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && !/\.(?:db|sqlite3?|log)(?:-\w+)?$/i.test(name);
}
