/** The marks of each generator as a reader sees them: in what is indexed and quoted. */
import { expect, test } from 'vitest';
import { toMarkdown } from '../../../src/service/content/markdown/sections.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { docsFolder } from '../folder.ts';

const signs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  jekyll: { '_config.yml': 'repository: https://example.com/looms' },
  hugo: { 'hugo.toml': "contentDir = '.'" },
  mkdocs: { 'mkdocs.yml': 'docs_dir: .' },
  obsidian: { '.obsidian/app.json': '{}' },
};

/** The text of the first page, and how many marks were dropped. */
async function shown(
  generator: string,
  page: string,
  others: Readonly<Record<string, string>> = {},
): Promise<{ readonly text: string; readonly dropped: number }> {
  const { pages, summary } = await readDocs(docsFolder({ ...signs[generator], 'a.md': page, ...others }));
  const [first] = pages.filter(({ file }) => file === 'a.md');
  const text = (first?.sections ?? []).flatMap(({ blocks }) => blocks.map(toMarkdown)).join('\n\n');
  return { text, dropped: summary.unresolved.find(({ kind }) => kind.startsWith('marks'))?.count ?? 0 };
}

test.each([['a variable between two code spans', 'jekyll', 'Set `a` as [here]({{ site.repository }}/b) with `c`.']])(
  '%s is read',
  async (_, generator, page) => {
    expect((await shown(generator, page)).text).toBe('Set `a` as [here](https://example.com/looms/b) with `c`.');
  },
);

test('a shortcode may take several lines', async () => {
  const page = 'Cut it.\n\n{{< img\n  src="saw.png"\n  alt="A saw"\n>}}\n\nSand it.';
  expect(await shown('hugo', page)).toEqual({ text: 'Cut it.\n\nSand it.', dropped: 0 });
});

test('a list that a template makes of data is dropped and counted, and what stands beside it stays', async () => {
  const page = 'Our weavers:\n\n{% for one in site.data.people %}\n* {{ one.name }} weaves\n{% endfor %}\n\nJoin us.';
  expect(await shown('jekyll', page)).toEqual({ text: 'Our weavers:\n\nJoin us.', dropped: 1 });
});

test('a link tag leads to the page, also if it stands on two lines', async () => {
  const config = { '_config.yml': 'collections:\n  docs:\n    output: true' };
  const page = 'Read [dyeing]({% link\n_docs/dye.md %}) first.';
  const { text } = await shown('jekyll', page, { ...config, '_docs/dye.md': '# Dye' });
  expect(text).toBe('Read [dyeing](/docs/dye.html) first.');
});

test('a link to a note whose name looks like a tag stays a link', async () => {
  const table = '| Bird | See |\n| --- | --- |\n| Owl | [[Owls\\|owls]] |';
  const others = { 'Owls.md': 'Hoot.', 'Owls at night.md': 'Hoot.' };
  const { text } = await shown(
    'obsidian',
    `See [[Owls]] and [[Owls at night#Sounds|their sounds]].\n\n${table}`,
    others,
  );
  expect(text).toBe(
    'See [Owls](/Owls) and [their sounds](/Owls+at+night#Sounds).\n\n' +
      '| Bird | See |\n| --- | --- |\n| Owl | [owls](/Owls) |',
  );
});

test('shortcodes that link to a page or are a word of their own are read as such', async () => {
  const page = 'id {{<required>}}: a number. {{% deprecated %}}\n\n{{< page-ref page="b" >}}';
  expect(await shown('hugo', page, { 'b.md': '# B' })).toEqual({
    text: 'id (required): a number. (deprecated)\n\n[b](/b)',
    dropped: 0,
  });
});

test('what a program would describe is dropped and counted, with its options', async () => {
  const page = 'The plough:\n\n#### ::: farm.plough.Plough\n    options:\n      show_source: false\n\nUse it.';
  expect(await shown('mkdocs', page)).toEqual({ text: 'The plough:\n\nUse it.', dropped: 1 });
});

test('a partial may be imported by a name that a formatter has escaped', async () => {
  const { pages } = await readDocs(
    docsFolder({ 'a.mdx': "import Part from './\\_part.md';\n\n# A\n\n<Part />", '_part.md': 'Plough first.' }),
  );
  expect(pages.flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks.map(toMarkdown)))).toEqual([
    'Plough first.',
  ]);
});
