import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../../src/bot/core/ports/budget.ts';
import { shareOfBudget } from '../../../../src/bot/core/rate-limits/pacer.ts';

const budget: Budget = { bucket: 'b', limit: 50, windowMs: 60_000, burst: 11, shared: true };

describe('the share of a budget', () => {
  it('is an equal part of a shared budget', () => {
    expect(shareOfBudget(budget, 3)).toEqual({ ...budget, limit: 16, burst: 3, maxBurst: 3 });
  });

  it('is all of it for a single process, and for a budget that is not shared', () => {
    const own = { ...budget, shared: false };
    expect(shareOfBudget(budget, 1)).toEqual(budget);
    expect(shareOfBudget(own, 5)).toEqual(own);
  });

  it('never adds up to more than the budget over all processes', () => {
    const any = fc.record({ limit: fc.integer({ min: 1, max: 500 }), burst: fc.integer({ min: 1, max: 500 }) });
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 200 }), ({ limit, burst }, processes) => {
        const part = shareOfBudget({ ...budget, limit, burst }, processes);
        const together = (processes * part.limit) / part.windowMs;
        expect(together).toBeLessThanOrEqual((limit / budget.windowMs) * (1 + 1e-9));
        expect(part.burst).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
