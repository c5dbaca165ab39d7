/** When and how to reconnect to the gateway. */
import { expect, it } from 'vitest';
import {
  afterClose,
  createSessionStarts,
  nextStartAt,
  reconnectWaitMs,
} from '../../../../../src/bot/platforms/discord/connection/reconnect.ts';
import { createManualClock } from '../../../../fakes/clock.ts';

it('the pause doubles from 1 s to 30 s, with 25 % jitter', () => {
  const waits = (random: number) => [0, 1, 2, 3, 4, 5, 6, 50].map((failures) => reconnectWaitMs(failures, random));
  expect(waits(0.5)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(waits(0)).toEqual([0, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]);
  expect(waits(1)).toEqual([0, 1_250, 2_500, 5_000, 10_000, 20_000, 37_500, 37_500]);
});

it('a session is resumed after a network failure, restarted if Discord ended it, and abandoned if Discord refuses us', () => {
  expect([1006, 4000, 4008].map(afterClose)).toEqual(['resume', 'resume', 'resume']);
  expect([1000, 1001, 4007, 4009].map(afterClose)).toEqual(Array(4).fill('new_session'));
  expect([4004, 4010, 4011, 4012, 4013, 4014].map(afterClose)).toEqual(Array(6).fill('refused'));
});

it('sessions that keep ending are started fewer than 1,000 times a day', () => {
  const startsAt: number[] = [0];
  while ((startsAt.at(-1) ?? 0) < 24 * 60 * 60_000) startsAt.push(nextStartAt(startsAt));
  expect(startsAt.length).toBeLessThan(1_000);
  expect(startsAt.slice(0, 3)).toEqual([0, 5_500, 11_000]);
});

it('shards start one after another, as many at a time as Discord allows', async () => {
  const clock = createManualClock(0);
  const starts = createSessionStarts(2, clock);
  const started: string[] = [];
  const { signal } = new AbortController();
  for (const shard of [0, 1, 2, 3]) {
    void starts.wait(shard, signal).then(() => started.push(`${shard} at ${clock.now()}`));
  }
  await clock.advance(10_000);
  expect(started).toEqual(['0 at 0', '1 at 0', '2 at 5500', '3 at 5500']);
});
