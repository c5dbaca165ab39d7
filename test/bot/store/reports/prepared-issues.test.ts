/** Of what issues were prepared, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';

const subject = { platform: 'slack', installation: 'T1', id: 'turn-1' };
const ada = 'slack:T1:UADA';

describe.each(engines)('a prepared issue on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  const rows = () => database.sql.selectFrom('prepared_issues').selectAll().execute();

  it('is prepared by one of several people, and again by whoever wants another one', async () => {
    const tries = [1_000, 1_000, 1_000].map((at) => store.prepareIssue(subject, ada, at, false));
    expect((await Promise.all(tries)).map(({ earlier }) => earlier).toSorted()).toEqual([1_000, 1_000, undefined]);
    expect(await store.prepareIssue({ ...subject, installation: 'T2' }, ada, 2_000, false)).toEqual({});
    expect(await store.prepareIssue(subject, 'slack:T1:UBOB', 3_000, true)).toEqual({});
    expect(await store.issuePreparedAt(subject)).toBe(3_000);
    expect(await store.issuePreparedAt({ ...subject, id: 'turn-2' })).toBeUndefined();
  });

  it('is stored without ids of the message and the person, who can be forgotten', async () => {
    await store.prepareIssue(subject, ada, 1_000, false);
    expect(JSON.stringify(await rows())).not.toMatch(/turn-1|UADA/);
    await store.forget(ada, 2_000);
    expect(await rows()).toMatchObject([{ person: 'removed', prepared_at: 1_000 }]);
  });

  it('is forgotten with what expires, and with its workspace', async () => {
    await store.prepareIssue(subject, ada, 1_000, false);
    await store.prepareIssue({ ...subject, id: 'turn-2' }, ada, 5_000, false);
    await store.prepareIssue({ ...subject, installation: 'T2' }, ada, 5_000, false);
    await store.removeExpired({ before: 5_000, now: 9_000 });
    expect(await store.issuePreparedAt(subject)).toBeUndefined();
    expect(await rows()).toHaveLength(2);
    await store.removeInstallation({ platform: 'slack', installation: 'T1' }, 9_000);
    expect(await rows()).toMatchObject([{ installation: 'T2' }]);
  });
});
