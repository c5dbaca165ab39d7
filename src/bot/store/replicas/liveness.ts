/**
 * Detects dead processes. On Postgres each process that has work holds a session-level advisory lock whose key is in
 * its row of `replicas`. When a process dies, the kernel closes its connections and Postgres releases the lock, so
 * that others need not wait for its claims to expire. A process that hangs keeps its lock; its claims expire. Source:
 * postgresql.org/docs/18/explicit-locking.html and view-pg-locks.html, read 2026-11-21.
 */
import { randomInt } from 'node:crypto';
import { type Kysely, sql as raw } from 'kysely';
import type { Prepare } from '../../../kit/sql/kept-connection.ts';
import type { Schema } from '../../../kit/sql/schema.ts';

/** The first half of every lock key, because other programs may use advisory locks in the same database. */
const lockClass = 0x646f63; // "doc"

export interface ProcessLock {
  /** The second half of the lock key, unique to this process. */
  readonly key: number;
  /** Takes the lock on a connection. */
  readonly take: Prepare;
}

export function createProcessLock(): ProcessLock {
  const key = randomInt(1, 2 ** 31);
  return {
    key,
    async take(client, isNew) {
      // Waits while the previous connection still holds the lock.
      if (isNew) await client.query('select pg_advisory_lock($1, $2)', [lockClass, key]);
      else await client.query('select 1');
    },
  };
}

/** Owners that have a lock key but no longer hold the lock. */
export async function ownersWithoutLock(sql: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await raw<{ owner: string }>`
    select owner from replicas
    where lock_key is not null and not exists (
      select 1 from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
        and classid = ${lockClass} and objid = lock_key
    )`.execute(sql);
  return rows.map(({ owner }) => owner);
}
