/** Reading a page ends and does not fail, whatever it contains. */
import { test } from 'vitest';
import { noLimit, runGuarded } from './hang-guard.ts';

test(
  'any page is read to its end, however odd',
  async () => {
    await runGuarded(new URL('./page-cases.ts', import.meta.url));
  },
  noLimit,
);
