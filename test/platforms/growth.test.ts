/** What readers see of an answer while it grows, by the sandbox's reading of what each platform's own render makes of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLayout, layOut } from '../../src/core/layout/layout.ts';
import type { Body, Fits } from '../../src/core/model/body.ts';
import { emptyReply } from '../../src/core/model/reply.ts';
import * as discord from '../../src/platforms/discord/outbound/render.ts';
import * as slack from '../../src/platforms/slack/outbound/render.ts';
import { discordText } from '../../src/sandbox/view/discord-text.ts';
import { toPlainText } from '../../src/sandbox/view/plain.ts';
import type { Shown } from '../../src/sandbox/view/shown.ts';
import { slackText } from '../../src/sandbox/view/slack-text.ts';
import { holdsLetters, markdown } from '../core/markdown/samples.ts';
import { expectClosed } from './hostile.ts';

interface Eyes {
  readonly fits: Fits;
  readonly maxChars: number;
  render(body: Body): string;
  see(body: Body): readonly Shown[];
}

const nobody = () => 'somebody';
const workspace = { users: new Map(), channels: new Map(), groups: new Map() };
const server = { person: nobody, role: nobody, place: nobody, everybody: true };

const platforms: readonly (Eyes & { readonly name: string })[] = [
  {
    ...slack,
    name: 'Slack',
    see: (body) =>
      slackText(
        { ...slack.toContent(body), blocks: JSON.parse(JSON.stringify(slack.toContent(body).blocks)) },
        workspace,
      ),
  },
  {
    ...slack,
    name: 'Slack without blocks',
    see: (body) => slackText({ text: slack.render(body) }, workspace),
  },
  {
    ...discord,
    name: 'Discord',
    maxChars: discord.maxMessageChars,
    see: (body) => discordText(discord.render(body), server),
  },
];

/** Answers of several messages. */
const answers = fc.array(markdown, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('\n\n'));

describe.each(platforms)('on $name', (eyes) => {
  it('every cut of an answer is whole and balanced messages within their limits, and none that is finished changes', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 20, max: 90 }), (text, step) => {
        const grow = createLayout(eyes.fits);
        let before: readonly string[] = [];
        for (let end = 1; end < text.length; end += step) {
          const shown = grow({ ...emptyReply, text: text.slice(0, end) }).map(eyes.render);
          shown.forEach(expectMessage);
          expect(shown.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
          before = shown;
        }
      }),
      { numRuns: 4 },
    );
  });

  it('words that are shown are never taken back, and stay what they are', () => {
    // The rows of a table that is cut by columns stand in several blocks, and each grows.
    const plain = answers.filter((text) => text.length < 1_500 && !/^\|?.* \| /m.test(text));
    fc.assert(
      fc.property(plain, fc.integer({ min: 3, max: 30 }), (text, step) => {
        let before = '';
        for (let end = 1; end <= text.length; end += step) {
          const now = wordsOf(layOut({ ...emptyReply, text: text.slice(0, end) }, eyes.fits));
          if (!now.startsWith(before)) expect({ before, now, text: text.slice(0, end) }).toBe('growing only');
          before = now;
        }
      }),
      { numRuns: 8 },
    );
  });

  it('a settled answer holds every word, in order', () => {
    const plain = answers.filter((text) => !/^\|?.* \| /m.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(holdsLetters(text, wordsOf(layOut({ ...emptyReply, text, settled: true }, eyes.fits)))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  function expectMessage(shown: string): void {
    expect(shown.length).toBeLessThanOrEqual(eyes.maxChars);
    expect(shown.trim()).not.toBe('');
    expectClosed(shown);
  }

  /** As people read them, without what only parts or decorates them, and what stands for a message without words yet. */
  function wordsOf(bodies: readonly Body[]): string {
    return bodies
      .filter((body) => eyes.render(body) !== '…')
      .map((body) => toPlainText(eyes.see(body)))
      .join('\n')
      .replaceAll(/[\s•>☐☑◦▪\u2060\u200b]/g, '');
  }
});
