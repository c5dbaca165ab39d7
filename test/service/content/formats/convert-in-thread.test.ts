import { expect, test } from 'vitest';
import { convertInThread } from '../../../../src/service/content/formats/convert-in-thread.ts';
import type { FormatPlace } from '../../../../src/service/content/formats/format.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

function placeOf(file: string): FormatPlace {
  return { file, read: async () => undefined, folders: [], variables: new Map() };
}

const yaml = `openapi: 3.0.0\nx:\n${'- a\n'.repeat(200_000)}`;

// Each takes far longer than the first check. On this thread, there could be no check before its end.
test.each([
  ['a.adoc', '* a\n'.repeat(200_000)],
  ['a.rst', '- a\n'.repeat(500_000)],
  ['a.html', '<p>a'.repeat(500_000)],
  ['a.ipynb', JSON.stringify({ cells: Array.from({ length: 100_000 }, () => ({ cell_type: 'code', source: 'a' })) })],
  ['a.yaml', yaml],
  ['b.yaml', yaml.replace('openapi', 'asyncapi')],
])('%s that takes too long ends alone, and the next page is read', async (file, source) => {
  const long = convertInThread(source, placeOf(file), {}, { maxMs: -1, checkMs: 1 });
  const next = convertInThread('Short.', placeOf('b.rst'), {});
  await expect(long).rejects.toThrow('The page took longer');
  expect(await next).toMatchObject({ markdown: 'Short.' });
});

test('a page that waits for an include without end does so alone', async () => {
  const place = { ...placeOf('a.adoc'), read: () => new Promise<undefined>(() => {}) };
  const endless = convertInThread('include::a[]\n', place, {}, { maxMs: -1, checkMs: 1 });
  await expect(endless).rejects.toThrow('The page took longer');
});

test('what a converter fails with is reported with the page, and the rest is served', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { pages, problems } = await readDocs(
    docsFolder({ 'index.md': '# Home', 'a.yaml': `openapi: 3.0.0\nx: ${deep}\n`, 'b.html': '<main><h1>B</h1></main>' }),
  );
  expect(pages.map(({ path }) => path)).toContain('/');
  expect(problems.map(({ file }) => file)).toEqual(['a.yaml']);
});
