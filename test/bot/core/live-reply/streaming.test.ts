/** Replies on a platform with streaming: how they are begun, appended to and ended, and what happens when that fails. */
import { describe, expect, it } from 'vitest';
import { createLiveReply, type LiveReply } from '../../../../src/bot/core/live-reply/live-reply.ts';
import type { Shown, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { settle } from '../../../../src/bot/core/model/reply.ts';
import type { Budget } from '../../../../src/bot/core/ports/budget.ts';
import type { Platform, PlatformAction, Streaming } from '../../../../src/bot/core/ports/platform.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { createFakePlatform, type FakePlatform } from '../../../fakes/platform.ts';
import { said } from '../../../fakes/reply.ts';

const thread: ThreadRef = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };

interface Setting {
  readonly clock: ManualClock;
  readonly platform: FakePlatform;
  readonly live: LiveReply;
  /** The streaming calls, one line each. */
  readonly done: string[];
  /** Goes on with the reply as another process. */
  startAgain(): LiveReply;
  /** How often the platform reported that the reader pressed Stop. */
  stops(): number;
  /** Makes the next call of this kind fail; with `loses` it takes effect, but its response is lost. */
  fail(kind: string, error: PlatformError, loses?: boolean): void;
}

/** Streams are messages of the fake platform. */
function setUp(budgets: Partial<Record<PlatformAction, Budget>> = {}): Setting {
  const clock = createManualClock();
  const platform = createFakePlatform({ clock, maxChars: 400 });
  const done: string[] = [];
  const failures: { kind: string; error: PlatformError; loses: boolean }[] = [];
  const growing: Streaming = {
    canBegin: () => true,
    maxDurationMs: 240_000,
    steps: () => [],
    text: (markdown) => markdown,
    begin: (_, text) => act('begin', text, () => make(text)),
    append: (_, ref, added) => act('append', added, () => add(ref, added)),
    end: (_, ref, added) => act('end', added, () => add(ref, added)),
  };
  const budgetsOf = platform.budgets;
  budgets = { edit: { bucket: 'edit', limit: 500, windowMs: 1_000, burst: 500 }, ...budgets };
  const whole: Platform = Object.assign(platform, {
    streaming: growing,
    budgets: (action: PlatformAction, place: ThreadRef) =>
      budgets[action] ? [budgets[action]] : budgetsOf(action, place),
  });
  let saved: readonly Shown[] = [];
  let stops = 0;
  const live = start();
  return {
    clock,
    platform,
    live,
    done,
    startAgain: start,
    stops: () => stops,
    fail: (kind, error, loses = false) => void failures.push({ kind, error, loses }),
  };

  /** Begins with what an earlier process saved. */
  function start(): LiveReply {
    return createLiveReply({
      platform: whole,
      thread,
      pacer: createPacer(clock),
      clock,
      logger: silent,
      metrics: createFakeMetrics(),
      key: 'turn-1',
      reader: 'fake:ada',
      since: clock.now(),
      shown: saved,
      cut: new AbortController().signal,
      stopped: () => {
        stops += 1;
      },
      save: async (shown) => {
        saved = shown;
      },
    });
  }

  async function act<T>(kind: string, text: string, change: () => T): Promise<T> {
    const at = failures.findIndex((failure) => failure.kind === kind);
    const [failure] = at === -1 ? [] : failures.splice(at, 1);
    done.push(`${kind} ${text}`);
    if (failure && !failure.loses) throw failure.error;
    const result = change();
    if (failure) throw failure.error;
    return result;
  }

  function make(text: string): string {
    const ref = `g${platform.messages.length + 1}`;
    platform.messages.push({ ref, thread: thread.thread, text, edits: 0 });
    return ref;
  }

  function add(ref: string, added: string): void {
    const message = find(ref);
    message.text += added;
  }

  function find(ref: string): { text: string } {
    const message = platform.messages.find((message) => message.ref === ref);
    if (!message) throw new PlatformError('message_gone');
    return message;
  }
}

async function grow({ clock, live }: Setting, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    live.show(said(text));
    await clock.advance(1_000);
  }
}

