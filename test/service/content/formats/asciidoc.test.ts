/** Pages of AsciiDoc as Markdown, by their parts. */
import { describe, expect, test } from 'vitest';
import { asciidocToMarkdown } from '../../../../src/service/content/formats/asciidoc/asciidoc-page.ts';
import { includedPart } from '../../../../src/service/content/formats/asciidoc/include-part.ts';
import { documentOf, includesOf } from '../../../../src/service/content/formats/asciidoc/resources.ts';
import type { Converted } from '../../../../src/service/content/formats/format.ts';
import { toMarkdown as blockText } from '../../../../src/service/content/markdown/sections.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

function convert(source: string, files: Readonly<Record<string, string>> = {}): Promise<Converted> {
  const read = async (path: string): Promise<string | undefined> => files[path];
  return asciidocToMarkdown(source, {
    file: 'guide/a.adoc',
    read,
    folders: [''],
    variables: new Map([['ver', '4.2']]),
  });
}

function lines(...text: readonly string[]): string {
  return text.join('\n');
}

test.each([
  [
    'sections with the ids of Asciidoctor, or their own',
    lines(
      '= Kilns',
      '',
      'Text.',
      '',
      '== First firing',
      '',
      '[#hot]',
      '=== Very *hot*',
      '',
      'b',
      '',
      '[[cold,Cold]]',
      '== First firing',
    ),
    '# Kilns\n\nText.\n\n## First firing {#_first_firing}\n\n### Very hot {#hot}\n\nb\n\n## First firing {#cold}',
  ],
  [
    'inline markup and macros',
    'Set `a_b`, *bold*, _soft_, kbd:[Ctrl+C], menu:File[Open], https://e.example[words], {ver}, stem:[x^2]. Not a*b*c, `/x/{id}`.',
    'Set `a_b`, **bold**, *soft*, `Ctrl`+`C`, **File** **›** **Open**, [words](https://e.example), 4.2, `x^2`. Not a\\*b\\*c, `/x/{id}`.',
  ],
  [
    'references: on the page, to another page, to its sections',
    lines('See <<_ash>>, xref:b.adoc[], xref:../c.adoc#d[there] and xref:b.adoc#e[].', '', '== Ash'),
    lines(
      'See [Ash](#_ash), [/guide/b](label:/guide/b), [there](label:/c#d) and [/guide/b#e](label:/guide/b#e).',
      '',
      '## Ash {#_ash}',
    ),
  ],
  [
    'notes, on a line and as blocks',
    lines('NOTE: Mind the fire.', '', '[WARNING]', '====', 'Hot.', '', '* very', '===='),
    lines('**Note:** Mind the fire.', '', '**Warning:** Hot.', '', '- very'),
  ],
  [
    'code with callouts',
    lines('[source,c]', '----', 'int a; // <1>', '----', '<1> A number.', '', '....', 'plain {x}', '....'),
    lines('```c', 'int a; // (1)', '```', '', '1. A number.', '', '```', 'plain {x}', '```'),
  ],
  [
    'lists of all kinds',
    lines(
      '* One',
      '** Inner',
      '+',
      '----',
      'x',
      '----',
      '',
      '//-',
      '',
      '. First',
      '. Second',
      '',
      '//-',
      '',
      'clay:: Soft earth.',
      'glaze:: Glass.',
    ),
    lines(
      '- One',
      '  - Inner',
      '',
      '    ```',
      '    x',
      '    ```',
      '',
      '1. First',
      '2. Second',
      '',
      '- **clay**: Soft earth.',
      '- **glaze**: Glass.',
    ),
  ],
  [
    'tables',
    lines('[options="header"]', '|===', '|Cone |Heat', '|`06`', '|a\\|b', '|==='),
    lines('| Cone | Heat |', '| --- | --- |', '| `06` | a\\|b |'),
  ],
  [
    'what conditions and attributes of the page say',
    lines(
      ':kiln: Gas',
      ':has-gas:',
      '',
      'ifdef::has-gas[]',
      'The {kiln} kiln.',
      'endif::[]',
      '',
      'ifndef::has-gas[Nothing.]',
      '',
      '// A comment.',
    ),
    'The Gas kiln.',
  ],
])('reads %s', async (_, source, markdown) => {
  expect((await convert(source)).markdown).toBe(markdown);
});

test('the title, the description and the sections of a page are known to other pages', async () => {
  const { front, labels } = await convert(lines('= Kilns & `fire`', ':description: On kilns', '', '== Ash', '', 'x'));
  expect(front).toEqual({ title: 'Kilns & fire', description: 'On kilns' });
  expect(labels).toEqual([
    { name: '/guide/a', anchor: '', title: 'Kilns & fire' },
    { name: '/guide/a#_ash', anchor: '_ash', title: 'Ash' },
  ]);
});

test('what no file explains is dropped and counted, and its words stay', async () => {
  const { markdown, dropped } = await convert(
    lines(
      'Get the {kiln-name} kiln from {url-shop}/k[the shop^], see javadoc:java.util.List[] and `a {b-c}`.',
      '',
      'chart::fire[]',
      '',
      'End.',
    ),
  );
  expect(markdown).toBe('Get the kiln from the shop, see `java.util.List` and `a {b-c}`.\n\n\n\nEnd.');
  expect(dropped).toEqual(['{url-shop}', 'chart::fire[]', '{kiln-name}']);
});

