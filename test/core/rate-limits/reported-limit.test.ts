import { expect, it } from 'vitest';
import type { Budget, ReportedLimit } from '../../../src/core/ports/budget.ts';
import { createPacer } from '../../../src/core/rate-limits/pacer.ts';
import { reportedFreeAt } from '../../../src/core/rate-limits/reported-limit.ts';
import { createManualClock } from '../../fakes/clock.ts';

it('spreads what is left of a window over its rest, and spends it at once where that is not asked for', () => {
  const told: ReportedLimit = { remaining: 4, resetAt: 6_000, reportedAt: 1_000 };
  expect(reportedFreeAt(told, [1_000], true)).toBe(2_000);
  expect(reportedFreeAt(told, [1_000, 2_000], true)).toBe(3_000);
  expect(reportedFreeAt(told, [1_000, 2_000], false)).toBe(0);
});

it('counts what was sent since the report, and waits for the next window when nothing is left', () => {
  const told: ReportedLimit = { remaining: 2, resetAt: 6_000, reportedAt: 1_000 };
  expect(reportedFreeAt(told, [1_000, 1_500, 2_000], false)).toBe(6_000);
});

it('paces steadily at the reported limit, window after window, and sends final updates at once', async () => {
  const clock = createManualClock();
  const pacer = createPacer(clock);
  const startAt = clock.now();
  const window = { used: 0, endsAt: 0 };
  let told: ReportedLimit | undefined;
  const budget: Budget = {
    bucket: 'edits',
    limit: 5,
    windowMs: 5_000,
    burst: 5,
    spread: true,
    reported: () => (told && told.resetAt > clock.now() ? told : undefined),
  };
  const went: number[] = [];
  while (clock.now() < startAt + 20_000) {
    await clock.until(pacer.acquire([budget], () => 0));
    went.push(clock.now() - startAt);
    if (clock.now() >= window.endsAt) Object.assign(window, { used: 0, endsAt: clock.now() + 5_000 });
    window.used += 1;
    expect(window.used).toBeLessThanOrEqual(5);
    told = { remaining: 5 - window.used, resetAt: window.endsAt, reportedAt: clock.now() };
  }
  expect(went).toEqual(Array.from({ length: 21 }, (_, second) => second * 1_000));
  const settledAt = clock.now();
  await clock.until(pacer.acquire([budget], () => 2));
  expect(clock.now()).toBe(settledAt);
});
