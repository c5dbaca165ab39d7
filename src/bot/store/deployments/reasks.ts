/** Reasks: which deployments are due for one, which questions were asked again, and what is needed to ask them. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { hasTypes, isTextList, parse, readOrSkip, storable } from '../../../kit/sql/column-values.ts';
import type { Database } from '../../../kit/sql/database.ts';
import type { ReaskRow, Schema } from '../../../kit/sql/schema.ts';
import { countedIn } from '../../../kit/sql/uses.ts';
import type { AskableQuestion, Reask, ReaskedQuestion } from '../../core/model/deployment.ts';
import type { Claim } from '../../core/ports/claim.ts';
import type { CountedWindow, UseWindow } from '../../core/ports/use-window.ts';
import { type Claiming, changeClaimed, claimNext } from '../replicas/claims.ts';
import { toRecord } from '../rows/deployment-rows.ts';
import { isThreadRef, removed } from '../rows/turn-rows.ts';
import { countWithin, transactOnFacts } from '../turns/counted-uses.ts';
import { history } from '../turns/history.ts';

/** How many earlier exchanges are sent to the assistant with a question. */
const maxEarlier = 10;

/** Called in the transaction that ends a deployment. */
export async function planReask(
  tx: Transaction<Schema>,
  deploymentId: string,
  pages: readonly string[] | undefined,
): Promise<void> {
  const deployment = tx.selectFrom('deployments').select('platform').where('id', '=', deploymentId);
  const { platform } = await deployment.executeTakeFirstOrThrow();
  const known = pages ? storable(JSON.stringify(pages)) : null;
  await tx
    .insertInto('reasks')
    .values({ id: randomUUID(), deployment_id: deploymentId, platform, pages: known })
    .execute();
}

/** Claims the oldest claimable reask. One whose rows cannot be read is ended, and the next one is tried. */
export async function claimReask({ sql, engine }: Database, claim: Claiming): Promise<Reask | undefined> {
  for (;;) {
    const row = await claimNext(sql, engine, 'reasks', claim);
    if (!row) return undefined;
    const reask = await readReask(sql, row);
    if (reask) return reask;
    await changeClaimed(sql, 'reasks', row, toEnd([], claim.now));
  }
}

async function readReask(sql: Kysely<Schema>, row: ReaskRow): Promise<Reask | undefined> {
  const deployments = sql.selectFrom('deployments').selectAll().where('id', '=', row.deployment_id);
  const deployment = await deployments.executeTakeFirst();
  return (
    deployment &&
    readOrSkip(() => ({
      id: row.id,
      tries: row.tries,
      deployment: toRecord(deployment),
      ...(row.pages !== null && { pages: parse(row.pages, isTextList) }),
      asked: parse(row.asked, isReaskedList),
    }))
  );
}

function isReaskedList(value: unknown): value is readonly ReaskedQuestion[] {
  return Array.isArray(value) && value.every((question) => hasTypes(question, { turn: 'string' }));
}

/** Fails with ClaimLostError. */
export function saveReask(sql: Kysely<Schema>, reask: Claim, asked: readonly ReaskedQuestion[]): Promise<void> {
  return changeClaimed(sql, 'reasks', reask, { asked: storable(JSON.stringify(asked)) });
}

/** Fails with ClaimLostError. */
export function endReask(sql: Kysely<Schema>, reask: Claim, answered: readonly string[], now: number): Promise<void> {
  return changeClaimed(sql, 'reasks', reask, toEnd(answered, now));
}

/** Drops the links to people's threads. */
function toEnd(answered: readonly string[], now: number) {
  const asked = answered.map((turn): ReaskedQuestion => ({ turn, isAnswered: true }));
  return { asked: JSON.stringify(asked), pages: null, claimed_by: null, claimed_until: 0, ended_at: now };
}

export async function answeredAfterReask(sql: Kysely<Schema>, since: number): Promise<ReadonlySet<string>> {
  const rows = await sql.selectFrom('reasks').select('asked').where('ended_at', '>=', since).execute();
  const asked = rows.flatMap((row) => readOrSkip(() => parse(row.asked, isReaskedList)) ?? []);
  return new Set(asked.map(({ turn }) => turn));
}

/** Returns undefined if the question's words are not, or no longer, stored. */
export async function findAskable(sql: Kysely<Schema>, turn: string): Promise<AskableQuestion | undefined> {
  const row = await sql
    .selectFrom('turns')
    .select(['conversation_id', 'asked_in', 'answer'])
    .where('id', '=', turn)
    .where('asker', '<>', removed)
    .executeTakeFirst();
  const thread = row && readOrSkip(() => parse(row.asked_in, isThreadRef));
  if (!row || !thread) return undefined;
  const earlier = await history(sql, { id: turn, conversation: { id: row.conversation_id } }, maxEarlier);
  return { thread, answer: row.answer, earlier: earlier.toReversed() };
}

export function countUse(
  database: Database,
  windows: readonly UseWindow[],
  now: number,
): Promise<readonly CountedWindow[] | undefined> {
  return transactOnFacts(database, async (tx) => {
    const uses = await countedIn(tx, windows, now);
    return uses.some(({ used, max }) => used >= max) ? undefined : countWithin(tx, uses, now);
  });
}
