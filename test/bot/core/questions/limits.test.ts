/** How many questions are answered per person, channel, workspace and site, counted in UTC windows. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/bot/core/model/conversation.ts';
import type { Limits } from '../../../../src/bot/core/ports/routing.ts';
import type { CountedWindow } from '../../../../src/bot/core/ports/use-window.ts';
import {
  type BudgetWatchOptions,
  budgetsOf,
  callWindowsOf,
  createBudgetWatch,
  decideByUse,
  decideCallByUse,
  windowsOf,
} from '../../../../src/bot/core/questions/limits.ts';
import { type Clock, systemClock } from '../../../../src/kit/base/clock.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { createFakeAssistant } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { openStore, sqliteInMemory } from '../../../kit/sql/engines.ts';

const now = Date.UTC(2026, 10, 22, 13, 45, 30);
const question: Question = {
  id: 'fake:1',
  eventId: 'e1',
  thread: { platform: 'fake', installation: 'i', channel: 'c', thread: 't' },
  asker: 'fake:A',
  addressed: 'mention',
  text: 'How?',
  askedAt: now,
};

/** `notices`: how often the notice about the limit was sent. */
function used(count: number, limit: CountedWindow['limit'] = 'limit_minute', notices = 0): readonly CountedWindow[] {
  const window = { limit, of: 'x', endsAt: now + 1, max: 3, used: count };
  return [window, { ...window, of: 'notice:x', max: 1, used: notices, countsNotices: true }];
}

const assistant = { ...createFakeAssistant(systemClock, () => []), account: 'key' };
const month = Date.UTC(2026, 11, 1);

function routeWith(limits: Limits) {
  return { site: 'docs', assistant, limits };
}

