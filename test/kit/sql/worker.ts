/**
 * A process that claims and ends turns until none is open. In: a database URL and its own name. Out: a line of JSON
 * for each turn that it claimed, `[conversation, question, when it was claimed, when it ended]`. Effects: the
 * database.
 */

import { createStore } from '../../../src/bot/store/store.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';

const [url = '', owner = ''] = process.argv.slice(2);
const database = await openDatabase(url);
const store = createStore(database);
while (await anyOpen()) {
  const now = Date.now();
  const turn = await store.claimTurn(owner, now, now + 60_000, ['slack']);
  if (!turn) continue;
  const claimedAt = process.hrtime.bigint();
  await store.endTurn(turn, { state: 'answered', answer: owner, sources: [] }, Date.now());
  const line = [turn.conversation.thread.thread, turn.question.id, String(claimedAt)];
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
await store.close();

async function anyOpen(): Promise<boolean> {
  const row = await database.sql.selectFrom('turns').select('seq').where('ended_at', 'is', null).executeTakeFirst();
  return row !== undefined;
}
