/** Reasks: which deployments are due for one, which questions were asked again, and what is needed to ask them. */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { hasTypes, isTextList, parse, readOrSkip, storable } from '../../../kit/sql/column-values.ts';
import type { Database } from '../../../kit/sql/database.ts';
import type { ReaskRow, Schema } from '../../../kit/sql/schema.ts';
import { countedIn } from '../../../kit/sql/uses.ts';
import type { Reask, ReaskedQuestion } from '../../core/model/deployment.ts';
import type { ReaskStore } from '../../core/ports/reask-store.ts';
import { changeClaimed, claimNext } from '../replicas/claims.ts';
import { toRecord } from '../rows/deployment-rows.ts';
import { isThreadRef, removed } from '../rows/turn-rows.ts';
import { history } from '../turns/conversations.ts';
import { countWithin, transactOnFacts } from '../turns/counted-uses.ts';

/** How many earlier exchanges are sent to the assistant with a question. */
const maxEarlier = 10;

export function createReasks(database: Database): Omit<ReaskStore, 'askedSince'> {
  const { sql, engine } = database;
  return {
    /** Claims the oldest claimable reask. One whose rows cannot be read is ended, and the next one is tried. */
    async claimReask(owner, now, until, platforms, busy = []) {
      for (;;) {
        const row = await claimNext(sql, engine, 'reasks', { owner, now, until, platforms, busy });
        if (!row) return undefined;
        const reask = await readReask(sql, row);
        if (reask) return reask;
        await changeClaimed(sql, 'reasks', row, toEnd([], now));
      }
    },
    saveReask: (reask, asked) => changeClaimed(sql, 'reasks', reask, { asked: storable(JSON.stringify(asked)) }),
    endReask: (reask, answered, now) => changeClaimed(sql, 'reasks', reask, toEnd(answered, now)),
    async answeredAfterReask(since) {
      const rows = await sql.selectFrom('reasks').select('asked').where('ended_at', '>=', since).execute();
      const asked = rows.flatMap((row) => readOrSkip(() => parse(row.asked, isReaskedList)) ?? []);
      return new Set(asked.map(({ turn }) => turn));
    },
    async findAskable(turn) {
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
    },
    countUse: (windows, now) =>
      transactOnFacts(database, async (tx) => {
        const uses = await countedIn(tx, windows, now);
        return uses.some(({ used, max }) => used >= max) ? undefined : countWithin(tx, uses, now);
      }),
  };
}

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

/** Drops the links to people's threads. */
function toEnd(answered: readonly string[], now: number) {
  const asked = answered.map((turn): ReaskedQuestion => ({ turn, isAnswered: true }));
  return { asked: JSON.stringify(asked), pages: null, claimed_by: null, claimed_until: 0, ended_at: now };
}
