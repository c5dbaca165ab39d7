import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import {
  type KeptIndexRequest,
  updateInThread,
  updateKeptIndex,
} from '../../../../src/service/search/indexer/indexer.ts';
import { docsFolder } from '../../folder.ts';

function request(indexDir = join(docsFolder({}), 'docs.index')): KeptIndexRequest {
  const docsDir = docsFolder({ 'a.md': '# Kettle\n\nIt boils.', 'b.md': '# Pot\n\n[The kettle](a.md)' });
  return { docsDir, siteUrl: undefined, segments: [], indexDir };
}

async function pagesRead(asked: KeptIndexRequest): Promise<number> {
  return (await updateKeptIndex(asked)).changed;
}

test('a start loads the stored index, and reads only changed pages', async () => {
  const asked = request();
  expect([await pagesRead(asked), await pagesRead(asked)]).toEqual([2, 0]);
  appendFileSync(join(asked.docsDir, 'b.md'), '\n\nIt is hot.');
  expect([await pagesRead(asked), await pagesRead(asked)]).toEqual([1, 0]);
  expect(readdirSync(asked.indexDir)).toHaveLength(2);
});

test.each<readonly [string, (folder: string, segment: string) => void]>([
  ['a segment is truncated', (folder, segment) => truncateSync(join(folder, segment), 100)],
  [
    'a byte of a segment is wrong',
    (folder, segment) => {
      const bytes = readFileSync(join(folder, segment));
      bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
      writeFileSync(join(folder, segment), bytes);
    },
  ],
  ['the manifest is not valid JSON', (folder) => writeFileSync(join(folder, 'index.json'), '{"version":')],
  ['the manifest is other JSON', (folder) => writeFileSync(join(folder, 'index.json'), 'null')],
  [
    'it was written by another version',
    (folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
      writeFileSync(join(folder, 'index.json'), JSON.stringify({ ...manifest, version: 'another' }));
    },
  ],
])('everything is read again if %s', async (_, damage) => {
  const asked = request();
  await updateKeptIndex(asked);
  const segment = readdirSync(asked.indexDir).find((name) => name.endsWith('.segment')) ?? '';
  damage(asked.indexDir, segment);
  expect([await pagesRead(asked), await pagesRead(asked)]).toEqual([2, 0]);
});

test('everything is read again if the site’s address changes, since links contain it', async () => {
  const asked = request();
  await updateKeptIndex(asked);
  expect(await pagesRead({ ...asked, siteUrl: 'https://kettle.example' })).toBe(2);
});

test('docs are served even if their index cannot be stored', async () => {
  const file = join(docsFolder({ 'file.md': '' }), 'file.md');
  const updated = await updateKeptIndex(request(join(file, 'docs.index')));
  expect([updated.changed, updated.notKept]).toEqual([2, expect.objectContaining({ code: 'ENOTDIR' })]);
});

test('a worker thread builds the same index, and reports why docs cannot be read', async () => {
  const asked = request();
  const progress: string[] = [];
  const inThread = await updateInThread(asked, { onProgress: (done, of) => progress.push(`${done}/${of}`) });
  expect([inThread.changed, progress]).toEqual([2, ['1/2', '2/2']]);
  expect(await pagesRead(asked)).toBe(0);
  await expect(updateInThread({ ...asked, docsDir: docsFolder({}) })).rejects.toMatchObject({
    name: 'DocsServerError',
    code: 'folder_empty',
    message: expect.stringContaining('holds no file in a format that Docent reads'),
  });
});

test('an aborted worker thread ends', async () => {
  const stopping = new AbortController();
  const asked = request();
  const updating = updateInThread(asked, {
    signal: stopping.signal,
    onProgress: () => stopping.abort(new Error('stopped')),
  });
  await expect(updating).rejects.toThrow('stopped');
});

test('a worker thread that is stuck on a page is terminated, and the error says how far it got', async () => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.postMessage({ kind: 'progress', done: 1, of: 2 });
      for (;;);`)}`,
  );
  await expect(updateInThread(request(), { script, maxStepMs: 100 })).rejects.toMatchObject({
    code: 'docs_failed',
    message: 'Reading the docs got stuck after 1 of 2 pages; please report this.',
  });
});

test('a worker thread is not terminated if Node cannot report its CPU time (before 24.6)', async () => {
  const { cpuUsage } = Worker.prototype;
  Reflect.deleteProperty(Worker.prototype, 'cpuUsage');
  onTestFinished(() => {
    Worker.prototype.cpuUsage = cpuUsage;
  });
  const updated = { changed: 1, segments: [], problems: [] };
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      setTimeout(() => parentPort.postMessage({ kind: 'updated', updated: ${JSON.stringify(updated)} }), 1_500);`)}`,
  );
  expect(await updateInThread(request(), { script, maxStepMs: 100 })).toEqual(updated);
});
