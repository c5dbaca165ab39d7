/** The queue of deployments. A unique index allows one open deployment per project. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { readOrSkip, storable } from '../../../kit/sql/column-values.ts';
import type { Database } from '../../../kit/sql/database.ts';
import type { DeploymentRow, Schema } from '../../../kit/sql/schema.ts';
import type { Deployment, DeploymentRequest, Shown } from '../../core/model/conversation.ts';
import type { DeploymentRecord } from '../../core/model/deployment.ts';
import type { Claim } from '../../core/ports/claim.ts';
import type { DeploymentChange, DeploymentResult, FurtherRun, PlanResult } from '../../core/ports/deployment-store.ts';
import { type Claiming, changeClaimed, claimNext } from '../replicas/claims.ts';
import { removePlaceAtEnd } from '../retention/deployment-removal.ts';
import { toRemovedId } from '../retention/removal.ts';
import { fromRequest, readRequest, toDeployment, toRecord } from '../rows/deployment-rows.ts';
import { planReask } from './reasks.ts';

export function acceptDeployment(
  sql: Kysely<Schema>,
  request: DeploymentRequest,
  project: string,
): Promise<DeploymentResult> {
  return sql.transaction().execute((tx) => insertDeployment(tx, request, project));
}

async function insertDeployment(
  tx: Transaction<Schema>,
  request: DeploymentRequest,
  project: string,
): Promise<DeploymentResult> {
  const { id, thread } = request;
  const known = tx
    .selectFrom('deployments')
    .select('id')
    .where('request_id', 'in', [id, toRemovedId(id)]);
  if (await known.where('platform', '=', thread.platform).executeTakeFirst()) return 'duplicate';
  const lock = tx.selectFrom('deployment_locks').select('project').where('project', '=', project);
  if (await lock.executeTakeFirst()) return 'locked';
  // No conflict target: either the request or an open deployment of the project may already exist.
  const added = await tx
    .insertInto('deployments')
    .values({ id: randomUUID(), project, ...fromRequest(request) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 0n) return 'accepted';
  return (await known.where('platform', '=', thread.platform).executeTakeFirst()) ? 'duplicate' : 'running';
}

export async function planFurtherRun(
  sql: Kysely<Schema>,
  deploymentId: string,
  request: DeploymentRequest,
): Promise<PlanResult> {
  const open = sql.updateTable('deployments').where('id', '=', deploymentId).where('ended_at', 'is', null);
  const { numUpdatedRows } = await open
    .where('next_request', 'is', null)
    .set({ next_request: storable(JSON.stringify(request)) })
    .executeTakeFirst();
  if (numUpdatedRows !== 0n) return 'planned';
  const row = await sql.selectFrom('deployments').select('ended_at').where('id', '=', deploymentId).executeTakeFirst();
  return row?.ended_at === null ? 'planned_already' : 'ended';
}

/** Returns the further run that was requested for the end of this deployment. */
export async function plannedRun(sql: Kysely<Schema>, deploymentId: string): Promise<DeploymentRequest | undefined> {
  const rows = sql.selectFrom('deployments').select('next_request').where('id', '=', deploymentId);
  const next = (await rows.executeTakeFirst())?.next_request ?? undefined;
  return next === undefined ? undefined : readOrSkip(() => readRequest(next));
}

/** Claims the oldest claimable deployment. One that cannot be read is ended as failed, and the next one is tried. */
export async function claimDeployment({ sql, engine }: Database, claim: Claiming): Promise<Deployment | undefined> {
  for (;;) {
    const row = await claimNext(sql, engine, 'deployments', claim);
    if (!row) return undefined;
    const deployment = readDeployment(row);
    if (deployment) return deployment;
    await sql.transaction().execute(async (tx) => {
      await changeClaimed(tx, 'deployments', row, toColumns({ state: 'failed', code: 'corrupt' }, claim.now));
      await removePlaceAtEnd(tx, row.id);
    });
  }
}

/** Fails with ClaimLostError. */
export function saveDeploymentShown(sql: Kysely<Schema>, deployment: Claim, shown: readonly Shown[]): Promise<void> {
  return changeClaimed(sql, 'deployments', deployment, { shown: JSON.stringify(shown) });
}

/** A deployment can end only once. Fails with ClaimLostError. */
export function saveDeployment(
  sql: Kysely<Schema>,
  deployment: Claim,
  change: DeploymentChange,
  now: number,
): Promise<FurtherRun | undefined> {
  return sql.transaction().execute(async (tx) => {
    await changeClaimed(tx, 'deployments', deployment, toColumns(change, now));
    if (!isEnd(change)) return undefined;
    const further = change.isLast ? undefined : await beginFurtherRun(tx, deployment.id, now);
    // If its place was removed, no one would see the new answers.
    const isGone = await removePlaceAtEnd(tx, deployment.id);
    if (change.reask && !isGone) await planReask(tx, deployment.id, change.reask.pages);
    return further;
  });
}

/** Starts the further run that was requested for the end of this deployment. */
async function beginFurtherRun(tx: Transaction<Schema>, id: string, now: number): Promise<FurtherRun | undefined> {
  const ended = tx.selectFrom('deployments').select(['project', 'next_request']).where('id', '=', id);
  const { project, next_request: next } = await ended.executeTakeFirstOrThrow();
  if (next === null) return undefined;
  const request = { ...readRequest(next), requestedAt: now };
  return { request, result: await insertDeployment(tx, request, project) };
}

/** Newest first. Skips rows that cannot be read. */
export async function listDeployments(
  sql: Kysely<Schema>,
  project: string,
  limit: number,
): Promise<readonly DeploymentRecord[]> {
  const rows = await sql
    .selectFrom('deployments')
    .selectAll()
    .where('project', '=', project)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => readOrSkip(() => toRecord(row)) ?? []);
}

function toColumns({ state, statusId, code, steps, outcome }: DeploymentChange, now: number) {
  return {
    state,
    ...(statusId !== undefined && { status_id: storable(statusId) }),
    ...(code !== undefined && { code }),
    ...(steps !== undefined && { steps: storable(JSON.stringify(steps)) }),
    ...(outcome !== undefined && { outcome: storable(JSON.stringify(outcome)) }),
    ...(isEnd({ state }) && { claimed_by: null, claimed_until: 0, ended_at: now }),
  };
}

function isEnd({ state }: Pick<DeploymentChange, 'state'>): boolean {
  return state !== 'requested' && state !== 'running';
}

/** Returns undefined if the row cannot be read. */
function readDeployment(row: DeploymentRow): Deployment | undefined {
  return readOrSkip(() => toDeployment(row));
}
