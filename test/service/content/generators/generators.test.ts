/** Small sites in the layout of each generator, with the addresses that its documentation prescribes. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

const sites: readonly (readonly [
  name: string,
  served: string,
  files: Readonly<Record<string, string>>,
  paths: readonly string[],
])[] = [
  [
    'docusaurus',
    '',
    {
      'docusaurus.config.js': 'module.exports = {};',
      'versions.json': '["2.0", "1.0"]',
      'docs/01-start/02-Install.md': '# Install',
      'docs/matchers-api.md': '---\nid: matchers\n---\n# Matchers',
      'docs/_part.md': 'Part.',
      'versioned_docs/version-2.0/intro.md': '# Intro',
      'versioned_docs/version-1.0/intro.md': '# Intro',
      'README.md': '# Not of the site',
    },
    ['/docs/1.0/intro', '/docs/intro', '/docs/next/matchers', '/docs/next/start/Install'],
  ],
  [
    'mkdocs',
    'docs',
    { 'mkdocs.yml': 'nav:\n  - Begin: 01-begin.md', 'docs/01-begin.md': 'Text.', 'docs/_new/index.md': '# New' },
    ['/01-begin', '/_new'],
  ],
  [
    'vitepress',
    '',
    { '.vitepress/config.ts': 'export default {}', 'guide/next.md': '# Next', 'guide/index.md': '# Guide' },
    ['/guide', '/guide/next.html'],
  ],
  [
    'sphinx',
    'docs',
    {
      'docs/conf.py': "extensions = ['myst_parser']\nexclude_patterns = ['old']",
      'docs/a/b.md': '# B',
      'docs/old/c.md': '# C',
    },
    ['/a/b.html'],
  ],
  [
    'hugo',
    'content',
    {
      'hugo.toml': '',
      'content/Big Ropes/_index.md': '# Ropes',
      'content/knots.de.md': '# Knoten',
      'content/knots.md': "+++\nslug = 'all-knots'\n+++\n# Knots",
      'content/secret.md': '+++\ndraft = true\n+++\n# Secret',
    },
    ['/all-knots', '/big-ropes', '/de/knots'],
  ],
  [
    'jekyll',
    '',
    {
      '_config.yml': 'collections:\n  docs:\n    output: true',
      '_docs/weave.md': '---\npermalink: /docs/weave/\n---\n# Weave',
      '_docs/dye.md': '# Dye',
      '_drafts/x.md': '# X',
      'about.md': '# About',
      'index.md': '# Home',
    },
    ['/', '/about.html', '/docs/dye.html', '/docs/weave'],
  ],
  [
    'mdbook',
    'src',
    {
      'book.toml': '[book]',
      'src/SUMMARY.md': '- [One](ch01.md)\n- [Two](ch02/README.md)',
      'src/ch01.md': '# One',
      'src/ch02/README.md': '# Two',
      'src/old.md': '# Old',
    },
    ['/ch01.html', '/ch02'],
  ],
  [
    'gitbook',
    '',
    { 'SUMMARY.md': '* [Dyes](dyes.md)\n* [Home](README.md)', 'dyes.md': '# D', 'README.md': '# H' },
    ['/', '/dyes'],
  ],
  [
    'mintlify',
    '',
    {
      'docs.json': '{"navigation":{"languages":[{"$ref":"./es.json"}]}}',
      'es.json': '{"groups":[{"group":"Inicio","pages":["es/miel"]}]}',
      'es/miel.mdx': '# Miel',
      'old.mdx': '# Old',
    },
    ['/es/miel'],
  ],
  [
    'starlight',
    'src/content/docs',
    { 'astro.config.mjs': '', 'src/content/docs/Guides/Firing Clay.md': '# F', 'src/content/docs/index.mdx': '# H' },
    ['/', '/guides/firing-clay'],
  ],
  [
    'nextra',
    'app',
    { 'next.config.mjs': "import nextra from 'nextra'", 'app/(docs)/glue/page.mdx': '# Glue', 'app/part.mdx': 'Part.' },
    ['/glue'],
  ],
  [
    'obsidian',
    '',
    { '.obsidian/app.json': '{}', 'Owls at night.md': 'Hoot.', 'b.md': '---\npermalink: bats\n---\nB' },
    ['/Owls+at+night', '/bats'],
  ],
  ['mslearn', '', { 'docfx.json': '{}', 'docs/tents.md': '# T', 'includes/storm.md': 'S' }, ['/docs/tents']],
  ['plain', '', { '01-intro.md': '# I', 'x/README.md': '# X' }, ['/intro', '/x']],
];

test.each(sites)(
  'a site of %s has the addresses and the pages that it publishes',
  async (name, served, files, paths) => {
    const { pages, summary, problems } = await readDocs(join(docsFolder(files), served));
    expect(problems).toEqual([]);
    expect(summary.generator).toBe(name);
    expect(pages.map(({ path }) => path).sort()).toEqual([...paths].sort());
  },
);

test('a fragment of Hugo is no page in any format', async () => {
  const { pages, summary } = await readDocs(
    docsFolder({
      'hugo.toml': '',
      'content/a.md': '# A\n\nText.',
      'content/f.md': '---\nheadless: true\n---\nText.',
      'content/g.html': '---\nbuild: {render: never, list: never}\n---\n<p>Text.',
      'content/h.rst': '---\nheadless: true\n---\nText.',
      'content/i.adoc': '+++\nheadless = true\n+++\nText.',
    }),
  );
  expect(pages.map(({ path }) => path)).toEqual(['/a']);
  expect(summary.leftOut).toMatchObject([{ count: 4 }]);
});

const exclusions: readonly (readonly [
  generator: string,
  kind: string,
  excluded: string,
  files: Readonly<Record<string, string>>,
])[] = [
  [
    'mintlify',
    'excluded by .mintignore',
    'internal/api.json',
    { 'docs.json': '{"navigation":{"pages":["a"]}}', '.mintignore': 'internal/', 'a.md': '# A' },
  ],
  [
    'mkdocs',
    'excluded by exclude_docs',
    'docs/internal/api.json',
    { 'mkdocs.yml': 'exclude_docs: internal/', 'docs/a.md': '# A' },
  ],
  ['mkdocs', 'drafts', 'docs/next/api.json', { 'mkdocs.yml': 'draft_docs: next/', 'docs/a.md': '# A' }],
  [
    'sphinx',
    'excluded by exclude_patterns',
    'internal/api.json',
    { 'conf.py': "project = 'x'\nexclude_patterns = ['internal']", 'a.rst': 'A\n=\n' },
  ],
  ['jekyll', 'excluded by _config.yml', 'internal/api.json', { '_config.yml': 'exclude: [internal]', 'a.md': '# A' }],
  [
    'vitepress',
    'excluded by srcExclude',
    'internal/api.json',
    { '.vitepress/config.ts': "export default { srcExclude: ['internal/**'] }", 'a.md': '# A' },
  ],
  [
    'mslearn',
    'not in the content of docfx.json',
    'internal/api.json',
    { 'docfx.json': '{"build":{"content":[{"files":["**/*.md"],"exclude":["internal/**"]}]}}', 'a.md': '# A' },
  ],
  [
    'quarto',
    'not rendered by _quarto.yml',
    'internal/api.json',
    { '_quarto.yml': 'project:\n  render: ["a.qmd", "!internal/"]', 'a.qmd': '# A' },
  ],
  [
    'docusaurus',
    'the next version (includeCurrentVersion: false)',
    'docs/api.json',
    {
      'docusaurus.config.js': 'module.exports = { presets: [{ docs: { includeCurrentVersion: false } }] };',
      'versions.json': '["1.0"]',
      'versioned_docs/version-1.0/a.md': '# A',
    },
  ],
  [
    'hugo',
    'fragments (build.render: never)',
    'content/parts/api.json',
    {
      'hugo.toml': '',
      'content/parts/_index.md': '---\ncascade: {build: {render: never, list: never}}\n---\n',
      'content/a.md': '# A',
    },
  ],
  [
    'antora',
    'partials and examples',
    'modules/ROOT/examples/api.json',
    { 'antora.yml': 'name: x\nversion: ~', 'modules/ROOT/pages/a.adoc': '= A' },
  ],
  ['plain', 'names that begin with _', '_api.json', { 'a.md': '# A' }],
];

test.each(exclusions)(
  'a site of %s serves no description of an API that is left out as "%s", but one that no navigation lists',
  async (generator, kind, excluded, files) => {
    const api = JSON.stringify({ openapi: '3.1.0', info: { title: 'API' }, paths: {} });
    const { pages, summary } = await readDocs(docsFolder({ ...files, [excluded]: api, 'public/api.json': api }));
    expect(summary.generator).toBe(generator);
    expect(summary.leftOut.map((counted) => counted.kind)).toEqual([kind]);
    expect(pages.map(({ title }) => title).sort()).toEqual(['A', 'API']);
    expect(pages.map(({ file }) => file)).toContain('public/api.json/index');
  },
);
