/** In which places people have read that an AI writes, on both engines. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Turn } from '../../../../src/bot/core/model/conversation.ts';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { aiNotices } from '../../../../src/bot/store/turns/ai-notices.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { sharedEngines } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

async function claimed(store: OwnStore, id: string, thread: string, asker = 'slack:T1:U1'): Promise<Turn> {
  await store.accept({ ...question({ id, thread, asker }), askedAt: await store.now() }, () => ({}));
  const turn = await store.claimTurn('me', await store.now(), (await store.now()) + 60_000, ['slack']);
  if (!turn) throw new Error('nothing to claim');
  return turn;
}

async function saysIt(store: OwnStore, turn: Turn): Promise<void> {
  const end = { state: 'answered', answer: 'So.', sources: [], isByAi: true, hasAiNotice: true } as const;
  await store.endTurn(turn, end, await store.now());
}

it.each(sharedEngines)('a place that read it is known by the answers that say it on $name', async (engine) => {
  const fresh = await engine.migrated();
  const database = await openDatabase(fresh.url);
  const store = createStore(database);
  onTestFinished(async () => {
    await store.close();
    await fresh.drop();
  });
  const first = await claimed(store, 'q1', 'private:q1');
  expect(await store.hasAiNotice(first)).toBe(false);
  await saysIt(store, first);
  // A retry of the same turn may say it again.
  expect(await store.hasAiNotice(first)).toBe(false);
  expect(await store.hasAiNotice(await claimed(store, 'q2', 'private:q2'))).toBe(true);
  expect(await store.hasAiNotice(await claimed(store, 'q3', 'private:q3', 'slack:T1:U2'))).toBe(false);
  const shown = await claimed(store, 'q4', '1.0');
  expect(await store.hasAiNotice(shown)).toBe(false);
  await saysIt(store, shown);
  expect(await store.hasAiNotice(await claimed(store, 'q5', '2.0', 'slack:T1:U2'))).toBe(true);
  expect(await store.hasAiNotice(await claimed(store, 'q6', 'private:q6', 'slack:T1:U2'))).toBe(false);
});

it('reads only answers that say it', async () => {
  const database = await openDatabase('sqlite::memory:');
  onTestFinished(() => database.close());
  const query = aiNotices(database.sql, question().thread, []);
  expect(JSON.stringify(await query.explain(undefined, sql`query plan`))).toMatch(/turns_with_ai_notice/);
});
