/** The installations of the app, on each engine. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createInstallationStore } from '../../../../src/bot/store/installations/installations.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';

const [oldKey, newKey] = [key(), key()];
const acme = { id: 'T1', name: 'Acme', tokens: { token: 'xoxb-acme' } };
const rotating = { id: 'T2', tokens: { token: 'xoxe.xoxb-1', refreshToken: 'xoxe-1', expiresAt: 5_000 } };

describe.each(engines)('the installation store on $name', (engine) => {
  it('keeps tokens encrypted, and replaces those of a workspace that installs again', async () => {
    const { database } = await openStore(engine);
    const store = createInstallationStore(database, 'slack', [oldKey]);
    await store.save(acme);
    await store.save(rotating);
    expect(await store.find('T1')).toMatchObject(acme);
    expect(await store.find('T2')).toMatchObject(rotating);
    const rows = JSON.stringify(await database.sql.selectFrom('installations').selectAll().execute());
    expect(rows).not.toMatch(/xox/);
    await store.save({ ...acme, tokens: { token: 'xoxb-again' } });
    expect(await store.find('T1')).toMatchObject({ tokens: { token: 'xoxb-again' } });
  });

  it('removes the installation that was found, but not one that replaced it', async () => {
    const { database } = await openStore(engine);
    const store = createInstallationStore(database, 'slack', [newKey]);
    await createInstallationStore(database, 'slack', [oldKey]).save(acme);
    expect(await store.find('T1')).toBe('unreadable');
    await store.save(acme);
    expect(await store.remove('T1', 'unreadable')).toBe(false);
    const found = await store.find('T1');
    if (!found || found === 'unreadable') throw new Error('not found');
    await store.save({ ...acme, tokens: { token: 'xoxb-again' } });
    expect(await store.remove('T1', found)).toBe(false);
    const now = await store.find('T1');
    expect(now).toMatchObject({ tokens: { token: 'xoxb-again' } });
    expect(await store.remove('T1', now ?? 'unreadable')).toBe(true);
    expect(await store.find('T1')).toBeUndefined();
    await createInstallationStore(database, 'slack', [oldKey]).save(acme);
    expect(await store.remove('T1', 'unreadable')).toBe(true);
    expect(await store.list()).toEqual([]);
  });

  it('names installations that no key decrypts, and finds the others', async () => {
    const { database } = await openStore(engine);
    await createInstallationStore(database, 'slack', [oldKey]).save(acme);
    const store = createInstallationStore(database, 'slack', [newKey]);
    await store.save(rotating);
    expect(await store.find('T1')).toBe('unreadable');
    expect(await store.list()).toEqual([
      { id: 'T1', name: 'Acme', isReadable: false },
      { id: 'T2', isReadable: true },
    ]);
  });

  it('does not decrypt a token in the row of another workspace', async () => {
    const { database } = await openStore(engine);
    const store = createInstallationStore(database, 'slack', [oldKey]);
    await store.save(acme);
    await database.sql.updateTable('installations').set({ id: 'T9' }).execute();
    expect(await store.find('T9')).toBe('unreadable');
  });

  it('re-encrypts with the newest key, so that the earlier one can be removed', async () => {
    const { database } = await openStore(engine);
    await createInstallationStore(database, 'slack', [oldKey]).save(rotating);
    await createInstallationStore(database, 'slack', [newKey, oldKey]).reseal(0);
    expect(await createInstallationStore(database, 'slack', [newKey]).find('T2')).toMatchObject(rotating);
  });

  it('does not re-encrypt a token that is being rotated, so that the next one can be stored', async () => {
    const { database } = await openStore(engine);
    const old = createInstallationStore(database, 'slack', [oldKey]);
    await old.save(rotating);
    const found = await old.find('T2');
    if (!found || found === 'unreadable') throw new Error('not found');
    await old.beginRotation(found, 1_000, 2_000);
    const both = createInstallationStore(database, 'slack', [newKey, oldKey]);
    await both.reseal(1_999);
    expect(await old.endRotation(found, { token: 'xoxe.xoxb-2', refreshToken: 'xoxe-2', expiresAt: 9_000 })).toBe(true);
    await both.reseal(1_999);
    expect(await both.find('T2')).toMatchObject({ tokens: { token: 'xoxe.xoxb-2' } });
    expect(await createInstallationStore(database, 'slack', [newKey]).find('T2')).not.toBe('unreadable');
  });

  it('lets one of several processes rotate a token, and keeps a new installation that arrives in the meantime', async () => {
    const { database } = await openStore(engine);
    const store = createInstallationStore(database, 'slack', [oldKey]);
    await store.save(rotating);
    const found = await store.find('T2');
    if (!found || found === 'unreadable') throw new Error('not found');
    const begun = await Promise.all([1, 2, 3].map(() => store.beginRotation(found, 1_000, 2_000)));
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await store.beginRotation(found, 2_000, 3_000)).toBe(true);
    expect(await store.endRotation(found, { token: 'xoxe.xoxb-2', refreshToken: 'xoxe-2', expiresAt: 9_000 })).toBe(
      true,
    );
    expect(await store.find('T2')).toMatchObject({ tokens: { token: 'xoxe.xoxb-2', expiresAt: 9_000 } });
    expect(await store.beginRotation(found, 4_000, 5_000)).toBe(false);
    expect(await store.endRotation(found, { token: 'xoxe.xoxb-late' })).toBe(false);
    expect(await store.find('T2')).toMatchObject({ tokens: { token: 'xoxe.xoxb-2' } });
  });

  it('accepts a state once', async () => {
    const { database } = await openStore(engine);
    const store = createInstallationStore(database, 'slack', [oldKey]);
    const uses = await Promise.all([1, 2].map(() => store.takeState('s', 0, 1_000)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await store.takeState('t', 0, 1_000)).toBe(true);
    expect(await store.takeState('s', 500, 1_000)).toBe(false);
  });
});

function key(): string {
  return randomBytes(32).toString('base64');
}
