/** Problems that the last setup check found, on each engine. */
import { describe, expect, it } from 'vitest';
import { engines, openStore } from '../../kit/sql/engines.ts';

const one = { name: 'Slack bot token', detail: 'Slack says “token_revoked”' };
const other = { name: 'Clock', detail: 'it is 90 seconds away' };

describe.each(engines)('the list of setup problems on $name', (engine) => {
  it('is replaced by only one of several processes that read the same list', async () => {
    const { store } = await openStore(engine);
    expect(await store.setupFindings('slack')).toBeUndefined();
    const replace = (before: Parameters<typeof store.replaceSetupFindings>[1], after: readonly (typeof one)[]) =>
      Promise.all([1, 2].map(() => store.replaceSetupFindings('slack', before, after)));
    expect((await replace(undefined, [one])).toSorted()).toEqual([false, true]);
    expect(await store.setupFindings('slack')).toEqual([one]);
    expect((await replace([one], [one, other])).toSorted()).toEqual([false, true]);
    expect(await replace([other], [])).toEqual([false, false]);
    expect(await store.setupFindings('slack')).toEqual([one, other]);
    expect(await store.setupFindings('discord')).toBeUndefined();
  });

  it('starts over after a row that cannot be read', async () => {
    const { store, database } = await openStore(engine);
    for (const findings of ['null', '{', '[{"name":1}]']) {
      await database.sql.deleteFrom('setup_findings').execute();
      await database.sql.insertInto('setup_findings').values({ scope: 'slack', findings }).execute();
      expect(await store.setupFindings('slack')).toBeUndefined();
      expect(await store.replaceSetupFindings('slack', undefined, [one])).toBe(true);
      expect(await store.setupFindings('slack')).toEqual([one]);
    }
  });

  it('can be replaced in whatever form another version stored it', async () => {
    const { store, database } = await openStore(engine);
    const findings = JSON.stringify([{ state: 'failed', detail: one.detail, name: one.name }], null, 1);
    await database.sql.insertInto('setup_findings').values({ scope: 'slack', findings }).execute();
    const found = await store.setupFindings('slack');
    expect(await store.replaceSetupFindings('slack', found, [other])).toBe(true);
    expect(await store.setupFindings('slack')).toEqual([other]);
  });
});
