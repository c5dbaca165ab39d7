/** The found pages as a model reads them. */
import { expect, test } from 'vitest';
import { readDocs } from '../../../src/service/content/pages.ts';
import { toPagesText } from '../../../src/service/llm/prompt.ts';
import type { Reading } from '../../../src/service/search/ranking/corpus.ts';
import { hybridSearch } from '../../../src/service/search/ranking/hybrid.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { docsFolder } from '../folder.ts';

async function readBy(markdown: string, question: string): Promise<string> {
  const docs = await readDocs(docsFolder({ 'kettle.md': markdown }));
  const reading: Reading = { ...docs, index: createSearchIndex(docs.pages), siteUrl: undefined };
  const found = await hybridSearch(reading, { question, before: [], limit: 5 });
  return toPagesText(found.pages, reading);
}

const line = 'The kettle is filled to the mark and switched on, and whoever waits hears it sing.\n';

test('a short page is included whole and in order, with the address of each section', async () => {
  const text = await readBy(
    '# Kettle\n\nFor tea.\n\n## Fill\n\nTo the mark.\n\n### Limescale\n\nUse vinegar.\n',
    'limescale',
  );
  expect(text).toBe(`<page title="Kettle" address="/kettle">
## Kettle (/kettle)

For tea.

## Fill (/kettle#fill)

To the mark.

## Fill › Limescale (/kettle#limescale)

Use vinegar.
</page>`);
});

test('a long page is included with its best sections and the names of the others', async () => {
  const sections = ['Boil', 'Clean', 'Descale', 'Empty', 'Fill', 'Guarantee'].map(
    (name) => `## ${name}\n\n${name} it like this.\n\n${line.repeat(12)}`,
  );
  const text = await readBy(`# Kettle\n\n${sections.join('\n')}`, 'guarantee');
  expect(text).toContain('## Guarantee (/kettle#guarantee)');
  expect(text).toMatch(/\(Not shown of this page: Boil · Clean · Descale · Empty · Fill\)\n<\/page>$/);
});

test('a section that is too long is cut at a line end, with a note', async () => {
  const text = await readBy(
    `# Kettle\n\n## Boil\n\n\`\`\`sh\n${'kettle --boil --and-wait\n'.repeat(400)}\`\`\`\n`,
    'boil',
  );
  expect(text).toContain('kettle --boil --and-wait\n(cut here: the page goes on)');
  expect(text.length).toBeLessThan(5_000);
});

test('embedded images are left out', async () => {
  const text = await readBy(
    `# Kettle\n\n![a kettle](data:image/webp;base64,${'UklGRkQH'.repeat(500)}) boils.\n`,
    'kettle',
  );
  expect(text).not.toContain('UklG');
  expect(text).toContain('boils.');
});
