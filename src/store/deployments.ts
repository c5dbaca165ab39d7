/**
 * The ledger of deployments. In: requests, claims, what is shown, states. Out: deployments. Effects: the database.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql as raw, type Transaction } from 'kysely';
import type { Deployment, DeploymentRequest, DeploymentState, Shown } from '../core/conversation.ts';
import { ClaimLostError } from '../core/errors.ts';
import type { Claim } from '../core/ports.ts';
import type { Database } from './database.ts';
import type { Engine } from './migrations.ts';
import { CorruptRow, fromRequest, toDeployment } from './rows.ts';
import type { DeploymentRow, Schema } from './schema.ts';
import type { Claiming } from './turns.ts';

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

/** The oldest one that may be claimed, claimed; one that cannot be read is ended as failed, and the next one tried. */
export function claimDeployment({ sql, engine }: Database, claim: Claiming): Promise<Deployment | undefined> {
  return sql.transaction().execute(async (tx) => {
    for (;;) {
      const row = await claimNext(tx, engine, claim);
      if (!row) return undefined;
      const deployment = readDeployment(row);
      if (deployment) return deployment;
      await keepDeployment(tx, row, { state: 'failed', code: 'corrupt' }, claim.now);
    }
  });
}

/** Fails with ClaimLostError. */
export async function keepShown(sql: Kysely<Schema>, { id, tries }: Claim, shown: readonly Shown[]): Promise<void> {
  const kept = await sql
    .updateTable('deployments')
    .set({ shown: JSON.stringify(shown) })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (kept.numUpdatedRows === 0n) throw new ClaimLostError();
}

/** The first end counts; with it the claim is released. Fails with ClaimLostError. */
export async function keepDeployment(
  sql: Kysely<Schema>,
  { id, tries }: Claim,
  { state, statusId, code }: DeploymentChange,
  now: number,
): Promise<void> {
  const open = state === 'requested' || state === 'running';
  const kept = await sql
    .updateTable('deployments')
    .set({
      state,
      ...(statusId !== undefined && { status_id: statusId }),
      ...(code !== undefined && { code }),
      ...(!open && { claimed_by: null, claimed_until: 0, ended_at: now }),
    })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (kept.numUpdatedRows === 0n) throw new ClaimLostError();
}

async function claimNext(
  sql: Transaction<Schema>,
  engine: Engine,
  claim: Claiming,
): Promise<DeploymentRow | undefined> {
  if (claim.platforms.length === 0) return undefined;
  return sql
    .updateTable('deployments')
    .set({
      tries: raw`tries + 1`,
      claimed_by: claim.owner,
      claimed_until: claim.until,
      started_at: raw`coalesce(started_at, ${claim.now})`,
    })
    .where('seq', '=', (query) =>
      query
        .selectFrom('deployments')
        .select('seq')
        .where('ended_at', 'is', null)
        .where('claimed_until', '<=', claim.now)
        .where('platform', 'in', claim.platforms)
        .$if(claim.busy.length > 0, (each) => each.where('id', 'not in', claim.busy))
        .orderBy('seq')
        .limit(1)
        .$if(engine === 'postgres', (each) => each.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
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
