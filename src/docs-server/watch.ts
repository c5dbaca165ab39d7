/**
 * A folder watched while somebody writes docs in it. In: a folder. Out: a call after each burst of changes. Effects: watches
 * of the file system until `close`.
 */
import { type FSWatcher, watch } from 'node:fs';
import type { Logger } from './corpus.ts';

/** Editors write a file in several steps; a checkout changes many. */
const quietMs = 200;

export interface FolderWatch {
  close(): void;
}

/** `onChange` is called once the folder has been quiet for a moment. A folder that cannot be watched is logged. */
export function watchFolder(folder: string, onChange: () => void, logger: Logger): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(onChange, quietMs);
    });
    watcher.on('error', (error) => logger.warn({ err: error }, 'folder not watched any more'));
  } catch (error) {
    logger.warn({ err: error }, 'folder cannot be watched');
  }
  return {
    close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
