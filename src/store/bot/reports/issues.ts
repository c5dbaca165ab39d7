/** Issues about what people ask: one for all turns of a topic. The claim on one expires if its process dies. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { IssueClaim } from '../../../core/ports/issues.ts';
import type { Database } from '../../sql/database.ts';
import type { Schema } from '../../sql/schema.ts';

/** At most this many turns identify a topic. */
const maxTurns = 500;

export function claimIssue(
  { sql, engine }: Database,
  turns: readonly string[],
  now: number,
  until: number,
): Promise<IssueClaim> {
  const ids = turns.slice(0, maxTurns);
  return sql.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('turns')
      .select('issue_id')
      .where('id', 'in', ids)
      .orderBy('id')
      // A SQLite transaction locks the whole file.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .execute();
    const known = rows.find(({ issue_id }) => issue_id !== null)?.issue_id;
    const claim = typeof known === 'string' ? await claimKnown(tx, known, now, until) : await begin(tx, now, until);
    if (claim.state === 'claimed') {
      const theirs = tx.updateTable('turns').set({ issue_id: claim.id });
      await theirs.where('id', 'in', ids).execute();
    }
    return claim;
  });
}

async function begin(tx: Transaction<Schema>, now: number, until: number): Promise<IssueClaim> {
  const id = randomUUID();
  await tx.insertInto('issues').values({ id, begun_at: now, claimed_until: until }).execute();
  return { state: 'claimed', id };
}

async function claimKnown(tx: Transaction<Schema>, id: string, now: number, until: number): Promise<IssueClaim> {
  const { url, claimed_until, begun_at } = await tx
    .selectFrom('issues')
    .select(['url', 'claimed_until', 'begun_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (url !== null) return { state: 'opened', url };
  if (claimed_until > now) return { state: 'busy' };
  await tx.updateTable('issues').set({ claimed_until: until }).where('id', '=', id).execute();
  return { state: 'claimed', id, begunAt: begun_at };
}

export async function saveIssue(sql: Kysely<Schema>, id: string, url: string): Promise<void> {
  await sql.updateTable('issues').set({ url }).where('id', '=', id).execute();
}

export async function releaseIssue(sql: Kysely<Schema>, id: string): Promise<void> {
  await sql.updateTable('issues').set({ claimed_until: 0 }).where('id', '=', id).execute();
}
