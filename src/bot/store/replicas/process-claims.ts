/**
 * All claims of one process: renewed while it lives, released when it stops or has died. On SQLite one process owns the
 * file, so the only dead owners are its own earlier runs.
 */

import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import type { KeptConnection } from '../../../kit/sql/kept-connection.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import type { Store } from '../../core/ports/store.ts';
import { idList } from './claims.ts';
import { ownersWithoutLock, type ProcessLock } from './liveness.ts';

export interface ProcessClaims extends Pick<Store, 'renew' | 'release' | 'releaseDead'> {
  /**
   * Releases every claim that an earlier process left behind. Call it once, before the first claim. SQLite:
   * one process owns the file, so the previous owner is dead, and its turns continue immediately. Postgres: does nothing,
   * because other processes may be alive; the claims of a dead one expire.
   */
  releaseFormerOwners(): Promise<void>;
}

/** `session`: on Postgres, the connection that holds `lock`. */
export function createProcessClaims(
  database: Database,
  lock: ProcessLock,
  session: KeptConnection | undefined,
): ProcessClaims {
  const { sql, engine } = database;
  /** Owners that held no lock at the previous check. */
  let suspects: readonly string[] = [];
  return {
    /** Also renews this process's row and deletes those that expired. Without `lock_key` the process does not hold its lock. */
    async renew(owner, ids, now, until) {
      await setClaims(database, { claimed_until: until }, { claimed_by: owner, ids });
      await session?.open();
      const row = { alive_until: until, lock_key: session?.isOpen ? lock.key : null };
      // No transaction: two processes that each hold their own row would deadlock.
      await sql
        .insertInto('replicas')
        .values({ owner, ...row })
        .onConflict((conflict) => conflict.column('owner').doUpdateSet(row))
        .execute();
      await sql.deleteFrom('replicas').where('alive_until', '<=', now).execute();
      const rows = await sql.selectFrom('replicas').select('owner').execute();
      return Math.max(1, rows.length);
    },
    async release(owner, id) {
      await setClaims(database, noClaim, { claimed_by: owner, ...(id !== undefined && { ids: [id] }) });
      if (id === undefined) await leave(sql, owner);
    },
    async releaseDead() {
      if (engine === 'sqlite') return;
      const withoutLock = await ownersWithoutLock(sql);
      for (const owner of withoutLock.filter((candidate) => suspects.includes(candidate))) {
        await setClaims(database, noClaim, { claimed_by: owner });
        await leave(sql, owner);
      }
      suspects = withoutLock;
    },
    async releaseFormerOwners() {
      if (engine !== 'sqlite') return;
      await setClaims(database, noClaim);
    },
  };
}

const noClaim = { claimed_by: null, claimed_until: 0 };

/** Changes the claims of all open turns, deployments and reasks, or only those with this owner and these ids. */
async function setClaims(
  { sql, engine }: Database,
  claim: { readonly claimed_by?: null; readonly claimed_until: number },
  whose: { readonly claimed_by?: string; readonly ids?: readonly string[] } = {},
): Promise<void> {
  const { claimed_by: owner, ids } = whose;
  if (ids?.length === 0) return;
  await sql.transaction().execute(async (tx) => {
    for (const table of ['turns', 'deployments', 'reasks'] as const) {
      await tx
        .updateTable(table)
        .set(claim)
        .where('ended_at', 'is', null)
        .$if(owner !== undefined, (query) => query.where('claimed_by', '=', owner ?? ''))
        .$if(ids !== undefined, (query) => query.where('id', 'in', idList(engine, ids ?? [])))
        .execute();
    }
  });
}

/** Deletes the row of a process that stops. */
async function leave(sql: Kysely<Schema>, owner: string): Promise<void> {
  await sql.deleteFrom('replicas').where('owner', '=', owner).execute();
}
