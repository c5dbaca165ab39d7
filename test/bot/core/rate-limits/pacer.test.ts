import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../../src/bot/core/ports/budget.ts';
import { createPacer, type Pacer, type Urgency } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { runs } from '../../../fakes/runs.ts';

const edits: Budget = { bucket: 'edits', limit: 50, windowMs: 60_000, burst: 10 };
const onePerSecond: Budget = { bucket: 'posts', limit: 1, windowMs: 1_000, burst: 1 };

/** How many of fifty simultaneous requests are granted immediately. */
async function takenImmediately(pacer: Pacer, budget: Budget, urgency: Urgency, clock: ManualClock): Promise<number> {
  let taken = 0;
  for (let index = 0; index < 50; index += 1) {
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
  it('allows a burst immediately and the rest at the refill rate', async () => {
    const clock = createManualClock();
    const startAt = clock.now();
    const pacer = createPacer(clock);
    const sent: number[] = [];
    for (let index = 0; index < 12; index += 1)
      void pacer.acquire([edits], () => 0).then(() => sent.push(clock.now() - startAt));
    await clock.advance(10_000);
    expect(sent.slice(0, 10).every((at) => at === 0)).toBe(true);
    expect(sent.slice(10)).toEqual([1_200, 2_400]);
  });

  it('serves final updates before intermediate ones that waited longer', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const sent: string[] = [];
    await pacer.acquire([onePerSecond], () => 0);
    void pacer.acquire([onePerSecond], () => 0).then(() => sent.push('middle'));
    void pacer.acquire([onePerSecond], () => 2).then(() => sent.push('last'));
    await clock.advance(3_000);
    expect(sent).toEqual(['last', 'middle']);
  });

  it('reads the urgency each time, so that a reply that settles while it waits overtakes others', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const sent: string[] = [];
    let urgency: Urgency = 0;
    await pacer.acquire([onePerSecond], () => 0);
    void pacer.acquire([onePerSecond], () => 1).then(() => sent.push('other'));
    void pacer.acquire([onePerSecond], () => urgency).then(() => sent.push('settled'));
    urgency = 2;
    await clock.advance(3_000);
    expect(sent).toEqual(['settled', 'other']);
  });

  it('spends all budgets of an action or none', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const sent: string[] = [];
    await pacer.acquire([onePerSecond], () => 0);
    void pacer.acquire([onePerSecond, edits], () => 0).then(() => sent.push('both'));
    for (let index = 0; index < 10; index += 1) void pacer.acquire([edits], () => 0).then(() => sent.push('edit'));
    await clock.settle();
    expect(sent).toEqual(Array(10).fill('edit'));
  });

  it('pauses a bucket for as long as the platform says, and no other bucket', async () => {
    const clock = createManualClock();
    const startAt = clock.now();
    const pacer = createPacer(clock);
    const sent: [string, number][] = [];
    pacer.pause([edits], 30_000);
    void pacer.acquire([edits], () => 2).then(() => sent.push(['edit', clock.now() - startAt]));
    void pacer.acquire([onePerSecond], () => 0).then(() => sent.push(['post', clock.now() - startAt]));
    await clock.advance(60_000);
    expect(sent).toEqual([
      ['post', 0],
      ['edit', 30_000],
    ]);
  });

  it('withdraws a permit when the platform asks to wait, until the wait is over', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const [post, edit] = [
      await pacer.acquireFirst([[onePerSecond]], () => 0),
      await pacer.acquireFirst([[edits]], () => 0),
    ];
    pacer.pause([edits], 30_000);
    expect([post.isWithdrawn(), edit.isWithdrawn()]).toEqual([false, true]);
    await clock.advance(30_000);
    expect(edit.isWithdrawn()).toBe(false);
  });

  it('takes the way that has room, and the first one if both have', async () => {
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
    const sent: string[] = [];
    const reservations = Array.from({ length: 5 }, () => pacer.reserve([edits]));
    for (let index = 0; index < 9; index += 1) void pacer.acquire([edits], () => 0).then(() => sent.push('middle'));
    await clock.settle();
    expect(sent).toHaveLength(6);
    for (let index = 0; index < 4; index += 1) void pacer.acquire([edits], () => 2).then(() => sent.push('last'));
    await clock.settle();
    expect(sent.slice(6)).toEqual(Array(4).fill('last'));
    for (const release of reservations) release();
    await clock.advance(3_000);
    expect(sent).toHaveLength(12);
  });

  it('spreads intermediate updates over the whole window, without long pauses', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const even: Budget = { bucket: 'even', limit: 100, windowMs: 60_000, burst: 25, spread: true };
    const startAt = clock.now();
    const sent: number[] = [];
    const streaming = (async () => {
      while (clock.now() < startAt + 180_000) {
        await pacer.acquire([even], () => 0);
        sent.push(clock.now());
      }
    })();
    await clock.until(streaming);
    const gaps = sent.slice(1).map((at, index) => at - (sent[index] ?? at));
    expect(Math.max(...gaps)).toBeLessThan(1_000);
    expect(sent.length).toBeGreaterThan(295);
    for (const at of sent) {
      expect(sent.filter((other) => other > at - 60_000 && other <= at).length).toBeLessThanOrEqual(100);
    }
  });

  it('shares the burst estimate within a burst group, and stops probing for a day after a refusal', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const begin: Budget = { bucket: 'begin', limit: 20, windowMs: 60_000, burst: 5, maxBurst: 10, burstGroup: 'w' };
    const append: Budget = { bucket: 'append', limit: 100, windowMs: 60_000, burst: 25, maxBurst: 50, burstGroup: 'w' };
    for (let index = 0; index < 7; index += 1) {
      const { accepted } = await pacer.acquireFirst([[begin]], () => 2);
      accepted();
    }
    expect(await takenImmediately(pacer, append, 0, clock)).toBe(35);
    void pacer.acquire([begin], () => 2);
    pacer.pause([begin], 3_000);
    await clock.advance(120_000);
    expect(await takenImmediately(pacer, begin, 2, clock)).toBe(7);
  });

  it('probes for a larger burst one call at a time, and stops at the first refusal', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const begin: Budget = { bucket: 'begin', limit: 20, windowMs: 60_000, burst: 5, maxBurst: 20 };
    let taken = 0;
    for (let index = 0; index < 20; index += 1) {
      void pacer
        .acquireFirst([[begin]], () => 2)
        .then(async ({ accepted }) => {
          await clock.wait(80);
          taken += 1;
          if (taken <= 8) accepted();
          else if (taken === 9) pacer.pause([begin], 3_000);
        });
    }
    await clock.advance(2_000);
    expect(taken).toBe(9);
    await clock.advance(4_000);
    expect(taken).toBeLessThanOrEqual(11);
  });

  it('uses less of a burst after the platform asked to wait', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    await pacer.acquire([edits], () => 0);
    pacer.pause([edits], 1_000);
    await clock.advance(60_000);
    let sent = 0;
    for (let index = 0; index < 10; index += 1)
      void pacer
        .acquire([edits], () => 2)
        .then(() => {
          sent += 1;
        });
    await clock.settle();
    expect(sent).toBe(5);
  });

  it('delays no action for longer than maxHoldMs, and then spends nothing of that budget', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const startAt = clock.now();
    const slowly: Budget = { bucket: 'slowly', limit: 1, windowMs: 2_000, burst: 1, maxHoldMs: 5_000 };
    const sent: number[] = [];
    for (let index = 0; index < 6; index += 1)
      void pacer.acquire([slowly], () => 1).then(() => sent.push(clock.now() - startAt));
    await clock.advance(6_000);
    expect(sent).toEqual([0, 2_000, 4_000, 5_000, 5_000, 5_000]);
    await pacer.acquire([slowly], () => 1);
    expect(clock.now() - startAt).toBe(6_000);
    expect(clock.waiting()).toBe(0);
  });

  it('drops a waiter whose signal aborts, and spends nothing for it', async () => {
    const clock = createManualClock();
    const pacer = createPacer(clock);
    const cancelling = new AbortController();
    const sent: number[] = [];
    await pacer.acquire([onePerSecond], () => 0);
    const left = pacer.acquire([onePerSecond], () => 2, cancelling.signal);
    cancelling.abort();
    await left;
    void pacer.acquire([onePerSecond], () => 0).then(() => sent.push(clock.now()));
    await clock.advance(1_000);
    expect(sent).toHaveLength(1);
    expect(clock.waiting()).toBe(0);
  });

  it('never exceeds the burst at any moment or the limit in any window, whenever requests arrive', async () => {
    const budgets = fc
      .record({ limit: fc.integer({ min: 1, max: 12 }), windowMs: fc.integer({ min: 100, max: 5_000 }) })
      .chain(({ limit, windowMs }) =>
        fc.integer({ min: 1, max: limit }).map((burst) => ({ bucket: 'b', limit, windowMs, burst })),
      );
    const arrivals = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(budgets, arrivals, async (budget, gaps) => {
        const clock = createManualClock();
        const pacer = createPacer(clock);
        const sent: number[] = [];
        const all: Promise<void>[] = [];
        for (const gap of gaps) {
          await clock.advance(gap);
          all.push(pacer.acquire([budget], () => 0).then(() => void sent.push(clock.now())));
        }
        await clock.until(Promise.all(all));
        for (const at of sent) {
          expect(sent.filter((other) => other > at - budget.windowMs && other <= at).length).toBeLessThanOrEqual(
            budget.limit,
          );
          expect(sent.filter((other) => other === at).length).toBeLessThanOrEqual(budget.burst);
        }
      }),
      runs(60),
    );
  });
});
