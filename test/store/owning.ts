/** A process that owns a database until it is killed. In: its address. Out: a line once it is owned. Effects: the lock. */
import { openOwnDatabase } from '../../src/store/sql/file-lock.ts';

await openOwnDatabase(process.argv[2] ?? '');
process.stdout.write('owned\n');
setInterval(() => {}, 60_000);
