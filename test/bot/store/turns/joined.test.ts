/** Quick messages that are joined to a question while it changes, on Postgres, where both happen at the same time. */
import type { Transaction } from 'kysely';
import { expect, it } from 'vitest';
import type { Decide, Decision } from '../../../../src/bot/core/ports/store.ts';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import type { Schema } from '../../../../src/kit/sql/schema.ts';
import { ClaimLostError } from '../../../../src/kit/sql/store-errors.ts';
import { openStore, postgres, waitingStatements } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const joining: Decide = ({ text }, { conversation }): Decision =>
  conversation?.waiting ? { joined: `${conversation.waiting.text}\n\n${text}` } : {};

it('a quick message becomes a separate question if the question before it ends at that moment', async () => {
  const { store, database } = await openStore(postgres);
  await store.accept(question({ id: 'q1' }));
  const result = await joinDuring(store, database, async (tx) => {
    await tx.updateTable('turns').set({ state: 'failed', ended_at: 1_100 }).execute();
  });
  expect(result).toEqual({ result: 'accepted' });
  expect(await store.claimTurn('me', 2_000, 3_000, ['slack'])).toMatchObject({ question: { text: 'text of q2' } });
});

it('a quick message is joined to the new text if the question is edited at that moment', async () => {
  const { store, database } = await openStore(postgres);
  await store.accept(question({ id: 'q1' }));
  const result = await joinDuring(store, database, async (tx) => {
    await tx.updateTable('turns').set({ text: 'edited', times_again: 1 }).execute();
  });
  expect(result).toEqual({ result: 'joined' });
  expect(await store.claimTurn('me', 2_000, 3_000, ['slack'])).toMatchObject({
    question: { text: 'edited\n\ntext of q2' },
  });
});

/** Accepts a quick message while a transaction changes the question before it. */
async function joinDuring(
  store: OwnStore,
  database: Database,
  change: (tx: Transaction<Schema>) => Promise<void>,
): Promise<unknown> {
  let accepted: Promise<unknown> | undefined;
  await database.sql.transaction().execute(async (tx) => {
    await change(tx);
    accepted = store.accept(question({ id: 'q2' }), joining);
    await expect.poll(() => waitingStatements(database)).toBe(1);
  });
  return accepted;
}

it('a quick message that arrives while the thread of its question is opened does not deadlock with it', async () => {
  const { store, database } = await openStore(postgres);
  const first = question({ id: '1.0', thread: '1.0' });
  await store.accept(first);
  const turn = await store.claimTurn('me', 1_000, 9_000, ['slack']);
  if (!turn) throw new Error('nothing to claim');
  const next = question({ id: '2.0', thread: '2.0', addressed: 'auto' });
  const acts: Promise<unknown>[] = [];
  await database.sql.transaction().execute(async (tx) => {
    await tx.selectFrom('conversations').select('id').forUpdate().execute();
    acts.push(store.accept(next, (_, { nearby }) => ({ joined: `${nearby?.waiting?.text} and more` })));
    await expect.poll(() => waitingStatements(database)).toBe(1);
    acts.push(store.saveOpenedThread(turn, { ...first.thread, channel: 'C2' }, undefined));
    await expect.poll(() => waitingStatements(database)).toBe(2);
  });
  expect(await Promise.allSettled(acts)).toMatchObject([
    { status: 'fulfilled', value: { result: 'joined' } },
    // It is asked again, and opened by the next process that claims it.
    { status: 'rejected', reason: expect.any(ClaimLostError) },
  ]);
});
