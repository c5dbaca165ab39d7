import { describe, expect, it, vi } from 'vitest';
import { createLiveReply, type LiveReply } from '../../../../src/bot/core/live-reply/live-reply.ts';
import { digestOf, nextAction } from '../../../../src/bot/core/live-reply/next-action.ts';
import type { Body } from '../../../../src/bot/core/model/body.ts';
import type { Shown, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { settle } from '../../../../src/bot/core/model/reply.ts';
import type { EarlierPost } from '../../../../src/bot/core/ports/platform.ts';
import { createPacer, type Pacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { createKeptLog, type Line, silent } from '../../../fakes/logger.ts';
import { createFakePlatform, type FakeOptions, type FakePlatform } from '../../../fakes/platform.ts';
import { said } from '../../../fakes/reply.ts';

const thread: ThreadRef = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };

function body(from: number, to: number, markdown = 'x'.repeat(to - from)): Body {
  return { markdown, from, to, sources: [], notices: [] };
}

function shownAs(message: string, of: Body): Shown {
  return { message, from: of.from, to: of.to, digest: digestOf(of) };
}

interface Setting {
  readonly clock: ManualClock;
  readonly platform: FakePlatform;
  readonly live: LiveReply;
  readonly pacer: Pacer;
  readonly saved: (readonly Shown[])[];
  /** Whether each of them had to survive a crash of the machine. */
  readonly flushes: boolean[];
  /** Warnings in the log. */
  warnings(): readonly Line[];
  cut(): void;
}

/** `saving`: called whenever the reply is saved. */
function setUp(options: Partial<FakeOptions> = {}, shown: readonly Shown[] = [], saving?: () => void): Setting {
  const clock = createManualClock();
  const pacer = createPacer(clock);
  const platform = createFakePlatform({ clock, ...options });
  const saved: (readonly Shown[])[] = [];
  const flushes: boolean[] = [];
  const log = createKeptLog();
  const cutting = new AbortController();
  const live = createLiveReply({
    platform,
    thread,
    pacer,
    clock,
    logger: log,
    metrics: createFakeMetrics(),
    key: 'turn-1',
    since: clock.now(),
    shown,
    cut: cutting.signal,
    async save(all, _, flush) {
      saved.push(all);
      flushes.push(flush);
      saving?.();
    },
  });
  const warnings = () => log.lines.filter(({ level }) => level === 'warn');
  return { clock, platform, live, pacer, saved, flushes, warnings, cut: () => cutting.abort() };
}

describe('the next action', () => {
  it('is undefined when the thread shows what it should', () => {
    expect(nextAction([shownAs('m1', body(0, 5))], [body(0, 5)], true)).toBeUndefined();
    expect(nextAction([], [], true)).toBeUndefined();
  });

  it('posts missing messages in order', () => {
    expect(nextAction([], [body(0, 5), body(5, 9)], false)).toMatchObject({ kind: 'post', index: 0 });
    expect(nextAction([shownAs('m1', body(0, 5))], [body(0, 5), body(5, 9)], false)).toMatchObject({
      kind: 'post',
      index: 1,
    });
  });

  it('edits a message that has grown before it posts the next one', () => {
    expect(nextAction([shownAs('m1', body(0, 3))], [body(0, 5), body(5, 9)], false)).toMatchObject({
      kind: 'edit',
      index: 0,
    });
  });

  it('posts the next message before words move to it from an earlier one', () => {
    expect(nextAction([shownAs('m1', body(0, 9))], [body(0, 5), body(5, 12)], false)).toMatchObject({
      kind: 'post',
      index: 1,
    });
  });

  it('posts the next message again if it may already exist, before words move to it', () => {
    const shown = [shownAs('m1', body(0, 9)), { message: '', from: 5, to: 12, digest: '' }];
    expect(nextAction(shown, [body(0, 5), body(5, 12)], false)).toMatchObject({
      kind: 'post',
      index: 1,
      isRepeat: true,
    });
  });

  it('waits while the next message may exist with more text than it would get', () => {
    const shown = [shownAs('m1', body(0, 9)), { message: '', from: 5, to: 20, digest: '' }];
    expect(nextAction(shown, [body(0, 5), body(5, 12)], false)).toBeUndefined();
    expect(nextAction(shown, [body(0, 5), body(5, 20)], false)).toMatchObject({
      kind: 'post',
      index: 1,
      isRepeat: true,
    });
    expect(nextAction(shown, [body(0, 5), body(5, 12)], true)).toMatchObject({
      kind: 'post',
      index: 1,
      isRepeat: true,
    });
  });

  it('changes nothing after a message that may exist with more text than it would get', () => {
    const shown = [shownAs('m1', body(0, 5)), { message: '', from: 5, to: 20, digest: '' }];
    expect(nextAction(shown, [body(0, 5), body(5, 12), body(12, 14)], false)).toBeUndefined();
  });

  it('removes moved words from a message only once the later messages show all of them', () => {
    const bodies = [body(0, 5), body(5, 9), body(9, 14)];
    const first = shownAs('m1', body(0, 12));
    expect(nextAction([first], bodies, false)).toMatchObject({ kind: 'post', index: 1 });
    expect(nextAction([first, shownAs('m2', body(5, 9))], bodies, false)).toMatchObject({ kind: 'post', index: 2 });
    const held = [first, shownAs('m2', body(5, 9)), shownAs('m3', body(9, 13))];
    expect(nextAction(held, bodies, false)).toMatchObject({ kind: 'edit', index: 0 });
  });

  it('moves no words to a message that shows something else or something unknown', () => {
    const bodies = [body(0, 5), body(5, 12)];
    for (const second of [shownAs('m2', body(9, 9, 'A sentence.')), { ...shownAs('m2', body(5, 12)), digest: '' }]) {
      const shown = [shownAs('m1', body(0, 9)), second];
      expect(nextAction(shown, bodies, true)).toMatchObject({ kind: 'edit', index: 1 });
    }
  });

  it('ends a stream before text moves from it to the next message', () => {
    const streams = {
      canBegin: true,
      open: new Map([[0, { sent: 'x'.repeat(9), mustEnd: false }]]),
      text: (of: Body) => of.markdown,
      steps: () => [],
    };
    const growing = { ...shownAs('m1', body(0, 9)), digest: '' };
    const action = nextAction([growing], [body(0, 5), body(5, 12)], false, streams);
    expect(action).toMatchObject({ kind: 'end', index: 0, added: '', showsBody: false });
  });

  it('moves no words while the reply is shorter than what is shown', () => {
    expect(nextAction([shownAs('m1', body(0, 12))], [body(0, 5), body(5, 9)], false)).toBeUndefined();
  });

  it('removes nothing while the reply is not settled', () => {
    expect(nextAction([shownAs('m1', body(0, 50))], [body(0, 5)], false)).toBeUndefined();
    expect(nextAction([shownAs('m1', body(0, 9)), shownAs('m2', body(9, 12))], [body(0, 9)], false)).toBeUndefined();
  });

  it('removes surplus messages, last one first, once the reply is settled', () => {
    const shown = [shownAs('m1', body(0, 9)), shownAs('m2', body(9, 12)), shownAs('m3', body(12, 14))];
    expect(nextAction(shown, [body(0, 9)], true)).toEqual({ kind: 'remove', index: 2 });
  });

  it('repeats a removal that was begun before it does anything else, since the message may be gone', () => {
    const shown = [shownAs('m1', body(0, 9)), { ...shownAs('m2', body(9, 12)), removing: true as const }];
    expect(nextAction(shown, [body(0, 9), body(9, 14)], false)).toEqual({ kind: 'remove', index: 1 });
  });

  it('finds a surplus message that may exist before it removes it', () => {
    const shown = [shownAs('m1', body(0, 9)), { message: '', from: 9, to: 9, digest: '' }];
    expect(nextAction(shown, [body(0, 9)], true)).toMatchObject({ kind: 'post', index: 1, isRepeat: true });
  });
});

describe('a live reply', () => {
  it('posts the first words, edits them as more arrive, and shows the whole answer at the end', async () => {
    const { clock, platform, live } = setUp();
    live.show(said('Hello'));
    await clock.advance(0);
    expect(platform.shows('T1')).toEqual(['Hello']);
    live.show(said('Hello, world'));
    await clock.advance(1_000);
    expect(platform.shows('T1')).toEqual(['Hello, world']);
    live.show(settle(said('Hello, world!')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['Hello, world!']);
  });

  it('shows only the newest of the replies that arrive while it waits', async () => {
    const { clock, platform, live } = setUp({ latencyMs: 80 });
    for (const text of ['a', 'a b', 'a b c', 'a b c d']) live.show(said(text));
    await clock.advance(100);
    for (let word = 0; word < 50; word += 1) live.show(said(`a b c d ${'e '.repeat(word)}`));
    live.show(settle(said('the end')));
    await clock.until(live.done);
    expect(platform.transcript).toEqual(['post T1 a b c d', 'edit T1 the end']);
    expect(live.figures()).toMatchObject({ posts: 1, edits: 1, coalesced: 53 });
  });

  it('lays out the text once per edit, however often it grows in between', async () => {
    const { clock, platform, live } = setUp({ latencyMs: 80 });
    const show = async (words: number): Promise<void> => {
      live.show(said('word '.repeat(words)));
      await clock.advance(100);
    };
    for (let words = 1; words <= 25; words += 1) await show(words);
    const [fits, { edits }] = [vi.spyOn(platform, 'fits'), live.figures()];
    for (let words = 26; words <= 75; words += 1) await show(words);
    expect(live.figures().edits - edits).toBeGreaterThan(3);
    expect(fits.mock.calls.length).toBe(live.figures().edits - edits);
    live.show(settle(said('the end')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['the end']);
  });

  it('yields to other work while it lays out a long answer', async () => {
    const { clock, live, platform } = setUp({ maxChars: 4_000 });
    const wait = vi.spyOn(clock, 'wait');
    live.show(settle(said('word '.repeat(10_000))));
    await clock.until(live.done);
    expect(wait.mock.calls.filter(([waitMs]) => waitMs === 0).length).toBeGreaterThan(platform.shows('T1').length);
  });

  it('posts what does not fit right after the edit that fills a message, however long another edit would have to wait', async () => {
    const budgets = { edit: { limit: 1, windowMs: 10_000, burst: 1 } };
    const { clock, platform, live } = setUp({ latencyMs: 80, maxChars: 20, budgets });
    live.show(said('One two.'));
    await clock.advance(1_000);
    const more = 'One two. Three four. Five six. Seven';
    live.show(said(more));
    await clock.advance(50);
    live.show(said(`${more} eight`));
    await clock.advance(1_000);
    expect(platform.shows('T1')).toEqual(['One two. Three four.', 'Five six. Seven eigh']);
    live.show(settle(said(`${more} eight.`)));
    await clock.until(live.done);
  });

  it('creates no exceptions to end its waits, however many words arrive', async () => {
    const abort = vi.spyOn(AbortController.prototype, 'abort');
    const { clock, live } = setUp({ latencyMs: 80 });
    for (let word = 1; word <= 50; word += 1) {
      live.show(said('word '.repeat(word)));
      await clock.advance(20);
    }
    const bare = abort.mock.calls.filter(([reason]) => reason === undefined).length;
    abort.mockRestore();
    expect(bare).toBe(0);
  });

  it('saves what an action may leave shown before the action, and a message once it is posted', async () => {
    const { clock, live, saved } = setUp();
    live.show(said('one'));
    await clock.advance(0);
    live.show(settle(said('one two')));
    await clock.until(live.done);
    expect(saved.map((all) => all.map(({ message, to }) => ({ message, to })))).toEqual([
      [{ message: '', to: 3 }],
      [{ message: 'm1', to: 3 }],
      [{ message: 'm1', to: 7 }],
    ]);
  });

  it('waits for the disk only when messages are added or removed', async () => {
    const { clock, live, flushes } = setUp({ maxChars: 12 });
    for (const text of ['One', 'One two']) {
      live.show(said(text));
      await clock.advance(1_000);
    }
    live.show(settle(said('One two three')));
    await clock.until(live.done);
    const [post, edit] = [[true, true], [false]];
    expect(flushes).toEqual([...post, ...edit, ...post]);
  });

  it('posts a new message in place of a removed one, although its key is taken', async () => {
    const [first, second] = [body(0, 8, 'One two.'), body(8, 20, 'Three four.')];
    const shown = [shownAs('m1', first), { ...shownAs('m2', second), removing: true as const }];
    const { clock, platform, live, saved } = setUp({ maxChars: 12 }, shown);
    for (const [index, each] of [first, second].entries()) await platform.post(thread, each, `turn-1:${index}`);
    await platform.remove(thread, 'm2');
    live.show(settle(said('One two.\n\nThree five.')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['One two.', 'Three five.']);
    expect(saved.at(-1)).toMatchObject([{ message: 'm1' }, { message: 'm3' }, { message: 'm2', removed: true }]);
  });

  it('shows only one message when the response to its post is lost', async () => {
    const { clock, platform, live } = setUp();
    platform.failNext('post', new PlatformError('unavailable', { arrived: 'unknown' }), 1, true);
    live.show(settle(said('only once')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['only once']);
  });

  it('finds the message of a process that died while posting it, and never shows less', async () => {
    const { clock, platform, live } = setUp({}, [{ message: '', from: 0, to: 18, digest: '' }]);
    await platform.post(thread, body(0, 18, 'posted, not stored'), 'turn-1:0');
    live.show(said('posted'));
    await clock.advance(5_000);
    expect(platform.shows('T1')).toEqual(['posted, not stored']);
    live.show(settle(said('posted, not stored, and more')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['posted, not stored, and more']);
  });

  it('has an earlier post looked for only after a lost response, and only since the reply began', async () => {
    const { clock, platform, live } = setUp();
    const { post } = platform;
    const lookedFor: (EarlierPost | undefined)[] = [];
    platform.post = (place, content, key, earlier) => {
      lookedFor.push(earlier);
      return post.call(platform, place, content, key, earlier);
    };
    const startedAt = clock.now();
    await clock.advance(5_000);
    platform.failNext('post', new PlatformError('unavailable', { arrived: 'unknown' }));
    live.show(settle(said('only once')));
    await clock.until(live.done);
    expect(lookedFor).toEqual([undefined, { since: startedAt, others: [] }]);
  });

  it('does not mistake a message that it knows for one that may exist', async () => {
    const [first, second] = [body(0, 10, 'One two. '), { message: '', from: 10, to: 20, digest: '' }];
    const { clock, platform, live } = setUp({ maxChars: 12 }, [shownAs('m1', first), second]);
    await platform.post(thread, first, 'turn-1:0');
    const posts = vi.spyOn(platform, 'post');
    live.show(settle(said('One two.\n\nThree four.')));
    await clock.until(live.done);
    expect(posts.mock.lastCall).toMatchObject([thread, {}, 'turn-1:1', { others: ['m1'] }]);
    expect(platform.shows('T1')).toEqual(['One two.', 'Three four.']);
  });

  it('shows the newest text in a message even if the response to its post is lost', async () => {
    const { clock, platform, live } = setUp();
    platform.failNext('post', new PlatformError('unavailable', { arrived: 'unknown' }), 1, true);
    live.show(said('the first words'));
    await clock.advance(100);
    live.show(settle(said('the first words and the last')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['the first words and the last']);
  });

  it.each([true, false])(
    'repeats a post without changes if its response is lost (the message exists: %s)',
    async (exists) => {
      const { clock, platform, live } = setUp({ maxChars: 20 });
      const words = (): number => new Set(platform.shows('T1').join(' ').split(' ')).size;
      live.show(said('One two. Three four'));
      await clock.advance(1_000);
      platform.failNext('post', new PlatformError('unavailable', { arrived: 'unknown' }), 1, exists);
      live.show(said('One two. Three four. Five six. Seven'));
      await clock.advance(100);
      live.show(said('One two. Three four. Five six. Seven eight. Nine'));
      let before = 0;
      for (let step = 0; step < 200; step += 1) {
        await clock.advance(100);
        expect(words(), platform.transcript.join('\n')).toBeGreaterThanOrEqual(before);
        before = words();
      }
      live.show(settle(said('One two. Three four. Five six. Seven eight. Nine ten.')));
      await clock.until(live.done);
      expect(platform.shows('T1')).toEqual(['One two. Three four.', 'Five six.', 'Seven eight.', 'Nine ten.']);
    },
  );

  it('waits as long as the platform asks, and then sends the newest text', async () => {
    const { clock, platform, live } = setUp();
    live.show(said('first'));
    await clock.advance(0);
    platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 30_000 }));
    live.show(said('first second'));
    await clock.advance(20_000);
    live.show(settle(said('first second third')));
    await clock.advance(5_000);
    expect(platform.shows('T1')).toEqual(['first']);
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['first second third']);
  });

  it('sends no edit that it was about to send when another reply of the thread is told to wait', async () => {
    let pauseNext = false;
    const { clock, platform, live, pacer } = setUp({}, [], () => {
      if (pauseNext) pacer.pause(platform.budgets('edit', thread), 30_000);
      pauseNext = false;
    });
    live.show(said('first'));
    await clock.advance(0);
    pauseNext = true;
    live.show(settle(said('first second')));
    await clock.advance(29_000);
    expect(platform.shows('T1')).toEqual(['first']);
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['first second']);
  });

  it('continues in the messages of a process that died, and never shows less than they do', async () => {
    const before = setUp();
    before.live.show(said('The whole long answer so far'));
    await before.clock.advance(0);
    const left = before.saved.at(-1) ?? [];
    const { clock, platform, live } = setUp({}, left);
    platform.messages.push({ ref: 'm1', thread: 'T1', text: 'The whole long answer so far', edits: 0 });
    live.show(said('The whole'));
    await clock.advance(2_000);
    expect(platform.shows('T1')).toEqual(['The whole long answer so far']);
    live.show(settle(said('The whole long answer so far, and more.')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['The whole long answer so far, and more.']);
  });

  it('shows nothing before the end in a thread that is not live', async () => {
    const { clock, platform, live } = setUp({ live: false });
    live.show(said('half'));
    await clock.advance(60_000);
    expect(platform.transcript).toEqual([]);
    live.show(settle(said('whole')));
    await clock.until(live.done);
    expect(platform.transcript).toEqual(['post T1 whole']);
  });

  it('fails when its message was deleted', async () => {
    const { clock, platform, live } = setUp();
    live.show(said('one'));
    await clock.advance(0);
    platform.delete('m1');
    live.show(said('one two'));
    await expect(clock.until(live.done)).rejects.toMatchObject({ code: 'message_gone' });
  });

  it('sends less text when the platform finds a message too long', async () => {
    const { clock, platform, live } = setUp();
    const text = Array.from({ length: 100 }, (_, index) => `Sentence number ${index} is here.`)
      .join(' ')
      .slice(0, 1_900);
    platform.failNext('post', new PlatformError('too_long'));
    live.show(settle(said(text)));
    await clock.until(live.done);
    expect(platform.shows('T1').length).toBeGreaterThan(1);
    expect(platform.shows('T1').join(' ').split(/\s+/)).toEqual(text.split(/\s+/));
  });

  it('stops waiting once it is cut off', async () => {
    const { clock, platform, live, cut } = setUp();
    platform.failNext('post', new PlatformError('rate_limited', { waitMs: 600_000 }));
    live.show(settle(said('never seen')));
    await clock.advance(1_000);
    cut();
    const startedAt = clock.now();
    await expect(clock.until(live.done)).rejects.toMatchObject({ code: 'unavailable' });
    expect(clock.now() - startedAt).toBeLessThan(10);
  });

  it('gives up on a platform that does not respond for two minutes', async () => {
    const { clock, platform, live } = setUp();
    platform.failNext('post', new PlatformError('unavailable'), 1_000);
    live.show(settle(said('never seen')));
    const startedAt = clock.now();
    await expect(clock.until(live.done)).rejects.toMatchObject({ code: 'unavailable' });
    expect(clock.now() - startedAt).toBeGreaterThan(110_000);
  });

  it('gives up on a platform that answers every edit with a rate limit, after a warning', async () => {
    const { clock, platform, live, warnings } = setUp();
    live.show(said('first'));
    await clock.advance(0);
    platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 5_000 }), 1_000);
    live.show(settle(said('first second')));
    await clock.advance(50_000);
    expect(warnings()).toEqual([]);
    await clock.advance(4 * 60_000);
    const warning = { level: 'warn', phrase: 'reply not shown yet', fields: { code: 'rate_limited' } };
    expect(warnings()).toMatchObject([warning]);
    await expect(clock.until(live.done, 10 * 60_000)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(warnings()).toHaveLength(1);
  });

  it('does not count rate limits as time without a response', async () => {
    const { clock, platform, live } = setUp();
    platform.failNext('post', new PlatformError('rate_limited', { waitMs: 60_000 }), 3);
    platform.failNext('post', new PlatformError('unavailable'), 2);
    live.show(settle(said('first')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['first']);
  });

  it('warns when the platform asks for a long wait, and again only after it has accepted something', async () => {
    const { clock, platform, live, warnings } = setUp();
    platform.failNext('post', new PlatformError('rate_limited', { waitMs: 300_000 }), 2);
    live.show(said('first'));
    await clock.advance(700_000);
    expect(platform.shows('T1')).toEqual(['first']);
    expect(warnings()).toMatchObject([{ fields: { code: 'rate_limited', waitMs: 300_000 } }]);
    platform.failNext('edit', new PlatformError('unavailable', { waitMs: 60_000 }));
    live.show(settle(said('first second')));
    await clock.until(live.done);
    expect(warnings()).toHaveLength(2);
  });

  it('stays within the budget over many threads', async () => {
    const clock = createManualClock();
    const budgets = {
      post: { limit: 20, windowMs: 60_000, burst: 5 },
      edit: { limit: 50, windowMs: 60_000, burst: 10 },
    };
    const platform = createFakePlatform({ clock, budgets, latencyMs: 80 });
    const pacer = createPacer(clock);
    const lives = Array.from({ length: 10 }, (_, index) =>
      createLiveReply({
        platform,
        thread: { ...thread, thread: `T${index}` },
        pacer,
        clock,
        logger: silent,
        metrics: createFakeMetrics(),
        key: `turn-${index}`,
        since: clock.now(),
        shown: [],
        cut: new AbortController().signal,
        save: async () => undefined,
      }),
    );
    for (let word = 1; word <= 60; word += 1) {
      for (const live of lives) live.show(said('word '.repeat(word)));
      await clock.advance(500);
    }
    for (const live of lives) live.show(settle(said('word '.repeat(61))));
    await clock.until(Promise.all(lives.map((live) => live.done)));
    expect(platform.violations).toEqual([]);
    for (let index = 0; index < 10; index += 1) {
      expect(platform.shows(`T${index}`).join('').match(/word/g)).toHaveLength(61);
    }
  });
});

it('a live reply edits just after words arrive, not just before, and does not wait for overdue words', async () => {
  const { clock, platform, live } = setUp();
  const says = async (text: string, atMs: number): Promise<void> => {
    await clock.advance(startAt + atMs - clock.now());
    live.show(said(text));
    await clock.settle();
  };
  const startAt = clock.now();
  for (const [index, text] of ['One', 'Onetwo', 'Onetwothree', 'Onetwothreefour'].entries())
    await says(text, 90 * index);
  await clock.advance(80);
  expect(platform.shows('T1')).toEqual(['One']);
  await says('Onetwothreefourfive', 360);
  expect(platform.shows('T1')).toEqual(['Onetwothreefourfive']);
  await says('Onetwothreefourfivesix', 450);
  await clock.advance(209);
  expect(platform.shows('T1')).toEqual(['Onetwothreefourfive']);
  await clock.advance(2);
  expect(platform.shows('T1')).toEqual(['Onetwothreefourfivesix']);
  await live.abandon();
});
