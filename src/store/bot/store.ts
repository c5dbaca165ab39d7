/**
 * The Store over SQL, one method per thing the core asks. In: an open database. Out: what `Store` promises. Effects: the
 * database. Whatever it throws leaves here as StoreError, its cause kept.
 */
import { type Kysely, sql as raw } from 'kysely';
import { type Clock, systemClock } from '../../base/clock.ts';
import { ClaimLostError, StoreError } from '../../core/model/errors.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Database } from '../sql/database.ts';
import type { Schema } from '../sql/schema.ts';
import { keepAssistantThread, keepOpened } from './conversations.ts';
import * as deployments from './deployments.ts';
import { heard, keepHeard } from './read-cursors.ts';
import { announce, leave } from './replicas.ts';
import { holdShards, releaseShards } from './shards.ts';
import { createStops } from './stops.ts';
import * as turns from './turns.ts';

/** The Store, and what only the process that opened the database may do. */
export interface OwnStore extends Store {
  /**
   * Lets go of every claim that a former process left, on shards too. Call it once, before the first claim. SQLite: one process owns
   * the file, so whoever held a claim is dead and its turns go on at once. Postgres: does nothing, since others may live;
   * a dead one's claims run out.
   */
  releaseFormerOwners(): Promise<void>;
}

/** Closing the store closes the database. `clock`: the process's, which holds where nobody shares the database. */
export function createStore(database: Database, clock: Clock = systemClock): OwnStore {
  const { sql, engine, pool } = database;
  const stops = createStops(pool);
  return {
    accept: (question) => kept(async () => ({ result: await turns.accept(database, question) })),
    claimTurn: (owner, now, until, platforms, busy = []) =>
      kept(() => turns.claimTurn(database, { owner, now, until, platforms, busy })),
    saveOpenedThread: (turn, thread, notice) => kept(() => keepOpened(database, turn, thread, notice)),
    saveAssistantThread: (turn, thread) => kept(() => keepAssistantThread(sql, turn, thread)),
    history: (turn, limit) => kept(() => turns.history(sql, turn, limit)),
    saveTurnShown: (turn, shown, answer) => kept(() => turns.keepShown(sql, turn, shown, answer)),
    endTurn: (turn, end, now) => kept(() => turns.endTurn(sql, turn, end, now)),

    acceptDeployment: (request) => kept(async () => ({ result: await deployments.acceptDeployment(sql, request) })),
    claimDeployment: (owner, now, until, platforms, busy = []) =>
      kept(() => deployments.claimDeployment(database, { owner, now, until, platforms, busy })),
    saveDeploymentShown: (deployment, shown) => kept(() => deployments.keepShown(sql, deployment, shown)),
    saveDeployment: (deployment, change, now) => kept(() => deployments.keepDeployment(sql, deployment, change, now)),

    now: async () => (engine === 'postgres' ? kept(() => databaseTime(sql)) : clock.now()),
    renew: (owner, ids, until) => kept(() => setClaims(database, { claimed_until: until }, { claimed_by: owner, ids })),
    announce: (owner, now, until) => kept(() => announce(sql, owner, now, until)),
    release: (owner, id) =>
      kept(async () => {
        await setClaims(database, noClaim, { claimed_by: owner, ...(id !== undefined && { ids: [id] }) });
        if (id === undefined) await leave(sql, owner);
      }),
    releaseFormerOwners: () =>
      kept(async () => {
        if (engine !== 'sqlite') return;
        await setClaims(database, noClaim);
        await sql.updateTable('shards').set(noClaim).execute();
      }),
    readCursors: (platform) => kept(() => heard(sql, platform)),
    saveReadCursors: (platform, until) => kept(() => keepHeard(sql, platform, until)),
    holdShards: (holding) => kept(() => holdShards(database, holding)),
    releaseShards: (platform, owner, shards) => kept(() => releaseShards(database, platform, owner, shards)),
    stop: (place) => kept(() => stops.stop(place)),
    onStop: stops.onStop,
    waitingSince: (now) => kept(() => turns.waitingSince(sql, now)),
    ping: () =>
      kept(async () => {
        await raw`select 1`.execute(sql);
      }),
    close: () =>
      kept(async () => {
        await stops.close();
        await database.close();
      }),
  };
}

async function databaseTime(sql: Kysely<Schema>): Promise<number> {
  const epoch = raw<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { now } = await sql.selectNoFrom(epoch.as('now')).executeTakeFirstOrThrow();
  return now;
}

const noClaim = { claimed_by: null, claimed_until: 0 };

/** Of all open turns and deployments, or of those with this claimant and id. What has ended has no claim. */
async function setClaims(
  { sql }: Database,
  claim: { readonly claimed_by?: null; readonly claimed_until: number },
  whose: { readonly claimed_by?: string; readonly ids?: readonly string[] } = {},
): Promise<void> {
  const { claimed_by: owner, ids } = whose;
  if (ids?.length === 0) return;
  await sql.transaction().execute(async (tx) => {
    for (const table of ['turns', 'deployments'] as const) {
      await tx
        .updateTable(table)
        .set(claim)
        .where('ended_at', 'is', null)
        .$if(owner !== undefined, (query) => query.where('claimed_by', '=', owner ?? ''))
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .execute();
    }
  });
}

async function kept<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError || error instanceof ClaimLostError ? error : new StoreError(error);
  }
}
