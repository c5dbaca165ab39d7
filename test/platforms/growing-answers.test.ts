/** What readers see of an answer while it grows, by the sandbox's reading of what each platform's own render makes of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLayout, layOutReply } from '../../src/core/layout/layout.ts';
import type { Body, Fits } from '../../src/core/model/body.ts';
import { emptyReply } from '../../src/core/model/reply.ts';
import * as discord from '../../src/platforms/discord/outbound/render.ts';
import * as slack from '../../src/platforms/slack/outbound/render.ts';
import { renderMarkdown } from '../../src/sandbox/view/discord/markdown.ts';
import { toPlainText } from '../../src/sandbox/view/plain-text.ts';
import type { RenderedNode } from '../../src/sandbox/view/rendered.ts';
import { renderContent } from '../../src/sandbox/view/slack/blocks.ts';
import { holdsLetters, markdown } from '../core/markdown/samples.ts';
import { runs } from '../fakes/runs.ts';
import { expectClosed } from './hostile.ts';

interface Eyes {
  readonly fits: Fits;
  readonly maxChars: number;
  render(body: Body): string;
  see(body: Body): readonly RenderedNode[];
}

const nobody = () => 'somebody';
const workspace = { users: new Map(), channels: new Map(), groups: new Map() };
const server = { person: nobody, role: nobody, place: nobody, everyonePings: true };

const platforms: readonly (Eyes & { readonly name: string })[] = [
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

/** The ends of some cuts of a text, as far apart as its length makes them: a long one takes little more time than a short one. */
function cutsOf(text: string, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => Math.ceil(((index + 1) * text.length) / count));
}

/** Answers of several messages. */
const answers = fc.array(markdown, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('\n\n'));

const renders = platforms.filter(({ name }) => name !== 'Slack without blocks');

describe.each(renders)('messages on $name', (eyes) => {
  it('are whole, balanced and within their limits at every cut of an answer, and none that is finished changes', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 20, max: 40 }), (text, count) => {
        const grow = createLayout(eyes.fits);
        let before: readonly Body[] = [];
        for (const end of cutsOf(text, count)) {
          const bodies = grow({ ...emptyReply, text: text.slice(0, end) });
          const finished = before.slice(0, -1);
          expect(bodies.slice(0, finished.length)).toEqual(finished);
          for (const body of bodies.slice(finished.length)) expectMessage(eyes.render(body));
          before = bodies;
        }
      }),
      runs(3),
    );
  });

  function expectMessage(shown: string): void {
    expect(shown.length).toBeLessThanOrEqual(eyes.maxChars);
    expect(shown.trim()).not.toBe('');
    expectClosed(shown);
  }
});

describe.each(platforms)('on $name', (eyes) => {
  it('words that are shown are never taken back, and stay what they are', () => {
    // The rows of a table that is cut by columns stand in several blocks, and each grows.
    const plain = answers.filter((text) => text.length < 1_500 && !/^\|?.* \| /m.test(text));
    fc.assert(
      fc.property(plain, fc.integer({ min: 20, max: 60 }), (text, count) => {
        let before = '';
        for (const end of cutsOf(text, count)) {
          const now = wordsOf(layOutReply({ ...emptyReply, text: text.slice(0, end) }, eyes.fits));
          if (!now.startsWith(before)) expect({ before, now, text: text.slice(0, end) }).toBe('growing only');
          before = now;
        }
      }),
      runs(6),
    );
  });

  it('a settled answer holds every word, in order', () => {
    const plain = answers.filter((text) => !/^\|?.* \| /m.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(holdsLetters(text, wordsOf(layOutReply({ ...emptyReply, text, settled: true }, eyes.fits)))).toBe(true);
      }),
      runs(10),
    );
  });

  /** As people read them, without what only parts or decorates them, and what stands for a message without words yet. */
  function wordsOf(bodies: readonly Body[]): string {
    return bodies
      .filter((body) => eyes.render(body) !== '…')
      .map((body) => toPlainText(eyes.see(body)))
      .join('\n')
      .replaceAll(/[\s•>☐☑◦▪\u2060\u200b]/g, '');
  }
});
