import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededChannels, seededGroups, seededUsers } from '../../../../src/sandbox/slack/world/seed.ts';
import { renderContent } from '../../../../src/sandbox/view/slack/blocks.ts';
import { expectLinear } from '../../../fakes/linear.ts';
import { outline } from '../outline.ts';

const byId = <T extends { readonly id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]));
const names = { users: byId(seededUsers), channels: byId(seededChannels), groups: byId(seededGroups) };
const mrkdwn = (text: string) => outline(renderContent({ text }, names));
const markdown = (text: string) => outline(renderContent({ text: '', blocks: [{ type: 'markdown', text }] }, names));

test.each([
  ['*bold* _italic_ ~gone~ `code`', 'paragraph(strong(bold) emphasis(italic) strike(gone) code(code))'],
  ['snake_case_name and 2*3*4', 'paragraph(snake_case_name and 2*3*4)'],
  ['*a _b_ c*', 'paragraph(strong(a emphasis(b) c))'],
  ['# no heading\n- no list', 'paragraph(# no heading⏎- no list)'],
  ['> quoted\n> again\nnot', 'quote(quoted⏎again)paragraph(not)'],
  ['&gt; quoted as well', 'quote(quoted as well)'],
  ['before ```ts\na &lt; b``` after', 'paragraph(before )fence:(ts\na < b)paragraph( after)'],
  ['&lt;!here&gt; &amp;amp;', 'paragraph(<!here> &amp;)'],
  [
    '<!here> <@U0ADA00001> <#C0GENERAL1> <!subteam^S0DEPLOY01>',
    'paragraph(everybody(@here) person(@Ada Byron) place(#general) group(@docs-deployers))',
  ],
  [
    '<https://a.example/?x=1&amp;y=2|docs> https://b.example.',
    'paragraph(link:https://a.example/?x=1&y=2(docs) link:https://b.example(https://b.example).)',
  ],
  ['<javascript:alert(1)|click>', 'paragraph(<javascript:alert(1)|click>)'],
  ['done :white_check_mark: :unheard_of:', 'paragraph(done ✅ :unheard_of:)'],
  ['`<@U0ADA00001>`', 'paragraph(code(<@U0ADA00001>))'],
  ['~\u20605 and ~10~', 'paragraph(~\u20605 and strike(10))'],
])('mrkdwn %j is shown as %s', (text, shown) => {
  expect(mrkdwn(text)).toBe(shown);
});

test.each([
  ['# Title\n\n**bold** *it* ~~no~~', 'h1(Title)paragraph(strong(bold) emphasis(it) strike(no))'],
  ['- a\n  - b\n1. c', 'ul(li(paragraph(a)ul(li(paragraph(b)))))ol:1(li(paragraph(c)))'],
  ['- [x] done\n- [ ] open', 'ul(li☑(paragraph(done))li☐(paragraph(open)))'],
  ['| a | b |\n| - | - |\n| `1` | 2 |', 'table(a|b / code(1)|2)'],
  ['```ts\nlet a;\n```', 'fence:ts(let a;)'],
  [
    '[docs](https://a.example) ![pic](https://a.example/p.png)',
    'paragraph(link:https://a.example(docs) link:https://a.example/p.png(pic))',
  ],
  ['<b>raw</b> <!channel> &lt;!channel>', 'paragraph(<b>raw</b> everybody(@channel) <!channel>)'],
  ['> quote\n\n---', 'quote(paragraph(quote))rule()'],
])('a markdown block %j is shown as %s', (text, shown) => {
  expect(markdown(text)).toBe(shown);
});

test('a task is a card with its state and the pages that it names', () => {
  const sources = ['a', 'b'].map((page) => ({ type: 'url', url: `https://${page}.example`, text: page }));
  const task = { type: 'task_card', task_id: 't1', title: 'Search *all*', status: 'complete', sources };
  const shown = (block: object) => outline(renderContent({ text: '', blocks: [{ ...block }] }, names));
  expect(shown(task)).toBe(
    'card(paragraph(✓ Search *all*)small(link:https://a.example(a) · link:https://b.example(b)))',
  );
  expect(shown({ ...task, status: 'in_progress', sources: [] })).toBe('card(paragraph(◌ Search *all*))');
});

test('blocks are shown in order, with their buttons', () => {
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: 'Head' } },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: '*a*' },
      accessory: { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } },
    },
    { type: 'divider' },
    { type: 'context', elements: [{ type: 'mrkdwn', text: 'by _me_' }] },
    {
      type: 'context_actions',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: 'fb',
          positive_button: { text: { type: 'plain_text', text: 'Good' }, value: 'up' },
          negative_button: { text: { type: 'plain_text', text: 'Bad' }, value: 'down' },
        },
      ],
    },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'rich', style: { bold: true } },
            { type: 'broadcast', range: 'here' },
          ],
        },
      ],
    },
  ];
  expect(outline(renderContent({ text: 'fallback', blocks }, names))).toBe(
    'h2(Head)paragraph(strong(a))button:go(Go)rule()small(paragraph(by emphasis(me)))button:fb(Good)button:fb(Bad)paragraph(strong(rich)everybody(@here))',
  );
});

test('any text can be rendered, and every word of plain text survives', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('*', '_', '~', '`', '<', '>', '|', '\n', ' ', 'a', 'b', '@', '!', '&', ':') }),
      (text) => {
        expect(typeof mrkdwn(text)).toBe('string');
        expect(typeof markdown(text)).toBe('string');
      },
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (words) => {
      expect(mrkdwn(words.join(' '))).toBe(`paragraph(${words.join(' ')})`);
    }),
  );
});

test.each(['*', '_', '`', '<', '*a ', '> '])('%j repeated four thousand times is rendered quickly', (mark) =>
  expectLinear(4_000, (times) => mrkdwn(mark.repeat(times))),
);
