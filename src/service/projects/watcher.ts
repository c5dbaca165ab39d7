/**
 * Watches a docs folder and calls back after each burst of changes. Every subfolder has a watch of its own: Node's recursive
 * watch follows single files on Linux and loses those that an editor replaces; chokidar has a watch for each file, too, and the
 * docs are read again as a whole anyway.
 */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../kit/base/logger.ts';

/** Editors write a file in several steps; a checkout changes many. */
const quietMs = 200;
/** The longest burst: changes that do not stop are reported after this. */
const maxBurstMs = 2_000;
/** A missing folder may come back: some docs builds remove it first. */
const retryMs = 1_000;

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
    timer = setTimeout(report, Math.min(quietMs, burstSince + maxBurstMs - performance.now()));
  }

  function report(): void {
    burstSince = undefined;
    // Changes from now on are reported again; earlier ones are read now.
    if (watchAll()) onChange();
    else timer = setTimeout(report, retryMs);
  }

  function watchAll(): boolean {
    const before = watches;
    const opened: FSWatcher[] = [];
    watches = opened;
    try {
      for (const path of foldersIn(folder)) opened.push(watch(path, (_, file) => changed(file)).on('error', lost));
      isLost = false;
      return true;
    } catch (error) {
      lost(error);
      return false;
    } finally {
      for (const watcher of before) watcher.close();
    }
  }

  function lost(error: unknown): void {
    // It is retried every second; one line is enough.
    if (!isLost) logger.warn({ err: error }, 'folder cannot be watched');
    isLost = true;
  }

  if (!watchAll()) timer = setTimeout(report, retryMs);
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watches) watcher.close();
    },
  };
}

/** The folder and all readable ones below it. Throws when the folder itself cannot be read. */
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
    // It has just been removed, which its parent's watch reports, or it is not readable.
    return [];
  }
}

/**
 * Whether a change of this file or folder may affect the served docs. Hidden files do not, nor do databases and logs: the
 * service may keep its own in the folder, and each reading of the docs would trigger the next.
 */
export function concernsDocs(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && !/\.(?:db|sqlite3?|log)(?:-\w+)?$/i.test(name);
}
