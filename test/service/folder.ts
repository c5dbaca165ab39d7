/** A docs folder for one test, removed when the test ends. In: file contents by name. Out: the folder's path. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export function docsFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

export const siteFolder = join(import.meta.dirname, '../fixtures/docs/site');

/** A real corpus: the documentation in the `ai` package. */
export const aiFolder = join(import.meta.dirname, '../../node_modules/ai/docs');

export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
