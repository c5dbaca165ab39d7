import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/kit/sql/store-errors.ts';
import { openServiceStore, type ServiceStore } from '../../../src/service/store/store.ts';
import { engines, type FreshDatabase, sharedEngines, sqliteOnDisk } from '../../kit/sql/engines.ts';

const thread = { id: 't1', domain: 'docs', owner: 'k1', organization: 'o1', groups: [], keyHash: 'ab' };

const inAMinute = (now: number): number => now + 60_000;

describe.each(engines)('the store of the documentation service on $name', (engine) => {
  let fresh: FreshDatabase;
  let store: ServiceStore;

  beforeEach(async () => {
    fresh = await engine.migrated();
    store = await openServiceStore(fresh.url);
  });

  afterEach(async () => {
    await store.close();
    await fresh.drop();
  });

  it('keeps a thread with its newest messages in the order in which they were written', async () => {
    await store.openThread(thread, { role: 'user', text: 'first', fp: 'me' }, 1);
    await store.addMessage('t1', { role: 'assistant', text: 'a NUL \0 too' }, 2);
    await store.addMessage('t1', { role: 'user', text: 'third' }, 3);
    expect(await store.findThread('t1')).toEqual(thread);
    expect(await store.messages('t1', 10, 1_000)).toEqual([
      { role: 'user', text: 'first', fp: 'me' },
      { role: 'assistant', text: 'a NUL \uFFFD too' },
      { role: 'user', text: 'third' },
    ]);
    expect((await store.messages('t1', 2, 1_000)).map((message) => message.text)).toEqual([
      'a NUL \uFFFD too',
      'third',
    ]);
    expect((await store.messages('t1', 2, 3)).map((message) => message.text)).toEqual(['a N', 'thi']);
    expect(await store.findThread('t2')).toBeUndefined();
  });

  it('deletes a thread that has not been used for a long time, with its messages, and accepts no more of them', async () => {
    await store.openThread(thread, { role: 'user', text: 'old' }, 1);
    await store.openThread({ ...thread, id: 't2' }, { role: 'user', text: 'old too' }, 1);
    await store.addMessage('t2', { role: 'user', text: 'used since' }, 50);
    await store.deleteExpired({ now: 60, people: 50, vectors: 50 });
    await store.addMessage('t1', { role: 'assistant', text: 'late' }, 61);
    expect([await store.findThread('t1'), await store.messages('t1', 9, 1_000)]).toEqual([undefined, []]);
    expect(await store.messages('t2', 9, 1_000)).toHaveLength(2);
  });

  it('deletes the threads of a person, however many and however long the name', async () => {
    const fp = 'x'.repeat(10_000);
    for (let at = 0; at < 60; at += 1)
      await store.openThread({ ...thread, id: `t${at}` }, { role: 'user', text: 'q', fp }, 1);
    await store.openThread({ ...thread, id: 'of somebody else' }, { role: 'user', text: 'q', fp: 'x' }, 1);
    await store.openThread({ ...thread, id: 'elsewhere', domain: 'other' }, { role: 'user', text: 'q', fp }, 1);
    await store.openThread({ ...thread, id: 'of others', organization: 'o2' }, { role: 'user', text: 'q', fp }, 1);
    expect([await store.forget(thread, fp), await store.forget(thread, fp)]).toEqual([60, 0]);
    for (const id of ['of somebody else', 'elsewhere', 'of others']) expect(await store.findThread(id)).toBeDefined();
    expect(await store.messages('t0', 9, 9)).toEqual([]);
  });

  it('finds what a person asked with the answers, a page at a time, within the access groups of all who asked', async () => {
    const opened = { ...thread, id: 'read', domain: 'read' };
    const query = { domain: 'read', organization: 'o1', groups: [], fp: 'ada', after: 0, limit: 2 };
    await store.openThread(opened, { role: 'user', text: 'one', fp: 'ada' }, 1);
    await store.addMessage('read', { role: 'assistant', text: 'two' }, 2);
    await store.addMessage('read', { role: 'user', text: 'three', fp: 'bob' }, 3);
    await store.addMessage('read', { role: 'assistant', text: 'four' }, 4);
    await store.addMessage('read', { role: 'user', text: 'five', fp: 'ada' }, 5);
    const first = await store.messagesOf(query);
    expect(first).toMatchObject([
      { threadId: 'read', role: 'user', text: 'one', writtenAt: 1 },
      { threadId: 'read', role: 'assistant', text: 'two', writtenAt: 2 },
    ]);
    const after = first.at(-1)?.seq ?? 0;
    expect(await store.messagesOf({ ...query, after })).toMatchObject([{ text: 'five' }]);
    await store.addMessage('read', { role: 'user', text: 'six', fp: 'bob', groups: ['b', 'a'] }, 6);
    await store.addMessage('read', { role: 'user', text: 'seven', fp: 'bob', groups: ['b'] }, 7);
    expect(await store.messagesOf({ ...query, groups: ['b'] })).toEqual([]);
    expect(await store.messagesOf({ ...query, groups: ['c', 'b', 'a'] })).toHaveLength(2);
    expect(await store.messagesOf({ ...query, organization: 'o2' })).toEqual([]);
  });

  it('keeps embeddings by hash while they are used', async () => {
    const many = new Map(Array.from({ length: 1_000 }, (_, at) => [`h${at}`, `v${at}`]));
    await store.saveVectors(many, 1);
    await store.saveVectors(new Map([['h1', 'other']]), 2);
    expect(await store.vectors([...many.keys(), 'unknown'], 3)).toEqual(many);
    expect(await store.vectors(['h7'], 50)).toEqual(new Map([['h7', 'v7']]));
    while (await store.deleteExpired({ now: 60, people: 50, vectors: 50 }));
    expect(await store.vectors([...many.keys()], 61)).toEqual(new Map([['h7', 'v7']]));
  });

  it('finds a key by its hash, and revokes it once', async () => {
    const times = { createdAt: 1_800_000_000_000, expiresAt: 1_900_000_000_000, revokedAt: undefined };
    const groups = ['staff', 'ä, b'];
    const key = { id: 'k1', kind: 'assistant', organization: 'default', groups, hash: 'cd', ...times };
    await store.addKey(key);
    expect(await store.findKey('cd')).toEqual(key);
    expect(await store.findKey('ce')).toBeUndefined();
    expect([await store.revokeKey('k1', 7), await store.revokeKey('k1', 8), await store.revokeKey('k2', 8)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await store.listKeys()).toEqual([{ ...key, revokedAt: 7 }]);
  });

  it('counts uses up to the limit, for each name separately, and returns how long to wait', async () => {
    const uses = store.counterFor({ name: 'key', uses: 2, windowEnd: inAMinute });
    const allowed = { allowed: true };
    expect([await uses.count('a'), await uses.count('a'), await uses.count('b')]).toEqual([allowed, allowed, allowed]);
    const over = await uses.count('a');
    expect(over.allowed).toBe(false);
    expect(over.allowed || over.waitMs).toBeGreaterThan(55_000);
    expect(over.allowed || over.waitMs).toBeLessThanOrEqual(60_000);
    await store.deleteExpired({ now: Date.now() + 61_000, people: undefined, vectors: 0 });
    expect(await store.counterFor({ name: 'key', uses: 2, windowEnd: inAMinute }).count('a')).toEqual(allowed);
  });

  it('starts a new window with the first use after the last one is over', async () => {
    const uses = store.counterFor({ name: 'key', uses: 2, windowEnd: (now) => now });
    for (let use = 1; use <= 5; use += 1) expect(await uses.count('d')).toEqual({ allowed: true });
  });

  it('no longer counts a use that was given back', async () => {
    const uses = store.counterFor({ name: 'key', uses: 1, windowEnd: inAMinute });
    await uses.count('c');
    await uses.giveBack('c');
    expect([await uses.count('c'), (await uses.count('c')).allowed]).toEqual([{ allowed: true }, false]);
  });

  it('keeps an update from its queue to its end, changed only by the process that claimed it', async () => {
    const queued = { project: 'docs', source: 'api', queuedAt: 5 };
    for (const id of ['u1', 'u2']) await store.queueUpdate({ ...queued, id });
    await store.queueUpdate({ ...queued, id: 'u3', project: 'other' });
    const minuteMs = 60_000;
    expect(await store.claimUpdates('docs', 'me', minuteMs)).toEqual(['u1', 'u2']);
    expect(await store.claimUpdates('docs', 'you', minuteMs)).toEqual([]);
    const filesChanged = { added: ['a.md'], modified: [], removed: [] };
    const commit = { sha: 'f00', ref: 'main', message: 'Say more', filesChanged };
    const end = { state: 'success', summary: '1 page', logs: ['read'], commit, endedAt: 9 } as const;
    await store.saveUpdates('me', ['u1', 'u2'], { state: 'in_progress' });
    await store.saveUpdates('you', ['u1', 'u2'], { state: 'failure', endedAt: 8 });
    await store.saveUpdates('me', ['u1', 'u2'], end);
    await store.saveUpdates('me', ['u1'], { state: 'failure', endedAt: 10 });
    expect(await store.findUpdate('u1')).toEqual({ ...queued, id: 'u1', ...end });
    expect([await store.claimUpdates('docs', 'me', minuteMs), await store.findUpdate('none')]).toEqual([[], undefined]);
    expect([(await store.newestSuccess('docs'))?.id, await store.newestSuccess('other')]).toEqual(['u2', undefined]);
  });

  it('lets another process claim an update once its claim expires or is released', async () => {
    await store.queueUpdate({ id: 'u1', project: 'docs', source: 'api', queuedAt: 5 });
    const claimedBy = async (owner: string, leaseMs: number) =>
      (await store.claimUpdates('docs', owner, leaseMs)).length;
    expect([await claimedBy('me', 0), await claimedBy('you', 60_000), await claimedBy('me', 60_000)]).toEqual([
      1, 1, 0,
    ]);
    await store.renewUpdates('you', 0);
    expect([await claimedBy('me', 60_000), await claimedBy('you', 60_000)]).toEqual([1, 0]);
    await store.releaseUpdates('me');
    expect([await claimedBy('you', 60_000), await claimedBy('you', 60_000)]).toEqual([1, 1]);
  });
});

describe.each(sharedEngines)('two replicas on $name', (engine) => {
  it('together never allow more than the limit', async () => {
    const fresh = await engine.migrated();
    const stores = [await openServiceStore(fresh.url), await openServiceStore(fresh.url)];
    const counters = stores.map((store) => store.counterFor({ name: 'organization', uses: 25, windowEnd: inAMinute }));
    const uses = await Promise.all(
      counters.flatMap((counter) => Array.from({ length: 20 }, () => counter.count('default'))),
    );
    expect(uses.filter((use) => use.allowed)).toHaveLength(25);
    await Promise.all(stores.map((store) => store.close()));
    await fresh.drop();
  });
});

it('forgetting a person fails while another process keeps their words in the log of SQLite, and is completed by repeating it', async () => {
  const fresh = await sqliteOnDisk.migrated();
  const store = await openServiceStore(fresh.url);
  const reader = new DatabaseSync(fresh.url.replace('sqlite:', ''));
  await store.openThread(thread, { role: 'user', text: 'q', fp: 'me' }, 1);
  reader.exec('begin');
  reader.prepare('select count(*) from messages').get();
  await expect(store.forget(thread, 'me')).rejects.toBeInstanceOf(StoreError);
  reader.exec('commit');
  reader.close();
  expect(await store.forget(thread, 'me')).toBe(0);
  expect(await store.findThread('t1')).toBeUndefined();
  await store.close();
  await fresh.drop();
});
