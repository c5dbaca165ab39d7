/** How fresh many concurrent answers are within Discord's budgets, on a manual clock. */
import { describe, expect, it } from 'vitest';
import { quick, slow } from '../../../lab/bench/script.ts';
import { boundMs, firstBoundMs, middleOf } from '../../../lab/bench/table.ts';
import { type Crowd, crowd } from './crowd.ts';

function meanMs({ reads }: Crowd): number {
  return reads.reduce((sum, read) => sum + (read.meanLagMs ?? Number.POSITIVE_INFINITY), 0) / reads.length;
}

function firstMs({ reads }: Crowd): readonly number[] {
  return reads.map((read) => read.firstTextMs ?? Number.POSITIVE_INFINITY);
}

/** Most round trips take 80 ms, some up to 200. */
function unevenWayMs(call: number): number {
  return 40 + (60 * ((call * 7_919) % 1_000) ** 3) / 1e9;
}

describe('answers requested at the same moment', () => {
  // With 50 threads nearly every answer could be edited each second, so the calls that opened them cannot be made up for.
  it.each([
    { threads: 1 },
    { threads: 5 },
    { threads: 10 },
    { threads: 25 },
    { threads: 50, most: 1.1 },
    { threads: 100, wayMs: unevenWayMs },
  ])('are as fresh as the limits allow, and none starts late: %o', async ({ threads, most = 1, ...ways }) => {
    const seen = await crowd({ threads, shape: quick, ...ways });
    const place = { platform: 'discord', threads, shape: quick } as const;
    expect(meanMs(seen)).toBeLessThanOrEqual(most * boundMs(place));
    expect(middleOf(firstMs(seen))).toBeLessThanOrEqual(1.15 * (firstBoundMs(place) ?? 0));
    expect(Math.max(...firstMs(seen))).toBeLessThan(9_000);
    expect(seen.reads.every((read) => read.shown === 1 && (read.completeMs ?? Infinity) < 1_200)).toBe(true);
    expect(seen.limited).toBe(0);
  });

  it.each([1, 10])('stay that fresh for half a minute: %i of them', async (threads) => {
    const shape = { ...slow, tokens: 240 };
    const seen = await crowd({ threads, shape });
    expect(meanMs(seen)).toBeLessThanOrEqual(boundMs({ platform: 'discord', threads }));
    expect(seen.limited).toBe(0);
  });
});
