/** What others write costs time in proportion to its length, however odd it is. */
import { test } from 'vitest';
import { noLimit, runGuarded } from './hang-guard.ts';

test(
  'long texts that once took minutes are read in a moment',
  async () => {
    await runGuarded(new URL('./long-texts.ts', import.meta.url));
  },
  noLimit,
);
