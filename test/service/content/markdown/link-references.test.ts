import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toStretches } from '../../../../src/kit/markdown/page-lines.ts';
import { withInlineLinks } from '../../../../src/service/content/markdown/link-references.ts';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { docsFolder } from '../../folder.ts';

const definitions = [
  '[ref]: https://a.example/ref "A title"',
  "  [Two  Words]: ./b.md#part 'Title'",
  '[angled]: <./c d.md>',
  '[below]:\n  /below\n  (Title)',
  '[ref]: https://second.example',
  '[image]: x.png',
].join('\n');

test.each([
  ['See [the docs][ref].', 'See [the docs](https://a.example/ref).'],
  ['See [Ref][] and [ref].', 'See [Ref](https://a.example/ref) and [ref](https://a.example/ref).'],
  ['[words][two\nwords]', '[words](./b.md#part)'],
  ['[angled] or [below]', '[angled](./c%20d.md) or [below](/below)'],
  ['[`code` and [x]][ref]', '[`code` and [x]](https://a.example/ref)'],
  ['[![picture][image]][ref]', '[![picture](x.png)](https://a.example/ref)'],
  ['[![picture][image]](/y)', '[![picture](x.png)](/y)'],
])('%j is resolved', (source, text) => {
  expect(withInlineLinks(`${source}\n\n${definitions}`).trim()).toBe(text);
});

test.each([
  '[ref](/own) and [unknown][nowhere] and [unknown] and - [x] done',
  'list[0][ref0], \\[ref], \\[ref\\]',
  '`[words][ref]` and ``[`ref`]``',
  '```md\n[words][ref]\n\n[ref]: /inside\n```',
  '- ```md\n  [ref]\n  ```',
])('%j stays unchanged', (source) => {
  expect(withInlineLinks(`${source}\n\n${definitions}`).trim()).toBe(source);
});

test('a footnote stays where it is, without its marks', () => {
  expect(withInlineLinks('Hot[^1] or cold[^unknown].\n\n[^1]: At 96 °C.')).toBe('Hot or cold[^unknown].\n\nAt 96 °C.');
});

test('comments written as definitions are removed', () => {
  expect(withInlineLinks('a\n\n[//]: # (nobody reads this)\n\nb').replace(/\n+/g, ' ')).toBe('a b');
});

test('reference links of a section become links of the site', async () => {
  const { pages } = await readDocs(
    docsFolder({
      'a.md': '# A\n\n## The [`b`][b] page\n\nRead [it][b].\n\n## More\n\nText.\n\n[b]: ./b.md#part',
      'b.md': '# B\n\nText.',
    }),
    'https://site.example',
  );
  const [section] = pages[0]?.sections ?? [];
  expect(section?.heading).toBe('The b page');
  expect(section?.anchor).toBe('the-b-page');
  expect(section?.blocks).toEqual([{ kind: 'prose', text: 'Read [it](https://site.example/b#part).' }]);
  expect(pages[1]?.linkedFrom).toBe(1);
});

test('a bracket that is never closed does not affect the links after it', () => {
  const links = '[a][b]'.repeat(40);
  expect(withInlineLinks(`[ ${links}\n\n[b]: /b`).trim()).toBe(`[ ${'[a](/b)'.repeat(40)}`);
});

test('the stretches of a text add up to it, and a page without definitions stays unchanged', () => {
  const line = fc.constantFrom(
    '```',
    '~~~~',
    '````ts',
    '> ```',
    '- ```',
    'a [b][c]',
    '[c',
    '[d](e)',
    '',
    '`[`',
    '\\[x]',
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n');
      expect(
        toStretches(text)
          .map((stretch) => stretch.text)
          .join('\n'),
      ).toBe(text);
      expect(withInlineLinks(text)).toBe(text);
    }),
  );
});
