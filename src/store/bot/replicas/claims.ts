/** Claims on turns, deployments and reasks, and changes that only the claimant may make. */
import { type Kysely, type RawBuilder, sql as raw, type Transaction, type Updateable } from 'kysely';
import { ClaimLostError } from '../../../core/model/errors.ts';
import type { Claim } from '../../../core/ports/claim.ts';
import type { Engine } from '../../sql/database.ts';
import type {
  DeploymentRow,
  DeploymentsTable,
  ReaskRow,
  ReasksTable,
  Schema,
  TurnRow,
  TurnsTable,
} from '../../sql/schema.ts';

/** Who claims, when, until when, and for which platforms. */
export interface Claiming {
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
/** Ids as one parameter: one per id would prepare a statement for each number of them. */
export function idList(engine: Engine, ids: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(ids);
  return engine === 'sqlite'
    ? raw`(select value from json_each(${json}))`
    : raw`(select json_array_elements_text(cast(${json} as json)))`;
}

/** Only the first open turn of a conversation, and none while another one is worked on; deployments and reasks have no order. */
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
 * Claims the oldest claimable row. One statement, so that two processes never claim the same: a row that another one is
 * claiming is skipped.
 */
export async function claimNext<Ledger extends keyof Rows>(
  sql: Transaction<Schema>,
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

/** Changes an open turn for its claimant. Fails with ClaimLostError. */
export async function changeTurn(
  sql: Kysely<Schema>,
  { id, tries }: Claim,
  change: Updateable<TurnsTable>,
): Promise<void> {
  const ours = sql.updateTable('turns').where('id', '=', id).where('tries', '=', tries).where('ended_at', 'is', null);
  const { numUpdatedRows } = await ours.set(change).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLostError();
}

/** Like `changeTurn`. */
export async function changeDeployment(
  sql: Kysely<Schema>,
  { id, tries }: Claim,
  change: Updateable<DeploymentsTable>,
): Promise<void> {
  const open = sql.updateTable('deployments').where('id', '=', id).where('ended_at', 'is', null);
  const { numUpdatedRows } = await open.where('tries', '=', tries).set(change).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLostError();
}

/** Like `changeTurn`. */
export async function changeReask(
  sql: Kysely<Schema>,
  { id, tries }: Claim,
  change: Updateable<ReasksTable>,
): Promise<void> {
  const open = sql.updateTable('reasks').where('id', '=', id).where('ended_at', 'is', null);
  const { numUpdatedRows } = await open.where('tries', '=', tries).set(change).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLostError();
}
