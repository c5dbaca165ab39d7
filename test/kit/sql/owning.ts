/** A process that owns a database until its parent kills it or ends. In: its URL. Out: a line once it is owned. Effects: the lock. */
import { openLockedDatabase } from '../../../src/kit/sql/file-lock.ts';

await openLockedDatabase(process.argv[2] ?? '');
process.stdout.write('owned\n');
process.stdin.resume().once('end', () => process.exit());
