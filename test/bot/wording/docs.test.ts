import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadRouting } from '../../../src/bot/config/routing/load.ts';
import { formsOf, type Sentence } from '../../../src/bot/wording/catalogue.ts';
import { en } from '../../../src/bot/wording/en.ts';

const page = join(import.meta.dirname, '../../../docs/wording.md');
const title = '## Keys\n';

// To rewrite it: npx vitest run test/bot/wording/docs.test.ts -u
it('docs/wording.md lists every key with its English sentence', async () => {
  const [prose = ''] = readFileSync(page, 'utf8').split(title);
  const rows = Object.entries<Sentence>(en).map(([key, sentence]) => `| \`${key}\` | ${toCell(sentence)} |`);
  const table = ['| Key | English |', '| --- | --- |', ...rows].join('\n');
  await expect(`${prose}${title}\n${table}\n`).toMatchFileSnapshot(page);
});

it('the example in docs/wording.md is a valid routing file', () => {
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  expect(loadRouting(example)).toMatchObject({
    ok: true,
    routing: { file: { wording: { en: { 'button.again': 'Try again' } } } },
  });
});

/** Escapes a sentence, so that Markdown shows it as text. */
function toCell(sentence: Sentence): string {
  return formsOf(sentence)
    .map((form) => form.replaceAll(/[|*_`<>[\]]/g, (mark) => `\\${mark}`))
    .join(' / ');
}
