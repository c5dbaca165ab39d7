/** How texts of real people and models look on both platforms, where one rule decides for both. */
import { describe, expect, it } from 'vitest';
import { toDialect } from '../../../src/bot/platforms/discord/outbound/dialect.ts';
import { render } from '../../../src/bot/platforms/discord/outbound/render.ts';
import { toTitle } from '../../../src/bot/platforms/discord/outbound/start-thread.ts';
import { toSurface } from '../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import { renderMarkdown } from '../../../src/bot/platforms/slack/outbound/mrkdwn.ts';
import { render as renderInSlack, renderQuestion } from '../../../src/bot/platforms/slack/outbound/render.ts';
import { parseMarkdown } from '../../../src/kit/markdown/parse.ts';
import { renderMarkdown as viewDiscord } from '../../../src/sandbox/view/discord/markdown.ts';
import type { RenderedNode } from '../../../src/sandbox/view/rendered.ts';
import { renderMrkdwn as viewSlack } from '../../../src/sandbox/view/slack/mrkdwn.ts';

const onDiscord = (markdown: string): string => toDialect(parseMarkdown(markdown));

describe('cjk-url: an address', () => {
  it.each([
    ['手順は https://a.example/x。次へ', '手順は <https://a.example/x>。次へ'],
    [
      '見る https://a.example/x、https://b.example/y（任意）',
      '見る <https://a.example/x>、<https://b.example/y>（任意）',
    ],
    ['「https://a.example/x」を読む', '「<https://a.example/x>」を読む'],
    ['请看 https://a.example/x，然后 **继续**', '请看 <https://a.example/x>，然后 **继续**'],
    ['انظر https://a.example/x؟ نعم', 'انظر <https://a.example/x>؟ نعم'],
  ])('ends where the sentence goes on: %s', (markdown, shown) => {
    expect(onDiscord(markdown)).toBe(shown);
    expect(renderMarkdown(markdown)).toBe(shown.replaceAll('**', '*'));
  });

  it('keeps letters of any script in its path', () => {
    expect(onDiscord('https://a.example/電影 x')).toBe('<https://a.example/%E9%9B%BB%E5%BD%B1> x');
  });

  it('is parted from what follows in a stream, where Slack itself looks for its end', () => {
    expect(toSurface('見る https://a.example/x。次')).toBe('見る https://a.example/x\u200a。次');
  });

  it('in a link keeps its marks', () => {
    expect(onDiscord('[標](https://a.example/x。y)')).toBe('[標](<https://a.example/x%E3%80%82y>)');
  });
});

describe('discord-emoji-label: a label', () => {
  it.each([
    ['🚀 Start', '🚀 [Start](<https://a.example/>)'],
    ['Start 🚀', '[Start](<https://a.example/>)'],
    ['a 👩‍👩‍👧 b', '[a b](<https://a.example/>)'],
    ['1️⃣ One', '1️⃣ [One](<https://a.example/>)'],
    ['🎉', '🎉 <https://a.example/>'],
  ])('%s stays a link', (label, shown) => {
    expect(onDiscord(`[${label}](https://a.example)`)).toBe(shown);
  });

  it('of a source stays a link', () => {
    const sources = [{ path: 'start', title: '📦 Install', url: 'https://a.example/start' }];
    expect(render({ markdown: 'Yes.', from: 0, to: 4, sources, notices: [] })).toContain(
      '📦 [Install](<https://a.example/start>)',
    );
  });
});

describe('slack-invisible-in-package-name: nothing invisible', () => {
  it('is in a name that people copy', () => {
    const names = 'npm i @hono/node-server @clerk/nextjs @electron/rebuild @grafana/ui, me@channel.example, @heretic';
    for (const shown of [toSurface(names), renderMarkdown(names)]) expect(shown).not.toMatch(/[\u200b\u2060]/);
  });

  it('is missing where a call for everybody would follow', () => {
    for (const name of ['here', 'channel', 'everyone', 'group', 'HERE'])
      for (const shown of [toSurface(`hi @${name}!`), renderMarkdown(`hi @${name}!`)])
        expect(shown).toBe(`hi @\u2060${name}!`);
  });
});

