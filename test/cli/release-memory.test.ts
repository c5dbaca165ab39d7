import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { releaseMemory } from '../../src/cli/start.ts';

test('objects that nothing refers to any more are freed', async () => {
  const leftover = new WeakRef(new ArrayBuffer(1_000));
  // A WeakRef keeps its target alive until the turn of the event loop ends.
  await setImmediate();
  releaseMemory();
  expect(leftover.deref()).toBeUndefined();
});
