/** Updates of projects, and their queue. */
import type { Kysely } from 'kysely';
import type { Schema, UpdateRow } from '../sql/schema.ts';

/** The commit that an update served. */
export interface StoredCommit {
  readonly sha: string;
  readonly ref: string;
  readonly message: string;
  /** Paths in the repository. */
  readonly filesChanged: {
    readonly added: readonly string[];
    readonly modified: readonly string[];
    readonly removed: readonly string[];
  };
}

/** An update as it is queued. `source`: who requested it, `api` or `internal`. */
export interface NewUpdate {
  readonly id: string;
  readonly project: string;
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly queuedAt: number;
}

export const updateStates = ['queued', 'in_progress', 'success', 'failure'] as const;
export type UpdateState = (typeof updateStates)[number];

/** A change of an update; omitted fields stay as they are. */
export interface UpdateChange {
  readonly state: UpdateState;
  readonly summary?: string;
  readonly logs?: readonly string[];
  readonly commit?: StoredCommit;
  readonly endedAt?: number;
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

/** Those of a project that have not ended, oldest first. */
export async function openUpdates(sql: Kysely<Schema>, project: string): Promise<readonly StoredUpdate[]> {
  const rows = await sql
    .selectFrom('updates')
    .selectAll()
    .where('project', '=', project)
    .where('ended_at', 'is', null)
    .orderBy('seq')
    .execute();
  return rows.map(toUpdate);
}

/** The newest one of a project that was served. */
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

/** The first end counts. */
export async function saveUpdates(
  sql: Kysely<Schema>,
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
      ...(endedAt !== undefined && { ended_at: endedAt }),
    })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
}

function toUpdate(row: UpdateRow): StoredUpdate {
  const { id, project, source, summary, ended_at: endedAt } = row;
  return {
    ...{ id, project, source, queuedAt: row.queued_at },
    state: updateStates.find((state) => state === row.state) ?? 'failure',
    // Both columns are written by saveUpdates alone, from values of these types.
    logs: JSON.parse(row.logs) as readonly string[],
    ...(row.commit_json !== null && { commit: JSON.parse(row.commit_json) as StoredCommit }),
    ...(summary !== null && { summary }),
    ...(endedAt !== null && { endedAt }),
  };
}
