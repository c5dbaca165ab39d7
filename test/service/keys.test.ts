import { expect, onTestFinished, test } from 'vitest';
import { createKey, createKeyCheck, type KeyKind, toStoredKey } from '../../src/service/keys.ts';
import { openServiceStore, type ServiceStore } from '../../src/service/store/store.ts';

const now = 1_800_000_000_000;

async function opened(): Promise<ServiceStore> {
  const store = await openServiceStore('sqlite::memory:');
  onTestFinished(() => store.close());
  return store;
}

async function added(store: ServiceStore, kind: KeyKind, expiresAt?: number): Promise<{ key: string; id: string }> {
  const key = createKey(kind);
  const stored = toStoredKey(key, { kind, organization: 'acme', expiresAt }, now);
  await store.addKey(stored);
  return { key, id: stored.id };
}

test('a key is random and contains its kind', () => {
  expect(createKey('deploy')).toMatch(/^docent_deploy_[\w-]{43}$/);
  expect(createKey('deploy')).not.toBe(createKey('deploy'));
});

test('a stored key is valid for its kind and organization until it expires or is revoked', async () => {
  const store = await opened();
  let time = now;
  const check = createKeyCheck([], store, () => time);
  const { key, id } = await added(store, 'assistant', now + 1_000);
  expect(await check(`Bearer ${key}`, 'assistant')).toEqual({ id, organization: 'acme', groups: [] });
  expect(await check(`bearer  ${key} `, 'assistant')).toEqual({ id, organization: 'acme', groups: [] });
  expect(await check(`Bearer ${key}`, 'deploy')).toMatchObject({ status: 403 });
  time += 1_000;
  expect(await check(`Bearer ${key}`, 'assistant')).toEqual({
    status: 401,
    sentence: 'The API key expired on 2027-01-15.',
  });
  time -= 1;
  await store.revokeKey(id, time);
  expect(await check(`Bearer ${key}`, 'assistant')).toMatchObject({ status: 401 });
});

test('only the hash of a key is stored', async () => {
  const store = await opened();
  const { key } = await added(store, 'assistant');
  expect(JSON.stringify(await store.listKeys())).not.toContain(key.slice(20, 40));
});

test('a configured key is valid in addition to the stored ones, for its own kind only', async () => {
  const store = await opened();
  const { key, id } = await added(store, 'assistant');
  const configured = [
    { kind: 'assistant', key: 'ours' },
    { kind: 'deploy', key: 'theirs' },
  ] as const;
  const check = createKeyCheck(configured, store, () => now);
  const caller = await check('Bearer ours', 'assistant');
  expect(caller).toMatchObject({ organization: 'default' });
  expect(await createKeyCheck(configured, store, () => now)('Bearer ours', 'assistant')).toEqual(caller);
  expect(await check(`Bearer ${key}`, 'assistant')).toMatchObject({ id });
  expect(await check('Bearer theirs', 'assistant')).toMatchObject({ status: 403 });
});

test.each([undefined, '', 'Bearer', 'Bearer nobody', 'Basic b3Vycw=='])('%j is not a valid key', async (header) => {
  const check = createKeyCheck([{ kind: 'assistant', key: 'ours' }], await opened(), () => now);
  expect(await check(header, 'assistant')).toEqual({ status: 401, sentence: 'The API key is missing or wrong.' });
});
