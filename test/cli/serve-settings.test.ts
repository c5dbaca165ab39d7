/** The settings of the service are documented where operators look: exactly those that it declares, with their defaults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { v, variableNames } from '../../src/service/variables.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('the service’s page lists each setting that the service reads', () => {
  const [, section = ''] = read('docs/service-settings.md').split('## Settings of the service\n');
  const [table = ''] = section.split('\n## ');
  const listed = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  expect(listed).toEqual(variableNames);
});

test('the service’s page has the default of each setting that has one', () => {
  const rows = read('docs/service-settings.md').matchAll(/^\| `([A-Z_]+)` \|.*\| `?([^|`]+?)`? \|$/gm);
  const documented = new Map([...rows].map(([, name = '', cell = '']) => [name, cell]));
  const declared = Object.values(v).filter((each) => each.default !== undefined && !Array.isArray(each.default));
  expect(declared.map(({ name }) => [name, documented.get(name)])).toEqual(
    declared.map((each) => [each.name, String(each.default)]),
  );
});

test('.env.example names each setting that the service reads', () => {
  const named = new Set([...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  expect(variableNames.filter((name) => !named.has(name))).toEqual([]);
});

test('the README links to the service’s settings', () => {
  expect(read('README.md')).toContain('docs/service-settings.md#settings-of-the-service');
});
