/** A process that owns a database until it is killed. In: its URL. Out: a line once it is owned. Effects: the lock. */
import { openLockedDatabase } from '../../../src/kit/sql/file-lock.ts';

await openLockedDatabase(process.argv[2] ?? '');
process.stdout.write('owned\n');
setInterval(() => {}, 60_000);
