/** Reading what others write takes linear time, however odd the text is. */
import { test } from 'vitest';
import { noLimit, runGuarded } from './hang-guard.ts';

test(
  'long texts that once took minutes are read in a moment',
  async () => {
    await runGuarded(new URL('./long-texts.ts', import.meta.url));
  },
  noLimit,
);
