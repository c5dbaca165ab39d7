/**
 * Retention: after RETENTION_DAYS (90) it removes questions, answers, comments, and the ids of people and places from turns,
 * deployments, the audit log and locks. Their rows stay, because they are counted (removal, deployment-removal); expired
 * confirmations, and what issues were prepared of, are deleted. It also removes all data about one person or workspace. It walks
 * through the tables in row order, one slice per turn of the event loop, because on SQLite each statement blocks it.
 * bot/app/retention decides when it runs. The documentation service deletes whole threads, updates, expired quotas and unused
 * embeddings in service/service. docs/privacy.md lists everything.
 */
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql as raw } from 'kysely';
import type { Database } from '../../../kit/sql/database.ts';
import { emptyLog } from '../../../kit/sql/empty-log.ts';
import type { Schema } from '../../../kit/sql/schema.ts';
import { questionDeleted } from '../../core/model/conversation.ts';
import type { Claim } from '../../core/ports/claim.ts';
import type { RemovedCounts, Store } from '../../core/ports/store.ts';
import { removed } from '../rows/turn-rows.ts';
import {
  removeFromAudit,
  removeHolder,
  removeLocksOf,
  removeOldLocksAndConfirmations,
  removeRequesters,
} from './deployment-removal.ts';
import { forgotten, type RemovableTurn, removeTurns, withLockedConversations } from './removal.ts';

/** Rows that are scanned per slice, which takes a millisecond. */
const sliceRows = 2_000;
/** Rows that are changed per transaction. */
const rowsAtOnce = 50;

export interface Retention extends Pick<Store, 'forget' | 'removeInstallation'> {
  /**
   * Removes words and ids of turns and deployments that ended before `before`, and people from older audit entries, in slices;
   * the signal ends it early.
   */
  removeExpired(choice: {
    readonly before: number;
    readonly now: number;
    readonly signal?: AbortSignal;
  }): Promise<RemovedCounts>;
}

/** `onLost`: called at the end with each claim on an open turn that was ended. */
export function createRetention(database: Database, onLost: (claim: Claim) => Promise<void>): Retention {
  const { sql, hashPerson } = database;
  return {
    async removeExpired({ before, now, signal }) {
      let [turns, deployments] = [0, 0];
      for await (const slice of slicesOf(sql, 'turns', signal)) {
        const expired = await turnsIn(sql, slice)
          .where('ended_at', '<', before)
          .where('asker', '<>', removed)
          .execute();
        await removeInBatches(database, expired, now);
        turns += expired.length;
      }
      for await (const slice of slicesOf(sql, 'deployments', signal)) {
        const ended = deploymentsIn(sql, slice).where('ended_at', '<', before);
        const rows = await ended.where('requester', '<>', removed).execute();
        await removeRequesters(sql, rows);
        deployments += rows.length;
      }
      let entries = 0;
      for await (const slice of slicesOf(sql, 'deployment_audit', signal)) {
        const old = await auditIn(sql, slice).where('at', '<', before).where('person', '<>', removed).execute();
        await removeFromAudit(sql, old);
        entries += old.length;
      }
      const issues = await sql.deleteFrom('prepared_issues').where('prepared_at', '<', before).executeTakeFirst();
      const others = Number(issues.numDeletedRows) + (await removeOldLocksAndConfirmations(sql, before));
      if (turns + deployments + entries + others > 0) await emptyLog(database);
      return { turns, deployments };
    },
    async forget(person, now) {
      const hash = hashPerson(person);
      const names = [person, hash];
      const lost = await sql
        .updateTable('turns')
        .set({ ...forgotten, ended_at: now })
        // A turn from long ago may be open again because its call was taken over, or its answer taken back.
        .where(({ or, eb }) => or([eb('asker', 'in', names), eb('about', 'like', `%${hash}%`)]))
        .where('ended_at', 'is', null)
        .returning(['id', 'tries'])
        .execute();
      let turns = 0;
      for await (const slice of slicesOf(sql, 'turns')) {
        const theirs = await turnsIn(sql, slice).where('asker', 'in', names).execute();
        await removeInBatches(database, theirs, now);
        await forgetInSlice(database, slice, names, hash);
        turns += theirs.length;
      }
      const deployments = await forgetDeployments(sql, person);
      await forgetSolved(database, names);
      await sql.updateTable('prepared_issues').set({ person: removed }).where('person', '=', hash).execute();
      const isLogEmptied = await emptyLog(database);
      for (const claim of lost) await onLost(claim);
      return { turns, deployments, ...(!isLogEmptied && { isLogKept: true as const }) };
    },
    async removeInstallation({ platform, installation }, now) {
      const conversations = sql
        .selectFrom('conversations')
        .select('id')
        .where('platform', '=', platform)
        .where('installation', '=', installation);
      const ended = sql.updateTable('turns').set({ ...forgotten, ended_at: now });
      const open = ended.where('conversation_id', 'in', conversations).where('ended_at', 'is', null);
      const lost = await open.returning(['id', 'tries']).execute();
      for await (const slice of slicesOf(sql, 'turns')) {
        const theirs = turnsIn(sql, slice).where('conversation_id', 'in', conversations).where('asker', '<>', removed);
        await removeInBatches(database, await theirs.execute(), now);
      }
      const requests = `${platform}:${installation}:%`;
      const named = `%${JSON.stringify({ installation }).slice(1, -1)}%`;
      for await (const slice of slicesOf(sql, 'deployments')) {
        const theirs = deploymentsIn(sql, slice).where('request_id', 'like', requests);
        await removeRequesters(sql, await theirs.execute());
        await dropFurtherRuns(sql, slice, named);
      }
      await removeLocksOf(sql, { platform, installation });
      const issues = sql.deleteFrom('prepared_issues').where('platform', '=', platform);
      await issues.where('installation', '=', installation).execute();
      await sql.deleteFrom('deployment_confirmations').where('request', 'like', named).execute();
      for await (const slice of slicesOf(sql, 'deployment_audit'))
        await removeFromAudit(sql, await auditIn(sql, slice).where('request_id', 'like', requests).execute());
      const places = sql.updateTable('conversations').where('platform', '=', platform);
      const removedPlaces = places.where('installation', '=', installation).where('channel', '=', removed);
      await removedPlaces.set({ installation: removed }).execute();
      await emptyLog(database);
      for (const claim of lost) await onLost(claim);
    },
  };
}

