/** Docs as teams keep them: the smallest folder for each kind of loss, and the page that a reader should get from it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toMarkdown } from '../../../src/service/content/markdown/sections.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { docsFolder } from '../folder.ts';

interface Shown {
  readonly path: string;
  readonly title?: string;
  readonly anchors?: readonly string[];
  readonly text?: string;
}

/** The folder to serve, its files, the file of a page, and how the page is shown. */
const cases: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, Shown, served?: string]>> = {
  'an abbreviation with its meaning in an attribute stays one sentence': [
    {
      'a.md': '# A\n\nSend it by <abbr title="Very fast mail">VFM</abbr> or <dfn title="By hand">courier</dfn> today.',
    },
    'a.md',
    { path: '/a', text: 'Send it by VFM or courier today.' },
  ],
  'an id in the attributes of a heading is its anchor and not its text': [
    { 'mkdocs.yml': 'site_name: Log', 'docs/log.md': '# Log\n\n## 3.1 May { id="3.1" }\n\nThe saw is quieter.' },
    'log.md',
    { path: '/log', anchors: ['3.1'], text: '## 3.1 May\n\nThe saw is quieter.' },
    'docs',
  ],
  'attributes of a heading without a value are neither text nor anchor': [
    { 'mkdocs.yml': 'site_name: Log', 'docs/log.md': '# Log\n\n## `*.html` files { data-search-exclude }\n\nChanged.' },
    'log.md',
    { path: '/log', anchors: ['html-files'], text: '## *.html files\n\nChanged.' },
    'docs',
  ],
  'an id in a comment or an empty tag of a heading is its anchor': [
    {
      'a.md':
        '# A\n\n## Λάμπα {/*lamp*/}\n\nOne.\n\n## Wire <a name="wire"></a>\n\nTwo.\n\n## End <a id="end" />\n\nThree.',
    },
    'a.md',
    { path: '/a', anchors: ['lamp', 'wire', 'end'], text: '## Λάμπα\n\nOne.\n\n## Wire\n\nTwo.\n\n## End\n\nThree.' },
  ],
  'links with two dots say nothing of the path of the site': [
    {
      'dev/flags.md': '# Flags\n\nSet one.',
      'use/a.md': '# A\n\nSee [flags](/../dev/flags).',
      'use/b.md': '# B\n\nSee [flags](/../dev/flags).',
    },
    'dev/flags.md',
    { path: '/dev/flags' },
  ],
  'odd YAML loses neither the page nor its title': [
    { 'a.md': '---\ntitle: Screws: how long\ndescription: "half\n---\n\nTwice as long.' },
    'a.md',
    { path: '/a', title: 'Screws: how long', text: 'Twice as long.' },
  ],
  'quoted text may go on at the first column': [
    { 'a.md': '---\ntitle: "Keys"\ndescription: "They are\nmany."\n---\n\nF2 prints.' },
    'a.md',
    { path: '/a', title: 'Keys', text: 'F2 prints.' },
  ],
  'a page may begin with a rule': [
    { 'a.md': '---\n\nRules come first.\n\n---\n\nThen text.' },
    'a.md',
    { path: '/a', text: 'Rules come first.\n\nThen text.' },
  ],
  'TOML is front matter': [
    { 'hugo.toml': '', 'content/a.md': "+++\ntitle = 'Sails'\nslug = 'canvas'\n+++\n\nHoist them." },
    'a.md',
    { path: '/canvas', title: 'Sails', text: 'Hoist them.' },
    'content',
  ],
  'a link to an entry of a glossary becomes its words': [
    {
      'hugo.toml': '',
      'content/a.md': 'A [jib](g) is a sail. See [more]({{< ref "b.md" >}}).',
      'content/b.md': 'More.',
    },
    'a.md',
    { path: '/a', text: 'A jib is a sail. See [more](/b).' },
    'content',
  ],
  'code in a shortcode is code': [
    {
      'hugo.toml': '',
      'content/a.md': 'Set it:\n\n{{< code-toggle file=hugo >}}\n[pump]\n# bar\nmax = 4\n{{< /code-toggle >}}',
    },
    'a.md',
    { path: '/a', text: 'Set it:\n\n```toml\n[pump]\n# bar\nmax = 4\n```' },
    'content',
  ],
  'the page of a section in a language is a page': [
    {
      'config.toml': '[languages.en]\n[languages.de]',
      'content/x/_index.de.md': 'Die Leiter ist hoch und sie steht nicht auf dem Dach.',
    },
    'x/_index.de.md',
    { path: '/de/x', text: 'Die Leiter ist hoch und sie steht nicht auf dem Dach.' },
    'content',
  ],
  'code from outside the docs folder is included': [
    {
      'mkdocs.yml': 'site_name: Mill',
      'src/saw.py': 'saw(depth=3)\nstop()',
      'docs/a.md': '# A\n\n{* ../src/saw.py ln[1:1] hl[1] *}',
    },
    'a.md',
    { path: '/a', text: '```py\nsaw(depth=3)\n```' },
    'docs',
  ],
  'links in the code of a list stay as they are': [
    {
      'a.md': '# A\n\n1. Call it:\n\n   ```js\n   open();\n\n   call(/* [x](#x) */);\n   ```\n\n   Then [wait](b.md).',
      'b.md': '# B',
    },
    'a.md',
    {
      path: '/a',
      text: '1. Call it:\n\n   ```js\n   open();\n\n   call(/* [x](#x) */);\n   ```\n\n   Then [wait](/b).',
    },
  ],
  'text after the code of a footnote is text': [
    { 'a.md': '# A\n\nCut it.[^1]\n\n[^1]: Like this:\n\n    ```sh\n    cut\n    ```\n\n    Then sand it.' },
    'a.md',
    { path: '/a', text: 'Cut it.\n\nLike this:\n\n```sh\ncut\n```\n\nThen sand it.' },
  ],
  'a manual page is not called NAME': [
    { 'saw-cut.1.md': '% saw-cut 1\n\n## NAME\nsaw\\-cut - cuts\n\n## DESCRIPTION\nCuts wood.' },
    'saw-cut.1.md',
    { path: '/saw-cut.1', title: 'saw-cut(1)' },
  ],
  'a page is not called after its first section': [
    { 'v2.1.md': '## New\n\nA lamp.\n\n## Gone\n\nA bug.', 'b.md': '# B' },
    'v2.1.md',
    { path: '/v2.1', title: 'v2.1' },
  ],
  'numbers of files stay where the generator keeps them': [
    { 'mkdocs.yml': 'nav: [01-soil.md]', 'docs/01-soil.md': '# Soil\n\nDig.' },
    '01-soil.md',
    { path: '/01-soil', title: 'Soil' },
    'docs',
  ],
  'embeds of a vault are content, and its comments are not': [
    {
      '.obsidian/app.json': '{}',
      'Bats.md': 'They hang, see [[Caves#Deep ones|caves]]. %%check%% ==Never wake them.== ^rule\n\n![[Food of bats]]',
      'Caves.md': '# Caves\n\n## Deep ones\n\nDark.',
      'Food of bats.md': 'Moths.',
    },
    'Bats.md',
    { path: '/Bats', text: 'They hang, see [caves](/Caves#Deep+ones). Never wake them.\n\nMoths.' },
  ],
  'a permalink in another folder is the address': [
    { '.obsidian/app.json': '{}', 'en/Copy.md': '---\npermalink: copies\n---\nCopy it.', 'de/Kopie.md': 'Text.' },
    'en/Copy.md',
    { path: '/copies', text: 'Copy it.' },
  ],
  'blocks between slashes are notes, tabs and details': [
    {
      'mkdocs.yml': 'site_name: Oven',
      'docs/a.md':
        '# A\n\n/// tip | Dough\n\nKnead it.\n\n///\n\n/// tab | Rye\nBake it.\n///\n\n/// details | Later\n    type: note\nEat it.\n///',
    },
    'a.md',
    { path: '/a', text: '**Dough:** Knead it.\n\n**Rye**\n\nBake it.\n\n**Later**\n\nEat it.' },
    'docs',
  ],
};

test.each(Object.entries(cases))('%s', async (_, [files, file, expected, served = '']) => {
  const { pages, problems } = await readDocs(join(docsFolder(files), served));
  expect(problems.filter(({ isServed }) => !isServed)).toEqual([]);
  const page = pages.find((candidate) => candidate.file === file);
  const texts = (page?.sections ?? []).flatMap(({ level, heading, blocks }) => [
    ...(level > 1 ? [`${'#'.repeat(level)} ${heading}`] : []),
    ...blocks.map(toMarkdown),
  ]);
  expect({
    path: page?.path,
    ...(expected.title !== undefined && { title: page?.title }),
    ...(expected.anchors && { anchors: page?.sections.map(({ anchor }) => anchor).filter(Boolean) }),
    ...(expected.text !== undefined && {
      text: texts
        .join('\n\n')
        .replace(/:\*\*\n/g, ':** ')
        .replace(/(?<=\S) {2}(?=\S)/g, ' '),
    }),
  }).toEqual(expected);
});
