/** The list of the vendors' traps names tests that are there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('each trap on the list has a test by that name in that file', async () => {
  const list = await readFile(join(root, 'docs/decisions/sdk-traps.md'), 'utf8');
  const named = [...list.matchAll(/\| `(test\/[^`]+)`: (.+) \|$/gm)];
  const rows = list.split('\n').filter((line) => /^\| (?!Trap|---)/.test(line));
  expect(named).toHaveLength(rows.length);
  for (const [, file = '', test = ''] of named) {
    expect(await readFile(join(root, file), 'utf8')).toContain(`'${test}'`);
  }
});
