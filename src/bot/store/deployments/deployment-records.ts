/** Project locks, deployments that wait for a confirmation, and the append-only audit log. */
import type { Kysely } from 'kysely';
import { readOrSkip, storable } from '../../../kit/sql/column-values.ts';
import { openDatabase } from '../../../kit/sql/database.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import type { AuditEntry, Confirmation, ConfirmationEnd, DeploymentLock } from '../../core/model/deployment.ts';
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

export async function deploymentLock(sql: Kysely<Schema>, project: string): Promise<DeploymentLock | undefined> {
  const row = await sql.selectFrom('deployment_locks').selectAll().where('project', '=', project).executeTakeFirst();
  return row && toLock(row);
}

/** Returns the lock that holds: an existing one wins. */
export async function lockDeployments(sql: Kysely<Schema>, lock: DeploymentLock): Promise<DeploymentLock> {
  return sql.transaction().execute(async (tx) => {
    await tx
      .insertInto('deployment_locks')
      .values(fromLock(lock))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await deploymentLock(tx, lock.project)) ?? lock;
  });
}

export async function unlockDeployments(sql: Kysely<Schema>, project: string): Promise<DeploymentLock | undefined> {
  const row = await sql.deleteFrom('deployment_locks').where('project', '=', project).returningAll().executeTakeFirst();
  return row && toLock(row);
}

export async function addConfirmation(sql: Kysely<Schema>, confirmation: Confirmation): Promise<void> {
  const { id, project, request, expiresAt } = confirmation;
  await sql
    .insertInto('deployment_confirmations')
    .values({ id, project, request: storable(JSON.stringify(request)), expires_at: expiresAt })
    .execute();
}

/** How long confirmations are kept after they expire. */
const keptMs = 60 * 60_000;

export async function findConfirmation(sql: Kysely<Schema>, id: string): Promise<Confirmation | undefined> {
  const row = await sql.selectFrom('deployment_confirmations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toConfirmation(row);
}

export async function takeConfirmation(sql: Kysely<Schema>, id: string, end: ConfirmationEnd): Promise<boolean> {
  const waiting = sql.updateTable('deployment_confirmations').where('id', '=', id).where('taken', '=', 0);
  const { numUpdatedRows } = await waiting.set({ taken: fromConfirmationEnd(end) }).executeTakeFirst();
  return numUpdatedRows !== 0n;
}

/** Also deletes those that expired long ago, taken or not. */
export async function expiredConfirmations(sql: Kysely<Schema>, now: number): Promise<readonly Confirmation[]> {
  const rows = await sql.selectFrom('deployment_confirmations').selectAll().where('expires_at', '<', now).execute();
  const isOld = ({ expires_at: at }: (typeof rows)[number]) => at < now - keptMs;
  if (rows.some(isOld))
    await sql
      .deleteFrom('deployment_confirmations')
      .where('expires_at', '<', now - keptMs)
      .execute();
  const waiting = rows.filter((row) => row.taken === 0 && !isOld(row));
  return waiting.flatMap((row) => readOrSkip(() => toConfirmation(row)) ?? []);
}

/** Leaves the person out if they were removed from this request's other entries while it was open. */
export async function audit(sql: Kysely<Schema>, entry: AuditEntry): Promise<boolean> {
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
