/** Where a growing message ends, as decided at each token. */
import { expect, it } from 'vitest';
import { createRollover } from '../../../../src/bot/core/live-reply/reply-layout.ts';
import type { Body } from '../../../../src/bot/core/model/body.ts';

const maxChars = 4_000;

it('the end of a streamed message is found before the message is full, with few renderings', () => {
  let renderings = 0;
  const findRollover = createRollover(({ markdown }) => {
    renderings += 1;
    return markdown.length <= maxChars;
  });
  const text = 'One more of these words. '.repeat(maxChars / 25);
  let end: number | undefined;
  let to = 0;
  for (; end === undefined && to < maxChars; to += 5) {
    const body: Body = { markdown: text.slice(0, to), from: 0, to, sources: [], notices: [] };
    // Called twice for each action.
    for (let time = 0; time < 2; time += 1) {
      end = findRollover(text, { body, isLast: true, shownTo: Math.max(0, to - 20), lateMs: -1 });
    }
  }
  expect(end).toBeGreaterThan(0.9 * maxChars);
  expect(to).toBeLessThan(0.97 * maxChars);
  expect(renderings).toBeLessThan(200);
});
