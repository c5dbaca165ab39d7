import { beforeAll, expect, test } from 'vitest';
import { kindWeight } from '../../src/docs-server/page-kinds.ts';
import { type Page, readDocs } from '../../src/docs-server/pages.ts';
import { docsFolder } from './folder.ts';

let pages: ReadonlyMap<string, Page>;

beforeAll(async () => {
  const folder = docsFolder({
    'guides/forms.md': '# Forms\n\nSend them.',
    'reference/forms.md': '# form()\n\nSends it.',
    'migration/v2.md': '# Migrate to 2\n\nRename it.',
    'introduction.md': '# Introduction\n\nIt is a library.',
  });
  pages = new Map((await readDocs(folder)).pages.map((page) => [page.path, page]));
});

function weightOf(path: string, question: string): number {
  const page = pages.get(path);
  if (!page) throw new Error(`no page ${path}`);
  return kindWeight(page, question);
}

test.each([
  ['/reference/forms', 'what are the parameters of form', 'how do i send a form'],
  ['/migration/v2', 'what was renamed when i upgrade', 'how do i send a form'],
  ['/introduction', 'what is it', 'how do i send a form'],
])('%s answers %j rather than %j', (path, fitting, other) => {
  expect(weightOf(path, fitting)).toBeGreaterThan(weightOf(path, other));
});

test('a guide answers whatever is asked', () => {
  expect(weightOf('/guides/forms', 'how do i send a form')).toBe(weightOf('/guides/forms', 'what is formData()'));
});
