/** The found pages as a model reads them. */
import { expect, test } from 'vitest';
import type { Section } from '../../../src/service/content/markdown/sections.ts';
import type { Page } from '../../../src/service/content/page.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { shownPages, toMaterial } from '../../../src/service/llm/material.ts';
import { sizesFor } from '../../../src/service/llm/sizes.ts';
import { defaultModelLimits } from '../../../src/service/model-endpoint/settings.ts';
import type { Reading } from '../../../src/service/search/ranking/corpus.ts';
import { hybridSearch } from '../../../src/service/search/ranking/hybrid.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { docsFolder } from '../folder.ts';

async function readBy(markdown: string, question: string, maxChars = 4_000): Promise<string> {
  return readIn({ 'kettle.md': markdown }, question, maxChars);
}

async function readIn(files: Readonly<Record<string, string>>, question: string, maxChars: number): Promise<string> {
  const docs = await readDocs(docsFolder(files));
  const reading: Reading = { ...docs, index: createSearchIndex(docs.pages), siteUrl: undefined };
  const found = await hybridSearch(reading, { question, before: [], limit: 10 });
  return toMaterial(shownPages(found.pages, reading, maxChars), reading);
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

/** Only the section on the guarantee is about it, and has a section before and after it. */
const manual = ['Boil', 'Clean', 'Empty', 'Guarantee', 'Fill', 'Heat', 'Install', 'Keep'].map(
  (name) => `## ${name}\n\n${name} it like this.\n\n${line.repeat(8)}`,
);

test('a long page is included with its best sections, those beside them, and the names of the others', async () => {
  const text = await readBy(`# Kettle\n\n${manual.join('\n')}`, 'guarantee', 3_000);
  expect(text.match(/^## \w+/gm)).toEqual(['## Empty', '## Guarantee', '## Fill']);
  expect(text).toMatch(/\(Not shown of this page: Boil · Clean · Heat · Install · Keep\)\n<\/page>$/);
});

test('without room for the sections beside it, the best section is included alone', async () => {
  const text = await readBy(`# Kettle\n\n${manual.join('\n')}`, 'guarantee', 1_200);
  expect(text.match(/^## \w+/gm)).toEqual(['## Guarantee']);
});

test('each page gets its share of the room, and the best ones what short ones leave', async () => {
  const long = `${line.repeat(60)}\n\n## More\n\nThe kettle. ${line.repeat(60)}`;
  const files = {
    'first.md': `# Descale a kettle\n\n${long}`,
    'second.md': `# Water\n\nDescale. ${long}`,
    'third.md': '# Tea\n\nNever descale tea.',
  };
  const pages = (await readIn(files, 'descale a kettle', 9_000)).split('</page>');
  expect(pages.map((page) => page.includes('<page'))).toEqual([true, true, true, false]);
  const lengths = pages.map((page) => page.length);
  expect(lengths[0]).toBeGreaterThan(lengths[1] ?? 0);
  expect(lengths[1]).toBeGreaterThan(2_400);
});

test('the sizes together fit a small window, and are the usual ones in a large one', () => {
  const limits = defaultModelLimits;
  for (const contextTokens of [8_000, 16_000, 32_000, 128_000]) {
    const sizes = sizesFor({ url: '', model: '', contextTokens }, limits);
    const chars = sizes.pagesChars + sizes.toolsChars + sizes.questionChars + sizes.selectionChars;
    expect(chars / 3 + sizes.historyTokens + sizes.outputTokens + 1_500).toBeLessThanOrEqual(contextTokens);
  }
  expect(sizesFor({ url: '', model: '' }, limits).pagesChars).toBe(32_000);
  expect(sizesFor({ url: '', model: '', contextTokens: 4_000 }, limits).pagesChars).toBeLessThan(2_000);
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

test('reading a page of twice as many sections looks at no more than twice as many', () => {
  const reads = (count: number): number => {
    let looked = 0;
    const all: readonly Section[] = Array.from({ length: count }, (_, at) => ({
      heading: `Part ${at}`,
      anchor: `part-${at}`,
      level: 2,
      trail: [],
      blocks: [{ kind: 'prose', text: line }],
    }));
    const sections = new Proxy(all, {
      get: (target, name, receiver) => {
        looked += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const page: Page = {
      file: 'kettle.md',
      path: '/kettle',
      title: 'Kettle',
      description: '',
      keywords: [],
      facets: { groups: [] },
      sections,
      linkedFrom: 0,
      citedAs: [],
    };
    const hits = all.map((section) => ({ section, score: 0 }));
    const reading: Reading = { pages: [], problems: [], index: createSearchIndex([]), siteUrl: undefined };
    expect(shownPages([{ page, sections: hits }], reading, 12_000, 12_000)[0]?.text).toContain('## Part 0 ');
    return looked;
  };
  expect(reads(400)).toBeLessThan(reads(200) * 2.5);
});