describe('limits on questions', () => {
  it('of people, channels and workspaces count per workspace, and that of a key across all', () => {
    const route = routeWith({ personMinute: 1, personDay: 2, channelMinute: 3, workspaceMonth: 4, siteMonth: 5 });
    const [first = [], second = []] = ['T1', 'T2'].map((installation) => {
      const thread = { ...question.thread, installation };
      const windows = windowsOf({ ...question, thread, asker: `slack:${installation}:U1` }, route, now);
      return windows.map(({ limit, of }) => `${limit} ${of}`);
    });
    expect(first.filter((window) => second.includes(window)).filter((window) => !window.includes('notice'))).toEqual([
      'limit_month key',
    ]);
  });

  it('are counted per person, channel, workspace and site until the minute, day or month is over', () => {
    const route = routeWith({ personMinute: 1, personDay: 2, channelMinute: 3, workspaceMonth: 5, siteMonth: 4 });
    expect(windowsOf(question, route, now)).toEqual([
      { limit: 'limit_minute', of: 'fake:A', endsAt: Date.UTC(2026, 10, 22, 13, 46), max: 1 },
      { limit: 'limit_channel', of: 'fake:i:c', endsAt: Date.UTC(2026, 10, 22, 13, 46), max: 3 },
      { limit: 'limit_day', of: 'fake:A', endsAt: Date.UTC(2026, 10, 23), max: 2 },
      { limit: 'limit_month', of: 'workspace:fake:i', workspace: 'fake:i', endsAt: month, max: 5 },
      { limit: 'limit_month', of: 'key', site: 'docs', endsAt: month, max: 4 },
      {
        limit: 'limit_minute',
        of: 'notice:fake:A',
        endsAt: Date.UTC(2026, 10, 22, 13, 46),
        max: 1,
        countsNotices: true,
      },
      {
        limit: 'limit_channel',
        of: 'notice:fake:i:c',
        endsAt: Date.UTC(2026, 10, 22, 13, 46),
        max: 1,
        countsNotices: true,
      },
      { limit: 'limit_day', of: 'notice:fake:A', endsAt: Date.UTC(2026, 10, 23), max: 1, countsNotices: true },
      {
        limit: 'limit_month',
        of: 'notice:fake:A',
        endsAt: Date.UTC(2026, 10, 23),
        max: 1,
        countsNotices: true,
      },
    ]);
    expect(windowsOf(question, routeWith({}), now)).toEqual([]);
  });

  it('are announced once when reached, and then nothing is answered', () => {
    expect(decideByUse(question, used(2))).toBeUndefined();
    expect(decideByUse(question, used(3))).toEqual({ fixedReply: 'limit_minute' });
    expect(decideByUse(question, used(3, 'limit_minute', 1))).toEqual({ ignore: 'limit_minute' });
  });

  it('of a month are announced once per person and day, but not for a message addressed to nobody', () => {
    expect(decideByUse(question, used(3, 'limit_month'))).toEqual({ fixedReply: 'limit_month' });
    expect(decideByUse(question, used(3, 'limit_month', 1))).toEqual({ ignore: 'limit_month' });
    expect(decideByUse({ ...question, addressed: 'auto' }, used(3, 'limit_month'))).toEqual({ ignore: 'limit_month' });
    expect(decideByUse({ ...question, addressed: 'auto' }, used(3))).toEqual({ fixedReply: 'limit_minute' });
  });

  it('of a service count for an hour and a day, whatever the workspace and key, and are announced like those of a month', () => {
    const answering = {
      ...routeWith({ organizationHour: 4, addressDay: 5 }),
      assistant: { ...assistant, service: 's' },
    };
    const windows = windowsOf(question, answering, now);
    const [day, hour] = [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 22, 14)];
    expect(windows.map(({ limit, of, endsAt, max }) => [limit, of, endsAt, max])).toEqual([
      ['limit_address', 's', day, 5],
      ['limit_hour', 's', hour, 4],
      ['limit_address', 'notice:fake:A', day, 1],
      ['limit_hour', 'notice:fake:A', hour, 1],
    ]);
    for (const limit of ['limit_hour', 'limit_address'] as const) {
      expect(decideByUse(question, used(3, limit))).toEqual({ fixedReply: limit });
      expect(decideByUse({ ...question, addressed: 'auto' }, used(3, limit))).toEqual({ ignore: limit });
    }
  });

  it('that are reached together are announced with the time when all of them are over', () => {
    const all = { personMinute: 1, personDay: 1, workspaceMonth: 1, siteMonth: 1, organizationHour: 1, addressDay: 1 };
    const reachedBy = (limits: Limits) =>
      decideByUse(
        question,
        windowsOf(question, routeWith(limits), now).map((window) => ({
          ...window,
          used: window.countsNotices ? 0 : 1,
        })),
      );
    expect(reachedBy(all)).toEqual({ fixedReply: 'limit_month' });
    expect(reachedBy({ personMinute: 1, organizationHour: 1 })).toEqual({ fixedReply: 'limit_hour' });
    expect(reachedBy({ organizationHour: 1, addressDay: 1 })).toEqual({ fixedReply: 'limit_address' });
  });

  it('of calls count per person and channel, and are counted as questions of the minute only', () => {
    const route = routeWith({ personMinute: 1, personDay: 2, channelMinute: 3, workspaceMonth: 5, siteMonth: 4 });
    const inChannel = (channel: string, asker: string) =>
      callWindowsOf({ asker, thread: { ...question.thread, channel } }, route, now);
    expect(inChannel('c', 'fake:A').map(({ limit }) => limit)).toEqual([
      'limit_calls',
      'limit_minute',
      'limit_calls',
      'limit_minute',
    ]);
    const names = ['c', 'd'].flatMap((channel) =>
      ['fake:A', 'fake:B'].map((asker) => inChannel(channel, asker)[0]?.of),
    );
    expect(new Set(names)).toHaveLength(4);
    expect(inChannel('c', 'fake:A')[0]).toMatchObject({ endsAt: now + 60 * 60_000, max: 1, rolls: true });
  });

  it('of calls are mentioned privately: once after a message, and to whoever presses the button', () => {
    expect(decideCallByUse(question, used(2, 'limit_calls'))).toBeUndefined();
    expect(decideCallByUse(question, used(3, 'limit_calls'))).toEqual({ ignore: 'limit_calls', isToTell: true });
    expect(decideCallByUse(question, used(3, 'limit_calls', 1))).toEqual({ ignore: 'limit_calls' });
    expect(decideCallByUse({ ...question, wish: 'human' }, used(3))).toEqual({ ignore: 'limit_minute' });
  });

  it('are announced in response to every command', () => {
    expect(decideByUse({ ...question, addressed: 'command' }, used(9, 'limit_minute', 1))).toEqual({
      fixedReply: 'limit_minute',
    });
  });

  it('of a month trigger one warning to operators from 80 % on, and another one after the limit was raised', async () => {
    const { store } = await openStore(sqliteInMemory);
    const { watch, told } = watching(store);
    for (const count of [7, 9, 10]) await watch(monthOf(count, 10), 'slack');
    for (const count of [11, 16, 17]) await watch(monthOf(count, 20), 'discord');
    expect(told).toEqual([
      expect.stringContaining('of its 10 questions'),
      expect.stringContaining('of its 20 questions'),
    ]);
  });

  it('of a month belong to the site whose key is used, which may be the fallback', () => {
    const answering = { ...routeWith({ siteMonth: 4 }), assistant: { ...assistant, accountSite: 'spare' } };
    expect(budgetsOf(question.thread, answering, now)).toMatchObject([{ of: 'key', site: 'spare' }]);
  });

  it('of a month trigger a separate warning for each budget, which names the workspace', async () => {
    const { store } = await openStore(sqliteInMemory);
    const { watch, told } = watching(store);
    const endsAt = Date.UTC(2099, 0, 1);
    const [first, second] = ['slack:T1', 'slack:T2'].map((workspace): CountedWindow => {
      return { limit: 'limit_month', of: `workspace:${workspace}`, workspace, endsAt, max: 5, used: 4 };
    });
    if (!first || !second) throw new Error('no windows');
    for (const window of [first, first, second]) await watch([window, ...monthOf(8, 10)], 'slack');
    expect(told).toEqual([
      expect.stringMatching(/^The workspace slack:T1 .* 5 questions .* limits\.workspaceMonth/),
      expect.stringMatching(/^The API key .* 10 questions .* limits\.siteMonth/),
      expect.stringMatching(/^The workspace slack:T2 /),
    ]);
  });

  it('of a service trigger a warning for each hour and day, which names the time of the next one', async () => {
    const { store } = await openStore(sqliteInMemory);
    const { watch, told } = watching(store);
    for (const hour of [14, 14, 15]) {
      const at = { of: 's', site: 'docs', max: 10, used: 8 };
      const first: CountedWindow = { ...at, limit: 'limit_hour', endsAt: Date.UTC(2099, 0, 1, hour) };
      await watch([first, { ...at, limit: 'limit_address', endsAt: Date.UTC(2099, 0, 2) }], 'slack');
    }
    expect(told).toEqual([
      expect.stringMatching(
        /“docs” .* 10 questions for this hour; .* 2099-01-01 14:00 UTC\. .*limits\.organizationHour/,
      ),
      expect.stringMatching(/“docs” .* 10 questions for this day; .* 2099-01-02 00:00 UTC\. .*limits\.addressDay/),
      expect.stringMatching(/2099-01-01 15:00 UTC/),
    ]);
  });

  it('of a month cause no more queries once their warning is known to be sent', async () => {
    const claims: string[] = [];
    const clock = createManualClock();
    const endRun = async (): Promise<void> => undefined;
    const first = watching({ claimRun: async () => claims.push('first') > 0, endRun }, { clock });
    const other = watching({ claimRun: async () => claims.push('other') < 0, endRun }, { clock });
    for (let count = 8; count <= 12; count += 1) {
      for (const { watch } of [first, other]) await watch(monthOf(count, 10), 'slack');
      await clock.advance(10 * 60_000);
    }
    expect(claims).toEqual(['first', 'other', 'other']);
  });

  it('of a month trigger the warning in another process if the first one dies before sending it', async () => {
    const clock = createManualClock();
    const { store } = await openStore(sqliteInMemory);
    const [dying, other] = [watching(store, { clock, dies: true }), watching(store, { clock })];
    for (const { watch } of [dying, other]) await watch(monthOf(8, 10), 'slack');
    expect(other.told).toEqual([]);
    await clock.advance(10 * 60_000);
    for (const { watch } of [other, watching(store, { clock })]) await watch(monthOf(9, 10), 'slack');
    expect(other.told).toHaveLength(1);
  });

  it('of a month leave the warning to a process that can reach an operator', async () => {
    const { store } = await openStore(sqliteInMemory);
    const [without, reaching] = [['discord'], ['discord', 'slack']].map((names) => watching(store, { names }));
    for (const process of [without, reaching]) await process?.watch(monthOf(8, 10), 'discord');
    expect([without?.told.length, reaching?.told.length]).toEqual([0, 1]);
  });

  it('of a month do not fail the question if the warning cannot be stored, which is retried', async () => {
    let isDown = true;
    const { watch, told, log } = watching({
      claimRun: async () => (isDown ? Promise.reject(new StoreError()) : true),
      endRun: async () => undefined,
    });
    await watch(monthOf(9, 10), 'slack');
    expect(log.lines).toMatchObject([{ level: 'warn' }]);
    isDown = false;
    await watch(monthOf(10, 10), 'slack');
    expect(told).toHaveLength(1);
  });
});

function monthOf(count: number, max: number): readonly CountedWindow[] {
  const endsAt = Date.UTC(2099, 0, 1);
  return [
    { limit: 'limit_month', of: 'docs', endsAt, max, used: count },
    { limit: 'limit_month', of: 'notice:A', endsAt, max: 1, used: 1, countsNotices: true },
  ];
}

function watching(
  store: BudgetWatchOptions['store'],
  {
    names = ['slack'],
    clock = systemClock,
    dies = false,
  }: { names?: readonly string[]; clock?: Clock; dies?: boolean } = {},
) {
  const [told, log]: [string[], ReturnType<typeof createKeptLog>] = [[], createKeptLog()];
  const watch = createBudgetWatch({
    store,
    platforms: names.map((name) => ({ name })),
    operators: ['slack:C1'],
    clock,
    logger: log,
    async tellOperators(_, { detail }) {
      if (dies) return false;
      return told.push(detail) > 0;
    },
  });
  return { watch, told, log };
}
