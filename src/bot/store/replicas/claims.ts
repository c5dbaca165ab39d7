/** Claims on turns, deployments and reasks, and changes that only the owner of a claim may make. */
import { type Kysely, type RawBuilder, sql as raw, type Updateable } from 'kysely';
import type { Engine } from '../../../kit/sql/database.ts';
import type { DeploymentRow, ReaskRow, Schema, TurnRow } from '../../../kit/sql/schema.ts';
import { ClaimLostError } from '../../../kit/sql/store-errors.ts';
import type { Claim } from '../../core/ports/claim.ts';

/** Who claims, for how long, and for which platforms. */
interface Claiming {
  readonly owner: string;
  readonly now: number;
  readonly until: number;
  readonly platforms: readonly string[];
  /** Ids to skip. */
  readonly busy: readonly string[];
}

interface Rows {
  readonly turns: TurnRow;
  readonly deployments: DeploymentRow;
  readonly reasks: ReaskRow;
}

const nothing = raw``;
const started = { turns: raw`, state = 'answering'`, deployments: nothing, reasks: nothing };
/** Passes ids as one parameter: one parameter per id would need a new prepared statement for every count. */
export function idList(engine: Engine, ids: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(ids);
  return engine === 'sqlite'
    ? raw`(select value from json_each(${json}))`
    : raw`(select json_array_elements_text(cast(${json} as json)))`;
}

/**
 * Allows only the first open turn of a conversation, and none while another is claimed. Deployments and reasks have no
 * order.
 */
function isFirst(now: number) {
  return {
    turns: raw`and not exists (
      select 1 from turns as other
      where other.conversation_id = candidate.conversation_id and other.ended_at is null
        and (other.seq < candidate.seq or (other.seq > candidate.seq and other.claimed_until > ${now}))
    )`,
    deployments: nothing,
    reasks: nothing,
  };
}

/**
 * Claims the oldest claimable row, in one statement, so that two processes never claim the same row: one that another
 * process is claiming is skipped.
 */
export async function claimNext<Ledger extends keyof Rows>(
  sql: Kysely<Schema>,
  engine: Engine,
  ledger: Ledger,
  { owner, now, until, platforms, busy }: Claiming,
): Promise<Rows[Ledger] | undefined> {
  if (platforms.length === 0) return undefined;
  const { rows } = await raw<Rows[Ledger]>`
    update ${raw.table(ledger)}
    set tries = tries + 1, claimed_by = ${owner}, claimed_until = ${until},
      started_at = coalesce(started_at, ${now})${started[ledger]}
    where seq = (
      select seq from ${raw.table(ledger)} as candidate
      where ended_at is null and claimed_until <= ${now} and platform in (${raw.join(platforms)})
        and id not in ${idList(engine, busy)}
        ${isFirst(now)[ledger]}
      order by seq limit 1
      ${engine === 'postgres' ? raw`for update skip locked` : nothing}
    )
    returning *`.execute(sql);
  return rows[0];
}

/**
 * Changes an open row for the owner of its claim. Written as raw SQL because every edit is saved through it, and the query
 * builder would add a sixth to its cost. Fails with ClaimLostError.
 */
export async function changeClaimed<Ledger extends keyof Rows>(
  sql: Kysely<Schema>,
  ledger: Ledger,
  { id, tries }: Claim,
  change: Updateable<Schema[Ledger]>,
): Promise<void> {
  const columns = Object.entries(change).map(([name, value]) => raw`${raw.ref(name)} = ${value}`);
  const { numAffectedRows } = await raw`
    update ${raw.table(ledger)} set ${raw.join(columns)}
    where id = ${id} and tries = ${tries} and ended_at is null`.execute(sql);
  if (numAffectedRows === 0n) throw new ClaimLostError();
}
