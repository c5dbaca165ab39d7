import { describe, expect, onTestFinished, test } from 'vitest';
import { runWeeklyReport } from '../../../src/bot/app/app.ts';
import type { Question } from '../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../src/bot/core/model/errors.ts';
import type { Platform } from '../../../src/bot/core/ports/platform.ts';
import { lastDue } from '../../../src/bot/core/reports/weekly-report.ts';
import { createStore } from '../../../src/bot/store/store.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { createFakeAssistant } from '../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import { createFakePlatform, type FakePlatform } from '../../fakes/platform.ts';
import { everywhere } from '../../fakes/routing.ts';
import { question } from '../store/samples.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** Three hours after the clock starts. */
const rule = { platform: 'fake', channel: 'C9', day: 'mon', time: '12:00', timeZone: 'UTC' } as const;

interface Bench {
  readonly clock: ManualClock;
  readonly platform: FakePlatform;
  readonly notices: string[];
  /** Time until the next post is due. */
  readonly untilDue: number;
  /** Adds a question that is answered now. */
  answered(id: string, change?: Partial<Question>): Promise<void>;
  /** Starts a process; returns a function that stops it. */
  start(privateChannels?: boolean): Promise<() => Promise<void>>;
  pass(ms: number): Promise<void>;
}

/** `others`: platforms of the process to which nothing is posted. */
async function bench(others: readonly Pick<Platform, 'name' | 'isolatesWorkspaces'>[] = []): Promise<Bench> {
  const clock = createManualClock();
  const store = createStore(await openDatabase('sqlite::memory:'), clock);
  onTestFinished(() => store.close());
  const platform = createFakePlatform({ clock });
  await platform.start({} as never);
  const silent = others.map((other) => Object.assign(createFakePlatform({ clock }), other));
  const notices: string[] = [];
  const logger = createKeptLog();
  const pass = async (ms: number): Promise<void> => {
    // In steps, since each check waits for the store.
    for (let left = ms; left > 0; left -= hour / 4) {
      await clock.advance(Math.min(left, hour / 4));
      for (let turn = 0; turn < 5; turn += 1) await clock.settle();
    }
  };
  return {
    clock,
    platform,
    notices,
    untilDue: lastDue(rule, clock.now() + week) - clock.now(),
    async answered(id, change) {
      await store.accept({ ...question({ id, thread: id, text: 'How?', askedAt: clock.now() }), ...change });
      const turn = await store.claimTurn('me', clock.now(), clock.now() + 1, ['slack']);
      if (!turn) throw new Error('nothing to claim');
      await store.endTurn(turn, { state: 'answered', answer: 'yes', sources: [] }, clock.now());
    },
    async start(privateChannels = false) {
      const stopping = new AbortController();
      const routing = { ...everywhere(createFakeAssistant(clock, () => [])), privateChannels };
      const tellOperators = ({ detail }: { readonly detail: string }) => void notices.push(detail);
      const options = { rule, platforms: [platform, ...silent], store, routing, tellOperators, clock, logger };
      const running = runWeeklyReport(options, stopping.signal);
      await pass(1);
      return async () => {
        stopping.abort();
        await clock.until(running);
      };
    },
    pass,
  };
}

test('a week with questions is reported at its time, once, even with two processes and after a restart', async () => {
  const { clock, platform, answered, start, pass, untilDue } = await bench();
  await answered('q1');
  const [first, second] = [await start(), await start()];
  await pass(untilDue - hour);
  expect(platform.messages).toEqual([]);
  await pass(2 * hour);
  expect(platform.messages.map(({ text }) => text)).toEqual([expect.stringContaining('Questions: 1')]);
  await Promise.all([first(), second()]);
  const third = await start();
  await pass(hour);
  expect(platform.messages).toHaveLength(1);
  await third();
  await clock.advance(week - 3 * hour);
  await answered('q2');
  const fourth = await start();
  await pass(2 * hour);
  expect(platform.messages).toHaveLength(2);
  await fourth();
});

test('a week without questions is not reported', async () => {
  const { platform, start, pass, untilDue } = await bench();
  const stop = await start();
  await pass(untilDue + hour);
  expect(platform.messages).toEqual([]);
  await stop();
});

test.each([false, true])('the report quotes private channels only if the setting says so (%s)', async (isAllowed) => {
  const { platform, answered, start, pass, untilDue } = await bench();
  for (const id of ['q1', 'q2']) await answered(id, { text: `How do I boil water, ${id}?`, place: 'private' });
  const stop = await start(isAllowed);
  await pass(untilDue + hour);
  const [text = ''] = platform.messages.map((message) => message.text);
  expect(text).toContain('Questions: 2');
  expect(text.includes('boil water')).toBe(isAllowed);
  await stop();
});

test('the report leaves out other platforms that keep workspaces apart', async () => {
  const { platform, answered, start, pass, untilDue } = await bench([{ name: 'slack', isolatesWorkspaces: true }]);
  await answered('q1');
  const stop = await start();
  await pass(untilDue + hour);
  expect(platform.messages).toEqual([]);
  await stop();
});

test('a report that the platform refuses for now is posted later, and one whose response is lost is not repeated', async () => {
  const { platform, answered, start, pass, untilDue } = await bench();
  await answered('q1');
  platform.failNext('post', new PlatformError('unavailable'), 2);
  const stop = await start();
  await pass(untilDue);
  platform.failNext('post', new PlatformError('unavailable', { arrived: 'unknown' }), 1, true);
  await pass(2 * hour);
  expect(platform.messages).toHaveLength(1);
  await stop();
});

test('the operators are notified when Docent may not post there', async () => {
  const { platform, notices, answered, start, pass, untilDue } = await bench();
  await answered('q1');
  platform.failNext('post', new PlatformError('forbidden'), 5);
  const stop = await start();
  await pass(untilDue + 2 * hour);
  expect(platform.messages).toEqual([]);
  expect(notices).toEqual([expect.stringContaining('REPORT_CHANNEL')]);
  await stop();
});

describe('the weekly time', () => {
  test.each([
    ['2026-11-23T09:00:00Z', 'UTC', '2026-11-23T09:00:00Z'],
    ['2026-11-23T08:59:59Z', 'UTC', '2026-11-16T09:00:00Z'],
    ['2026-11-23T08:30:00Z', 'Europe/Berlin', '2026-11-23T08:00:00Z'],
    ['2026-11-22T23:30:00Z', 'Asia/Tokyo', '2026-11-16T00:00:00Z'],
    // Clocks were put back on 2026-10-25.
    ['2026-10-26T07:30:00Z', 'Europe/Berlin', '2026-10-19T07:00:00Z'],
    ['2026-10-26T08:00:00Z', 'Europe/Berlin', '2026-10-26T08:00:00Z'],
  ])('at %s was last due, for Mondays at 9 in %s, at %s', (now, timeZone, due) => {
    expect(lastDue({ day: 'mon', time: '09:00', timeZone }, Date.parse(now))).toBe(Date.parse(due));
  });
});