/** Removes a person's marks, and their id from turns that they stopped or whose call they took over. */
async function forgetInSlice(database: Database, slice: Slice, names: readonly string[], hash: string): Promise<void> {
  const acted = turnsIn(database.sql, slice).where(({ or, eb, exists, selectFrom }) => {
    const marks = selectFrom('feedback').select('turn_id').whereRef('turn_id', '=', 'turns.id');
    const named = (['stopped_by', 'taken_by'] as const).map((column) => eb(column, 'in', names));
    return or([...named, eb('about', 'like', `%${hash}%`), exists(marks.where('person', 'in', names))]);
  });
  await inBatches(await acted.execute(), (turns) =>
    withLockedConversations(database, turns, async (tx) => {
      const ids = turns.map(({ id }) => id);
      await tx.deleteFrom('feedback').where('turn_id', 'in', ids).where('person', 'in', names).execute();
      for (const column of ['stopped_by', 'taken_by'] as const) {
        const theirs = tx.updateTable('turns').where('id', 'in', ids).where(column, 'in', names);
        await theirs.set({ [column]: removed }).execute();
      }
      // Their words, about which somebody else asked, go as if they had deleted the message.
      const ofTheirs = tx.updateTable('turns').where('id', 'in', ids).where('about', 'like', `%${hash}%`);
      await ofTheirs
        .set({ text: '', answer: '', files: null, reading: null, about: removed, stopped_by: questionDeleted })
        .execute();
    }),
  );
}

/** Removes a person from threads that they marked as solved. */
async function forgetSolved(database: Database, names: readonly string[]): Promise<void> {
  const solved = database.sql.selectFrom('conversations').select('id as conversation_id');
  await inBatches(await solved.where('solved_by', 'in', names).execute(), (places) =>
    withLockedConversations(database, places, async (tx) => {
      const ids = places.map(({ conversation_id: id }) => id);
      const theirs = tx.updateTable('conversations').where('id', 'in', ids).where('solved_by', 'in', names);
      await theirs.set({ solved_by: removed }).execute();
    }),
  );
}

async function forgetDeployments(sql: Kysely<Schema>, person: string): Promise<number> {
  const names = `%${JSON.stringify(person)}%`;
  let count = 0;
  for await (const slice of slicesOf(sql, 'deployments')) {
    const theirs = await deploymentsIn(sql, slice).where('requester', '=', person).execute();
    await removeRequesters(sql, theirs);
    await dropFurtherRuns(sql, slice, names);
    count += theirs.length;
  }
  await sql.deleteFrom('deployment_confirmations').where('request', 'like', names).execute();
  await removeHolder(sql, person);
  for await (const slice of slicesOf(sql, 'deployment_audit'))
    await removeFromAudit(sql, await auditIn(sql, slice).where('person', '=', person).execute());
  return count;
}

/** Drops planned further runs whose request matches the pattern. */
async function dropFurtherRuns(sql: Kysely<Schema>, { after, until }: Slice, named: string): Promise<void> {
  const planned = sql.updateTable('deployments').set({ next_request: null }).where('next_request', 'like', named);
  await planned.where('seq', '>', after).where('seq', '<=', until).execute();
}

function auditIn(sql: Kysely<Schema>, { after, until }: Slice) {
  const entries = sql.selectFrom('deployment_audit').select(['seq', 'request_id']);
  return entries.where('seq', '>', after).where('seq', '<=', until);
}

export interface Slice {
  /** Row numbers: greater than `after`, up to and including `until`. */
  readonly after: number;
  readonly until: number;
}

export async function* slicesOf(
  sql: Kysely<Schema>,
  table: 'turns' | 'deployments' | 'deployment_audit',
  signal?: AbortSignal,
): AsyncGenerator<Slice> {
  const { rows } = await raw<{ last: number | null }>`select max(seq) as last from ${raw.table(table)}`.execute(sql);
  const last = rows[0]?.last ?? 0;
  for (let after = 0; after < last && !signal?.aborted; after += sliceRows) {
    yield { after, until: after + sliceRows };
    await setImmediate();
  }
}

function turnsIn(sql: Kysely<Schema>, { after, until }: Slice) {
  const turns = sql.selectFrom('turns').select(['id', 'conversation_id', 'question_id', 'event_id']);
  return turns.where('seq', '>', after).where('seq', '<=', until).orderBy('seq');
}

function deploymentsIn(sql: Kysely<Schema>, { after, until }: Slice) {
  const deployments = sql.selectFrom('deployments').select(['id', 'request_id']);
  return deployments.where('seq', '>', after).where('seq', '<=', until);
}

function removeInBatches(database: Database, turns: readonly RemovableTurn[], now: number): Promise<void> {
  return inBatches(turns, (batch) => removeTurns(database, batch, now));
}

async function inBatches<Row>(rows: readonly Row[], change: (batch: readonly Row[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await change(rows.slice(at, at + rowsAtOnce));
    await setImmediate();
  }
}
