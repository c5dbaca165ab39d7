/** Project updates and their queue. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../kit/sql/schema.ts';
import type { UpdateRow } from '../../kit/sql/service-schema.ts';

/** The commit that an update put in service. */
export interface StoredCommit {
  readonly sha: string;
  readonly ref: string;
  readonly message: string;
  /** The author's name; missing if the commit has none. */
  readonly author?: string;
  /** Paths in the repository. */
  readonly filesChanged: {
    readonly added: readonly string[];
    readonly modified: readonly string[];
    readonly removed: readonly string[];
  };
}

/** A queued update. `source` says who requested it: `api` or `internal`. */
export interface NewUpdate {
  readonly id: string;
  readonly project: string;
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly queuedAt: number;
}

export const updateStates = ['queued', 'in_progress', 'success', 'failure'] as const;
export type UpdateState = (typeof updateStates)[number];

/** A change to an update; omitted fields stay as they are. */
export interface UpdateChange {
  readonly state: UpdateState;
  readonly summary?: string;
  readonly logs?: readonly string[];
  readonly commit?: StoredCommit;
  readonly endedAt?: number;
}

/** Who claims updates, and until when. */
export interface UpdateClaim {
  readonly owner: string;
  readonly now: number;
  readonly until: number;
}

/** An update with its state. */
export interface StoredUpdate extends NewUpdate, UpdateChange {
  readonly logs: readonly string[];
}

export async function queueUpdate(sql: Kysely<Schema>, { id, project, source, queuedAt }: NewUpdate): Promise<void> {
  await sql.insertInto('updates').values({ id, project, source, queued_at: queuedAt }).execute();
}

export async function findUpdate(sql: Kysely<Schema>, id: string): Promise<StoredUpdate | undefined> {
  const row = await sql.selectFrom('updates').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toUpdate(row);
}

/**
 * Claims the open updates of a project that no other process has claimed, including those that this owner claimed before.
 * Returns their ids, oldest first.
 */
export async function claimUpdates(
  sql: Kysely<Schema>,
  project: string,
  { owner, now, until }: UpdateClaim,
): Promise<readonly string[]> {
  const claimed = await sql
    .updateTable('updates')
    .set({ claimed_by: owner, claimed_until: until })
    .where('project', '=', project)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('claimed_until', '<=', now), eb('claimed_by', '=', owner)]))
    .returning(['id', 'seq'])
    .execute();
  return claimed.sort((a, b) => a.seq - b.seq).map(({ id }) => id);
}

/** Extends every claim of this owner. */
export async function renewUpdates(sql: Kysely<Schema>, owner: string, until: number): Promise<void> {
  await setClaims(sql, owner, { claimed_until: until });
}

/** Releases the owner's claims, so that another process may continue its updates. */
export async function releaseUpdates(sql: Kysely<Schema>, owner: string): Promise<void> {
  await setClaims(sql, owner, noClaim);
}

/** The newest successful update of a project. */
export async function newestSuccess(sql: Kysely<Schema>, project: string): Promise<StoredUpdate | undefined> {
  const row = await sql
    .selectFrom('updates')
    .selectAll()
    .where('project', '=', project)
    .where('state', '=', 'success' satisfies UpdateState)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toUpdate(row);
}

/** Changes the updates that this owner still has claimed. An end time also releases their claims. */
export async function saveUpdates(
  sql: Kysely<Schema>,
  owner: string,
  ids: readonly string[],
  { state, summary, logs, commit, endedAt }: UpdateChange,
): Promise<void> {
  if (ids.length === 0) return;
  await sql
    .updateTable('updates')
    .set({
      state,
      ...(summary !== undefined && { summary }),
      ...(logs && { logs: JSON.stringify(logs) }),
      ...(commit && { commit_json: JSON.stringify(commit) }),
      ...(endedAt !== undefined && { ...noClaim, ended_at: endedAt }),
    })
    .where('id', 'in', ids)
    .where('claimed_by', '=', owner)
    .where('ended_at', 'is', null)
    .execute();
}

const noClaim = { claimed_by: null, claimed_until: 0 };

async function setClaims(
  sql: Kysely<Schema>,
  owner: string,
  claim: { readonly claimed_by?: null; readonly claimed_until: number },
): Promise<void> {
  await sql.updateTable('updates').set(claim).where('claimed_by', '=', owner).where('ended_at', 'is', null).execute();
}

function toUpdate(row: UpdateRow): StoredUpdate {
  const { id, project, source, summary, ended_at: endedAt } = row;
  return {
    id,
    project,
    source,
    queuedAt: row.queued_at,
    state: updateStates.find((state) => state === row.state) ?? 'failure',
    // Both columns are written only by saveUpdates, from values of these types.
    logs: JSON.parse(row.logs) as readonly string[],
    ...(row.commit_json !== null && { commit: JSON.parse(row.commit_json) as StoredCommit }),
    ...(summary !== null && { summary }),
    ...(endedAt !== null && { endedAt }),
  };
}
