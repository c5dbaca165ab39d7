/** Runs that happen only once across processes, on each engine. */
import { describe, expect, it } from 'vitest';
import { engines, openStore } from '../../../kit/sql/engines.ts';

describe.each(engines)('a report run on $name', (engine) => {
  it('is claimed by one process, by another if the first one died, and by none once it is done', async () => {
    const { store } = await openStore(engine);
    const claims = await Promise.all([1, 2, 3].map(() => store.claimRun('weekly 1', 1_000, 2_000)));
    expect(claims.toSorted()).toEqual([false, false, true]);
    expect(await store.claimRun('weekly 1', 1_999, 3_000)).toBe(false);
    expect(await store.claimRun('weekly 1', 2_000, 3_000)).toBe(true);
    await store.endRun('weekly 1', false);
    expect(await store.claimRun('weekly 1', 2_001, 3_000)).toBe(true);
    await store.endRun('weekly 1', true);
    expect(await store.claimRun('weekly 1', 9_000, 10_000)).toBe(false);
    expect(await store.claimRun('weekly 2', 9_000, 10_000)).toBe(true);
  });

  it('leaves no name in the database, and nothing after two months', async () => {
    const { store, database } = await openStore(engine);
    await store.claimRun('command slack:T1:U1', 1_000, 2_000);
    await store.claimRun('weekly 1', 61 * 24 * 3_600_000, 62 * 24 * 3_600_000);
    const rows = await database.sql.selectFrom('report_runs').select('id').execute();
    expect(rows).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });
});
