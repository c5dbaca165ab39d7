import { expect, it } from 'vitest';
import { readAttachedFiles } from '../../../../src/bot/core/context/read-along.ts';
import { maxBytes, smallTextFiles } from '../../../../src/bot/core/model/text-files.ts';

const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.1' };

it('at most three files are chosen, by name or type and by their total size', () => {
  const chosen = (files: Parameters<typeof smallTextFiles>[0]) => smallTextFiles(files).map(({ name }) => name);
  const small = { bytes: 10 };
  const named = ['a.md', 'b.log', 'Dockerfile', 'c.PY', '.env', 'd.png', 'e', 'f.pdf'].map((name) => ({
    name,
    ...small,
  }));
  expect(chosen(named)).toEqual(['a.md', 'b.log', 'Dockerfile']);
  expect(chosen(named.slice(3))).toEqual(['c.PY']);
  expect(chosen([{ name: 'untitled', type: 'text/plain; charset=utf-8', ...small }])).toEqual(['untitled']);
  expect(
    chosen([
      { name: 'a.txt', bytes: maxBytes - 5 },
      { name: 'b.txt', ...small },
      { name: 'c.txt', bytes: 5 },
    ]),
  ).toEqual(['a.txt', 'c.txt']);
  expect(chosen([{ name: 'a.txt', bytes: maxBytes + 1 }, { name: 'b.txt' }])).toEqual(['b.txt']);
});

it('files that turn out not to be text, or empty, count as unread', async () => {
  const contents: Readonly<Record<string, Uint8Array>> = {
    'a.txt': new TextEncoder().encode('\ufeffHéllo'),
    'b.txt': new Uint8Array([0xff, 0xfe, 0x41]),
    'c.txt': new TextEncoder().encode('a\0b'),
  };
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, bytes: 10 }));
  const read = await readAttachedFiles(files, thread, { readFile: async ({ name }) => contents[name] });
  expect(read).toEqual({ files: [{ name: 'a.txt', text: 'Héllo' }], unreadCount: 2 });
  expect(await readAttachedFiles(files, thread, {})).toEqual({ files: [], unreadCount: 3 });
});
