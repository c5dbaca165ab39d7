/** `docent serve --check` and the checks of docs in `docent doctor`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SetupCheck } from '../../src/bot/core/model/setup-check.ts';
import { checkDocs } from '../../src/cli/docs-checks.ts';
import { serve } from '../../src/cli/serve.ts';
import { docsFolder } from '../service/folder.ts';
import { enterEmptyFolder, openTerminal } from './terminal.ts';

async function ran(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  enterEmptyFolder();
  const { io, out, err } = openTerminal();
  const code = await serve.run(args, io);
  return { code, out: out(), err: err() };
}

async function doctored(docs: string, site?: string, env = {}): Promise<readonly SetupCheck[]> {
  enterEmptyFolder();
  const list: SetupCheck[] = [];
  for await (const check of await checkDocs(docs, site, openTerminal(env).io)) list.push(check);
  return list;
}

const mill = {
  'a.md': '# A\n\nSee [b](b.md) and [gone](gone.md).\n\n{{#include none.md}}',
  'b.md': '# B\n\nText.',
  'c.md': '---\ndraft: true\n---\n# C',
  'd.md': '---\ndraft: true\n---\n# D',
};

test('without a site it prints every address, and everything that is left out or missing', async () => {
  const { code, out } = await ran('--check', docsFolder(mill), '--domain', 'mill');
  expect(code).toBe(0);
  expect(
    out,
  ).toBe(`mill: 2 pages (plain). Left out: 2 drafts and hidden pages (c.md). Unresolved: 1 includes (none.md); \
1 links (gone.md in a.md).
Addresses (2):
  /a  a.md
  /b  b.md
Left out, drafts and hidden pages (2):
  c.md
  d.md
Unresolved, includes (1):
  none.md in a.md
Unresolved, links (1):
  gone.md in a.md
`);
});

test('with a site it prints the pages that are missing, and ends with 1', async () => {
  const site = docsFolder({ 'a.html': '', 'c/index.html': '' });
  const { code, out } = await ran('--check', docsFolder(mill), '--domain', 'mill', '--site', site);
  expect(code).toBe(1);
  expect(out).toContain(`
1 of 2 pages are on the site at their address.
Not on the site (1):
  /b  b.md
Only on the site (1):
  /c
`);
});

test('every project of a configuration file is checked, and one that cannot be read is named', async () => {
  const folder = docsFolder({ 'docs/a.md': '# A' });
  writeFileSync(
    join(folder, 'docs.yaml'),
    'projects:\n  - { id: one, folder: ./docs }\n  - { id: two, folder: ./none }\n',
  );
  const { code, out, err } = await ran('--check', '--config', join(folder, 'docs.yaml'));
  expect(code).toBe(1);
  expect(out).toContain('one: 1 page (plain).\nAddresses (1):\n  /a  a.md\n');
  expect(err).toMatch(/^two: There is no docs folder .*none\.\n$/);
});

test('--site needs --check, and one project', async () => {
  await expect(ran(docsFolder(mill), '--site', 'x')).rejects.toMatchObject({ name: 'UsageError' });
  const folder = docsFolder({ 'docs.yaml': 'projects:\n  - { id: a, folder: . }\n  - { id: b, folder: . }\n' });
  const both = ran('--check', '--config', join(folder, 'docs.yaml'), '--site', 'x');
  await expect(both).rejects.toMatchObject({ name: 'UsageError' });
});

test('the doctor says in one line each whether docs can be read and are where the site shows them', async () => {
  const docs = docsFolder({
    'docs.yaml': 'projects:\n  - { id: mill, folder: ./docs }\n',
    'docs/a.md': '# A',
    'docs/b.md': '# B',
  });
  const site = docsFolder({ 'a.html': '' });
  expect(await doctored(join(docs, 'docs.yaml'), site)).toEqual([
    { name: 'Docs mill', state: 'ok', detail: '2 pages (plain)' },
    {
      name: 'Addresses mill',
      state: 'failed',
      detail: '1 of 2 pages and 0 anchors are not on the site (/b)',
      remedy: expect.any(String),
    },
  ]);
  const [lossy] = await doctored(docsFolder(mill));
  expect(lossy).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('Left out: 2 drafts and hidden pages'),
  });
  expect(lossy?.remedy).toMatch(/^Run docent serve --check \S+ to see all of it\.$/);
  const [missing] = await doctored('none');
  expect(missing).toMatchObject({ name: 'Docs none', state: 'failed', detail: 'There is no docs folder none.' });
});

test('the doctor names the check that reads docs with the same settings', async () => {
  const config = 'projects:\n  - { id: mill, folder: ./docs, generator: mkdocs }\n';
  const file = join(docsFolder({ 'docs.yaml': config, 'docs/a.md': '# A\n\n[b](b.md)' }), 'docs.yaml');
  const [check] = await doctored(file);
  expect(check?.remedy).toBe(`Run docent serve --config ${file} --check to see all of it.`);
});

test('the doctor checks every project of a configuration file, and names one that cannot be read', async () => {
  const config =
    'projects:\n  - { id: one, folder: ./none }\n  - { id: two, folder: ./docs }\n  - { id: three, git: "https://git.example/docs.git" }\n';
  const file = join(docsFolder({ 'docs.yaml': config, 'docs/a.md': '# A' }), 'docs.yaml');
  expect(await doctored(file)).toMatchObject([
    { name: 'Docs one', state: 'failed', detail: expect.stringMatching(/^There is no docs folder .*none\.$/) },
    { name: 'Docs two', state: 'ok' },
    { name: 'Docs three', state: 'skipped' },
  ]);
  await expect(doctored(file, 'x')).rejects.toMatchObject({ name: 'UsageError' });
  expect(await doctored('none.yaml')).toMatchObject([{ name: 'Docs', state: 'failed' }]);
});

test('the doctor compares addresses below the path of DOCS_SITE_URL, as the service shows them', async () => {
  const [docs, site] = [docsFolder({ 'a.md': '# A' }), docsFolder({ 'docs/help/a.html': '' })];
  const [, found] = await doctored(docs, site, { DOCS_SITE_URL: 'https://site.example/docs/help' });
  expect(found).toMatchObject({ state: 'ok', detail: '1 page on the site' });
  const [wrong] = await doctored(docs, site, { DOCS_SITE_URL: 'nowhere' });
  expect(wrong).toMatchObject({ state: 'failed', detail: expect.stringContaining('DOCS_SITE_URL is wrong') });
});