describe('a streamed reply', () => {
  it('is begun, appended to and ended', async () => {
    const world = setUp();
    await grow(world, 'Set', 'Set the', 'Set the **token');
    world.live.show(settle(said('Set the **token** now.')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin Set', 'append  the', 'end  **token** now.']);
    expect(world.platform.shows('T1')).toEqual(['Set the **token** now.']);
    expect(world.live.figures()).toMatchObject({ posts: 1, edits: 0, appends: 2 });
  });

  it.each([
    ['bold', '**Yes.**'],
    ['code', '`npm ci`'],
    ['bold in a list', '- **Yes.**'],
  ])('that opens with %s is begun once that is closed', async (_, opening) => {
    const world = setUp();
    for (let end = 1; end <= opening.length - 1; end += 1) await grow(world, opening.slice(0, end));
    expect(world.platform.shows('T1')).toEqual([]);
    await grow(world, `${opening} It`, `${opening} It is.`);
    world.live.show(settle(said(`${opening} It is.`)));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual([`begin ${opening} It`, 'append  is.', 'end ']);
    expect(world.platform.transcript).toEqual([]);
  });

  it('that opens with an unclosed mark is begun with it, once there is a line of text', async () => {
    const world = setUp();
    const words = '*args is how you take as many arguments as a caller likes to give, all of them';
    await grow(world, words.slice(0, 5), words.slice(0, 30), words.slice(0, 65), words);
    expect(world.done).toEqual([`begin ${words.slice(0, 65)}`, `append ${words.slice(65)}`]);
    await world.live.abandon();
  });

  it('is posted as a plain message if it is already complete', async () => {
    const world = setUp();
    world.live.show(settle(said('All of it.')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual([]);
    expect(world.platform.shows('T1')).toEqual(['All of it.']);
  });

  it('is ended and edited when the assistant takes text back', async () => {
    const world = setUp();
    await grow(world, 'Set it here', 'Do not set it');
    world.live.show(settle(said('Do not set it.')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin Set it here', 'end ']);
    expect(world.platform.shows('T1')).toEqual(['Do not set it.']);
  });

  it('is edited once the platform has ended its stream', async () => {
    const world = setUp();
    await grow(world, 'One');
    world.fail('append', new PlatformError('not_streaming'));
    await grow(world, 'One two', 'One two three');
    world.live.show(settle(said('One two three four')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin One', 'append  two']);
    expect(world.platform.shows('T1')).toEqual(['One two three four']);
  });

  it('is posted and edited if its stream cannot even be begun', async () => {
    const world = setUp();
    world.fail('begin', new PlatformError('not_streaming'));
    await grow(world, 'One', 'One two');
    world.live.show(settle(said('One two three')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin One']);
    expect(world.platform.shows('T1')).toEqual(['One two three']);
  });

  it.each([true, false])(
    'shows each word once when the response to an append is lost (the append arrived: %s)',
    async (arrived) => {
      const world = setUp();
      await grow(world, 'One');
      world.fail('append', new PlatformError('unavailable', { arrived: 'unknown' }), arrived);
      await grow(world, 'One two');
      world.live.show(settle(said('One two three')));
      await world.clock.until(world.live.done);
      expect(world.platform.shows('T1')).toEqual(['One two three']);
      expect(world.done.slice(0, 3)).toEqual(['begin One', 'append  two', 'end ']);
    },
  );

  it.each([true, false])(
    'shows its last words once when the response to its end is lost (the end arrived: %s)',
    async (arrived) => {
      const world = setUp();
      await grow(world, 'One');
      world.fail('end', new PlatformError('unavailable', { arrived: 'unknown' }), arrived);
      world.live.show(settle(said('One two')));
      await world.clock.until(world.live.done);
      expect(world.platform.shows('T1')).toEqual(['One two']);
      expect(world.done).toEqual(['begin One', 'end  two', 'end ']);
    },
  );

  it('is still ended without more text when its end is refused after an append of unknown outcome', async () => {
    const world = setUp();
    await grow(world, 'One');
    world.fail('append', new PlatformError('unavailable', { arrived: 'unknown' }), true);
    world.fail('end', new PlatformError('rate_limited', { waitMs: 3_000 }));
    await grow(world, 'One two');
    world.live.show(settle(said('One two three')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['One two three']);
    expect(world.done).toEqual(['begin One', 'append  two', 'end ', 'end ']);
  });

  it('continues where it was after a rate limit', async () => {
    const world = setUp();
    await grow(world, 'One');
    world.fail('append', new PlatformError('rate_limited', { waitMs: 3_000 }));
    await grow(world, 'One two');
    world.live.show(settle(said('One two three')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin One', 'append  two', 'append  two three', 'end ']);
    expect(world.platform.shows('T1')).toEqual(['One two three']);
  });

  it('is ended and edited when appends are rate limited for a long time', async () => {
    const world = setUp();
    await grow(world, 'One');
    world.fail('append', new PlatformError('rate_limited', { waitMs: 300_000 }));
    await grow(world, 'One two');
    await world.clock.advance(1_000);
    expect(world.platform.shows('T1')).toEqual(['One two']);
    world.live.show(settle(said('One two three')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin One', 'append  two', 'end ']);
    expect(world.platform.shows('T1')).toEqual(['One two three']);
  });

  it('continues as a stream in a new message when it cannot be edited', async () => {
    const world = setUp();
    await grow(world, 'Set **the', 'Set **the token** in `my');
    world.fail('append', new PlatformError('not_streaming'));
    world.platform.failNext('edit', new PlatformError('edit_refused'), 99);
    await grow(world, 'Set **the token** in `my file` n', 'Set **the token** in `my file` now');
    world.live.show(settle(said('Set **the token** in `my file` now.')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1')).toEqual(['Set **the token** in', '`my file` now.']);
    expect(world.done.filter((line) => line.startsWith('begin'))).toHaveLength(2);
  });

  it('continues in a new message after the maximum duration, from the end of a sentence', async () => {
    const world = setUp();
    await grow(world, 'One');
    await world.clock.advance(240_000);
    await grow(world, 'One two', 'One two. Thr', 'One two. Three **f');
    world.live.show(settle(said('One two. Three **four** five.')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin One', 'append  two', 'end .', 'begin Thr', 'append ee', 'end  **four** five.']);
    expect(world.platform.shows('T1')).toEqual(['One two.', 'Three **four** five.']);
  });

  it('is completed in both its messages by another process when the first one dies', async () => {
    const world = setUp();
    await grow(world, 'One');
    await world.clock.advance(240_000);
    await grow(world, 'One two.', 'One two. Three', 'One two. Three four');
    await world.live.abandon();
    const again = world.startAgain();
    for (const text of ['One', 'One two. Th', 'One two. Three four five']) {
      again.show(said(text));
      await world.clock.advance(1_000);
      expect(world.platform.shows('T1').join(' ')).toMatch(/^One two\. Three four/);
    }
    again.show(settle(said('One two. Three four five six.')));
    await world.clock.until(again.done);
    expect(world.platform.shows('T1')).toEqual(['One two.', 'Three four five six.']);
    expect(world.platform.transcript.filter((line) => line.startsWith('remove'))).toEqual([]);
  });

  it('continues from the end of a word if no sentence ends in time, and reopens what is open there', async () => {
    const world = setUp();
    await grow(world, 'One **two');
    await world.clock.advance(262_000);
    await grow(world, 'One **two three', 'One **two three four');
    world.live.show(settle(said('One **two three four** five')));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1').join(' ').replaceAll('*', '')).toBe('One two three four five');
    expect(world.platform.shows('T1')).toHaveLength(2);
  });

  it('is ended and edited when there is no place to continue from', async () => {
    const world = setUp();
    await grow(world, 'One');
    await world.clock.advance(290_000);
    await grow(world, 'Onetwo');
    world.live.show(settle(said('Onetwothree')));
    await world.clock.until(world.live.done);
    expect(world.done).toEqual(['begin One', 'end ']);
    expect(world.platform.shows('T1')).toEqual(['Onetwothree']);
  });

  it('shows no more of the answer after the reader stops it, until it is settled', async () => {
    const world = setUp();
    await grow(world, 'One');
    world.fail('append', new PlatformError('stopped'));
    await grow(world, 'One two');
    await grow(world, 'One two three');
    expect(world.platform.shows('T1')).toEqual(['One']);
    world.live.show(settle(said('One two'), 'Stopped.'));
    await world.clock.until(world.live.done);
    expect(world.stops()).toBe(1);
    expect(world.platform.shows('T1')).toEqual(['One two\n_Stopped._']);
  });

  it.each([
    ['words', ' ', 40],
    ['words that come quickly', ' ', 150],
    ['sentences', '. ', 40],
    ['paragraphs', '.\n\n', 20],
  ])('of %s continues in a new message before one is full, and takes nothing back', async (_, joint, chars) => {
    const world = setUp();
    const text = Array.from({ length: 120 }, (_, index) => `word${index}${index % 3 === 2 ? joint : ' '}`)
      .join('')
      .trim();
    for (let end = chars; end < text.length; end += chars) await grow(world, text.slice(0, end));
    world.live.show(settle(said(text)));
    await world.clock.until(world.live.done);
    expect(world.platform.shows('T1').join(' ').replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
    expect(world.platform.shows('T1').length).toBeLessThanOrEqual(4);
    expect(world.platform.transcript.filter((line) => line.startsWith('edit'))).toEqual([]);
    if (joint !== ' ') for (const shown of world.platform.shows('T1').slice(0, -1)) expect(shown).toMatch(/\.$/);
    expect(world.platform.violations).toEqual([]);
  });

  it('is posted as a plain message while the limit allows no more streams', async () => {
    const world = setUp({ begin: { bucket: 'begin', limit: 1, windowMs: 60_000, burst: 1 } });
    await grow(world, 'One');
    expect(world.done).toEqual(['begin One']);
    const text = `One ${'word '.repeat(120)}`.trim();
    for (let end = 40; end < text.length; end += 40) await grow(world, text.slice(0, end));
    world.live.show(settle(said(text)));
    await world.clock.until(world.live.done);
    expect(world.done.filter((line) => line.startsWith('begin'))).toHaveLength(1);
    expect(world.platform.shows('T1').join(' ').replaceAll(/\s+/g, ' ')).toBe(text);
  });
});
