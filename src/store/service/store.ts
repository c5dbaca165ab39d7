/**
 * What the documentation service keeps: threads and messages, keys, uses, updates, vectors. In: an open database. Out: one function
 * for each thing that the service asks. Effects: the database. Whatever it throws leaves here as StoreError.
 */
import { sql as raw } from 'kysely';
import { StoreError } from '../../core/model/errors.ts';
import { type Database, openDatabase } from '../sql/database.ts';
import { storable } from '../sql/rows.ts';
import type { ApiKeyRow, ThreadRow } from '../sql/schema.ts';
import { createUseCounter, forgetUses, type Limit, type UseCounter } from './quotas.ts';
import * as updates from './updates.ts';
import * as vectors from './vectors.ts';

/** A thread: whose it is, and what its key must hash to. */
export type StoredThread = Pick<ThreadRow, 'id' | 'domain' | 'owner'> & { readonly keyHash: string };

/** Something that was said in a thread. */
export interface StoredMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Who asked. */
  readonly fp?: string;
}

/** A Bearer key, without the key. Times in milliseconds since 1970. */
export interface StoredKey {
  readonly id: string;
  readonly kind: string;
  readonly organization: string;
  /** sha256 of the key, hex. */
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

/** Each fails with StoreError. */
export interface ServiceStore {
  /** A thread with its first message. */
  openThread(thread: StoredThread, first: StoredMessage, now: number): Promise<void>;
  findThread(id: string): Promise<StoredThread | undefined>;
  /** The newest ones, oldest first. */
  messages(threadId: string, limit: number): Promise<readonly StoredMessage[]>;
  /** Nothing, when the thread was forgotten meanwhile. */
  addMessage(threadId: string, message: StoredMessage, now: number): Promise<void>;

  addKey(key: StoredKey): Promise<void>;
  findKey(hash: string): Promise<StoredKey | undefined>;
  /** All, oldest first. */
  listKeys(): Promise<readonly StoredKey[]>;
  /** false: there is no such key, or it is revoked already. */
  revokeKey(id: string, now: number): Promise<boolean>;

  counterFor(limit: Limit): UseCounter;

  queueUpdate(update: updates.NewUpdate): Promise<void>;
  findUpdate(id: string): Promise<updates.StoredUpdate | undefined>;
  /** Those of a project that have not ended, oldest first. */
  openUpdates(project: string): Promise<readonly updates.StoredUpdate[]>;
  /** The newest update of a project that was served. */
  newestSuccess(project: string): Promise<updates.StoredUpdate | undefined>;
  keepUpdates(ids: readonly string[], change: updates.UpdateChange): Promise<void>;

  /** What texts mean, of those that are known, by hash. */
  vectors(hashes: readonly string[], now: number): Promise<ReadonlyMap<string, string>>;
  keepVectors(vectors: ReadonlyMap<string, string>, now: number): Promise<void>;

