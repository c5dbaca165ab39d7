/** Project locks, deployments that wait for a confirmation, and the append-only audit log. */
import type { Kysely } from 'kysely';
import { readOrSkip, storable } from '../../../kit/sql/column-values.ts';
import { type Database, openDatabase } from '../../../kit/sql/database.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import type { AuditEntry, DeploymentLock } from '../../core/model/deployment.ts';
import type { DeploymentStore } from '../../core/ports/deployment-store.ts';
import { nobody } from '../retention/deployment-removal.ts';
import { toRemovedId } from '../retention/removal.ts';
import {
  fromAuditEntry,
  fromConfirmationEnd,
  fromLock,
  toAuditEntry,
  toConfirmation,
  toLock,
} from '../rows/deployment-rows.ts';

/** How long confirmations are kept after they expire. */
const keptMs = 60 * 60_000;

type DeploymentRecords = Pick<
  DeploymentStore,
  | 'deploymentLock'
  | 'lockDeployments'
  | 'unlockDeployments'
  | 'addConfirmation'
  | 'findConfirmation'
  | 'takeConfirmation'
  | 'expiredConfirmations'
  | 'audit'
  | 'auditOf'
>;

export function createDeploymentRecords({ sql }: Database): DeploymentRecords {
  return {
    deploymentLock: (project) => findLock(sql, project),
    lockDeployments: (lock) =>
      sql.transaction().execute(async (tx) => {
        await tx
          .insertInto('deployment_locks')
          .values(fromLock(lock))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return (await findLock(tx, lock.project)) ?? lock;
      }),
    async unlockDeployments(project) {
      const locks = sql.deleteFrom('deployment_locks').where('project', '=', project);
      const row = await locks.returningAll().executeTakeFirst();
      return row && toLock(row);
    },
    async addConfirmation({ id, project, request, expiresAt }) {
      await sql
        .insertInto('deployment_confirmations')
        .values({ id, project, request: storable(JSON.stringify(request)), expires_at: expiresAt })
        .execute();
    },
    async findConfirmation(id) {
      const row = await sql.selectFrom('deployment_confirmations').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toConfirmation(row);
    },
    async takeConfirmation(id, end) {
      const waiting = sql.updateTable('deployment_confirmations').where('id', '=', id).where('taken', '=', 0);
      const { numUpdatedRows } = await waiting.set({ taken: fromConfirmationEnd(end) }).executeTakeFirst();
      return numUpdatedRows !== 0n;
    },
    /** Also deletes those that expired long ago, taken or not. */
    async expiredConfirmations(now) {
      const rows = await sql.selectFrom('deployment_confirmations').selectAll().where('expires_at', '<', now).execute();
      const isOld = ({ expires_at: at }: (typeof rows)[number]) => at < now - keptMs;
      if (rows.some(isOld))
        await sql
          .deleteFrom('deployment_confirmations')
          .where('expires_at', '<', now - keptMs)
          .execute();
      const waiting = rows.filter((row) => row.taken === 0 && !isOld(row));
      return waiting.flatMap((row) => readOrSkip(() => toConfirmation(row)) ?? []);
    },
    /** Leaves the person out if they were removed from this request's other entries while it was open. */
    async audit(entry) {
      const row = fromAuditEntry(entry);
      const request_id = toRemovedId(row.request_id);
      const same = sql.selectFrom('deployment_audit').select('seq').where('platform', '=', row.platform);
      const isRemoved = await same.where('request_id', '=', request_id).executeTakeFirst();
      const { numInsertedOrUpdatedRows } = await sql
        .insertInto('deployment_audit')
        .values(isRemoved ? { ...row, ...nobody, request_id } : row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows !== 0n;
    },
    async auditOf({ platform, requestId }) {
      const rows = await sql
        .selectFrom('deployment_audit')
        .selectAll()
        .where('platform', '=', platform)
        .where('request_id', 'in', [requestId, toRemovedId(requestId)])
        .orderBy('seq')
        .execute();
      return rows.map(toAuditEntry);
    },
  };
}

async function findLock(sql: Kysely<Schema>, project: string): Promise<DeploymentLock | undefined> {
  const row = await sql.selectFrom('deployment_locks').selectAll().where('project', '=', project).executeTakeFirst();
  return row && toLock(row);
}

/** The newest `limit` entries since `since`, oldest first. */
export async function listAudit(sql: Kysely<Schema>, since: number, limit: number): Promise<readonly AuditEntry[]> {
  const rows = await sql
    .selectFrom('deployment_audit')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed().map(toAuditEntry);
}

/** Reads the audit log of a database that another process may be using. Fails with StoreError. */
export async function readAudit(url: string, since: number): Promise<readonly AuditEntry[]> {
  const database = await openDatabase(url);
  try {
    return await listAudit(database.sql, since, maxEntries);
  } finally {
    await database.close();
  }
}

const maxEntries = 100_000;
