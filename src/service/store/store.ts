/**
 * The documentation service's store over SQL: threads with their messages, API keys, quotas, updates,
 * reported problems and embeddings.
 */

import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql as raw } from 'kysely';
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import { type Database, databaseTime, openDatabase } from '../../kit/sql/database.ts';
import { emptyLog } from '../../kit/sql/empty-log.ts';
import type { Schema } from '../../kit/sql/schema.ts';
import { withStoreErrors } from '../../kit/sql/store-errors.ts';
import { createUseCounter, type Limit, type UseCounter } from '../../kit/sql/uses.ts';
import { addKey, findKey, listKeys, revokeKey, type StoredKey } from './keys.ts';
import { type StoredProblem, saveProblem } from './problems.ts';
import {
  addMessage,
  type FoundMessage,
  findThread,
  forgetThreads,
  type MessageQuery,
  messagesOf,
  newestMessages,
  openThread,
  type StoredMessage,
  type StoredThread,
} from './threads.ts';
import * as updates from './updates.ts';
import * as vectors from './vectors.ts';

export type { Limit, UseCounter };

/** Every method fails with StoreError. */
export interface ServiceStore {
  /** Stores a thread with its first message. */
  openThread(thread: StoredThread, first: StoredMessage, now: number): Promise<void>;
  findThread(id: string): Promise<StoredThread | undefined>;
  /** The newest messages, oldest first, each cut to its first `maxChars` characters. */
  messages(threadId: string, limit: number, maxChars: number): Promise<readonly StoredMessage[]>;
  /** Does nothing if the thread was deleted in the meantime. `groups`: those of the key that asks. */
  addMessage(
    threadId: string,
    message: StoredMessage & Partial<Pick<StoredThread, 'groups'>>,
    now: number,
  ): Promise<void>;
  /** What a person asked in a place, with the answers that the reader's groups may see, oldest first. */
  messagesOf(query: MessageQuery): Promise<readonly FoundMessage[]>;
  /** Deletes the threads of a place in which `fp` asked, one batch per turn of the event loop. Returns how many. */
  forget(place: Pick<StoredThread, 'domain' | 'organization'>, fp: string): Promise<number>;

  addKey(key: StoredKey): Promise<void>;
  findKey(hash: string): Promise<StoredKey | undefined>;
  /** All keys, oldest first. */
  listKeys(): Promise<readonly StoredKey[]>;
  /** Returns false if there is no such key, or it is already revoked. */
  revokeKey(id: string, now: number): Promise<boolean>;

  counterFor(limit: Limit): UseCounter;

  queueUpdate(update: updates.NewUpdate): Promise<void>;
  findUpdate(id: string): Promise<updates.StoredUpdate | undefined>;
  /**
   * Claims the open updates of a project that no other process has claimed, for `leaseMs`. Returns their ids, oldest first.
   * A claim that is not renewed expires, and another process may take it.
   */
  claimUpdates(project: string, owner: string, leaseMs: number): Promise<readonly string[]>;
  /** Extends every claim of this owner. */
  renewUpdates(owner: string, leaseMs: number): Promise<void>;
  releaseUpdates(owner: string): Promise<void>;
  /** The newest successful update of a project. */
  newestSuccess(project: string): Promise<updates.StoredUpdate | undefined>;
  /** Changes the updates that this owner still has claimed. */
  saveUpdates(owner: string, ids: readonly string[], change: updates.UpdateChange): Promise<void>;

  /** The stored embeddings, by hash. Marks them as used. */
  vectors(hashes: readonly string[], now: number): Promise<ReadonlyMap<string, string>>;
  markVectorsUsed(hashes: readonly string[], now: number): Promise<void>;
  saveVectors(vectors: ReadonlyMap<string, string>, now: number): Promise<void>;

  saveProblem(problem: StoredProblem): Promise<void>;

