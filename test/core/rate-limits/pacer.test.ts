import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../src/core/ports/budget.ts';
import type { Pacer, Urgency } from '../../../src/core/rate-limits/pacer.ts';
import { createPacer } from '../../../src/core/rate-limits/pacer.ts';
import type { ManualClock } from '../../fakes/clock.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { runs } from '../../fakes/runs.ts';

const edits: Budget = { bucket: 'edits', limit: 50, windowMs: 60_000, burst: 10 };
const onePerSecond: Budget = { bucket: 'posts', limit: 1, windowMs: 1_000, burst: 1 };

/** How many of fifty that ask at the same moment may go in it. */
async function takenAtOnce(pacer: Pacer, budget: Budget, urgency: Urgency, clock: ManualClock): Promise<number> {
  let taken = 0;
  for (let each = 0; each < 50; each += 1) {
    void pacer
      .acquire([budget], () => urgency)
      .then(() => {
        taken += 1;
      });
  }
  await clock.settle();
  return taken;
}

describe('the pacer', () => {
  it('sends a burst at once and the rest at the refill rate', async () => {
    const clock = createManualClock();
    const startAt = clock.now();
    const pacer = createPacer(clock);
    const went: number[] = [];
    for (let each = 0; each < 12; each += 1)
      void pacer.acquire([edits], () => 0).then(() => went.push(clock.now() - startAt));
    await clock.advance(10_000);
    expect(went.slice(0, 10).every((at) => at === 0)).toBe(true);
    expect(went.slice(10)).toEqual([1_200, 2_400]);
  });

  it('serves final updates before intermediate ones that waited longer', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const went: string[] = [];
    await pacer.acquire([onePerSecond], () => 0);
    void pacer.acquire([onePerSecond], () => 0).then(() => went.push('middle'));
    void pacer.acquire([onePerSecond], () => 2).then(() => went.push('last'));
    await clock.advance(3_000);
    expect(went).toEqual(['last', 'middle']);
  });

  it('asks for the urgency each time, so a reply that settles while it waits overtakes', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const went: string[] = [];
    let urgency: Urgency = 0;
    await pacer.acquire([onePerSecond], () => 0);
    void pacer.acquire([onePerSecond], () => 1).then(() => went.push('other'));
    void pacer.acquire([onePerSecond], () => urgency).then(() => went.push('settled'));
    urgency = 2;
    await clock.advance(3_000);
    expect(went).toEqual(['settled', 'other']);
  });

  it('spends all budgets or none', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const went: string[] = [];
    await pacer.acquire([onePerSecond], () => 0);
    void pacer.acquire([onePerSecond, edits], () => 0).then(() => went.push('both'));
    for (let each = 0; each < 10; each += 1) void pacer.acquire([edits], () => 0).then(() => went.push('edit'));
    await clock.settle();
    expect(went).toEqual(Array(10).fill('edit'));
  });

  it('pauses a bucket for as long as the platform says, and no other bucket', async () => {
    const clock = createManualClock();
    const startAt = clock.now();
    const pacer = createPacer(clock);
    const went: [string, number][] = [];
    pacer.pause([edits], 30_000);
    void pacer.acquire([edits], () => 2).then(() => went.push(['edit', clock.now() - startAt]));
    void pacer.acquire([onePerSecond], () => 0).then(() => went.push(['post', clock.now() - startAt]));
    await clock.advance(60_000);
    expect(went).toEqual([
      ['post', 0],
      ['edit', 30_000],
    ]);
  });

  it('takes the first way that has room, the earlier one if both have', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const way = async () => (await pacer.acquireFirst([[onePerSecond], [edits]], () => 2)).way;
    expect([await way(), await way()]).toEqual([0, 1]);
    await clock.advance(1_000);
    expect(await way()).toBe(0);
  });

  it('keeps room for reserved final updates until they are released', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const went: string[] = [];
    const expected = Array.from({ length: 5 }, () => pacer.reserve([edits]));
    for (let each = 0; each < 9; each += 1) void pacer.acquire([edits], () => 0).then(() => went.push('middle'));
    await clock.settle();
    expect(went).toHaveLength(6);
    for (let each = 0; each < 4; each += 1) void pacer.acquire([edits], () => 2).then(() => went.push('last'));
    await clock.settle();
    expect(went.slice(6)).toEqual(Array(4).fill('last'));
    for (const gone of expected) gone();
    await clock.advance(3_000);
    expect(went).toHaveLength(12);
  });

  it('spreads intermediate updates so that a window lasts, and never goes silent before its end', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const even: Budget = { bucket: 'even', limit: 100, windowMs: 60_000, burst: 25, spread: true };
    const startAt = clock.now();
    const went: number[] = [];
    const streaming = (async () => {
      while (clock.now() < startAt + 180_000) {
        await pacer.acquire([even], () => 0);
        went.push(clock.now());
      }
    })();
    await clock.until(streaming);
    const gaps = went.slice(1).map((at, index) => at - (went[index] ?? at));
    expect(Math.max(...gaps)).toBeLessThan(1_000);
    expect(went.length).toBeGreaterThan(295);
    for (const at of went) {
      expect(went.filter((other) => other > at - 60_000 && other <= at).length).toBeLessThanOrEqual(100);
    }
  });

  it('shares the burst estimate within a burst group, and stops probing for a day', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const begin: Budget = { bucket: 'begin', limit: 20, windowMs: 60_000, burst: 5, maxBurst: 10, burstGroup: 'w' };
    const append: Budget = { bucket: 'append', limit: 100, windowMs: 60_000, burst: 25, maxBurst: 50, burstGroup: 'w' };
    for (let each = 0; each < 7; each += 1) {
      const { accepted: worked } = await pacer.acquireFirst([[begin]], () => 2);
      worked();
    }
    expect(await takenAtOnce(pacer, append, 0, clock)).toBe(35);
    void pacer.acquire([begin], () => 2);
    pacer.pause([begin], 3_000);
    await clock.advance(120_000);
    expect(await takenAtOnce(pacer, begin, 2, clock)).toBe(7);
  });

  it('probes for a larger burst one call at a time, and stops at the first refusal', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const begin: Budget = { bucket: 'begin', limit: 20, windowMs: 60_000, burst: 5, maxBurst: 20 };
    let taken = 0;
    for (let each = 0; each < 20; each += 1) {
      void pacer
        .acquireFirst([[begin]], () => 2)
        .then(async ({ accepted: worked }) => {
          await clock.wait(80);
          taken += 1;
          if (taken <= 8) worked();
          else if (taken === 9) pacer.pause([begin], 3_000);
        });
    }
    await clock.advance(2_000);
    expect(taken).toBe(9);
    await clock.advance(4_000);
    expect(taken).toBeLessThanOrEqual(11);
  });

  it('uses less of a burst after a limit was met', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    await pacer.acquire([edits], () => 0);
    pacer.pause([edits], 1_000);
    await clock.advance(60_000);
    let went = 0;
    for (let each = 0; each < 10; each += 1)
      void pacer
        .acquire([edits], () => 2)
        .then(() => {
          went += 1;
        });
    await clock.settle();
    expect(went).toBe(5);
  });

  it('delays nobody for longer than maxHoldMs, and spends nothing of that budget then', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const startAt = clock.now();
    const slowly: Budget = { bucket: 'slowly', limit: 1, windowMs: 2_000, burst: 1, maxHoldMs: 5_000 };
    const went: number[] = [];
    for (let each = 0; each < 6; each += 1)
      void pacer.acquire([slowly], () => 1).then(() => went.push(clock.now() - startAt));
    await clock.advance(6_000);
    expect(went).toEqual([0, 2_000, 4_000, 5_000, 5_000, 5_000]);
    await pacer.acquire([slowly], () => 1);
    expect(clock.now() - startAt).toBe(6_000);
    expect(clock.waiting()).toBe(0);
  });

  it('drops a waiter whose signal aborts, and spends nothing for it', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const given = new AbortController();
    const went: number[] = [];
    await pacer.acquire([onePerSecond], () => 0);
    const left = pacer.acquire([onePerSecond], () => 2, given.signal);
    given.abort();
    await left;
    void pacer.acquire([onePerSecond], () => 0).then(() => went.push(clock.now()));
    await clock.advance(1_000);
    expect(went).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
  });

  it('never exceeds the burst at once nor the limit in any window, whatever arrives when', async () => {
    const budget = fc
      .record({ limit: fc.integer({ min: 1, max: 12 }), windowMs: fc.integer({ min: 100, max: 5_000 }) })
      .chain(({ limit, windowMs }) =>
        fc.integer({ min: 1, max: limit }).map((burst) => ({ bucket: 'b', limit, windowMs, burst })),
      );
    const arrivals = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(budget, arrivals, async (each, gaps) => {
        const clock = createManualClock();
        const pacer = createPacer(clock);
        const went: number[] = [];
        const all: Promise<void>[] = [];
        for (const gap of gaps) {
          await clock.advance(gap);
          all.push(pacer.acquire([each], () => 0).then(() => void went.push(clock.now())));
        }
        await clock.until(Promise.all(all));
        for (const at of went) {
          expect(went.filter((other) => other > at - each.windowMs && other <= at).length).toBeLessThanOrEqual(
            each.limit,
          );
          expect(went.filter((other) => other === at).length).toBeLessThanOrEqual(each.burst);
        }
      }),
      runs(60),
    );
  });
});
