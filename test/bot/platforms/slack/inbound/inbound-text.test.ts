/** Slack's tokens and entities as readable Markdown. */
import { expect, it, test } from 'vitest';
import {
  insertNames,
  mentions,
  readText,
  usersIn,
} from '../../../../../src/bot/platforms/slack/inbound/inbound-text.ts';

const names = new Map([
  ['U1', 'Ada'],
  ['U2', 'two\n words'],
]);

test.each([
  ['<@U0BOT> how?', 'how?'],
  ['<@U0BOT>: how?', 'how?'],
  ['<@U0BOT|docent>, how?', 'how?'],
  ['hey <@U0BOT> how?', 'hey how?'],
  ['how? <@U0BOT>', 'how?'],
  ['<@U0BOT> <@U0BOT>', ''],
  ['ask <@U1> or <@U9>', 'ask @Ada or @someone'],
  ['<@W9|grace>', '@grace'],
  ['<@U2>', '@two words'],
  ['<#C1|general> <#C2> <#C3|>', '#general #channel #channel'],
  ['<!here> <!subteam^S1|@docs> <!subteam^S2>', '@here @docs @group'],
  ['<!date^1767600000^{date}|5 January>', '5 January'],
  ['<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
  ['<https://example.com|the docs>', '[the docs](https://example.com)'],
  ['<https://example.com|a [b]>', '[a \\[b\\]](https://example.com)'],
  ['<http://example.com|example.com>', 'example.com'],
  ['<mailto:a@example.com|a@example.com>', 'a@example.com'],
  ['a &lt;b&gt; &amp; c', 'a <b> & c'],
  ['&amp;lt;', '&lt;'],
  ['&lt;@U1 said&gt;', '<@U1 said>'],
  ['`a &lt; b`\n```\nx &amp;&amp; y\n```', '`a < b`\n```\nx && y\n```'],
  ['1 < 2', '1 < 2'],
  ['<>', '<>'],
  ['<nothing known>', '<nothing known>'],
])('reads %s', (typed, read) => {
  expect(insertNames(readText(typed, 'U0BOT'), names)).toBe(read);
});

it('finds each mentioned user once, in order of appearance', () => {
  expect(usersIn('<@U2> <@U1|ada> <@U2> &lt;@U3&gt; <#C1>')).toEqual(['U2', 'U1']);
  expect([mentions('x <@U0BOT|d>', 'U0BOT'), mentions('x <@U0BOTX>', 'U0BOT')]).toEqual([true, false]);
});
