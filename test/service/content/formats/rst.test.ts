/** Pages of reStructuredText as Markdown, by their parts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import type { Converted } from '../../../../src/service/content/formats/format.ts';
import { looksLikeRst } from '../../../../src/service/content/formats/formats.ts';
import { toMarkdown } from '../../../../src/service/content/formats/rst/rst.ts';
import { toMarkdown as blockText } from '../../../../src/service/content/markdown/sections.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

function convert(source: string, files: Readonly<Record<string, string>> = {}): Converted {
  const variables = new Map([['release', '4.2']]);
  const find = (path: string): { path: string; text: string } | undefined =>
    files[path] === undefined ? undefined : { path, text: files[path] };
  return atOnce(toMarkdown(source, { file: 'guide/a.rst', root: '', variables, find }));
}

function lines(...text: readonly string[]): string {
  return text.join('\n');
}

test.each([
  [
    'sections by the order of their lines',
    lines(
      '=====',
      'Looms',
      '=====',
      '',
      'Warp',
      '----',
      'a',
      '',
      'Weft',
      '----',
      'Thin',
      '~~~~',
      'b',
      '',
      'Next',
      '----',
    ),
    '# Looms {#looms}\n\n## Warp {#warp}\n\na\n\n## Weft {#weft}\n\n### Thin {#thin}\n\nb\n\n## Next {#next}',
  ],
  [
    'ids as docutils makes them',
    lines('1. Größe & *more*', '=================', '', 'Warp', '----', '', 'Warp', '----', '', '織る', '------'),
    '# 1. Größe & *more* {#grosze-more}\n\n## Warp {#warp}\n\n## Warp {#id1}\n\n## 織る {#id2}',
  ],
  [
    'inline markup',
    'Set ``a*b``, *soft*, **loud** and `both`. Not 2 * 3 * 4, snake_case, a\\*b or "*". Plain\\ *s*.',
    'Set `a*b`, *soft*, **loud** and `both`. Not 2 \\* 3 \\* 4, snake_case, a\\*b or "\\*". Plain*s*.',
  ],
  [
    'links by name, of any kind',
    lines(
      'See Loom_, `the shop`_, `here <https://e.example/x>`_, `there`__ and `Warp`_.',
      '',
      '.. _loom: https://e.example/loom',
      '.. _the shop: loom_',
      '__ https://e.example/there',
      '',
      'Warp',
      '====',
    ),
    lines(
      'See [Loom](https://e.example/loom), [the shop](https://e.example/loom), [here](https://e.example/x), ' +
        '[there](https://e.example/there) and [Warp](a.rst#warp).',
      '',
      '# Warp {#warp}',
    ),
  ],
  [
    'lists, tight and loose, in one another',
    lines(
      '* One',
      '  more',
      '',
      '  * Inner',
      '',
      '* Two::',
      '',
      '      x = 1',
      '',
      '3. Three',
      '4. Four',
      '',
      '#. A',
      '#. B',
    ),
    lines(
      '- One',
      '  more',
      '  - Inner',
      '- Two:',
      '',
      '  ```',
      '  x = 1',
      '  ```',
      '',
      '3. Three',
      '4. Four',
      '5. A',
      '6. B',
    ),
  ],
  [
    'definitions, fields and options',
    lines(
      'warp : noun',
      '   The *long* threads.',
      '',
      ':Colour: red',
      ':param int width: of the cloth',
      '',
      '-v, --verbose  Says more.',
      '--out FILE     Writes.',
    ),
    lines(
      '- **warp (noun)**: The *long* threads.',
      '',
      '- **Colour**: red',
      '- `width` (int): of the cloth',
      '',
      '- `-v, --verbose`: Says more.',
      '- `--out FILE`: Writes.',
    ),
  ],
  [
    'literal blocks and sessions',
    lines('Run::', '', '    weave --fast', '', 'or ::', '', '> quoted', '> lines', '', '>>> 1 + 1', '2', '', 'End.'),
    lines(
      'Run:',
      '',
      '```',
      'weave --fast',
      '```',
      '',
      'or',
      '',
      '```',
      '> quoted',
      '> lines',
      '```',
      '',
      '```python',
      '>>> 1 + 1',
      '2',
      '```',
      '',
      'End.',
    ),
  ],
  [
    'code with its language, its title and none of its options',
    lines(
      '.. code-block:: c',
      '   :caption: main.c',
      '   :linenos:',
      '',
      '   int a;',
      '',
      '     b();',
      '',
      '.. highlight:: yaml',
      '',
      '::',
      '',
      '   a: 1',
    ),
    lines('```c title="main.c"', 'int a;', '', '  b();', '```', '', '```yaml', 'a: 1', '```'),
  ],
  [
    'notes and changes',
    lines(
      '.. note:: Mind the',
      '   gap.',
      '',
      '.. warning::',
      '',
      '   Hot.',
      '',
      '   * very',
      '',
      '.. versionadded:: 1.2',
      '   The ``x`` option.',
      '',
      '.. admonition:: On dyes',
      '',
      '   Blue.',
    ),
    lines(
      '**Note:** Mind the',
      'gap.',
      '',
      '**Warning:** Hot.',
      '',
      '- very',
      '',
      '**Added in version 1.2:** The `x` option.',
      '',
      '**On dyes:** Blue.',
    ),
  ],
  [
    'comments and what only directs are gone',
    lines(
      '.. a comment',
      '   of two lines',
      '',
      '..',
      '',
      '.. index:: loom',
      '',
      '.. contents::',
      '',
      'Text.',
      '',
      '----',
      '',
      '.. |gone| replace:: x',
    ),
    'Text.',
  ],
  [
    'substitutions, in one another and of the site',
    lines(
      '|prod| |release| costs 3 |eur|. |logo| |unknown|',
      '',
      '.. |prod| replace:: *The* |inner|',
      '.. |inner| replace:: Loom',
      '.. |eur| unicode:: 0x20AC',
      '.. |logo| image:: l.png',
      '   :alt: Mark',
    ),
    '*The* Loom 4.2 costs 3 €. Mark unknown',
  ],
  [
    'a grid table with a cell over two rows and one over two columns',
    lines(
      '+------+-------+',
      '| Wool | Use   |',
      '+======+=======+',
      '| Soft | scarf |',
      '|      +-------+',
      '|      | `hat` |',
      '+------+-------+',
      '| a | b        |',
      '+------+-------+',
    ),
    lines('| Wool | Use |', '| --- | --- |', '| Soft | scarf |', '| Soft | `hat` |', '| a \\| b |  |'),
  ],
  [
    'a simple table',
    lines(
      '=====  ======',
      'Key    Effect',
      '=====  ======',
      '``a``  first',
      '       still',
      'b      second',
      '=====  ======',
    ),
    lines('| Key | Effect |', '| --- | --- |', '| `a` | first still |', '| b | second |'),
  ],
  [
    'tables as lists and as values',
    lines(
      '.. list-table:: Yarns',
      '   :header-rows: 1',
      '',
      '   * - Name',
      '     - Weight',
      '   * - Fine',
      '     - 5',
      '',
      '.. csv-table::',
      '   :header: "A", "B"',
      '',
      '   "x, y", 2',
    ),
    lines(
      '**Yarns**',
      '',
      '| Name | Weight |',
      '| --- | --- |',
      '| Fine | 5 |',
      '',
      '| A | B |',
      '| --- | --- |',
      '| x, y | 2 |',
    ),
  ],
  [
    'a table with code in a cell is a list',
    lines(
      '.. list-table::',
      '   :header-rows: 1',
      '',
      '   * - Step',
      '     - Do',
      '   * - One',
      '     - ::',
      '',
      '         a',
      '         b',
    ),
    lines('- **Step:** One', '', '  **Do:**', '', '  ```', '  a', '  b', '  ```'),
  ],
  [
    'pictures with their captions',
    lines('.. figure:: loom.png', '   :alt: A loom', '', '   The *old* loom.'),
    '![A loom](loom.png)\n\nThe *old* loom.',
  ],
  [
    'footnotes and citations',
    lines('Wool [1]_ and silk [Fox99]_.', '', '.. [1] From sheep.', '.. [Fox99] On silk.'),
    lines('Wool \\[1\\] and silk \\[Fox99\\].', '', '**\\[1\\]:** From sheep.', '', '**\\[Fox99\\]:** On silk.'),
  ],
  [
    'roles',
    lines(
      ':ref:`warp-threads`, :ref:`the warp <warp>`, :doc:`/intro`, :doc:`here <b>`, :term:`Weft`, :pep:`8`, :kbd:`Ctrl+C`,',
      ':func:`cloth.weave`, :class:`~cloth.Loom`, :meth:`!stop`, :option:`--fast`, :menuselection:`File --> Open`, :guilabel:`&Save`,',
      ':math:`a_1 + b`, :file:`/etc/{name}`, :custom:`words here`.',
    ),
    lines(
      '[warp-threads](label:warp-threads), [the warp](label:warp), [/intro](label:/intro), [here](label:/guide/b), ' +
        '[Weft](maybe:term:weft), [PEP 8](https://peps.python.org/pep-0008/), Ctrl+C,',
      '[`cloth.weave()`](maybe:obj:cloth.weave), [`Loom`](maybe:obj:cloth.Loom), `stop()`, [`--fast`](maybe:option:--fast), File → Open, **Save**,',
      '$a_1 + b$, `/etc/name`, words here.',
    ),
  ],
  [
    'an API: each object is a section with its anchor',
    lines(
      'Looms',
      '=====',
      '',
      '.. py:module:: cloth',
      '',
      '.. class:: Loom(width)',
      '',
      '   Weaves.',
      '',
      '   .. method:: start(speed=1)',
      '',
      '      :param int speed: in rows',
      '      :returns: cloth',
      '',
      '.. option:: -w, --width N',
      '',
      '   Sets it.',
    ),
    lines(
      '# Looms {#looms}',
      '',
      '## `class Loom(width)` {#cloth.Loom}',
      '',
      'Weaves.',
      '',
      '### `start(speed=1)` {#cloth.Loom.start}',
      '',
      '- `speed` (int): in rows',
      '- **Returns**: cloth',
      '',
      '## `-w, --width N` {#cmdoption-w}',
      '',
      'Sets it.',
    ),
  ],
  [
    'tabs and boxes',
    lines(
      '.. tab-set::',
      '',
      '   .. tab-item:: Linux',
      '',
      '      Use apt.',
      '',
      '   .. tab-item:: macOS',
      '',
      '      Use brew.',
      '',
      '.. dropdown:: More',
      '',
      '   Text.',
      '',
      '.. tabs::',
      '',
      '   .. code-tab:: c',
      '',
      '      int a;',
    ),
    lines(
      '**Linux:** Use apt.',
      '',
      '**macOS:** Use brew.',
      '',
      '**More:** Text.',
      '',
      '**c:**',
      '',
      '```c',
      'int a;',
      '```',
    ),
  ],
  [
    'what only some builds show',
    lines(
      '.. only:: html',
      '',
      '   Here.',
      '',
      '.. only:: latex',
      '',
      '   Not here.',
      '',
      '.. only:: not latex and html',
      '',
      '   Here too.',
      '',
      '.. ifconfig:: beta',
      '',
      '   Beta.',
    ),
    'Here.\n\nHere too.\n\nBeta.',
  ],
  [
    'the pages below',
    lines(
      '.. toctree::',
      '   :caption: Guides',
      '',
      '   start',
      '   Other <more/other>',
      '   glob*',
      '   Shop <https://e.example>',
      '',
      '.. toctree::',
      '   :hidden:',
      '',
      '   x',
    ),
    lines(
      '**Guides:**',
      '',
      '- [/guide/start](label:/guide/start)',
      '- [Other](label:/guide/more/other)',
      '- [Shop](https://e.example)',
    ),
  ],
  [
    'indented text, which many lists and paragraphs are by accident',
    'Before\n\n  * a\n  * b\n\n   Text.',
    'Before\n\n- a\n- b\n\nText.',
  ],
  ['lines that Markdown would read as blocks', '| # a\n| - b\n| 1. c', '\\# a\n\\- b\n1\\. c'],
  [
    'characters that components of Markdown would read',
    'A <b> {% x %} {{ y }} [z]',
    'A \\<b> \\{% x %} \\{\\{ y }} \\[z\\]',
  ],
])('reads %s', (_, source, markdown) => {
  expect(convert(source).markdown).toBe(markdown);
});

describe('names', () => {
  test('labels have the title of what follows them, and the anchor of their name', () => {
    const source = lines(
      '.. _loom-setup:',
      '.. _Old Name:',
      '',
      'Set *up*',
      '------',
      '',
      '.. setting:: WIDTH',
      '',
      '``WIDTH``',
      '~~~~~~~~~',
      '',
      '.. _fig:',
      '',
      '.. figure:: a.png',
      '',
      '.. glossary::',
      '',
      '   Warp',
      '   Warps',
      '     Threads.',
    );
    expect(convert(source).labels).toEqual([
      { name: '/guide/a', anchor: '', title: 'Set *up*' },
      { name: 'loom-setup', anchor: 'loom-setup', title: 'Set *up*' },
      { name: 'old name', anchor: 'old-name', title: 'Set *up*' },
      { name: 'setting:WIDTH', anchor: 'setting-WIDTH', title: '`WIDTH`' },
      { name: 'fig', anchor: 'fig', title: 'fig' },
      { name: 'term:warp', anchor: 'term-Warp', title: 'Warp' },
      { name: 'term:warps', anchor: 'term-Warps', title: 'Warps' },
    ]);
  });

  test('a heading with the name of its label has the anchor of both', () => {
    const { markdown, labels } = convert(lines('.. _warp:', '', 'Warp', '====', '', 'Warp', '----'));
    expect(markdown).toBe('# Warp {#warp}\n\n## Warp {#id2}');
    expect(labels?.[1]).toEqual({ name: 'warp', anchor: 'warp', title: 'Warp' });
  });
});

test('named links and references to footnotes take part in the ids, as in docutils', () => {
  const source = lines('Use `Dyes <https://e.example>`_ [1]_.', '', 'Dyes', '====', '', 'Dyes', '----');
  expect(convert(source).markdown).toContain('# Dyes {#id2}\n\n## Dyes {#id3}');
});

test('settings of the site: links by number, and titles as labels', () => {
  const variables = new Map([
    ['extlinks.issue', 'https://e.example/issues/%s\n#%s'],
    ['autosectionlabel', ''],
  ]);
  const settings = { file: 'docs/guide/a.rst', root: 'docs', variables, find: () => undefined };
  const source = lines('Big Looms', '=========', '', 'See :issue:`7`, :issue:`that <8>` and :doc:`/intro`.');
  const { markdown, labels } = atOnce(toMarkdown(source, settings));
  expect(markdown).toBe(
    '# Big Looms {#big-looms}\n\nSee [#7](https://e.example/issues/7), [that](https://e.example/issues/8) and ' +
      '[/docs/intro](label:/docs/intro).',
  );
  expect(labels?.slice(1).map(({ name }) => name)).toEqual(['big looms', 'docs/guide/a:big looms']);
});

test.each(['word ', '*a* ', '| a\n', '- a\n', '::\n\n  a\n\n'])('reading a page that repeats %j pauses', (piece) => {
  const settings = { file: 'a.rst', root: '', variables: new Map(), find: () => undefined };
  const chars = 200_000;
  expect([...toMarkdown(piece.repeat(chars / piece.length), settings)].length).toBeGreaterThanOrEqual(chars / 20_000);
});

test('any text is read, and begins as it was written', () => {
  const piece = fc.constantFrom(
    ...[
      'word',
      ' ',
      '\n',
      '\n\n',
      '\n   ',
      '*',
      '**',
      '`',
      '``',
      '`_',
      ':ref:`',
      '<x>`',
      '|',
      '_',
      '__',
      '[1]_',
      '\\',
      '::',
    ],
    ...[
      '.. note::',
      '.. _a:',
      '.. |a| replace::',
      '.. table::',
      '.. list-table::',
      '* - ',
      '- ',
      '1. ',
      ':f: ',
      '-o  ',
      '>>> ',
    ],
    ...['====', '----', '+---+', '| a |', '==  ==', '__ ', '| ', '\t'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { markdown } = convert(`Warp is long.\n\n${pieces.join('')}`);
      expect(markdown).toMatch(/^Warp is long\./);
    }),
  );
});

describe('includes', () => {
  test('other files are shown, whole or in part, as text or as code', () => {
    const files = {
      'part.txt': 'From\n====\n\nbegin\n\n*Part*\n\nend',
      'a.py': 'import os\n\n@step\ndef weave():\n    return 1\n\ndef stop():\n    pass\n',
    };
    const source = lines(
      '.. include:: part.txt',
      '   :start-after: begin',
      '   :end-before: end',
      '',
      '.. literalinclude:: a.py',
      '   :pyobject: weave',
      '   :caption:',
      '',
      '.. literalinclude:: a.py',
      '   :lines: 1',
      '   :language: text',
      '',
      '.. include:: gone.rst',
    );
    const { markdown, missing } = convert(source, files);
    expect(markdown).toBe(
      lines(
        '*Part*',
        '',
        '```py title="a.py"',
        '@step',
        'def weave():',
        '    return 1',
        '```',
        '',
        '```text',
        'import os',
        '```',
      ),
    );
    expect(missing).toEqual(['gone.rst']);
  });

  test('lines are shown in the order of their numbers, and again where they are named again', () => {
    const { markdown } = convert('.. literalinclude:: a.txt\n   :lines: 4-, 1-2,x,2', { 'a.txt': 'a\nb\nc\nd' });
    expect(markdown).toBe(lines('```txt', 'd', 'a', 'b', 'b', '```'));
  });

  test.each([
    ['', 'a\n\n  b'],
    ['2', '  a\n\n    b'],
    ['9', 'a\n\n  b'],
    ['-3', '    a\n \n      b'],
  ])('code is shown with less margin: dedent "%s"', (dedent, code) => {
    const source = `.. literalinclude:: a.txt\n   :dedent: ${dedent}`;
    expect(convert(source, { 'a.txt': '    a\n \n      b' }).markdown).toBe(`\`\`\`txt\n${code}\n\`\`\``);
  });

  test('files that include one another end', () => {
    expect(convert('.. include:: a', { a: 'x\n\n.. include:: a' }).markdown.length).toBeLessThan(100);
  });

  test('substitutions that name one another end', () => {
    const source = Array.from({ length: 20 }, (_, at) => `.. |a${at}| replace:: |a${at + 1}| |a${at + 1}|`).join('\n');
    expect(convert(`|a0|\n\n${source}`).markdown.length).toBeLessThan(10_000);
  });
});

test('what a program would have to run for is counted, and what it is given is shown', () => {
  const { markdown, dropped } = convert(
    lines(
      '.. autoclass:: cloth.Loom',
      '   :members:',
      '',
      '.. automodule:: cloth',
      '',
      '   The module.',
      '',
      '.. weather:: Berlin',
    ),
  );
  expect(markdown).toBe('The module.');
  expect(dropped).toEqual(['.. autoclass:: cloth.Loom', '.. automodule:: cloth', '.. weather:: Berlin']);
});

test('front matter, as in Hugo, is that of the page', async () => {
  const { pages } = await readDocs(
    docsFolder({
      'hugo.toml': '',
      'content/warp.rst': lines('---', 'title: The warp', '---', '', 'Threads', '=======', '', 'Long.'),
      'content/weft.adoc': lines('+++', 'title = "The weft"', '+++', '', '== Threads', '', 'Short.'),
      'content/secret.rst': lines('---', 'draft: true', '---', '', 'Hidden.'),
    }),
  );
  expect(pages.map(({ path, title }) => [path, title])).toEqual([
    ['/warp', 'The warp'],
    ['/weft', 'The weft'],
  ]);
});

test('fields at the beginning, and meta, are the front matter', () => {
  const { markdown, front } = convert(
    lines(':orphan:', ':description: On looms', '', 'A', '=', '', '.. meta::', '   :keywords: wool, silk'),
  );
  expect(markdown).toBe('# A {#a}');
  expect(front).toEqual({ description: 'On looms', keywords: 'wool, silk' });
});

test('a site of Sphinx: links lead to the pages and anchors of the site, with the titles of what they name', async () => {
  const { pages, problems, summary } = await readDocs(
    docsFolder({
      'conf.py': lines(
        "project = 'Cloth'",
        "release = '3.1'",
        "source_suffix = {'.rst': 'restructuredtext', '.txt': 'restructuredtext'}",
        'rst_epilog = """',
        '.. |shop| replace:: The Shop',
        '"""',
      ),
      'index.rst': lines('Cloth', '=====', '', '.. toctree::', '', '   use/weave'),
      'use/weave.txt': lines(
        '.. _weaving:',
        '',
        'Weaving it',
        '==========',
        '',
        'In |shop| |release|. See :ref:`dyes`, :doc:`/index` and :func:`cloth.dye`.',
        '',
        '.. include:: /parts/note.inc',
        '',
        '.. literalinclude:: ../code/a.c',
      ),
      'dye.rst': lines(
        'Dye',
        '===',
        '',
        '.. _dyes:',
        '',
        'All *dyes*',
        '----------',
        '',
        'Back to :ref:`weaving`. :ref:`nowhere`',
        '',
        '.. function:: cloth.dye(x)',
        '',
        '   Dyes.',
      ),
      'parts/note.inc': '.. tip:: Wash it.',
      'code/a.c': 'int a;',
      'notes.md': '# Notes\n\nText.',
    }),
  );
  expect(problems).toEqual([]);
  expect(summary.generator).toBe('sphinx');
  expect(summary.unresolved).toMatchObject([{ kind: 'links', count: 1, example: 'label:nowhere in dye.rst' }]);
  const text = Object.fromEntries(
    pages.map(({ path, title, sections }) => [
      path,
      [title, ...sections.flatMap(({ blocks }) => blocks.map(blockText))],
    ]),
  );
  expect(text).toEqual({
    '/': ['Cloth', '- [Weaving it](/use/weave.html)'],
    '/dye.html': ['Dye', 'Back to [Weaving it](/use/weave.html#weaving). nowhere', 'Dyes.'],
    '/notes.html': ['Notes', 'Text.'],
    '/use/weave.html': [
      'Weaving it',
      'In The Shop 3.1. See [All *dyes*](/dye.html#dyes), [Cloth](/) and [`cloth.dye()`](/dye.html#cloth.dye).',
      '**Tip:** Wash it.',
      '```c\nint a;\n```',
    ],
  });
});

test('text files are pages where they have titles, and other text is left out', async () => {
  const { pages, summary } = await readDocs(
    docsFolder({ 'locks.txt': 'Locks\n=====\n\nOil them.', 'log.txt': 'a b c', 'requirements.txt': 'x\n===' }),
  );
  expect(pages.map(({ path, title }) => [path, title])).toEqual([['/locks', 'Locks']]);
  expect(summary.leftOut).toMatchObject([{ kind: '.txt files', count: 1, example: 'log.txt' }]);
  expect(looksLikeRst('.. _a:\n\nTitle\n-----\n')).toBe(true);
  expect(looksLikeRst('Title\n--\n')).toBe(false);
});

test.each(['.. include:: long.rst', '.. literalinclude:: long.rst', '.. csv-table::\n   :file: long.rst'])(
  'an include that is too long is counted as missing: %j',
  (source) => {
    expect(convert(source, { 'long.rst': 'a\n'.repeat(500_001) }).missing).toEqual(['long.rst']);
  },
);

test('labels and cells of a table that are too many are counted', () => {
  const labels = Array.from({ length: 502 }, (_, at) => `.. _l${at}:\n\na\n`).join('\n');
  expect(convert(labels).dropped).toEqual(['.. _l500:', '.. _l501:']);
  const row = `   ${Array.from({ length: 1_000 }, () => '').join(',')}\n`;
  expect(convert(`.. csv-table:: Big\n\n${row.repeat(21)}`).dropped).toEqual(['.. csv-table:: Big']);
});
