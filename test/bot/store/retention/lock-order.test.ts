/** One process hashes ids while another forgets a person in the same rows: on Postgres the two must not deadlock. */
import type { Transaction } from 'kysely';
import { expect, it } from 'vitest';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import type { Schema } from '../../../../src/kit/sql/schema.ts';
import { openStore, postgres, waitingStatements } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const ada = 'slack:T1:UADA';
const bob = 'slack:T1:UBOB';

/** Stores an answered question, in a thread of its own. */
async function answered(store: OwnStore, id: string): Promise<string> {
  await store.accept({ ...question({ id, thread: id, askedAt: 1_000 }), eventId: id, text: 'How?', asker: ada });
  const turn = await store.claimTurn('me', 1_000, 1_100, ['slack']);
  if (!turn) throw new Error('nothing to claim');
  await store.endTurn(turn, { state: 'answered', answer: 'Yes.', sources: [] }, 1_500);
  return turn.id;
}

/**
 * Runs the acts while a transaction locks rows: each starts once the previous one waits, and all proceed when it ends.
 */
async function runBehind(
  database: Database,
  hold: (tx: Transaction<Schema>) => Promise<unknown>,
  acts: readonly (() => Promise<unknown>)[],
): Promise<unknown> {
  const begun: Promise<unknown>[] = [];
  await database.sql.transaction().execute(async (tx) => {
    await hold(tx);
    for (const act of acts) {
      begun.push(act());
      await expect.poll(() => waitingStatements(database)).toBe(begun.length);
    }
  });
  return Promise.allSettled(begun);
}

const bothDone = [{ status: 'fulfilled' }, { status: 'fulfilled' }];

it('removing what is old and forgetting do not deadlock on a thread', async () => {
  const { store, database } = await openStore(postgres);
  await answered(store, '1.0');
  const holdPlaces = (tx: Transaction<Schema>) => tx.selectFrom('conversations').select('id').forUpdate().execute();
  const acts = [() => store.forget(ada, 9_000), () => store.removeExpired({ before: 5_000, now: 9_000 })];
  expect(await runBehind(database, holdPlaces, acts)).toMatchObject(bothDone);
  const rows = [
    await database.sql.selectFrom('turns').selectAll().execute(),
    await database.sql.selectFrom('conversations').selectAll().execute(),
  ];
  expect(JSON.stringify(rows)).not.toContain('UADA');
});

it.each(['', ' reversed'])(
  'removing what is old and forgetting do not deadlock on answers that the person marked, in table order%s',
  async (reversed) => {
    const { store, database } = await openStore(postgres);
    const turns: string[] = [];
    for (const id of ['first', 'second', 'third']) turns.push(await answered(store, id));
    for (const turn of reversed ? turns.toReversed() : turns)
      await store.saveFeedback({ turn, person: bob, mark: 'helpful', via: 'button', at: 2_000 });
    const holdSecond = (tx: Transaction<Schema>) =>
      tx.selectFrom('feedback').select('turn_id').where('turn_id', '=', String(turns[1])).forUpdate().execute();
    const acts = [() => store.removeExpired({ before: 5_000, now: 9_000 }), () => store.forget(bob, 9_000)];
    expect(await runBehind(database, holdSecond, acts)).toMatchObject(bothDone);
    const marks = await database.sql.selectFrom('feedback').select('person').execute();
    for (const { person } of marks) expect(person).toMatch(/^removed/);
  },
);
