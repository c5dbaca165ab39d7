import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocs } from '../../../src/service/content/pages.ts';
import { lossLine, summaryLine } from '../../../src/service/content/summary.ts';
import { docsFolder } from '../folder.ts';

test('one line says what is served, and what is left out or missing, with counts and examples', async () => {
  const { pages, summary } = await readDocs(
    docsFolder({
      'book.toml': '[book]\nlanguage = "en"',
      'src/SUMMARY.md': '- [Oven](oven.md)\n- [Draft](draft.md)\n- [Latin](latin.md)',
      'src/oven.md': '# Oven\n\n{{#include gone.md}} See [the shelf](shelf.md).',
      'src/draft.md': '---\ndraft: true\n---\n# Draft',
      'src/latin.md': Uint8Array.from([0x23, 0x20, 0xe9]),
      'src/old.md': '# Old',
      'src/notes.rst': 'Notes\n=====',
      'src/.work/plan.md': '# Plan',
    }),
  );
  expect(summaryLine(summary, pages)).toBe(
    '1 page (mdbook; languages en). Left out: 1 hidden folders (src/.work/plan.md); 1 the table of contents (src/SUMMARY.md); ' +
      '1 .rst files (src/notes.rst); 1 not listed in SUMMARY.md (src/old.md); ' +
      '1 drafts and hidden pages (src/draft.md); ' +
      '1 that cannot be read (src/latin.md: The file is not valid UTF-8.). ' +
      'Unresolved: 1 includes (gone.md); 1 links (shelf.md in src/oven.md).',
  );
});

test('links to files of the repository that are no docs lead somewhere, links to drafts and out of it do not', async () => {
  const folder = docsFolder({
    'mkdocs.yml': 'site_name: A',
    'my code.ts': 'export {};',
    'docs/a.md':
      '# A\n\n[code](<../my code.ts>) [code](../my%20code.ts#L1) [yaml](b.yaml) [draft](c.md) [draft](d/) [gone](../gone.ts) [out](../../../../etc/hostname)',
    'docs/b.yaml': 'kind: Pod',
    'docs/c.md': '---\ndraft: true\n---\n# C',
    'docs/d/index.md': '---\ndraft: true\n---\n# D',
  });
  const { summary } = await readDocs(join(folder, 'docs'), undefined);
  expect(summary.unresolved.flatMap(({ all }) => all)).toEqual([
    'c.md in a.md',
    'd/ in a.md',
    '../gone.ts in a.md',
    '../../../../etc/hostname in a.md',
  ]);
});

test('links to files of any kind and size and to folders lead somewhere, links out of the repository do not', async () => {
  const folder = docsFolder({
    'mkdocs.yml': 'site_name: A',
    'docs/a.md':
      '# A\n\n[pdf](a.pdf) [picture](p.png#top) [data](big.json) [folder](sub/) [folder](sub) [all](../) [none](none/) [no folder](a.pdf/) [out](../../) [out](away) [away](away/x.md)',
    'docs/a.pdf': Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0xff, 0]),
    'docs/p.png': Uint8Array.from([0x89, 0x50, 0x4e, 0x47]),
    'docs/big.json': `"${'a'.repeat(1_000_001)}"`,
    'docs/sub/code.ts': 'export {};',
  });
  symlinkSync(docsFolder({ 'x.txt': 'X' }), join(folder, 'docs/away'));
  const { summary } = await readDocs(join(folder, 'docs'), undefined);
  expect(summary.unresolved.flatMap(({ all }) => all)).toEqual(
    ['none/', 'a.pdf/', '../../', 'away', 'away/x.md'].map((href) => `${href} in a.md`),
  );
});

test('nothing is said of docs that are served whole', async () => {
  const { summary } = await readDocs(docsFolder({ 'a.md': '# A\n\n[B](b.md)', 'b.md': '# B' }));
  expect(lossLine(summary)).toBeUndefined();
});
