/** Messages that can no longer be edited, or not for a long time: the rest of the reply is shown in a new one. */
import { describe, expect, it } from 'vitest';
import { createLiveReply, type LiveReply } from '../../../../src/bot/core/live-reply/live-reply.ts';
import type { Shown, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { settle } from '../../../../src/bot/core/model/reply.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { createFakePlatform, type FakePlatform } from '../../../fakes/platform.ts';
import { said } from '../../../fakes/reply.ts';

const thread: ThreadRef = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };
const limited = new PlatformError('rate_limited', { waitMs: 300_000 });
const lost = new PlatformError('unavailable', { arrived: 'unknown' });
const refused = new PlatformError('edit_refused');

interface Setting {
  readonly clock: ManualClock;
  readonly platform: FakePlatform;
  readonly live: LiveReply;
  /** Goes on with the reply as another process. */
  startAgain(): LiveReply;
  /** What that process knows about the messages. */
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
      platform,
      thread,
      clock,
      shown,
      shownText,
      pacer: createPacer(clock),
      logger: silent,
      metrics: createFakeMetrics(),
      key: 'turn-1',
      since: clock.now(),
      cut: new AbortController().signal,
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

describe('a message that cannot be edited', () => {
  it('keeps its words, and the rest is posted once it is complete', async () => {
    const world = setUp();
    await grow(world, world.live, 'Set the tok');
    world.platform.failNext('edit', refused, 99);
    await grow(world, world.live, 'Set the token', 'Set the token in your');
    expect(world.platform.shows('T1')).toEqual(['Set the tok']);
    world.live.show(settle(said('Set the token in your file.')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['Set the tok', 'token in your file.']);
  });

  it('is followed by a message with only the sources if it shows the whole text', async () => {
    const world = setUp();
    await grow(world, world.live, 'Set the token.');
    world.platform.failNext('edit', refused, 99);
    world.live.show(settle({ ...said('Set the token.'), sources: [{ path: '/a' }] }));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['Set the token.', '[/a](/a)']);
  });

  it('is followed by further messages as each becomes full', async () => {
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

  it('stays frozen for the next process', async () => {
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

  it('is repeated as a whole if it shows a different text', async () => {
    const world = setUp();
    await grow(world, world.live, 'The update is queued.');
    world.platform.failNext('edit', refused, 99);
    world.live.show(settle(said('The update succeeded.')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['The update is queued.', 'The update succeeded.']);
  });

  it('is repeated from where it is uncertain what it shows', async () => {
    const world = setUp();
    await grow(world, world.live, 'One two');
    world.platform.failNext('edit', lost);
    world.platform.failNext('edit', refused, 99);
    await grow(world, world.live, 'One two three');
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two', 'three four']);
  });

  it('is found even if the response to its post was lost', async () => {
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

/** The last words of the first message have moved to the second one, and must be removed from the first. */
async function moveWords(world: Setting, ...failures: readonly PlatformError[]): Promise<void> {
  await grow(world, world.live, `${nine} Ten eleven tw`);
  for (const error of failures) world.platform.failNext('edit', error);
  await grow(world, world.live, `${twelve} thir`);
  expect(world.platform.transcript).toContain('post T1 Ten eleven twelve thir');
}

describe('words that move to the next message from one that cannot be edited', () => {
  it('stay in the first message, and are removed from the next one', async () => {
    const world = setUp();
    await moveWords(world, refused);
    world.live.show(settle(said(`${twelve} thirteen.`)));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual([`${nine} Ten eleven tw`, 'twelve thirteen.']);
  });

  it('stay in both if it is uncertain whether the first still shows them', async () => {
    const world = setUp();
    await moveWords(world, lost, refused);
    world.live.show(settle(said(`${twelve} thirteen.`)));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual([`${nine} Ten eleven tw`, 'Ten eleven twelve thirteen.']);
  });

  it('are removed from the first after the wait if edits are only rate limited', async () => {
    const world = setUp();
    await moveWords(world, limited);
    world.live.show(settle(said(`${twelve} thirteen.`)));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual([nine, 'Ten eleven twelve thirteen.']);
  });
});

describe('rate limited edits', () => {
  it('are waited for, however long, while the message says that the answer was cut off', async () => {
    const world = setUp();
    world.live.show(settle(said('Set the token.'), 'It was cut off here.'));
    await world.clock.until(world.live.done);
    const again = world.startAgain();
    world.platform.failNext('edit', limited);
    await grow(world, again, 'Set the token. Start', 'Set the token. Start it.');
    again.show(settle(said('Set the token. Start it.')));
    await world.clock.until(again.done, 600_000);
    expect(world.platform.shows('T1')).toEqual(['Set the token. Start it.']);
  });

  it('are replaced by a new message with the rest if the wait is long', async () => {
    const world = setUp();
    await grow(world, world.live, 'One two');
    world.platform.failNext('edit', limited);
    const startedAt = world.clock.now();
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two', 'three four']);
    expect(world.clock.now() - startedAt).toBeLessThan(5_000);
  });

  it('are waited for if the message shows a different text', async () => {
    const world = setUp();
    await grow(world, world.live, 'The update is queued.');
    world.platform.failNext('edit', limited);
    world.live.show(settle(said('The update succeeded.')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['The update succeeded.']);
  });

  it('are waited for if the wait is short', async () => {
    const world = setUp();
    await grow(world, world.live, 'One two');
    world.platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 20_000 }));
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two three four']);
  });
});
