/** What Discord would make of hostile text, as the sandbox reads it. */
import { describe, expect, it } from 'vitest';
import { layOutReply } from '../../../../src/bot/core/layout/layout.ts';
import type { Body } from '../../../../src/bot/core/model/body.ts';
import { emptyReply } from '../../../../src/bot/core/model/reply.ts';
import {
  fits,
  maxMessageChars,
  render,
  renderQuestion,
} from '../../../../src/bot/platforms/discord/outbound/render.ts';
import { toTitle } from '../../../../src/bot/platforms/discord/outbound/start-thread.ts';
import { linksIn, mentionsIn } from '../../../../src/sandbox/discord/world/markdown.ts';
import { renderMarkdown } from '../../../../src/sandbox/view/discord/markdown.ts';
import { beneathOf, expectClosed, expectHarmless, expectPlain, grown, hostileTexts, placesOf } from '../hostile.ts';

/** URLs that join a server, add an app or redeem a gift when clicked. */
const invitation =
  /discord(?:app)?\.(?:gg|gift|new|com\/+(?:invite|template|servers|gifts|(?:api\/+)?oauth2))|^(?:discord|steam):/i;

const known = () => 'somebody';
const names = { person: known, role: known, place: known, everyonePings: true };

describe.each(hostileTexts())('hostile text (%s):', (_, texts) => {
  it.each(texts)('%j is harmless', (text) => {
    for (const place of placesOf(text))
      layOutReply({ ...emptyReply, text: place, settled: true }, fits).forEach(expectBody);
    beneathOf(text).filter(fits).forEach(expectBody);
    expectMessage(renderQuestion(text));
    expectPlain(toTitle(text));
  });

  it.each(texts)('%j is harmless while it streams', (text) => {
    for (const { bodies } of grown(text, fits)) bodies.forEach(expectBody);
  });
});

function expectBody(body: Body): void {
  expectMessage(render(body));
}

function expectMessage(content: string): void {
  expect(content.length).toBeLessThanOrEqual(maxMessageChars);
  expectPlain(content);
  expectClosed(content);
  expect(mentionsIn(content)).toEqual([]);
  for (const { url = '', suppressed } of linksIn(content)) {
    expect(url).not.toMatch(invitation);
    expect({ url, suppressed }).toEqual({ url, suppressed: true });
  }
  expectHarmless(renderMarkdown(content, names));
}
