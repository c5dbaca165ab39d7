/** The settings of the service are documented where operators look: exactly those that the code reads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** `env.NAME`, and names destructured from `env`. */
function readByCode(): readonly string[] {
  const code = ['src/cli/serve.ts', 'src/cli/keys.ts', 'src/service/model-endpoint/settings.ts'].map(read).join('\n');
  const single = [...code.matchAll(/\benv\.([A-Z][A-Z_]+)/g)].map(([, name = '']) => name);
  const together = [...code.matchAll(/\{([^{}]*)\} = env;/g)].flatMap(
    ([, names = '']) => names.match(/[A-Z][A-Z_]{3,}/g) ?? [],
  );
  return [...new Set([...single, ...together])].sort();
}

test('the service’s page lists each setting that the service reads', () => {
  const [, section = ''] = read('docs/documentation-service.md').split('## Settings of the service\n');
  const [table = ''] = section.split('\n## ');
  const listed = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  expect(readByCode()).toContain('DOCENT_MODEL_KEY');
  expect(listed.toSorted()).toEqual(readByCode());
});

test('.env.example names each setting that the service reads', () => {
  const named = new Set([...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  expect(readByCode().filter((name) => !named.has(name))).toEqual([]);
});

test('the README links to the service’s settings', () => {
  expect(read('README.md')).toContain('docs/documentation-service.md#settings-of-the-service');
});