  /** Frees what is over: windows of uses, threads and vectors unused since `before`, updates that ended before it. */
  forget(now: number, before: number): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Fails with StoreError. */
export async function openServiceStore(url: string): Promise<ServiceStore> {
  const database = await openDatabase(url);
  if (database.engine === 'sqlite') {
    // A crash of the machine may lose the last messages of a thread, which the client still has; an answer never waits
    // for the disk. The file stays whole either way.
    await kept(() => raw`pragma synchronous = normal`.execute(database.sql));
  }
  return createServiceStore(database);
}

/** Closing the store closes the database. */
function createServiceStore(database: Database): ServiceStore {
  const { sql } = database;
  return {
    openThread: (thread, first, now) => kept(() => openThread(database, thread, first, now)),
    findThread: (id) =>
      kept(async () => {
        const row = await sql.selectFrom('threads').selectAll().where('id', '=', id).executeTakeFirst();
        return row && { id: row.id, domain: row.domain, owner: row.owner, keyHash: row.key_hash };
      }),
    messages: (threadId, limit) => kept(() => newestMessages(database, threadId, limit)),
    addMessage: (threadId, message, now) => kept(() => addMessage(database, threadId, message, now)),

    addKey: (key) => kept(() => addKey(database, key)),
    findKey: (hash) =>
      kept(async () => {
        const row = await sql.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
        return row && toKey(row);
      }),
    listKeys: () =>
      kept(async () => {
        const rows = await sql.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
        return rows.map(toKey);
      }),
    revokeKey: (id, now) => kept(() => revokeKey(database, id, now)),

    counterFor(limit) {
      const counter = createUseCounter(database, limit);
      return {
        count: (name) => kept(() => counter.count(name)),
        giveBack: (name) => kept(() => counter.giveBack(name)),
      };
    },

    queueUpdate: (update) => kept(() => updates.queueUpdate(sql, update)),
    findUpdate: (id) => kept(() => updates.findUpdate(sql, id)),
    openUpdates: (project) => kept(() => updates.openUpdates(sql, project)),
    newestSuccess: (project) => kept(() => updates.newestSuccess(sql, project)),
    keepUpdates: (ids, change) => kept(() => updates.keepUpdates(sql, ids, change)),

    vectors: (hashes, now) => kept(() => vectors.findVectors(sql, hashes, now)),
    keepVectors: (all, now) => kept(() => vectors.keepVectors(sql, all, now)),

    forget: (now, before) =>
      kept(async () => {
        await forgetUses(database, now);
        await sql.deleteFrom('threads').where('used_at', '<', before).execute();
        await sql.deleteFrom('updates').where('ended_at', '<', before).execute();
        await sql.deleteFrom('vectors').where('used_at', '<', before).execute();
      }),
    ping: () => kept(() => raw`select 1`.execute(sql)).then(() => undefined),
    close: () => kept(() => database.close()),
  };
}

async function openThread(
  { sql }: Database,
  { id, domain, owner, keyHash }: StoredThread,
  first: StoredMessage,
  now: number,
): Promise<void> {
  await sql.transaction().execute(async (tx) => {
    await tx
      .insertInto('threads')
      .values({ id, domain, owner, key_hash: keyHash, opened_at: now, used_at: now })
      .execute();
    await tx
      .insertInto('messages')
      .values(fromMessage(id, first, now))
      .execute();
  });
}

async function addMessage({ sql }: Database, threadId: string, message: StoredMessage, now: number): Promise<void> {
  await sql.transaction().execute(async (tx) => {
    const used = await tx.updateTable('threads').set({ used_at: now }).where('id', '=', threadId).executeTakeFirst();
    if (used.numUpdatedRows === 0n) return;
    await tx
      .insertInto('messages')
      .values(fromMessage(threadId, message, now))
      .execute();
  });
}

function fromMessage(threadId: string, { role, text, fp }: StoredMessage, now: number) {
  return {
    thread_id: threadId,
    role,
    content: storable(text),
    fp: fp === undefined ? null : storable(fp),
    written_at: now,
  };
}

async function newestMessages({ sql }: Database, threadId: string, limit: number): Promise<readonly StoredMessage[]> {
  const rows = await sql
    .selectFrom('messages')
    .select(['role', 'content', 'fp'])
    .where('thread_id', '=', threadId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(({ role, content, fp }) => ({
    role: role === 'assistant' ? 'assistant' : 'user',
    text: content,
    ...(fp !== null && { fp }),
  }));
}

async function addKey({ sql }: Database, key: StoredKey): Promise<void> {
  const { id, kind, organization, hash, createdAt, expiresAt, revokedAt } = key;
  await sql
    .insertInto('api_keys')
    .values({
      ...{ id, kind, organization, hash },
      created_at: createdAt,
      expires_at: expiresAt ?? null,
      revoked_at: revokedAt ?? null,
    })
    .execute();
}

async function revokeKey({ sql }: Database, id: string, now: number): Promise<boolean> {
  const revoked = await sql
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return revoked.numUpdatedRows > 0n;
}

function toKey(row: ApiKeyRow): StoredKey {
  const { id, kind, organization, hash, created_at, expires_at, revoked_at } = row;
  return {
    ...{ id, kind, organization, hash, createdAt: created_at },
    expiresAt: expires_at ?? undefined,
    revokedAt: revoked_at ?? undefined,
  };
}

async function kept<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError(error);
  }
}
