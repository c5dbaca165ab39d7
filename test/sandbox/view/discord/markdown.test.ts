import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiscordNames, renderMarkdown } from '../../../../src/sandbox/view/discord/markdown.ts';
import { renderComponents } from '../../../../src/sandbox/view/discord/message.ts';
import { expectLinear } from '../../../fakes/linear.ts';
import { outline } from '../outline.ts';

const id = '123456789012345678';
const names: DiscordNames = {
  person: () => 'Ada',
  role: () => 'Maintainer',
  place: () => 'general',
  everyonePings: false,
};
const shown = (text: string, more: Partial<DiscordNames> = {}) => outline(renderMarkdown(text, { ...names, ...more }));

test.each([
  [
    '**bold** *it* _it_ __under__ ~~no~~ ||spoil||',
    'paragraph(strong(bold) emphasis(it) emphasis(it) underline(under) strike(no) spoiler(spoil))',
  ],
  ['***both***', 'paragraph(strong(emphasis(both)))'],
  ['snake_case_name 2 * 3 * 4', 'paragraph(snake_case_name 2 * 3 * 4)'],
  ['\\*not\\* `a*b*` ``a`b``', 'paragraph(*not* code(a*b*) code(a`b))'],
  ['# One\n### Three\n#### four', 'h1(One)h3(Three)paragraph(#### four)'],
  ['-# small', 'small(small)'],
  ['> quoted **b**\nnot', 'quote(paragraph(quoted strong(b)))paragraph(not)'],
  ['> a\n> ```js\n> b\n> > c\n> ```\nd', 'quote(paragraph(a)fence:js(b\n> c))paragraph(d)'],
  ['>>> all\nof it', 'quote(paragraph(all⏎of it))'],
  ['- a\n  - b\n- c\n3. d', 'ul(li(aul(li(b)))li(c)li(d))'],
  ['3. three\n4. four', 'ol:3(li(three)li(four))'],
  ['a\n```ts\nlet **a**;\n```\nb', 'paragraph(a)fence:ts(let **a**;)paragraph(b)'],
  ['| a | b |\n| - | - |', 'paragraph(| a | b |⏎| - | - |)'],
  ['---', 'paragraph(---)'],
  [
    `<@${id}> <@&${id}> <#${id}> </docs:${id}>`,
    'paragraph(person(@Ada) group(@Maintainer) place(#general) place(/docs))',
  ],
  [
    '[docs](https://a.example "t") <https://b.example> https://c.example.',
    'paragraph(link:https://a.example(docs) link:https://b.example(https://b.example) link:https://c.example(https://c.example).)',
  ],
  [
    '[https://good.example](https://bad.example)',
    'paragraph([link:https://good.example](https://bad.example(https://good.example](https://bad.example)))',
  ],
  ['[x](javascript:alert(1))', 'paragraph([x](javascript:alert(1)))'],
  ['**two\nlines**', 'paragraph(strong(two⏎lines))'],
  ['@everyone', 'paragraph(@everyone)'],
])('%j is shown as %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('@everyone is a mention only if it pings', () => {
  expect(shown('@everyone', { everyonePings: true })).toBe('paragraph(everybody(@everyone))');
});

test('buttons are shown with their emoji, containers as cards', () => {
  const buttons = [
    { type: 2, style: 1, label: 'Yes', custom_id: 'y', emoji: { name: '👍' } },
    { type: 2, style: 5, label: 'Docs', url: 'https://a.example' },
  ];
  const components = [
    { type: 17, components: [{ type: 10, content: '**hi**' }, { type: 14 }, { type: 1, components: buttons }] },
  ];
  expect(outline(renderComponents(components, names))).toBe(
    'card(paragraph(strong(hi))rule()button:y(👍 Yes)button:Docs(Docs))',
  );
});

test('any text can be rendered, and every word of plain text survives', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          '*',
          '_',
          '~',
          '`',
          '<',
          '>',
          '|',
          '\n',
          ' ',
          'a',
          '-',
          '#',
          '[',
          ']',
          '(',
          ')',
          '\\',
          '1',
          '.',
        ),
      }),
      (text) => {
        expect(typeof shown(text)).toBe('string');
      },
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (words) => {
      expect(shown(words.join(' '))).toBe(`paragraph(${words.join(' ')})`);
    }),
  );
});

test.each(['*', '_', '`', '[', '**a ', '> ', '||', '\\'])(
  '%j repeated two thousand times is rendered quickly',
  (mark) => expectLinear(2_000, (times) => shown(mark.repeat(times))),
);
