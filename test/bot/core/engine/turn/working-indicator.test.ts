import { describe, expect, it } from 'vitest';
import { CurrentStep, showWorkingIndicator } from '../../../../../src/bot/core/engine/turn/working-indicator.ts';
import type { ThreadRef } from '../../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import type { WorkingIndicator } from '../../../../../src/bot/core/ports/platform.ts';
import { createPacer } from '../../../../../src/bot/core/rate-limits/pacer.ts';
import { createFakeMetrics } from '../../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../../fakes/clock.ts';
import { createKeptLog, type Line } from '../../../../fakes/logger.ts';
import { createFakePlatform, type FakePlatform } from '../../../../fakes/platform.ts';

const thread: ThreadRef = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T1' };

interface Setting {
  readonly clock: ManualClock;
  readonly platform: FakePlatform;
  readonly cleared: Promise<void>;
  readonly current: CurrentStep;
  readonly lines: readonly Line[];
  words(): void;
  end(): void;
  cut(): void;
}

function setUp(mayBeShown = false, stepsIn: WorkingIndicator['stepsIn'] = 'message'): Setting {
  const clock = createManualClock();
  const platform = createFakePlatform({ clock, stepsIn });
  const current = new CurrentStep();
  const [words, end, cut] = [new AbortController(), new AbortController(), new AbortController()];
  const phases = { firstText: words.signal, end: end.signal, mayBeShown, current };
  const logger = createKeptLog();
  const tools = { platform, pacer: createPacer(clock), clock, logger, metrics: createFakeMetrics() };
  const cleared = showWorkingIndicator(thread, phases, { ...tools, cut: cut.signal });
  return {
    clock,
    platform,
    cleared,
    current,
    lines: logger.lines,
    words: () => words.abort(),
    end: () => end.abort(),
    cut: () => cut.abort(),
  };
}

const [on, off] = ['working T1 true', 'working T1 false'];

describe('the working indicator', () => {
  it('is renewed until there is text, and cleared at the end', async () => {
    const { clock, platform, cleared, words, end } = setUp();
    await clock.advance(9_000);
    words();
    await clock.advance(60_000);
    expect(platform.transcript).toEqual([on, on]);
    end();
    await clock.until(cleared);
    expect(platform.transcript).toEqual([on, on, off]);
  });

  it('names the current search if the platform shows it there and the search takes long enough', async () => {
    const { clock, platform, current } = setUp(false, 'indicator');
    const step = { id: 'search-1', call: 'a', query: '', title: 'Searching' };
    await clock.advance(1_000);
    current.show([step]);
    current.show([
      { ...step, pages: [] },
      { ...step, id: 'search-2', title: 'Searching again' },
    ]);
    await clock.advance(1_000);
    expect(platform.transcript).toEqual([on, 'working T1 Searching again']);
    await clock.advance(8_000);
    current.show([{ ...step, pages: [] }]);
    await clock.advance(1_000);
    expect(platform.transcript.slice(2)).toEqual(['working T1 Searching again', on]);
  });

  it('is not set again for a search that it cannot show', async () => {
    const { clock, platform, current } = setUp();
    await clock.advance(1_000);
    current.show([{ id: 'search-1', call: 'a', query: '', title: 'Searching' }]);
    await clock.advance(5_000);
    expect(platform.transcript).toEqual([on]);
  });

  it('is not set if text arrives immediately', async () => {
    const { clock, platform, cleared, words, end } = setUp();
    await clock.advance(400);
    words();
    end();
    await clock.until(cleared);
    expect(platform.transcript).toEqual([]);
  });

  it('is cleared after a rate limit, however long the limit lasts', async () => {
    const { clock, platform, cleared, end } = setUp();
    await clock.advance(1_000);
    platform.failNext('working', new PlatformError('rate_limited', { waitMs: 30_000 }));
    platform.failNext('working', new PlatformError('unavailable'));
    end();
    await clock.until(cleared);
    expect(platform.transcript).toEqual([on, off, off, off]);
    expect(clock.now()).toBeGreaterThan(30_000);
  });

  it('that cannot be cleared for ten minutes is left with a warning, so that the turn can end', async () => {
    const { clock, platform, cleared, end, lines } = setUp();
    await clock.advance(1_000);
    platform.failNext('working', new PlatformError('rate_limited', { waitMs: 45_000 }), 1_000);
    end();
    await clock.until(cleared, 11 * 60_000);
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([{ phrase: 'working indicator not cleared' }]);
    expect(clock.waiting()).toBe(0);
  });

  it('is cleared if it is unknown whether it was set', async () => {
    const { clock, platform, cleared, end } = setUp();
    platform.failNext('working', new PlatformError('unavailable', { arrived: 'unknown' }));
    await clock.advance(1_000);
    end();
    await clock.until(cleared);
    expect(platform.transcript).toEqual([on, off]);
  });

  it('of a dead process is cleared by the process that takes over', async () => {
    const { clock, platform, cleared, words, end } = setUp(true);
    words();
    end();
    await clock.until(cleared);
    expect(platform.transcript).toEqual([off]);
  });

  it('does not delay the end once nothing may be waited for', async () => {
    const { clock, platform, cleared, end, cut } = setUp();
    await clock.advance(1_000);
    platform.failNext('working', new PlatformError('rate_limited', { waitMs: 30_000 }));
    end();
    cut();
    const startedAt = clock.now();
    await clock.until(cleared);
    expect(clock.now() - startedAt).toBeLessThan(100);
  });

  it('does not make the reply fail if the platform refuses it', async () => {
    const { clock, platform, cleared, end } = setUp();
    platform.failNext('working', new PlatformError('forbidden'));
    await clock.advance(1_000);
    end();
    await clock.until(cleared);
    expect(platform.transcript).toEqual([on]);
  });
});
