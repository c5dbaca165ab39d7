import { describe, expect, it } from 'vitest';
import { createReplyLayout, type ReplyLayout } from '../../../../src/bot/core/live-reply/reply-layout.ts';
import { emptyReply } from '../../../../src/bot/core/model/reply.ts';
import type { Platform, Streaming } from '../../../../src/bot/core/ports/platform.ts';
import { atOnce } from '../../../../src/kit/base/time-slices.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';

const platform = createFakePlatform({ clock: createManualClock(), maxChars: 40 });
const reply = { ...emptyReply, text: 'One sentence. And one more. And the rest of it.' };

function textsOf(layout: ReplyLayout, text = reply.text): readonly string[] {
  return atOnce(layout.bodies({ ...reply, text, settled: true })).map(({ markdown }) => markdown.trim());
}

/** Messages of an earlier process that end at these offsets. */
function shownTo(...places: readonly number[]) {
  return [0, ...places].map((from, index) => ({
    message: `m${index}`,
    from,
    to: places[index] ?? from + 5,
    digest: '',
  }));
}

/** A platform whose streams should end after a second. */
function createStreamingPlatform(): Platform {
  const [nothing, done] = [() => Promise.resolve('m1'), () => Promise.resolve()];
  const streaming: Streaming = {
    canBegin: () => true,
    maxDurationMs: 1_000,
    steps: () => [],
    text: (markdown) => markdown,
    begin: nothing,
    append: done,
    end: done,
  };
  return Object.assign(createFakePlatform({ clock: createManualClock(), maxChars: 100 }), { streaming });
}

describe('the early end of a message', () => {
  it('does not move once it is decided', () => {
    const layout = createReplyLayout(createStreamingPlatform(), []);
    for (const shownTo of [13, 30]) atOnce(layout.bodies(reply, { index: 0, from: 0, shownTo, ageMs: 60_000 }));
    expect(textsOf(layout)).toEqual(['One sentence. And one more.', 'And the rest of it.']);
  });

  it('is kept if an earlier process decided it', () => {
    expect(textsOf(createReplyLayout(platform, shownTo(4, 14)))).toEqual([
      'One',
      'sentence.',
      'And one more. And the rest of it.',
    ]);
  });

  it('is ignored if it falls within a word of a different text', () => {
    expect(textsOf(createReplyLayout(platform, shownTo(6)), 'Something else.')).toEqual(['Something else.']);
  });
});

describe('a message that the platform finds too long', () => {
  it('becomes shorter, and no other message does', () => {
    const text = 'word '.repeat(40).trim();
    const layout = createReplyLayout(createFakePlatform({ clock: createManualClock(), maxChars: 150 }), []);
    const [first, second] = atOnce(layout.bodies({ ...reply, text: `${text} ${text} ${text}` }));
    if (!first || !second) throw new Error('expected two messages');
    expect(layout.shorten(second, 0.75)).toBe(true);
    const [before, after, next] = atOnce(layout.bodies({ ...reply, text: `${text} ${text} ${text}` }));
    expect(before).toEqual(first);
    expect(after?.markdown.length).toBeLessThanOrEqual(second.markdown.length * 0.75);
    expect(after?.from).toBe(second.from);
    expect(next?.markdown.length).toBeGreaterThan(second.markdown.length * 0.9);
  });
});
