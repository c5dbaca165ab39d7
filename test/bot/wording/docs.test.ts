import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadRouting } from '../../../src/bot/config/routing/load.ts';
import { settable } from '../../../src/bot/wording/settable.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/wording.md'), 'utf8');

it('docs/wording.md lists every sentence that can be replaced', () => {
  expect([...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) => key)).toEqual(Object.keys(settable));
});

it('the example in docs/wording.md is a valid routing file', () => {
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  expect(loadRouting(example)).toMatchObject({
    ok: true,
    routing: { file: { wording: { en: { 'button.human': 'Ask the docs team' } } } },
  });
});
