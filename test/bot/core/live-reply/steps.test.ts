/** Searches that are shown before there is text, in a message that the first text replaces. */
import { describe, expect, it } from 'vitest';
import { createLiveReply, type LiveReply } from '../../../../src/bot/core/live-reply/live-reply.ts';
import type { Shown, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { type Reply, settle } from '../../../../src/bot/core/model/reply.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { createFakePlatform, type FakeOptions, type FakePlatform } from '../../../fakes/platform.ts';
import { said } from '../../../fakes/reply.ts';

const thread: ThreadRef = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };
const searching: Reply = { ...said(''), steps: [{ id: 'search-1', call: 'a', query: '', title: 'Searching for npm' }] };
const line = '~Searching for npm~';

interface Setting {
  readonly clock: ManualClock;
  readonly platform: FakePlatform;
  readonly live: LiveReply;
  readonly saved: () => readonly Shown[];
}

function setUp(options: Partial<FakeOptions> = {}, shown: readonly Shown[] = [], shownText = ''): Setting {
  const clock = createManualClock();
  const platform = createFakePlatform({ clock, stepsIn: 'message', ...options });
  let saved = shown;
  const live = createLiveReply({
    platform,
    thread,
    pacer: createPacer(clock),
    clock,
    logger: silent,
    metrics: createFakeMetrics(),
    key: 'turn-1',
    since: clock.now(),
    shown,
    shownText,
    cut: new AbortController().signal,
    save: async (all) => {
      saved = all;
    },
  });
  return { clock, platform, live, saved: () => saved };
}

describe('a search before there is text', () => {
  it('is shown if it takes a while, and is replaced by the first text', async () => {
    const { clock, platform, live } = setUp();
    live.show(searching);
    await clock.advance(400);
    expect(platform.shows('T1')).toEqual([]);
    await clock.advance(200);
    expect(platform.shows('T1')).toEqual([line]);
    live.show({ ...searching, text: 'Run it' });
    await clock.settle();
    expect(platform.shows('T1')).toEqual(['Run it']);
    live.show(settle({ ...searching, text: 'Run it.' }));
    await clock.until(live.done);
    expect(platform.transcript).toEqual([`post T1 ${line}`, 'edit T1 Run it', 'edit T1 Run it.']);
  });

  it('is not shown if text arrives first', async () => {
    const { clock, platform, live } = setUp();
    live.show(searching);
    await clock.advance(400);
    live.show({ ...searching, text: 'Run it' });
    await clock.settle();
    live.show(settle({ ...searching, text: 'Run it.' }));
    await clock.until(live.done);
    expect(platform.transcript).toEqual(['post T1 Run it', 'edit T1 Run it.']);
  });

  it('is dropped if text arrives while it waits for a rate limit', async () => {
    const { clock, platform, live } = setUp({ budgets: { post: { limit: 1, windowMs: 60_000, burst: 1 } } });
    const other = createLiveReply({
      platform,
      thread,
      pacer: createPacer(clock),
      clock,
      logger: silent,
      metrics: createFakeMetrics(),
      key: 'turn-2',
      since: 0,
      shown: [],
      cut: new AbortController().signal,
      save: async () => undefined,
    });
    other.show(settle(said('Another answer.')));
    await clock.until(other.done);
    platform.failNext('post', new PlatformError('rate_limited', { waitMs: 20_000 }));
    live.show(searching);
    await clock.advance(5_000);
    live.show(settle({ ...searching, text: 'Run it.' }));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['Another answer.', 'Run it.']);
    expect(platform.transcript.filter((call) => call.includes('~'))).toHaveLength(1);
  });

  it.each([true, false])('does not delay the text if its post fails (the message exists: %s)', async (exists) => {
    const { clock, platform, live } = setUp();
    const error = new PlatformError('unavailable', { ...(exists && { arrived: 'unknown' as const }) });
    platform.failNext('post', error, 1, exists);
    live.show(searching);
    await clock.advance(600);
    live.show({ ...searching, text: 'Run it' });
    await clock.settle();
    expect(platform.shows('T1')).toEqual(['Run it']);
  });

  it('delays the text by no more than its own post, and not by a limit', async () => {
    const spread = { limit: 2, windowMs: 60_000, burst: 1, spread: true };
    const { clock, platform, live } = setUp({ latencyMs: 200, budgets: { post: spread, edit: spread } });
    live.show(searching);
    await clock.advance(510);
    live.show({ ...searching, text: 'Run it' });
    await clock.advance(195 + 205);
    expect(platform.shows('T1')).toEqual(['Run it']);
  });

  it('never replaces an earlier answer or what an earlier process showed', async () => {
    for (const digest of ['', 'earlier']) {
      const { clock, platform, live } = setUp({}, [{ message: 'm1', from: 0, to: 0, digest }]);
      platform.messages.push({ ref: 'm1', thread: 'T1', text: 'The earlier answer.', edits: 0 });
      live.show(searching);
      await clock.advance(5_000);
      expect(platform.shows('T1')).toEqual(['The earlier answer.']);
      live.show(settle({ ...searching, text: 'The new answer.' }));
      await clock.until(live.done);
      expect(platform.shows('T1')).toEqual(['The new answer.']);
    }
  });

  it('is replaced by the notice if there is no answer, and removed if there is no notice either', async () => {
    for (const notices of [['Stopped.'], []]) {
      const { clock, platform, live } = setUp();
      live.show(searching);
      await clock.advance(1_000);
      live.show(settle(searching, ...notices));
      await clock.until(live.done);
      expect(platform.shows('T1')).toEqual(notices.map((notice) => `_${notice}_`));
    }
  });

  it('is replaced by the process that takes over', async () => {
    const before = setUp();
    before.live.show(searching);
    await before.clock.advance(1_000);
    await before.live.abandon();
    const { clock, platform, live } = setUp({}, before.saved());
    platform.messages.push({ ref: 'm1', thread: 'T1', text: line, edits: 0 });
    live.show(searching);
    await clock.advance(1_000);
    expect(platform.transcript).toEqual([]);
    live.show(settle(said('Run it.')));
    await clock.until(live.done);
    expect(platform.shows('T1')).toEqual(['Run it.']);
  });

  it('is left to the working indicator if that shows it', async () => {
    const { clock, platform, live } = setUp({ stepsIn: 'indicator' });
    live.show(searching);
    await clock.advance(5_000);
    live.show(settle(said('Run it.')));
    await clock.until(live.done);
    expect(platform.transcript).toEqual(['post T1 Run it.']);
  });

  it('causes no busy loop while its text is invisible or after its text is taken back', async () => {
    const { clock, platform, live } = setUp();
    live.show({ ...searching, text: '\n' });
    await clock.advance(5_000);
    expect(platform.transcript).toEqual([]);
    live.show(searching);
    await clock.advance(5_000);
    expect(platform.shows('T1')).toEqual([line]);
  });
});
