/** How fresh Slack's budgets keep many concurrent answers, on a manual clock. */
import { describe, expect, it } from 'vitest';
import { lettersOf, quick, quickLine, slow } from '../../../lab/bench/script.ts';
import { boundMs } from '../../../lab/bench/table.ts';
import { type Crowd, crowd } from './crowd.ts';

function meanMs({ reads }: Crowd): number {
  return reads.reduce((sum, read) => sum + (read.meanLagMs ?? Number.POSITIVE_INFINITY), 0) / reads.length;
}

function lateMs({ reads }: Crowd): number {
  return Math.max(...reads.map((read) => read.completeMs ?? Number.POSITIVE_INFINITY));
}

describe('with a burst of half a minute’s quota', () => {
  it.each([
    { threads: 1, most: 300, shape: quick },
    { threads: 5, most: 500, shape: quick },
    { threads: 10, most: 900, shape: quick },
    { threads: 25, most: 4_000, shape: quick },
    { threads: 25, most: 4_000, shape: quickLine },
  ])('$threads answers of $shape.name lag $most ms at most on average and are soon complete', async (options) => {
    const { threads, most, shape } = options;
    const seen = await crowd({ threads, shape, bursts: [0.5] });
    expect(meanMs(seen)).toBeLessThanOrEqual(most);
    expect(lateMs(seen)).toBeLessThanOrEqual(5_000);
    expect(seen.limited).toBe(0);
    if (threads === 1) expect(seen.reads[0]?.firstTextMs).toBeLessThanOrEqual(600);
  });
});

it.each([1, 5, 10, 25])('refreshes %i edited answers as often as the limits of edits allow', async (threads) => {
  const seen = await crowd({ threads, shape: quick, bursts: [0.5], isEdited: true });
  expect(meanMs(seen)).toBeLessThanOrEqual(1.05 * boundMs({ platform: 'slack', threads, streaming: 'edit' }));
  expect(seen.limited).toBe(0);
});

it('soon completes twenty-five answers with a burst of a quarter of a minute’s quota, too', async () => {
  const seen = await crowd({ threads: 25, shape: quick, bursts: [0.25] });
  expect(meanMs(seen)).toBeLessThanOrEqual(4_000);
  expect(lateMs(seen)).toBeLessThanOrEqual(6_000);
  expect(seen.limited).toBe(1);
});

const generous = [0.5, 1, 'window'] as const;

// The burst size is probed once, and only when needed.
describe.each([
  { bursts: generous, limited: 0, counts: [1, 5, 10, 25] },
  { bursts: [0.25] as const, limited: 1, counts: [5, 10] },
])('a workspace with a burst of $bursts', ({ bursts, limited, counts }) => {
  it.each(counts)('refreshes %i long answers as often as its limits allow', async (threads) => {
    const seen = await crowd({ threads, shape: slow, bursts });
    expect(meanMs(seen)).toBeLessThanOrEqual(1.05 * boundMs({ platform: 'slack', threads }));
    expect(seen.limited).toBeLessThanOrEqual(threads > 5 ? limited : 0);
  });

  it('shows a hundred concurrent answers completely and starves none', async () => {
    const seen = await crowd({ threads: 100, shape: slow, bursts });
    expect(new Set(seen.texts).size).toBe(1);
    expect(seen.reads.every((read) => read.shown === 1)).toBe(true);
    expect(meanMs(seen)).toBeLessThanOrEqual(1.05 * boundMs({ platform: 'slack', threads: 100 }));
    // 100 first texts in one channel: 5 posts and 5 stream starts at once, then 80 a minute.
    expect(Math.max(...seen.reads.map((read) => read.firstTextMs ?? Number.POSITIVE_INFINITY))).toBeLessThan(80_000);
    expect(seen.limited).toBeLessThanOrEqual(limited);
  });
});

it.each([1, 4])('%i long answers continue in a second message as soon as the first is full', async (threads) => {
  const { reads, texts } = await crowd({
    threads,
    shape: { ...quickLine, tokens: 1_300, perSecond: 60 },
    bursts: [0.5],
  });
  for (const [index, { steps }] of reads.entries()) {
    const messages = texts[index]?.split('\n') ?? [];
    expect(messages).toHaveLength(2);
    const full = lettersOf(messages[0] ?? '').length;
    const next = steps.findIndex(({ letters }) => letters > full);
    const [before, after] = [steps[next - 1], steps[next]];
    expect(before?.letters).toBe(full);
    expect((after?.atMs ?? Number.POSITIVE_INFINITY) - (before?.atMs ?? 0)).toBeLessThan(500);
  }
});
