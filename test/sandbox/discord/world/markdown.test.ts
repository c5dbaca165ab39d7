/** What Discord would render or act on in a text. */
import { expect, test } from 'vitest';
import { linksIn, mentionsIn, previewsIn } from '../../../../src/sandbox/discord/world/markdown.ts';

const id = '1197465403392000003';

test.each([
  [`<@${id}> and <@!${id}>`, ['person', 'person']],
  [`<@&${id}>`, ['role']],
  ['@everyone, @here', ['broadcast', 'broadcast']],
  [
    `<#${id}> </docs:${id}> <t:1700000000:R> <:smile:${id}> <id:customize>`,
    ['channel', 'command', 'time', 'emoji', 'special'],
  ],
  [`\\<@${id}>`, ['person']],
  [`\`<@${id}>\` and \`\`\`\n@everyone\n\`\`\``, []],
  [`\`\`\` never closed <@${id}>`, ['person']],
  ['<@1> @nobody a<b', []],
])('the live tokens of %j are %j', (text, kinds) => {
  expect(mentionsIn(text).map((token) => token.kind)).toEqual(kinds);
});

test('links are read with their label, and only those without angle brackets unfold', () => {
  const text = '[docs](https://a.example) [more](<https://b.example>) <https://c.example> https://d.example/x.';
  expect(linksIn(text).map(({ url, label, suppressed }) => [url, label, suppressed])).toEqual([
    ['https://a.example', 'docs', false],
    ['https://b.example', 'more', true],
    ['https://c.example', undefined, true],
    ['https://d.example/x', undefined, false],
  ]);
  expect(previewsIn(text)).toEqual(['https://a.example', 'https://d.example/x']);
});

test('an invitation is a link without a scheme, and code contains no links', () => {
  expect(linksIn('discord.gg/abc').map((link) => link.url)).toEqual(['discord.gg/abc']);
  expect(linksIn('`https://a.example`')).toEqual([]);
});
