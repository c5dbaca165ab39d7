import { expect, it } from 'vitest';
import { readReport } from '../../../../src/bot/core/reports/read-report.ts';
import { asked } from '../insight/asked.ts';
import { monthBegins, monthEnds } from '../insight/month.ts';

const everybody = { platform: 'slack', installation: 'T1', apart: [] };

/** A store with this many questions. */
function holding(count: number): Parameters<typeof readReport>[2] {
  const all = Array.from({ length: count }, (_, at) =>
    asked({ turn: `t${at}`, askedAt: monthBegins, isPrivate: true, text: '' }),
  );
  return { askedSince: async (_, limit) => all.slice(-limit) };
}

it('a report counts only the newest questions if there are too many, and says so', async () => {
  const { report, asked: read } = await readReport(monthBegins, monthEnds, holding(20_001), everybody, (all) => all);
  expect(report).toMatchObject({ newestOnly: 20_000, total: { questions: 20_000 } });
  expect(read[0]?.turn).toBe('t1');
});

it('a report that counts all questions does not say that it is cut', async () => {
  const { report } = await readReport(monthBegins, monthEnds, holding(20_000), everybody, (all) => all);
  expect(report.total.questions).toBe(20_000);
  expect(report).not.toHaveProperty('newestOnly');
});
