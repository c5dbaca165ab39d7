/** A process that owns a database and keeps accepting questions until it is killed. In: its URL. Out: a line. */

import { createStore } from '../../../src/bot/store/store.ts';
import { openLockedDatabase } from '../../../src/kit/sql/file-lock.ts';
import { question } from '../../bot/store/samples.ts';

const store = createStore(await openLockedDatabase(process.argv[2] ?? ''));
for (let index = 0; ; index += 1) {
  await store.accept(question({ id: `q${index}`, thread: String(index), text: 'x'.repeat(10_000) }));
  if (index === 50) process.stdout.write('writing\n');
}
