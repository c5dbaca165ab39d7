/** What readers see of a streaming answer: each platform's rendering, as the sandbox reads it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLayout, layOutReply } from '../../../src/bot/core/layout/layout.ts';
import type { Body, Fits } from '../../../src/bot/core/model/body.ts';
import { emptyReply } from '../../../src/bot/core/model/reply.ts';
import * as discord from '../../../src/bot/platforms/discord/outbound/render.ts';
import * as slack from '../../../src/bot/platforms/slack/outbound/render.ts';
import { renderMarkdown } from '../../../src/sandbox/view/discord/markdown.ts';
import { toPlainText } from '../../../src/sandbox/view/plain-text.ts';
import type { RenderedNode } from '../../../src/sandbox/view/rendered.ts';
import { renderContent } from '../../../src/sandbox/view/slack/blocks.ts';
import { runs } from '../../fakes/runs.ts';
import { holdsLetters, markdown } from '../../kit/markdown/samples.ts';
import { expectClosed } from './hostile.ts';

interface View {
  readonly fits: Fits;
  readonly maxChars: number;
  render(body: Body): string;
  see(body: Body): readonly RenderedNode[];
}

const anyName = () => 'somebody';
const workspace = { users: new Map(), channels: new Map(), groups: new Map() };
const server = { person: anyName, role: anyName, place: anyName, everyonePings: true };

const platforms: readonly (View & { readonly name: string })[] = [
  {
    ...slack,
    name: 'Slack',
    see: (body) =>
      renderContent(
        { ...slack.toContent(body), blocks: JSON.parse(JSON.stringify(slack.toContent(body).blocks)) },
        workspace,
      ),
  },
  {
    ...slack,
    name: 'Slack without blocks',
    see: (body) => renderContent({ text: slack.render(body) }, workspace),
  },
  {
    ...discord,
    name: 'Discord',
    maxChars: discord.maxMessageChars,
    see: (body) => renderMarkdown(discord.render(body), server),
  },
];

/** The ends of `count` prefixes of a text, evenly spaced, so that long texts take little more time than short ones. */
function cutsOf(text: string, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => Math.ceil(((index + 1) * text.length) / count));
}

/** Answers that need several messages. */
const answers = fc.array(markdown, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('\n\n'));

const renders = platforms.filter(({ name }) => name !== 'Slack without blocks');

describe.each(renders)('messages on $name', (view) => {
  it('are balanced and within the limit at every prefix of an answer, and finished messages never change', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 20, max: 40 }), (text, count) => {
        const grow = createLayout(view.fits);
        let before: readonly Body[] = [];
        for (const end of cutsOf(text, count)) {
          const bodies = grow({ ...emptyReply, text: text.slice(0, end) });
          const finished = before.slice(0, -1);
          expect(bodies.slice(0, finished.length)).toEqual(finished);
          for (const body of bodies.slice(finished.length)) expectMessage(view.render(body));
          before = bodies;
        }
      }),
      runs(3),
    );
  });

  function expectMessage(shown: string): void {
    expect(shown.length).toBeLessThanOrEqual(view.maxChars);
    expect(shown.trim()).not.toBe('');
    expectClosed(shown);
  }
});

describe.each(platforms)('an answer on $name', (view) => {
  it('never takes back or changes words that were shown', () => {
    // Without tables: one that is split by columns has its rows in several blocks, and each of them grows.
    const plain = answers.filter((text) => text.length < 1_500 && !/^\|?.* \| /m.test(text));
    fc.assert(
      fc.property(plain, fc.integer({ min: 20, max: 60 }), (text, count) => {
        let before = '';
        for (const end of cutsOf(text, count)) {
          const now = wordsOf(layOutReply({ ...emptyReply, text: text.slice(0, end) }, view.fits));
          if (!now.startsWith(before)) expect({ before, now, text: text.slice(0, end) }).toBe('growing only');
          before = now;
        }
      }),
      runs(6),
    );
  });

  it('contains every word in order once it is settled', () => {
    const plain = answers.filter((text) => !/^\|?.* \| /m.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(holdsLetters(text, wordsOf(layOutReply({ ...emptyReply, text, settled: true }, view.fits)))).toBe(true);
      }),
      runs(10),
    );
  });

  /** The words that people read, without separators, decoration and the placeholder of an empty message. */
  function wordsOf(bodies: readonly Body[]): string {
    return bodies
      .filter((body) => view.render(body) !== '…')
      .map((body) => toPlainText(view.see(body)))
      .join('\n')
      .replaceAll(/[\s•>☐☑◦▪\u2060\u200b]/g, '');
  }
});