describe('includes', () => {
  test('files are shown with their parts, their level, and their own includes', async () => {
    const files = {
      'guide/part.adoc': lines('== Part', '', 'include::sub/deep.adoc[]'),
      'guide/sub/deep.adoc': 'Deep.',
      'a.c': lines('// tag::one[]', 'int a;', '// end::one[]', 'int b;'),
    };
    const source = lines(
      'include::part.adoc[leveloffset=+1]',
      '',
      '[source,c]',
      '----',
      'include::/a.c[tag=one]',
      '----',
      '',
      'include::gone.adoc[]',
      '',
      'include::maybe.adoc[opts=optional]',
    );
    const { markdown, missing } = await convert(source, files);
    expect(markdown).toBe(lines('### Part {#_part}', '', 'Deep.', '', '```c', 'int a;', '```'));
    expect(missing).toEqual(['gone.adoc']);
  });

  test('files that include one another end', async () => {
    const { markdown } = await convert('include::b.adoc[]', { 'guide/b.adoc': 'x\n\ninclude::b.adoc[]' });
    expect(markdown.length).toBeLessThan(1_000);
  });

  test.each([
    ['lines', '1;3..4', 'a\nc\nd'],
    ['lines', '3..-1', 'c\nd\ne'],
    ['lines', '1-3, 4 .. 5', 'a\nd\ne'],
    ['tags', 'x', 'c'],
    ['tags', '*', 'c\nd'],
    ['tags', '**;!x', 'a\nd\ne'],
    ['tags', '!x', 'a\nd\ne'],
    ['tag', 'none', ''],
  ])('%s=%s is a part of a file', (name, value, part) => {
    const text = name === 'lines' ? 'a\nb\nc\nd\ne' : 'a\n# tag::x[]\nc\n# end::x[]\n# tag::y[]\nd\n# end::y[]\ne';
    expect(includedPart(text, new Map([[name, value]]))).toBe(part);
  });
});

test.each([
  ['b.adoc', 'guide/a.adoc', '/guide/b'],
  ['b.adoc#c', 'modules/ROOT/pages/x/a.adoc', '/modules/ROOT/pages/b#c'],
  ['./b.adoc', 'modules/ROOT/pages/x/a.adoc', '/modules/ROOT/pages/x/b'],
  ['kiln:b.adoc', 'docs/modules/ROOT/pages/a.adoc', '/docs/modules/kiln/pages/b'],
  ['pots:kiln:b.adoc', 'modules/ROOT/pages/a.adoc', '/modules/kiln/pages/b'],
  ['pots::b.adoc', 'modules/kiln/pages/a.adoc', '/modules/ROOT/pages/b'],
  ['2.0@b.adoc', 'modules/ROOT/pages/a.adoc', undefined],
  ['other::b.adoc', 'modules/ROOT/pages/a.adoc', undefined],
  ['attachment$b.zip', 'modules/ROOT/pages/a.adoc', undefined],
])('the reference %s in %s leads to %s', (target, file, name) => {
  expect(documentOf(target, file, 'pots')).toBe(name);
});

test('includes of Antora are in the folders of their family', () => {
  const page = 'modules/ROOT/pages/a.adoc';
  expect(includesOf('partial$b.adoc', page, page, [])).toEqual(['modules/ROOT/partials/b.adoc']);
  expect(includesOf('kiln:example$b.c', page, page, [])).toEqual(['modules/kiln/examples/b.c']);
  expect(includesOf('other::partial$b.adoc', page, page, [])).toEqual([]);
});

test('a site of Antora: pages, partials and references lead where the site has them', async () => {
  const { pages, problems, summary } = await readDocs(
    docsFolder({
      'antora.yml': lines('name: pots', "version: '2.0'", 'asciidoc:', '  attributes:', '    shop: https://e.example'),
      'modules/ROOT/pages/index.adoc': lines(
        '= Pots',
        '',
        'See xref:kiln:fire.adoc[] and xref:kiln:fire.adoc#_ash[]. {shop}[Buy].',
        '',
        'include::partial$note.adoc[]',
        '',
        'xref:gone.adoc[]',
      ),
      'modules/ROOT/partials/note.adoc': 'TIP: Dry them.',
      'modules/kiln/pages/fire.adoc': lines('= The _fire_', '', '== Ash', '', 'Back to xref:ROOT:index.adoc[pots].'),
    }),
  );
  expect(problems).toEqual([]);
  expect(summary.unresolved).toMatchObject([
    { kind: 'links', count: 1, example: 'label:/modules/ROOT/pages/gone in modules/ROOT/pages/index.adoc' },
  ]);
  const text = Object.fromEntries(
    pages.map(({ path, title, sections }) => [
      path,
      [title, ...sections.flatMap(({ blocks }) => blocks.map(blockText))],
    ]),
  );
  expect(text).toEqual({
    '/pots/2.0/index.html': [
      'Pots',
      'See [The fire](/pots/2.0/kiln/fire.html) and [Ash](/pots/2.0/kiln/fire.html#_ash). [Buy](https://e.example).',
      '**Tip:** Dry them.',
      'gone',
    ],
    '/pots/2.0/kiln/fire.html': ['The fire', 'Back to [pots](/pots/2.0/index.html).'],
  });
});

test('an include that is too long is counted as missing', async () => {
  const { missing } = await convert('include::long.adoc[]', { 'guide/long.adoc': 'a\n'.repeat(500_001) });
  expect(missing).toEqual(['long.adoc']);
});

test('a footnote has its number in the text and below', async () => {
  const { markdown } = await convert('Fire it.footnote:[Slowly.] Twice.');
  expect(markdown).toBe('Fire it.\\[1\\] Twice.\n\n\\[1\\] Slowly.');
});
