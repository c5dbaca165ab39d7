/** Whatever stands on a page, reading it ends, and does not fail. */
import { test } from 'vitest';
import { runGuarded } from './hang-guard.ts';

const minutes = 60_000;

test(
  'any page is read to its end, however odd',
  async () => {
    await runGuarded(new URL('./page-cases.ts', import.meta.url));
  },
  5 * minutes,
);
