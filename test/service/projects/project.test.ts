import { expect, test } from 'vitest';
import { openProject, type Project } from '../../../src/service/projects/project.ts';
import { startDocsService } from '../../../src/service/service.ts';
import { docsFolder, silent } from '../folder.ts';
import { project } from '../serving.ts';

function folderOf(pages: number): string {
  return docsFolder(
    Object.fromEntries(Array.from({ length: pages }, (_, at) => [`${at}.md`, `# Page ${at}\n\nText.`])),
  );
}

function opened(folder: string, signal: AbortSignal, onProgress = (): void => {}): Promise<Project> {
  return openProject(project({ folder }), { dataDir: folder, logger: silent, signal, onProgress });
}

test('a project that is closed during its first reading stops reading, without a failure', async () => {
  const stopping = new AbortController();
  let read = 0;
  const closed = await opened(folderOf(500), stopping.signal, () => {
    read += 1;
    stopping.abort();
  });
  expect([closed.corpus(), closed.failure()]).toEqual([undefined, undefined]);
  expect(read).toBeLessThan(500);
});

test('an aborted update leaves the served docs in place', async () => {
  const docs = await opened(folderOf(50), new AbortController().signal);
  const before = docs.corpus()?.current();
  const ending = new AbortController();
  const update = docs.update(async () => {}, ending.signal);
  ending.abort(new Error('stopped'));
  await expect(update).rejects.toThrow('stopped');
  expect(docs.corpus()?.current()).toBe(before);
});

test('a service whose signal aborts during startup does not start', async () => {
  const stopping = new AbortController();
  const onProgress = (): void => stopping.abort(new Error('stopped'));
  const starting = startDocsService([project({ folder: folderOf(50) })], {
    port: 0,
    logger: silent,
    signal: stopping.signal,
    onProgress,
  });
  await expect(starting).rejects.toThrow('stopped');
});
