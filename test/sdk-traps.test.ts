/** Checks that the list of SDK traps names existing tests. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('each SDK trap on the list names a test in an existing file', async () => {
  const list = await readFile(join(root, 'docs/decisions/sdk-traps.md'), 'utf8');
  const named = [...list.matchAll(/\| `(test\/[^`]+)`: (.+) \|$/gm)];
  const rows = list.split('\n').filter((line) => /^\| (?!Trap|---)/.test(line));
  expect(named).toHaveLength(rows.length);
  for (const [, file = '', test = ''] of named) {
    expect(await readFile(join(root, file), 'utf8')).toContain(`'${test}'`);
  }
});
