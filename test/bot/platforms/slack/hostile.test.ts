/** Hostile text is harmless in Slack, as the sandbox interprets it: in Slack's own dialect and on its Markdown surface. */
import { describe, expect, it } from 'vitest';
import { layOutReply } from '../../../../src/bot/core/layout/layout.ts';
import { appendOnly } from '../../../../src/bot/core/live-reply/append-only.ts';
import { emptyReply } from '../../../../src/bot/core/model/reply.ts';
import { plainText } from '../../../../src/bot/platforms/slack/outbound/escape.ts';
import { toSurface } from '../../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import { fits, maxChars, render, renderQuestion } from '../../../../src/bot/platforms/slack/outbound/render.ts';
import { stepsToAppend, toTask } from '../../../../src/bot/platforms/slack/outbound/tasks.ts';
import { surfacesOf, tokensIn } from '../../../../src/sandbox/slack/world/live-tokens.ts';
import { renderContent } from '../../../../src/sandbox/view/slack/blocks.ts';
import type { body } from '../contract/world.ts';
import {
  beneathOf,
  expectClosed,
  expectHarmless,
  expectPlain,
  grown,
  hostileTexts,
  placesOf,
  stepsOf,
} from '../hostile.ts';

const names = { users: new Map(), channels: new Map(), groups: new Map() };

describe.each(hostileTexts())('hostile text: %s', (_, texts) => {
  it.each(texts)('%j is harmless', (text) => {
    for (const place of placesOf(text))
      layOutReply({ ...emptyReply, text: place, settled: true }, fits).forEach(expectBody);
    beneathOf(text).filter(fits).forEach(expectBody);
    expectMessage(renderQuestion('someone', text));
    for (const task of stepsToAppend(stepsOf(text), []).map(toTask)) {
      [task.title, ...(task.sources ?? []).map((page) => page.text)].forEach(expectLine);
      for (const { url } of task.sources ?? []) expect(url).toMatch(/^https?:\/\/[^@]+$/);
    }
    expectLine(plainText(text));
  });

  it.each(texts)('%j is harmless while it is streamed', (text) => {
    for (const { bodies, text: begun } of grown(text, fits)) {
      bodies.forEach(expectBody);
      for (const streamed of bodies) expectSurface(toSurface(appendOnly(streamed, begun).markdown));
    }
  });
});

function expectBody(shown: ReturnType<typeof body>): void {
  expectMessage(render(shown));
  expectSurface(toSurface(shown.markdown));
}

function expectMessage(text: string): void {
  expect(text.length).toBeLessThanOrEqual(maxChars);
  expectPlain(text);
  expectClosed(text);
  expectDead({ text });
}

/** Harmless even if Slack interprets formatting in it. */
function expectLine(line: string): void {
  expect(line).not.toMatch(/[<>\n]/);
  expectDead({ text: line });
  expectSurface(line.slice(0, 2_000));
}

function expectSurface(text: string): void {
  if (text.trim() === '') return;
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(9_000);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}|\p{M}{9}/u);
  expectDead({ text: '', blocks: [{ type: 'markdown', text }] });
}

function expectDead(content: Parameters<typeof surfacesOf>[0] & { readonly text: string }): void {
  const live = surfacesOf({ ...content, autoLinks: 'names' }).flatMap(tokensIn);
  expect(live.filter(({ kind }) => kind !== 'link')).toEqual([]);
  expectHarmless(renderContent(content, names));
}
