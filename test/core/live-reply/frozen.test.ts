/** Messages that may not be edited (any more), or not for long: the rest of the reply is shown in a new one. */
import { describe, expect, it } from 'vitest';
import { createLiveReply, type LiveReply } from '../../../src/core/live-reply/live-reply.ts';
import type { Shown, ThreadRef } from '../../../src/core/model/conversation.ts';
import { PlatformError } from '../../../src/core/model/errors.ts';
import { settle } from '../../../src/core/model/reply.ts';
import { createPacer } from '../../../src/core/rate-limits/pacer.ts';
import { createFakeMetrics } from '../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../fakes/clock.ts';
import { silent } from '../../fakes/logger.ts';
import { createFakePlatform, type FakePlatform } from '../../fakes/platform.ts';
import { said } from '../../fakes/reply.ts';

const thread: ThreadRef = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };
const limited = new PlatformError('rate_limited', { waitMs: 300_000 });
const lost = new PlatformError('unavailable', { arrived: 'unknown' });
const refused = new PlatformError('edit_refused');

interface Setting {
  readonly clock: ManualClock;
  readonly platform: FakePlatform;
  readonly live: LiveReply;
  /** The reply as another process goes on with it. */
  startAgain(): LiveReply;
  /** What that process knows of the messages. */
  stored(): readonly Shown[];
}

function setUp(): Setting {
  const clock = createManualClock();
  const platform = createFakePlatform({ clock, maxChars: 60 });
  let stored: { readonly shown: readonly Shown[]; readonly text: string } = { shown: [], text: '' };
  return { clock, platform, live: start(), startAgain: start, stored: () => stored.shown };

  function start(): LiveReply {
    const { shown, text: shownText } = stored;
    return createLiveReply({
      ...{ platform, thread, clock, shown, shownText, pacer: createPacer(clock), logger: silent },
      ...{ metrics: createFakeMetrics(), key: 'turn-1', since: clock.now(), cut: new AbortController().signal },
      async save(now, text) {
        stored = { shown: JSON.parse(JSON.stringify(now)), text };
      },
    });
  }
}

async function grow({ clock }: Setting, live: LiveReply, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    live.show(said(text));
    await clock.advance(1_000);
  }
}

describe('a message that may not be edited', () => {
  it('keeps its words, and the rest is posted once, when it is complete', async () => {
    const world = setUp();
    await grow(world, world.live, 'Set the tok');
    world.platform.failNext('edit', refused, 99);
    await grow(world, world.live, 'Set the token', 'Set the token in your');
    expect(world.platform.shows('T1')).toEqual(['Set the tok']);
    world.live.show(settle(said('Set the token in your file.')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['Set the tok', 'token in your file.']);
  });

  it('shows the whole answer already, so that only the sources come in a new one', async () => {
    const world = setUp();
    await grow(world, world.live, 'Set the token.');
    world.platform.failNext('edit', refused, 99);
    world.live.show(settle({ ...said('Set the token.'), sources: [{ path: '/a' }] }));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['Set the token.', '[/a](/a)']);
  });

  it('is followed by messages as they become full', async () => {
    const world = setUp();
    const words = Array.from({ length: 30 }, (_, index) => `word${index}`);
    await grow(world, world.live, words.slice(0, 4).join(' '));
    world.platform.failNext('edit', refused, 99);
    await grow(world, world.live, words.slice(0, 6).join(' '), words.slice(0, 25).join(' '));
    expect(world.platform.shows('T1').length).toBeGreaterThanOrEqual(2);
    world.live.show(settle(said(words.join(' '))));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1').join(' ')).toBe(words.join(' '));
  });

  it('is known as such by the next process', async () => {
    const world = setUp();
    await grow(world, world.live, 'One two');
    world.platform.failNext('edit', refused);
    const text = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    await grow(world, world.live, text);
    expect(world.platform.shows('T1')).toHaveLength(2);
    await world.live.abandon();
    const again = world.startAgain();
    await grow(world, again, 'One', 'One two three');
    again.show(settle(said(`${text} fifteen.`)));
    await world.clock.until(again.done);
    expect(world.platform.shows('T1').join(' ')).toBe(`${text} fifteen.`);
    expect(world.platform.shows('T1')[0]).toBe('One two');
  });

  it('is repeated as a whole where it shows another text', async () => {
    const world = setUp();
    await grow(world, world.live, 'The update is queued.');
    world.platform.failNext('edit', refused, 99);
    world.live.show(settle(said('The update succeeded.')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['The update is queued.', 'The update succeeded.']);
  });

  it('is repeated where nobody knows what it shows', async () => {
    const world = setUp();
    await grow(world, world.live, 'One two');
    world.platform.failNext('edit', lost);
    world.platform.failNext('edit', refused, 99);
    await grow(world, world.live, 'One two three');
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two', 'three four']);
  });

  it('is known although the response to its post was lost', async () => {
    const world = setUp();
    world.platform.failNext('post', lost, 1, true);
    world.platform.failNext('edit', refused, 99);
    await grow(world, world.live, 'One two');
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two', 'One two three four']);
    expect(world.stored().map(({ message }) => message)).toEqual(['m1', 'm2']);
  });
});

const nine = 'One two three four five six seven eight nine.';
const twelve = `${nine} Ten eleven twelve`;

/** The last words of the first message are in the second one by now, and are to be taken from the first. */
async function movingWords(world: Setting, ...failures: readonly PlatformError[]): Promise<void> {
  await grow(world, world.live, `${nine} Ten eleven tw`);
  for (const error of failures) world.platform.failNext('edit', error);
  await grow(world, world.live, `${twelve} thir`);
  expect(world.platform.transcript).toContain('post T1 Ten eleven twelve thir');
}

describe('words that move from a message that may not be edited', () => {
  it('stay there, and leave the next one', async () => {
    const world = setUp();
    await movingWords(world, refused);
    world.live.show(settle(said(`${twelve} thirteen.`)));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual([`${nine} Ten eleven tw`, 'twelve thirteen.']);
  });

  it('stay in the next one where nobody knows whether they left the first', async () => {
    const world = setUp();
    await movingWords(world, lost, refused);
    world.live.show(settle(said(`${twelve} thirteen.`)));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual([`${nine} Ten eleven tw`, 'Ten eleven twelve thirteen.']);
  });

  it('are waited for where edits are only limited', async () => {
    const world = setUp();
    await movingWords(world, limited);
    world.live.show(settle(said(`${twelve} thirteen.`)));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual([nine, 'Ten eleven twelve thirteen.']);
  });
});

describe('edits that are limited for long', () => {
  it('are not waited for: the rest is posted', async () => {
    const world = setUp();
    await grow(world, world.live, 'One two');
    world.platform.failNext('edit', limited);
    const startedAt = world.clock.now();
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two', 'three four']);
    expect(world.clock.now() - startedAt).toBeLessThan(5_000);
  });

  it('are waited for where the message shows another text', async () => {
    const world = setUp();
    await grow(world, world.live, 'The update is queued.');
    world.platform.failNext('edit', limited);
    world.live.show(settle(said('The update succeeded.')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['The update succeeded.']);
  });

  it('are waited for when it is not that long', async () => {
    const world = setUp();
    await grow(world, world.live, 'One two');
    world.platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 20_000 }));
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two three four']);
  });
});