  /** Deletes a batch of expired rows. Returns whether there may be more. */
  deleteExpired(expiry: Expiry): Promise<boolean>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Fails with StoreError. */
export async function openServiceStore(url: string, clock: Clock = systemClock): Promise<ServiceStore> {
  // So that answers never wait for the disk: a machine crash may lose the last messages of a thread, which the client
  // still has.
  return createServiceStore(await openDatabase(url, { synchronous: 'normal' }), clock);
}

/** Closing the store closes the database. */
function createServiceStore(database: Database, clock: Clock): ServiceStore {
  const { sql } = database;
  const methods: Omit<ServiceStore, 'counterFor'> = {
    openThread: (thread, first, now) => openThread(sql, thread, first, now),
    findThread: (id) => findThread(sql, id),
    messages: (threadId, limit, maxChars) => newestMessages(sql, threadId, limit, maxChars),
    addMessage: (threadId, message, now) => addMessage(sql, threadId, message, now),
    messagesOf: (query) => messagesOf(sql, query),

    async forget(place, fp) {
      for (let count = 0; ; await setImmediate()) {
        const { deleted, isMoreLeft } = await forgetThreads(sql, place, fp);
        count += deleted;
        if (isMoreLeft) continue;
        // Also empties what an earlier call had to leave.
        if (await emptyLog(database, clock)) return count;
        throw new Error('another process reads the database, so deleted words are still in its -wal file');
      }
    },

    addKey: (key) => addKey(sql, key),
    findKey: (hash) => findKey(sql, hash),
    listKeys: () => listKeys(sql),
    revokeKey: (id, now) => revokeKey(sql, id, now),

    queueUpdate: (update) => updates.queueUpdate(sql, update),
    findUpdate: (id) => updates.findUpdate(sql, id),
    async claimUpdates(project, owner, leaseMs) {
      const now = await databaseTime(database, clock);
      return updates.claimUpdates(sql, project, { owner, now, until: now + leaseMs });
    },
    async renewUpdates(owner, leaseMs) {
      await updates.renewUpdates(sql, owner, (await databaseTime(database, clock)) + leaseMs);
    },
    releaseUpdates: (owner) => updates.releaseUpdates(sql, owner),
    newestSuccess: (project) => updates.newestSuccess(sql, project),
    saveUpdates: (owner, ids, change) => updates.saveUpdates(sql, owner, ids, change),

    vectors: (hashes, now) => vectors.findVectors(sql, hashes, now),
    markVectorsUsed: (hashes, now) => vectors.markVectorsUsed(sql, hashes, now),
    saveVectors: (all, now) => vectors.saveVectors(sql, all, now),

    saveProblem: (problem) => saveProblem(sql, problem),

    deleteExpired: (expiry) => deleteExpired(sql, expiry),
    async ping() {
      await raw`select 1`.execute(sql);
    },
    close: () => database.close(),
  };
  return {
    ...withStoreErrors(methods),
    counterFor: (limit) => withStoreErrors(createUseCounter(database, limit, clock)),
  };
}

/** Rows per statement, which takes a few milliseconds. Deleting a thread also deletes its messages. */
const batchSizes = { uses: 1_000, threads: 50, updates: 100, problems: 1_000, vectors: 500 };

/** Times in milliseconds since 1970. */
interface Expiry {
  /** Quota windows that ended before now are deleted. */
  readonly now: number;
  /** Threads last used, updates ended and problems reported before then are deleted; undefined keeps them. */
  readonly people: number | undefined;
  /** Embeddings last used before then are deleted. */
  readonly vectors: number;
}

/** Deletes a batch of expired rows. Returns whether there may be more. */
async function deleteExpired(sql: Kysely<Schema>, { now, people = 0, vectors }: Expiry): Promise<boolean> {
  const expired = [
    ['uses', 'key', 'expire', now + 1],
    ['threads', 'id', 'used_at', people],
    ['updates', 'id', 'ended_at', people],
    ['problems', 'id', 'reported_at', people],
    ['vectors', 'hash', 'used_at', vectors],
  ] as const;
  let isMoreLeft = false;
  for (const [name, id, column, until] of expired) {
    const [table, key] = [raw.table(name), raw.ref(id)];
    const some = raw`select ${key} from ${table} where ${raw.ref(column)} < ${until} limit ${batchSizes[name]}`;
    const { numAffectedRows = 0n } = await raw`delete from ${table} where ${key} in (${some})`.execute(sql);
    isMoreLeft ||= numAffectedRows >= batchSizes[name];
  }
  return isMoreLeft;
}
