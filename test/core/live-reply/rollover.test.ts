/** Where a growing message ends, asked at each token. */
import { expect, it } from 'vitest';
import { createRollover } from '../../../src/core/live-reply/rollover.ts';
import type { Body } from '../../../src/core/model/body.ts';

const maxChars = 4_000;

it('is found before a message is full, and seldom by rendering it', () => {
  let renderings = 0;
  const roll = createRollover(({ markdown }) => {
    renderings += 1;
    return markdown.length <= maxChars;
  });
  const text = 'One more of these words. '.repeat(maxChars / 25);
  let end: number | undefined;
  let to = 0;
  for (; end === undefined && to < maxChars; to += 5) {
    const body: Body = { markdown: text.slice(0, to), from: 0, to, sources: [], notices: [] };
    // Asked twice for each action.
    for (let time = 0; time < 2; time += 1) {
      end = roll(text, { body, isLast: true, shownTo: Math.max(0, to - 20), lateMs: -1 });
    }
  }
  expect(end).toBeGreaterThan(0.9 * maxChars);
  expect(to).toBeLessThan(0.97 * maxChars);
  expect(renderings).toBeLessThan(200);
});
