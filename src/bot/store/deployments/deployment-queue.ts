/** The queue of deployments. A unique index allows one open deployment per project. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { readOrSkip, storable } from '../../../kit/sql/column-values.ts';
import type { Database } from '../../../kit/sql/database.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import type { DeploymentRequest } from '../../core/model/conversation.ts';
import type {
  DeploymentChange,
  DeploymentResult,
  DeploymentStore,
  FurtherRun,
} from '../../core/ports/deployment-store.ts';
import { changeClaimed, claimNext } from '../replicas/claims.ts';
import { removePlaceAtEnd } from '../retention/deployment-removal.ts';
import { toRemovedId } from '../retention/removal.ts';
import { fromRequest, readRequest, toDeployment, toRecord } from '../rows/deployment-rows.ts';
import { createDeploymentRecords } from './deployment-records.ts';
import { planReask } from './reasks.ts';

export function createDeployments(database: Database): DeploymentStore {
  const { sql, engine } = database;
  return {
    acceptDeployment: async (request, project) => ({
      result: await sql.transaction().execute((tx) => insertDeployment(tx, request, project)),
    }),
    async planFurtherRun(deploymentId, request) {
      const open = sql.updateTable('deployments').where('id', '=', deploymentId).where('ended_at', 'is', null);
      const { numUpdatedRows } = await open
        .where('next_request', 'is', null)
        .set({ next_request: storable(JSON.stringify(request)) })
        .executeTakeFirst();
      if (numUpdatedRows !== 0n) return 'planned';
      const deployment = sql.selectFrom('deployments').select('ended_at').where('id', '=', deploymentId);
      return (await deployment.executeTakeFirst())?.ended_at === null ? 'planned_already' : 'ended';
    },
    async plannedRun(deploymentId) {
      const rows = sql.selectFrom('deployments').select('next_request').where('id', '=', deploymentId);
      const next = (await rows.executeTakeFirst())?.next_request ?? undefined;
      return next === undefined ? undefined : readOrSkip(() => readRequest(next));
    },
    /** Claims the oldest claimable deployment. One that cannot be read is ended as failed, and the next one is tried. */
    async claimDeployment(owner, now, until, platforms, busy = []) {
      for (;;) {
        const row = await claimNext(sql, engine, 'deployments', { owner, now, until, platforms, busy });
        if (!row) return undefined;
        const deployment = readOrSkip(() => toDeployment(row));
        if (deployment) return deployment;
        await sql.transaction().execute(async (tx) => {
          await changeClaimed(tx, 'deployments', row, toColumns({ state: 'failed', code: 'corrupt' }, now));
          await removePlaceAtEnd(tx, row.id);
        });
      }
    },
    saveDeploymentShown: (deployment, shown) =>
      changeClaimed(sql, 'deployments', deployment, { shown: JSON.stringify(shown) }),
    /** A deployment can end only once. */
    saveDeployment: (deployment, change, now) =>
      sql.transaction().execute(async (tx) => {
        await changeClaimed(tx, 'deployments', deployment, toColumns(change, now));
        if (!isEnd(change)) return undefined;
        const further = change.isLast ? undefined : await beginFurtherRun(tx, deployment.id, now);
        // If its place was removed, no one would see the new answers.
        const isGone = await removePlaceAtEnd(tx, deployment.id);
        if (change.reask && !isGone) await planReask(tx, deployment.id, change.reask.pages);
        return further;
      }),
    /** Skips rows that cannot be read. */
    async listDeployments(project, limit) {
      const rows = await sql
        .selectFrom('deployments')
        .selectAll()
        .where('project', '=', project)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap((row) => readOrSkip(() => toRecord(row)) ?? []);
    },
    ...createDeploymentRecords(database),
  };
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

/** Starts the further run that was requested for the end of this deployment. */
async function beginFurtherRun(tx: Transaction<Schema>, id: string, now: number): Promise<FurtherRun | undefined> {
  const ended = tx.selectFrom('deployments').select(['project', 'next_request']).where('id', '=', id);
  const { project, next_request: next } = await ended.executeTakeFirstOrThrow();
  if (next === null) return undefined;
  const request = { ...readRequest(next), requestedAt: now };
  return { request, result: await insertDeployment(tx, request, project) };
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
