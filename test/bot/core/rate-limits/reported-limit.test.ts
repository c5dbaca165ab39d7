import { expect, it } from 'vitest';
import type { Budget, ReportedLimit } from '../../../../src/bot/core/ports/budget.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { reportedFreeAt } from '../../../../src/bot/core/rate-limits/token-bucket.ts';
import { createManualClock } from '../../../fakes/clock.ts';

it('a reported limit is spread over the rest of its window, or may be spent immediately if it is not to be spread', () => {
  const report: ReportedLimit = { remaining: 4, resetAt: 6_000, reportedAt: 1_000 };
  expect(reportedFreeAt(report, [1_000], true)).toBe(2_000);
  expect(reportedFreeAt(report, [1_000, 2_000], true)).toBe(3_000);
  expect(reportedFreeAt(report, [1_000, 2_000], false)).toBe(0);
});

it('a reported limit counts what was sent since the report, and is exhausted until the next window', () => {
  const report: ReportedLimit = { remaining: 2, resetAt: 6_000, reportedAt: 1_000 };
  expect(reportedFreeAt(report, [1_000, 1_500, 2_000], false)).toBe(6_000);
});

it('a pacer sends steadily at the reported limit, window after window, and final updates immediately', async () => {
  const clock = createManualClock();
  const pacer = createPacer(clock);
  const startAt = clock.now();
  const window = { used: 0, endsAt: 0 };
  let report: ReportedLimit | undefined;
  const budget: Budget = {
    bucket: 'edits',
    limit: 5,
    windowMs: 5_000,
    burst: 5,
    spread: true,
    reported: () => (report && report.resetAt > clock.now() ? report : undefined),
  };
  const sent: number[] = [];
  while (clock.now() < startAt + 20_000) {
    await clock.until(pacer.acquire([budget], () => 0));
    sent.push(clock.now() - startAt);
    if (clock.now() >= window.endsAt) Object.assign(window, { used: 0, endsAt: clock.now() + 5_000 });
    window.used += 1;
    expect(window.used).toBeLessThanOrEqual(5);
    report = { remaining: 5 - window.used, resetAt: window.endsAt, reportedAt: clock.now() };
  }
  expect(sent).toEqual(Array.from({ length: 21 }, (_, second) => second * 1_000));
  const settledAt = clock.now();
  await clock.until(pacer.acquire([budget], () => 2));
  expect(clock.now()).toBe(settledAt);
});
