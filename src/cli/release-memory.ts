/**
 * Frees what the start left behind, once. V8 collects when much is allocated; an idle bot allocates hardly anything, and would
 * keep 15 to 20 MB of modules' leftovers. Blocks the event loop for some 50 ms.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function releaseMemory(): void {
  // Only a context that is made after the flag was set has the function.
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
}
