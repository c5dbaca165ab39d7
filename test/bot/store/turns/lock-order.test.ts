/** Transactions on the same rows lock a conversation before its turns, so that two processes never deadlock. */
import { sql as raw } from 'kysely';
import { expect, it } from 'vitest';
import type { TurnFacts } from '../../../../src/bot/core/ports/store.ts';
import { openStore, postgres, waitingStatements } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

it('a quick message can be joined to a question on Postgres while another process asks it again', async () => {
  const { database, store } = await openStore(postgres);
  await store.accept(question());
  let facts: TurnFacts | undefined;
  await store.accept(question({ id: 'q2' }), (_, { conversation }) => {
    facts = conversation?.waiting;
    return { ignore: 'not_ours' };
  });
  if (!facts) throw new Error('the question is not known');
  const known = facts;
  let reopening: Promise<unknown> | undefined;
  await database.sql.transaction().execute(async (tx) => {
    // Locks in the order of a message that is accepted and joined to the question.
    await raw`select id from conversations for update`.execute(tx);
    reopening = store.reopen(known, { text: 'another', at: 2_000, address: 'new' });
    reopening.catch(() => undefined);
    await expect.poll(() => waitingStatements(database)).toBe(1);
    await raw`select id from turns for update`.execute(tx);
  });
  expect(await reopening).toMatchObject({ result: 'reopened' });
});
