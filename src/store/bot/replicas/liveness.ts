/**
 * Which processes are dead. On Postgres each process that has work holds a session-level advisory lock, whose key is in its
 * row of `replicas`. The kernel closes the connections of a process that dies, and Postgres frees its lock: others need not
 * wait until its claims expire. A process that hangs keeps its lock; its claims expire.
 * Source: postgresql.org/docs/18/explicit-locking.html and view-pg-locks.html, read 2026-11-21.
 */
import { randomInt } from 'node:crypto';
import { type Kysely, sql as raw } from 'kysely';
import type { Prepare } from '../../sql/kept-connection.ts';
import type { Schema } from '../../sql/schema.ts';

/** The first half of every lock's key: other programs may use advisory locks of the same database. */
const lockClass = 0x646f63; // "doc"

export interface ProcessLock {
  /** The second half of the lock's key: this process's. */
  readonly key: number;
  /** Takes the lock on a connection. */
  readonly take: Prepare;
}

export function createProcessLock(): ProcessLock {
  const key = randomInt(1, 2 ** 31);
  return {
    key,
    async take(client, isNew) {
      // Waits while the connection before it still holds the lock.
      if (isNew) await client.query('select pg_advisory_lock($1, $2)', [lockClass, key]);
      else await client.query('select 1');
    },
  };
}

/** Owners that have a lock's key, but no lock; those without a key are of an older version. */
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
