/** What is kept of large docs while the rest of them is read. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { nothingKnown } from '../../../src/service/content/known-pages.ts';
import { readChanges } from '../../../src/service/content/pages.ts';
import { docsFolder } from '../folder.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const count = 10;
const pageChars = 400_000;

/** Links of all kinds in front of a long text. */
function page(at: number): string {
  const links = `See [the page about cords and winches](./page-${(at + 1) % count}.md), [rooted](/page-${at}) and [gone](./nowhere-at-all.md).`;
  const text = 'The kite rises with the wind.\n\n';
  return `---\ntitle: Page number ${at} of the kites\n---\n\n${links}\n\n## Cords {#cords-and-winches}\n\n${text.repeat(pageChars / text.length)}`;
}

test('pages that were read do not keep their text in memory', async () => {
  const folder = docsFolder(Object.fromEntries(Array.from({ length: count }, (_, at) => [`page-${at}.md`, page(at)])));
  await readChanges(docsFolder({ 'a.md': page(0) }), nothingKnown, {});
  const before = heapBytes();
  const { changed } = await readChanges(folder, nothingKnown, {});
  expect(heapBytes() - before).toBeLessThan((count * pageChars) / 4);
  expect(changed.map(({ links }) => links.hrefs.length)).toEqual(Array.from({ length: count }, () => 3));
});
