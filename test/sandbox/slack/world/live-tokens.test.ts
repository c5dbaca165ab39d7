import { expect, test } from 'vitest';
import { linksIn, surfacesOf, tokensIn } from '../../../../src/sandbox/slack/world/live-tokens.ts';

type Content = Parameters<typeof surfacesOf>[0];

const live = (content: Content) => surfacesOf(content).flatMap(tokensIn);
const kinds = (content: Content) => live(content).map((token) => `${token.kind} ${token.token}`);
const text = (value: string): Content => ({ text: value });
const section = (value: string, more: object = {}): Content => ({
  text: '',
  blocks: [{ type: 'section', text: { type: 'mrkdwn', text: value, ...more } }],
});

test('tokens in text are live, escaped ones are not', () => {
  expect(kinds(text('<!channel> <!here|x> <!subteam^S1|@g> <@U1> <#C1|c> <!date^1^{date}|d>'))).toEqual([
    'broadcast <!channel>',
    'broadcast <!here|x>',
    'group <!subteam^S1|@g>',
    'person <@U1>',
    'channel <#C1|c>',
    'special <!date^1^{date}|d>',
  ]);
  expect(live(text('&lt;!channel&gt; and 1 < 2 > 0 and <b>'))).toEqual([]);
});

test('a token in code counts as live, since Slack does not document otherwise', () => {
  expect(kinds(text('`<!here>`'))).toEqual(['broadcast <!here>']);
  expect(kinds({ text: '', blocks: [{ type: 'markdown', text: '```\n<!everyone>\n```' }] })).toEqual([
    'broadcast <!everyone>',
  ]);
});

test('plain @here is inert in text and live in text objects, unless they are verbatim', () => {
  expect(live(text('@here @channel'))).toEqual([]);
  expect(kinds(section('ask @here, not me@channel.org'))).toEqual(['broadcast @here']);
  expect(live(section('ask @here', { verbatim: true }))).toEqual([]);
  expect(live(section('ask @\u2060here'))).toEqual([]);
  expect(kinds({ text: '@everyone', autoLinks: 'full' })).toEqual(['broadcast @everyone']);
});

test('plain text objects and buttons are never live', () => {
  const button = { type: 'button', text: { type: 'plain_text', text: '<!here>' } };
  expect(live({ text: '', blocks: [{ type: 'actions', elements: [button] }] })).toEqual([]);
});

test('links are found with their labels, in every text', () => {
  const links = (content: Content) => live(content).map(({ url, label }) => [url, label]);
  expect(links(text('<https://a.example/?x=1&amp;y=2|docs> <mailto:a@b.c>'))).toEqual([
    ['https://a.example/?x=1&y=2', 'docs'],
    ['mailto:a@b.c', undefined],
  ]);
  expect(links({ text: '', blocks: [{ type: 'markdown', text: '[docs](https://a.example/b "t")' }] })).toContainEqual([
    'https://a.example/b',
    'docs',
  ]);
  expect(linksIn(text('see https://a.example/b and <https://a.example/b|b>'))).toEqual(['https://a.example/b']);
});

test('rich text elements count as the tokens that they represent', () => {
  const elements = [
    {
      type: 'rich_text_section',
      elements: [
        { type: 'broadcast', range: 'here' },
        { type: 'user', user_id: 'U1' },
      ],
    },
  ];
  expect(kinds({ text: '', blocks: [{ type: 'rich_text', elements }] })).toEqual(['broadcast <!here>', 'person <@U1>']);
});
