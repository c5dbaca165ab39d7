/** The queue of deployments. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Deployment, DeploymentRequest, DeploymentState, Shown } from '../../core/model/conversation.ts';
import type { Claim } from '../../core/ports/store.ts';
import type { Database } from '../sql/database.ts';
import { CorruptRow, fromRequest, toDeployment } from '../sql/rows.ts';
import type { DeploymentRow, Schema } from '../sql/schema.ts';
import { type Claiming, changeDeployment, claimNext } from './claims.ts';

/** How a deployment's state changes. */
export interface DeploymentChange {
  readonly state: DeploymentState;
  readonly statusId?: string;
  readonly code?: string;
}

export async function acceptDeployment(
  sql: Kysely<Schema>,
  request: DeploymentRequest,
): Promise<'accepted' | 'duplicate'> {
  const added = await sql
    .insertInto('deployments')
    .values({ id: randomUUID(), ...fromRequest(request) })
    .onConflict((conflict) => conflict.columns(['request_id', 'platform']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 0n ? 'duplicate' : 'accepted';
}

/** Claims the oldest claimable one; one that cannot be read is ended as failed, and the next one tried. */
export function claimDeployment({ sql, engine }: Database, claim: Claiming): Promise<Deployment | undefined> {
  return sql.transaction().execute(async (tx) => {
    for (;;) {
      const row = await claimNext(tx, engine, 'deployments', claim);
      if (!row) return undefined;
      const deployment = readDeployment(row);
      if (deployment) return deployment;
      await saveDeployment(tx, row, { state: 'failed', code: 'corrupt' }, claim.now);
    }
  });
}

/** Fails with ClaimLostError. */
export function saveDeploymentShown(sql: Kysely<Schema>, deployment: Claim, shown: readonly Shown[]): Promise<void> {
  return changeDeployment(sql, deployment, { shown: JSON.stringify(shown) });
}

/** The first end counts; with it the claim is released. Fails with ClaimLostError. */
export function saveDeployment(
  sql: Kysely<Schema>,
  deployment: Claim,
  { state, statusId, code }: DeploymentChange,
  now: number,
): Promise<void> {
  const open = state === 'requested' || state === 'running';
  return changeDeployment(sql, deployment, {
    state,
    ...(statusId !== undefined && { status_id: statusId }),
    ...(code !== undefined && { code }),
    ...(!open && { claimed_by: null, claimed_until: 0, ended_at: now }),
  });
}

/** undefined when the row cannot be read. */
function readDeployment(row: DeploymentRow): Deployment | undefined {
  try {
    return toDeployment(row);
  } catch (error) {
    if (error instanceof CorruptRow) return undefined;
    throw error;
  }
}
