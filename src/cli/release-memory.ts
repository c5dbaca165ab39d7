/**
 * Frees the garbage of the start, once. V8 collects after many allocations; an idle bot allocates almost nothing and would
 * keep 15 to 20 MB that loading modules left behind. Blocks the event loop for about 50 ms.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function releaseMemory(): void {
  // Only a context created after the flag was set has this function.
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
}
