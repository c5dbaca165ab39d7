/** A bug in the reader that one page triggers affects only that page. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDocs } from '../../../src/service/content/pages.ts';
import { docsFolder, silent } from '../folder.ts';
import { answer, ended, project, queued, serving } from '../serving.ts';

const fatal = 'The page that nobody thought of.';
const slow = 'The page that is read for hours.';

vi.mock(import('../../../src/service/content/markdown/components.ts'), async (original) => {
  const { plainMarkdown } = await original();
  function* readForLong(): Generator<void, string, void> {
    for (let step = 0; step < 10_000; step += 1) yield;
    return '';
  }
  return {
    plainMarkdown: (source, mdx) => {
      if (source.includes(slow)) return readForLong();
      if (source.includes(fatal)) throw new RangeError('Maximum call stack size exceeded');
      return plainMarkdown(source, mdx);
    },
  };
});

vi.mock(import('../../../src/service/content/markdown/link-references.ts'), async (original) => {
  const { withInlineLinks } = await original();
  return {
    withInlineLinks: (source) => {
      if (source.includes(`${fatal} At once.`)) throw new TypeError('Not a function');
      return withInlineLinks(source);
    },
  };
});

vi.mock(import('../../../src/service/search/index/page-stems.ts'), async (original) => {
  const { stemsOfPage } = await original();
  return {
    stemsOfPage: (page) => {
      if (page.title === 'Unsearchable') throw new TypeError('Not a function');
      return stemsOfPage(page);
    },
  };
});

const kettle = '# Kettle\n\nThe kettle boils water. It is [a pot](b.md).';

test('a page on which the reader fails is reported, and the others are served', async () => {
  const folder = docsFolder({
    'a.md': kettle,
    'b.md': `# Pot\n\n${fatal}\n\n[The kettle](a.md)`,
    'c.md': `# Cup\n\n${fatal} At once.`,
  });
  const progress: string[] = [];
  const { pages, problems } = await readDocs(folder, undefined, (done, of) => progress.push(`${done}/${of}`));
  expect(pages.map((page) => [page.path, page.linkedFrom])).toEqual([['/a', 0]]);
  expect(problems.map(({ file, reason }) => [file, reason])).toEqual([
    ['c.md', 'Docent failed to read it (TypeError); please report this.'],
    ['b.md', 'Docent failed to read it (RangeError); please report this.'],
  ]);
  expect(progress).toEqual(['1/2', '2/2']);
});

test('a page that takes too long is reported, and the others are served', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
  const { pages, problems } = await readDocs(docsFolder({ 'a.md': kettle, 'b.md': `# Pot\n\n${slow}` }));
  expect(pages.map(({ path }) => path)).toEqual(['/a']);
  expect(problems).toEqual([{ file: 'b.md', reason: 'Docent takes too long to read it; please report this.' }]);
});

test('a folder with only such pages fails with an error that names the first one', async () => {
  await expect(readDocs(docsFolder({ 'b.md': fatal }))).rejects.toMatchObject({
    code: 'folder_empty',
    message: expect.stringMatching(/b\.md: Docent failed to read it \(RangeError\)/),
  });
});

test('the log and the update name such a page, and the service keeps running', async () => {
  const errors: object[] = [];
  const logger = { ...silent, error: (fields: object, phrase: string) => errors.push({ ...fields, phrase }) };
  const folder = docsFolder({ 'a.md': kettle, 'b.md': fatal });
  const service = await serving([project({ folder }), project({ folder: docsFolder({ 'b.md': fatal }) }, 'pot')], {
    logger,
  });
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
  expect(await ended(service, await queued(service))).toMatchObject({
    status: 'success',
    logs: ['b.md: Docent failed to read it (RangeError); please report this.'],
  });
  expect(errors[0]).toMatchObject({ project: 'kettle', file: 'b.md', err: { name: 'RangeError' } });
});

test('a bug that the docs of one project trigger does not keep other projects from being served', async () => {
  const errors: object[] = [];
  const logger = { ...silent, error: (fields: object, phrase: string) => errors.push({ ...fields, phrase }) };
  const [good, bad] = [docsFolder({ 'a.md': kettle }), docsFolder({ 'a.md': '# Unsearchable' })];
  const service = await serving([project({ folder: bad }, 'pot'), project({ folder: good })], { logger });
  expect(await answer(service, 'What boils water?')).toContain('The kettle boils water.');
  expect(errors).toMatchObject([{ project: 'pot', err: { name: 'TypeError' }, phrase: 'docs not served' }]);
  await expect(serving([project({ folder: bad })])).rejects.toMatchObject({ code: 'docs_failed' });
});
