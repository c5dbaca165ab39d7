/** What other processes may do on Postgres between a claim and reading its conversation. */
import { expect, it } from 'vitest';
import { createTurns } from '../../../../src/bot/store/turns/turns.ts';
import { openStore, postgres } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

it('a question is claimed with its conversation even if another one takes it over at that moment', async () => {
  const { store, database } = await openStore(postgres);
  await store.accept(question({ id: '1.0', thread: 'to be made' }));
  const first = await store.claimTurn('me', 1_000, 9_000, ['slack']);
  if (!first) throw new Error('nothing to claim');
  const asked = question({ id: '2.0', thread: '1.0' });
  await store.accept(asked);
  let isOpened = false;
  const sql = database.sql.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isOpened) {
        isOpened = true;
        await store.saveOpenedThread(first, asked.thread, undefined);
      }
      return result;
    },
  });
  const turns = createTurns({ ...database, sql });
  const turn = await turns.claimTurn('other', 1_000, 9_000, ['slack']);
  expect(turn).toMatchObject({ question: { id: '2.0' }, conversation: { id: first.conversation.id } });
});
