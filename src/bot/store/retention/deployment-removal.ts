/**
 * Removes people, their words and places from deployments and their audit log, locks and confirmations. Rows of deployments
 * and of the audit log stay, with the request ids hashed, so that a redelivery is still recognised.
 */
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DeploymentAuditRow, DeploymentRow, Schema } from '../../../kit/sql/schema.ts';
import { removed } from '../rows/turn-rows.ts';
import { toRemovedId } from './removal.ts';

/** Rows per transaction. */
const rowsAtOnce = 50;

export type RemovableDeployment = Pick<DeploymentRow, 'id' | 'request_id'>;
export type RemovableEntry = Pick<DeploymentAuditRow, 'seq' | 'request_id'>;

/** Keeps the place of an open deployment, which is still being followed there. */
export function removeRequesters(sql: Kysely<Schema>, rows: readonly RemovableDeployment[]): Promise<void> {
  const nobodyAsked = { requester: removed, requester_name: removed, identities: '[]', locale: null };
  return inBatches(sql, rows, async (tx, { id, request_id }) => {
    const without = { ...nobodyAsked, request_id: toRemovedId(request_id) };
    await tx.updateTable('deployments').set(without).where('id', '=', id).execute();
    // The deployment may have ended since the row was read.
    await removePlaceAtEnd(tx, id);
  });
}

/** Removes the place of a deployment that has ended and whose requester was removed. Returns whether it did. */
export async function removePlaceAtEnd(sql: Kysely<Schema>, id: string): Promise<boolean> {
  const rows = sql.selectFrom('deployments').select('platform').where('id', '=', id);
  const row = await rows.where('requester', '=', removed).where('ended_at', 'is not', null).executeTakeFirst();
  if (!row) return false;
  const place = { platform: row.platform, installation: removed, channel: removed, thread: removed };
  const without = { asked_in: JSON.stringify(place), shown: '[]', next_request: null };
  await sql.updateTable('deployments').set(without).where('id', '=', id).execute();
  return true;
}

export function removeFromAudit(sql: Kysely<Schema>, entries: readonly RemovableEntry[]): Promise<void> {
  return inBatches(sql, entries, async (tx, { seq, request_id }) => {
    const without = { ...nobody, request_id: toRemovedId(request_id) };
    await tx.updateTable('deployment_audit').set(without).where('seq', '=', seq).execute();
  });
}

/** Replaces the columns that say who did something, where, and in which words. */
export const nobody = { person: removed, person_name: null, detail: null, channel: removed };

async function inBatches<Row>(
  sql: Kysely<Schema>,
  rows: readonly Row[],
  remove: (tx: Kysely<Schema>, row: Row) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await sql.transaction().execute(async (tx) => {
      for (const row of rows.slice(at, at + rowsAtOnce)) await remove(tx, row);
    });
    await setImmediate();
  }
}

/**
 * Removes confirmations, and the holders of locks, from before `before`. The projects stay locked. Returns how many it
 * removed.
 */
export async function removeOldLocksAndConfirmations(sql: Kysely<Schema>, before: number): Promise<number> {
  const confirmations = sql.deleteFrom('deployment_confirmations').where('expires_at', '<', before);
  const { numDeletedRows } = await confirmations.executeTakeFirst();
  const old = sql.updateTable('deployment_locks').where('locked_at', '<', before).where('holder', '<>', removed);
  const { numUpdatedRows } = await old.set(lockOfNobody).executeTakeFirst();
  return Number(numDeletedRows + numUpdatedRows);
}

export async function removeHolder(sql: Kysely<Schema>, person: string): Promise<void> {
  await sql.updateTable('deployment_locks').where('holder', '=', person).set(lockOfNobody).execute();
}

const lockOfNobody = { holder: removed, holder_name: removed, reason: removed };

/** Deletes the locks of a removed installation, where no one is left to unlock. */
export async function removeLocksOf(
  sql: Kysely<Schema>,
  { platform, installation }: { readonly platform: string; readonly installation: string },
): Promise<void> {
  await sql
    .deleteFrom('deployment_locks')
    .where('platform', '=', platform)
    .where('installation', '=', installation)
    .execute();
}
