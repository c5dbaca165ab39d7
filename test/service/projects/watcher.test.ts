import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { concernsDocs, watchFolder } from '../../../src/service/projects/watcher.ts';
import { docsFolder, silent } from '../folder.ts';

function watched(folder: string, onWarning: (phrase: string) => void = () => {}): () => number {
  let calls = 0;
  const logger = { ...silent, warn: (_: object, phrase: string) => onWarning(phrase) };
  const watch = watchFolder(folder, () => void calls++, logger);
  onTestFinished(() => watch.close());
  return () => calls;
}

const pollOptions = { interval: 20 };

test('saving, moving and deleting a page is reported, however it is done', async () => {
  const folder = docsFolder({ 'a.md': 'a', 'sub/b.md': 'b' });
  const at = (name: string): string => join(folder, name);
  const calls = watched(folder);
  const changes = [
    () => writeFileSync(at('a.md'), 'again'),
    // How editors save: a new file replaces the old one.
    () => {
      writeFileSync(at('a.md.tmp'), 'atomic');
      renameSync(at('a.md.tmp'), at('a.md'));
    },
    () => writeFileSync(at('a.md'), 'after the file was replaced'),
    () => renameSync(at('sub/b.md'), at('sub/c.md')),
    () => {
      mkdirSync(at('new/deep'), { recursive: true });
      writeFileSync(at('new/deep/d.md'), 'd');
    },
    () => writeFileSync(at('new/deep/d.md'), 'in a folder that was created later'),
    () => rmSync(at('new'), { recursive: true }),
  ];
  for (const change of changes) {
    const before = calls();
    change();
    await expect.poll(calls, pollOptions).toBeGreaterThan(before);
  }
});

test('a folder that never stops changing is reported, too', async () => {
  const folder = docsFolder({ 'a.md': 'a' });
  const calls = watched(folder);
  const writing = setInterval(() => writeFileSync(join(folder, 'a.md'), String(performance.now())), 20);
  onTestFinished(() => clearInterval(writing));
  await expect.poll(calls, pollOptions).toBeGreaterThan(0);
});

test.each([
  ['a.md', true],
  ['docs.json', true],
  ['_code.ts', true],
  ['guides', true],
  ['docent-serve.db', false],
  ['docent-serve.db-wal', false],
  ['serve.log', false],
  ['.git', false],
  ['.a.md.swp', false],
  ['node_modules', false],
])('a change of %s concerns the docs: %s', (name, expected) => {
  expect(concernsDocs(name)).toBe(expected);
});

test('a removed folder is watched again once it is back', async () => {
  const folder = docsFolder({ 'docs/a.md': 'a' });
  const docs = join(folder, 'docs');
  const phrases: string[] = [];
  const calls = watched(docs, (phrase) => phrases.push(phrase));
  rmSync(docs, { recursive: true });
  await expect.poll(() => phrases.length, pollOptions).toBeGreaterThan(0);
  mkdirSync(docs);
  await expect.poll(calls, pollOptions).toBe(1);
  writeFileSync(join(docs, 'b.md'), 'b');
  await expect.poll(calls, pollOptions).toBe(2);
});

test('a missing folder is logged once, however often it is retried', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const phrases: string[] = [];
  watched('/no/such/folder', (phrase) => phrases.push(phrase));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(phrases).toEqual(['folder cannot be watched']);
});
