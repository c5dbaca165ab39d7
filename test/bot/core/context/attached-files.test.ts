import { describe, expect, it } from 'vitest';
import { readAttachedFiles } from '../../../../src/bot/core/context/read-along.ts';
import { maxTextBytes, smallPictures, smallTextFiles } from '../../../../src/bot/core/model/attached-files.ts';
import type { Files } from '../../../../src/bot/core/ports/platform.ts';
import { maxPictureBytes } from '../../../../src/kit/wire/pictures.ts';

function from(read: Files['read']): Files {
  return { describe: async (file) => file, read };
}

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
      { name: 'a.txt', bytes: maxTextBytes - 5 },
      { name: 'b.txt', ...small },
      { name: 'c.txt', bytes: 5 },
    ]),
  ).toEqual(['a.txt', 'c.txt']);
  expect(chosen([{ name: 'a.txt', bytes: maxTextBytes + 1 }, { name: 'b.txt' }])).toEqual(['b.txt']);
});

it('files that turn out not to be text, or empty, count as unread', async () => {
  const contents: Readonly<Record<string, Uint8Array>> = {
    'a.txt': new TextEncoder().encode('\ufeffHéllo'),
    'b.txt': new Uint8Array([0xff, 0xfe, 0x41]),
    'c.txt': new TextEncoder().encode('a\0b'),
  };
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, bytes: 10 }));
  const read = await readAttachedFiles(
    files,
    thread,
    from(async ({ name }) => contents[name]),
  );
  const none = { pictures: [], unread: { files: 2, pictures: 0, takesPictures: false } };
  expect(read).toEqual({ ...none, files: [{ name: 'a.txt', text: 'Héllo' }] });
  expect(await readAttachedFiles(files, thread, undefined)).toMatchObject({ files: [], unread: { files: 3 } });
});

describe('pictures', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const contents: Readonly<Record<string, Uint8Array>> = { 'a.png': png, 'b.png': Buffer.from('<svg/>'), 'c.png': png };
  const readFile = async ({ name }: { readonly name: string }) => contents[name];
  const files = ['a.png', 'b.png', 'c.png', 'd.heic'].map((name) => ({ name }));

  it('are read where they are looked at, by what their bytes are', async () => {
    const read = await readAttachedFiles(files, thread, from(readFile), true);
    expect(read.pictures).toEqual(
      ['a.png', 'c.png'].map((name) => ({ name, mediaType: 'image/png', base64: png.toString('base64') })),
    );
    expect(read.unread).toEqual({ files: 0, pictures: 2, takesPictures: true });
  });

  it('are not even downloaded where they are not looked at', async () => {
    const never = () => Promise.reject(new Error('must not be read'));
    const read = await readAttachedFiles(files, thread, from(never));
    expect(read).toMatchObject({ pictures: [], unread: { files: 0, pictures: 4, takesPictures: false } });
  });

  it('count as pictures also where there are more files than are looked at', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ name: `${index}.png`, bytes: 10 }));
    const read = await readAttachedFiles(many, thread, from(readFile));
    expect(read.unread).toEqual({ files: 0, pictures: 25, takesPictures: false });
  });

  it('are together no larger than one may be, whatever the platform says of their size', async () => {
    const large = Buffer.concat([png, Buffer.alloc(maxPictureBytes * 0.6)]);
    const read = await readAttachedFiles(
      files.slice(0, 3),
      thread,
      from(async () => large),
      true,
    );
    expect(read).toMatchObject({ pictures: { length: 1 }, unread: { pictures: 2 } });
    const chosen = smallPictures([
      { name: 'a.png', bytes: maxPictureBytes + 1 },
      { name: 'b.JPG', bytes: 10 },
    ]);
    expect(chosen.map(({ name }) => name)).toEqual(['b.JPG']);
  });
});