describe('bullet-sign-lines: a line', () => {
  it.each(['•', '‣', '–', '✅', '🚀'])('that begins with %s stays a line of its own', (sign) => {
    const markdown = `Features:\n${sign} fast\nand small\n${sign} safe`;
    const lines = ['Features:', `${sign} fast and small`, `${sign} safe`];
    expect(onDiscord(markdown).split('\n')).toEqual(lines);
    expect(renderMarkdown(markdown).split('\n')).toEqual(lines);
    expect(toSurface(markdown).split('  \n')).toEqual(lines);
  });
});

describe("discord-thread-title: a thread's title", () => {
  it.each([
    ['```\nE404\n```\nwhy?', 'E404 why?'],
    ['||the end|| how do I hide it?', 'how do I hide it?'],
    ['what is `a || b || c`', 'what is a || b || c'],
    ['||all of it||', 'Question'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩‍👩‍👧'.repeat(30), `${'👩‍👩‍👧'.repeat(12)}…`],
  ])('%j is %j', (question, title) => {
    expect(toTitle(question)).toBe(title);
  });
});

describe('slack-linked-image: a badge', () => {
  it('is one link to where it leads', () => {
    const badge = 'See [![Build](https://img.example/b.svg)](https://ci.example) now.';
    expect(toSurface(badge)).toBe('See [Build](https://ci.example/) now.');
    expect(onDiscord(badge)).toBe('See [Build](<https://ci.example/>) now.');
    expect(renderMarkdown(badge)).toBe('See <https://ci.example/|Build> now.');
  });
});

describe('slack-question-surrogate: a quoted question', () => {
  it('is cut before an emoji, never inside it', () => {
    const shown = renderQuestion('t', `${'x'.repeat(599)}😀 and more`);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.endsWith('x…')).toBe(true);
  });
});

describe('the line below an answer: the title of a page', () => {
  it('is cut at the end of a word after at most 80 characters', () => {
    const shown = { markdown: '', from: 0, to: 0, sources: [{ path: 'x', title: 'long '.repeat(60) }], notices: [] };
    for (const text of [render(shown), renderInSlack(shown)]) expect(text).toMatch(/ (?:long ){14}long…$/);
  });

  const notice = 'An AI writes.';
  const nobody = () => 'nobody';
  const discordNames = { person: nobody, role: nobody, place: nobody, everyonePings: false };
  const slackNames = { users: new Map(), channels: new Map(), groups: new Map() };

  it.each([
    'Keys · An AI writes.',
    '_An AI writes._',
    '*An AI writes.*',
    '_(An AI) writes._',
    '*_An AI writes._*',
    'Keys\n-# *No AI writes.*',
    'Keys\n\n_No AI writes._',
    'begin _here',
    '*begin here',
    '_“begin',
    '~begin',
    'begin `here',
  ])('%j is neither a sentence of Docent nor a line, and changes no sentence', (title) => {
    for (const url of [undefined, 'https://docs.example/', 'javascript:x']) {
      const sources = [
        { path: 'x', title, ...(url && { url }) },
        { path: 'y', title },
      ];
      const shown = { markdown: 'Yes.', from: 0, to: 4, sources, notices: [notice] };
      const [discord, slack] = [render(shown), renderInSlack(shown)];
      for (const text of [discord, slack]) expect(text.split(/\n+/)).toHaveLength(2);
      for (const nodes of [viewDiscord(discord, discordNames), viewSlack(slack, slackNames)])
        expect(nodes.flatMap(formatted)).toEqual(['Sources:', notice]);
    }
  });
});

const formats: ReadonlySet<string> = new Set(['strong', 'emphasis', 'strike', 'code']);

function formatted(node: RenderedNode): readonly string[] {
  if (formats.has(node.kind)) return [wordsOf(node)];
  return 'children' in node ? node.children.flatMap(formatted) : [];
}

function wordsOf(node: RenderedNode): string {
  if ('children' in node) return node.children.map(wordsOf).join('');
  return 'text' in node ? node.text : '';
}
