/** A message as a terminal shows it. */
import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/sandbox/view/discord/markdown.ts';
import { toPlainText } from '../../../src/sandbox/view/plain-text.ts';
import { renderMrkdwn } from '../../../src/sandbox/view/slack/mrkdwn.ts';

const slackNames = { users: new Map(), channels: new Map(), groups: new Map() };
const discordNames = { person: () => 'ada', role: () => 'all', place: () => 'docs', everyonePings: false };

it('plain text contains the text of mrkdwn, and URLs after their labels', () => {
  const text =
    '*Deploy*\n\na &amp; b &lt;c&gt;\u200b in `x`, see <https://docs.example/a|the page>\n```\nnpm &lt;ci&gt;\n```';
  expect(toPlainText(renderMrkdwn(text, slackNames))).toBe(
    'Deploy\n\na & b <c> in x, see the page (https://docs.example/a)\nnpm <ci>',
  );
});

it('plain text contains the text, lists and subtext of Discord’s Markdown', () => {
  const text = '## **Deploy** \\*now\\*\n1. one `x`\n  - two\n2. three\n> told\n-# **Sources:** Deploy (/deployments)';
  expect(toPlainText(renderMarkdown(text, discordNames))).toBe(
    'Deploy *now*\n1. one x\n  • two\n2. three\n> told\nSources: Deploy (/deployments)',
  );
});
