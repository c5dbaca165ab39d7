/** The order in which missed messages are read, and what happens if there are too many, with scripted responses. */
import { ChannelType, Client, SnowflakeUtil } from 'discord.js';
import { expect, it } from 'vitest';
import { createBackfill } from '../../../../../../src/bot/platforms/discord/inbound/backfill/backfill.ts';
import { createReadCursors } from '../../../../../../src/bot/platforms/discord/inbound/backfill/read-cursors.ts';
import type { MessageEvent } from '../../../../../../src/bot/platforms/discord/native-events.ts';
import { createManualClock } from '../../../../../fakes/clock.ts';
import { createKeptLog } from '../../../../../fakes/logger.ts';

const guild = '100000000000000001';
const author = { id: '300000000000000001', username: 'ada' };

/** `counts`: how many messages each channel of a server has since the read cursor, a millisecond apart. */
async function open(counts: Readonly<Record<string, number>>) {
  const clock = createManualClock();
  const startedAt = clock.now() - 60_000;
  const log = createKeptLog();
  const saved = new Map([[guild, startedAt]]);
  const handled: string[] = [];
  const reads: string[] = [];
  const cursors = await createReadCursors(
    {
      load: async () => saved,
      async save(positions) {
        for (const [key, at] of positions) saved.set(key, at);
      },
    },
    log,
  );
  const idAt = (at: number): string => String(SnowflakeUtil.generate({ timestamp: at, increment: 1n }));
  const backfill = createBackfill({
    api: {
      async call(_, route, { query } = {}) {
        const channel = route.split('/')[2] ?? '';
        reads.push(channel);
        const from = SnowflakeUtil.timestampFrom(query?.get('after') ?? '0') + 1 - startedAt;
        const first = Math.max(1, from);
        const last = Math.min(counts[channel] ?? 0, first + 99);
        return Array.from({ length: Math.max(0, last - first + 1) }, (_each, index) => ({
          id: idAt(startedAt + last - index),
          channel_id: channel,
          type: 0,
          content: 'words',
          author,
        }));
      },
      routeWaitMs: () => 0,
      refused: () => false,
      close: () => undefined,
    },
    cursors,
    clock,
    logger: log,
    signal: new AbortController().signal,
    async handle(message: MessageEvent) {
      handled.push(message.channel_id);
    },
  });
  const channels = Object.entries(counts).map(([id, count]) => ({
    id,
    type: ChannelType.GuildText,
    last_message_id: idAt(startedAt + count),
  }));
  const reading = backfill.onServer({ id: guild, channels }, new Client({ intents: [] }));
  return { clock, log, saved, cursors, handled, reads, reading, startedAt, caughtUp: backfill.caughtUp };
}

it('a channel with a new question is read before the others', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [String(500 + index), 1]));
  const { clock, reads, caughtUp } = await open({ ...many, '999': 150 });
  await clock.advance(1_000);
  const since = clock.now();
  await clock.until(caughtUp('999'));
  expect(clock.now() - since).toBeLessThan(1_500);
  expect(reads.filter((channel) => channel === '999')).toHaveLength(2);
  expect(reads.length).toBeLessThan(8);
});

it('a channel with too many missed messages is logged, and holds the cursor back', async () => {
  const { clock, log, saved, cursors, handled, reading, startedAt } = await open({ '500': 30_000, '501': 3 });
  await clock.until(reading);
  expect(handled.filter((channel) => channel === '500')).toHaveLength(10_000);
  expect(handled.filter((channel) => channel === '501')).toHaveLength(3);
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', phrase: 'backfill stopped: too many messages missed' }),
  );
  const release = cursors.hold(guild, startedAt + 50_000);
  release();
  await cursors.save();
  expect(saved.get(guild)).toBe(startedAt);
});

it('a channel that was read completely lets the cursor advance', async () => {
  const { clock, saved, cursors, reading, startedAt, handled } = await open({ '500': 730 });
  await clock.until(reading);
  expect(handled).toHaveLength(730);
  const release = cursors.hold(guild, startedAt + 50_000);
  release();
  await cursors.save();
  expect(saved.get(guild)).toBe(startedAt + 50_000);
});
