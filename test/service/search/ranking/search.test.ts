import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readDocs } from '../../../../src/service/content/pages.ts';
import { stemsIn } from '../../../../src/service/search/index/analyzer.ts';
import { toQuery } from '../../../../src/service/search/query/query.ts';
import { createSearchIndex, type SearchIndex } from '../../../../src/service/search/ranking/search.ts';
import { aiFolder, docsFolder } from '../../folder.ts';

let ai: SearchIndex;

beforeAll(async () => {
  const { pages } = await readDocs(aiFolder);
  ai = createSearchIndex(pages);
});

function firstFive(question: string): readonly string[] {
  return ai.search(question, 5).pages.map((hit) => hit.page.path);
}

test.each([
  ['how do I rate limit my endpoint', '/docs/advanced/rate-limiting'],
  ['useChat failed to parse stream', '/docs/troubleshooting/use-chat-failed-to-parse-stream'],
  ['maximum update depth exceeded', '/docs/troubleshooting/react-maximum-update-depth-exceeded'],
  ['what does the maxRetries setting do', '/docs/ai-sdk-core/settings'],
  ['reranking documents', '/docs/ai-sdk-core/reranking'],
  ['how to use smoothStream', '/docs/reference/ai-sdk-core/smooth-stream'],
  ['AI_NoSuchToolError', '/docs/reference/ai-sdk-errors/ai-no-such-tool-error'],
  ['how do i do embedings', '/docs/ai-sdk-core/embeddings'],
])('%j finds %s first of 303 pages', (question, path) => {
  expect(firstFive(question)[0]).toBe(path);
});

test('a broad question finds pages about its subject', () => {
  const right = [
    '/docs/ai-sdk-ui/chatbot',
    '/docs/ai-sdk-ui/stream-protocol',
    '/docs/reference/ai-sdk-core/stream-text',
    '/docs/ai-sdk-core/generating-text',
  ];
  const found = firstFive('how do I stream text to the client?');
  expect(found.filter((path) => right.includes(path)).length).toBeGreaterThan(1);
});

test('most real questions find a right page first, and nearly all among the first five', () => {
  const questions = readFileSync(join(import.meta.dirname, '../../../fixtures/docs/questions/ai-dev.jsonl'), 'utf8')
    .trim()
    .split('\n')
    // The fixture's own shape.
    .map((line) => JSON.parse(line) as { question: string; pages: string[] })
    .filter(({ pages }) => pages.length > 0);
  const ranks = questions.map(({ question, pages }) => firstFive(question).findIndex((path) => pages.includes(path)));
  expect(ranks.filter((rank) => rank === 0).length / ranks.length).toBeGreaterThan(0.78);
  expect(ranks.filter((rank) => rank >= 0).length / ranks.length).toBeGreaterThan(0.94);
});

test('words that the docs do not use lower the answerability', () => {
  expect(ai.search('how do I bake sourdough bread', 5).answerability).toBeLessThan(0.5);
  expect(ai.search('how do I call a tool', 5).answerability).toBeGreaterThan(0.7);
});

test('words of docs in another language do not count as names', async () => {
  const german = '# Kessel\n\nDer Kessel kocht Wasser in zwei Minuten. Wer ihn reinigen will, nimmt Essig.';
  const asked = 'Wie kann man den Kessel gründlich reinigen?';
  const own = (await searched({ 'a.md': german })).search(asked, 1).answerability;
  const english = '# Kettle\n\nThe Kessel boils water. Who wants to reinigen the Kessel takes vinegar.';
  expect(own).toBeGreaterThan((await searched({ 'a.md': english })).search(asked, 1).answerability);
});

test('a name that the docs never mention counts in terse English docs as well', async () => {
  const options = Array.from({ length: 9 }, (_, at) => [
    `${at}.md`,
    `# Option ${at}\n\nWidth of slides. Default: ${at}.`,
  ]);
  const docs = await searched({
    ...Object.fromEntries(options),
    'export.md': '# Export\n\nWrites the slides with images.',
  });
  const foreign = (word: string): number => docs.search(`export slides ${word}`, 1).evidence?.foreign ?? 0;
  expect(foreign('graphviz')).toBeGreaterThan(foreign('images'));
});

test('a compound name finds docs that write it as separate words', () => {
  expect(ai.search('toolChoice options', 5).answerability).toBeGreaterThan(0.7);
});

test('an error code that the docs do not contain is searched for by its parts', async () => {
  const index = await searched({
    'tls.md': '# TLS\n\nA certificate (cert) that is signed by yourself has no chain: set `ca`.',
    'other.md': '# Other\n\nOther things.',
  });
  expect(index.search('KETTLE_CERT_NOT_IN_CHAIN', 1).pages[0]?.page.path).toBe('/tls');
});

test('a question about a language that the docs never mention is refused', async () => {
  const undici = createSearchIndex((await readDocs('node_modules/undici/docs')).pages);
  const asked = ['rust', 'ruby', 'python', 'java', 'php', 'cobol'].flatMap((name) => [
    name,
    `does it work with ${name}`,
    `is there a ${name} version`,
    `can I use it from ${name}`,
  ]);
  expect(asked.filter((question) => undici.search(question, 5).answerability >= 0.5)).toEqual([]);
});

test('JavaScript does not match Java', async () => {
  const index = await searched({ 'a.md': '# Kettle\n\nWritten in JavaScript.', 'b.md': '# Other\n\nMore.' });
  expect(index.search('java', 1).pages).toEqual([]);
  expect(index.search('javascript', 1).pages[0]?.page.path).toBe('/a');
});

test.each(['', '???', '"', 'a AND OR NOT NEAR(', '* ^ : -', '🔥', 'the', '你好'])(
  '%j is searched without an error',
  (question) => {
    expect(ai.search(question, 5).answerability).toBeLessThanOrEqual(1);
  },
);

test('only the beginning of a pasted log or file is searched for', () => {
  const { terms } = ai.search(`tool ${'\n'.repeat(10_000)} stream`, 5);
  expect(terms.map(({ text }) => text)).toEqual(['tool']);
});

async function searched(files: Readonly<Record<string, string>>): Promise<SearchIndex> {
  const index = createSearchIndex((await readDocs(docsFolder(files))).pages);
  return index;
}

test('a follow-up is searched for together with the previous question', async () => {
  const index = await searched({
    'node.md': '# Node\n\n## Install\n\nUse npm.\n\n## Streaming\n\nStream with pipes.',
    'python.md': '# Python\n\n## Install\n\nUse pip.\n\n## Streaming\n\nStream with generators.',
  });
  const [hit] = index.search('and in Python?', 5, ['How does streaming work in Node?']).pages;
  expect([hit?.page.path, hit?.sections[0]?.section.heading]).toEqual(['/python', 'Streaming']);
});

test('a how-to question finds the guide, the name of a function finds its reference', async () => {
  const text = 'Brew tea with `brewTea`. Brew tea in a pot of tea.';
  const index = await searched({
    'guides/brew.md': `# Tea\n\n${text}`,
    'reference/brew.md': `# Tea\n\n${text} Parameters: litres.`,
    'other.md': '# Other\n\nOther things.',
  });
  expect(index.search('how do I brew tea?', 2).pages[0]?.page.path).toBe('/guides/brew');
  expect(index.search('brewTea parameters', 2).pages[0]?.page.path).toBe('/reference/brew');
});

test('a page whose title matches ranks above one that only mentions the subject', async () => {
  const index = await searched({
    'telemetry.md': '# Telemetry\n\nEvery call is traced. Set `off` to turn it off.',
    'agents.md': '# Agents\n\n## Calls\n\nTurn off telemetry for one call with `off`, and one call for telemetry.',
    'other.md': '# Other\n\nOther things.',
  });
  expect(index.search('turn off telemetry', 2).pages[0]?.page.path).toBe('/telemetry');
});

test('docs of a single page are found by other words, and do not answer everything', async () => {
  const index = await searched({ 'a.md': '# Kettle\n\nFill it to the mark. The lamp turns red when the water boils.' });
  expect(index.search('how much water do i pour into the kettle', 1).answerability).toBeGreaterThanOrEqual(0.5);
  expect(index.search('who won the football match', 1).answerability).toBeLessThan(0.5);
});

test('words that are close together score higher than the same words far apart', async () => {
  const between = 'Much else is said here of many a thing that has no end. '.repeat(2);
  const index = await searched({
    'apart.md': `# One\n\nThe lamp is red. ${between}It may blink.`,
    'near.md': `# Two\n\nThe lamp will soon blink. ${between}It is red.`,
    'other.md': '# Other\n\nOther things.',
  });
  expect(index.search('why does the lamp blink', 2).pages.map((hit) => hit.page.path)).toEqual(['/near', '/apart']);
});

test('a page is found by the text of links to it', async () => {
  const index = await searched({
    'index.md': '# Home\n\nRead on. To make it quiet at night, [see there](dimmer.md). That is all.',
    'dimmer.md': '# Dimmer\n\nTurn it left.\n\nTurn it right.',
    'other.md': '# Other\n\nOther things.',
  });
  expect(index.search('turn it quiet at night', 1).pages[0]?.page.path).toBe('/dimmer');
});

test('a page that is not shown does not affect answerability', async () => {
  const index = await searched({
    'secret.md': '# Vault\n\nThe vault opens with a golden key.',
    'lamp.md': '# Lamp\n\nThe lamp needs no key.',
    'other.md': '# Other\n\nOther things.',
  });
  const asked = 'how does the golden vault open';
  const shown = index.search(asked, 5, [], (page) => page.path !== '/secret');
  expect(shown.pages.map((hit) => hit.page.path)).not.toContain('/secret');
  expect(shown.answerability).toBeLessThan(index.search(asked, 5).answerability);
});

test('names are found by their parts and parts by the name', async () => {
  const index = await searched({ 'a.md': '# A\n\nCall `sendMessageNow`.', 'b.md': '# B\n\nThe rest of the docs.' });
  expect(index.search('send message', 1).pages[0]?.page.path).toBe('/a');
  expect(index.search('sendMessageNow()', 1).pages[0]?.page.path).toBe('/a');
  expect(index.search('send-message-now', 1).pages[0]?.page.path).toBe('/a');
});

test('words that only phrase a question are not searched for', () => {
  expect(toQuery('hey guys, how do I use useChat with a --dry-run flag?').terms.map((term) => term.text)).toEqual([
    'usechat',
    'dry-run',
    'flag',
  ]);
  expect(
    toQuery('what is it?')
      .terms.filter((term) => !term.isPhrase)
      .map((term) => term.text),
  ).toEqual(['what', 'is', 'it']);
});

test("a page is found by the operator's own synonyms", async () => {
  const { pages } = await readDocs(
    docsFolder({
      'streaming.md': '# Streaming\n\nParts of a reply are passed on.',
      'install.md': '# Install\n\nTake the newest.',
    }),
  );
  expect(createSearchIndex(pages).search('show it word by word', 1).pages).toEqual([]);
  const index = createSearchIndex(pages, { synonyms: { 'word by word': ['streaming'] } });
  expect(index.search('show it word by word', 1).pages[0]?.page.path).toBe('/streaming');
});

test('inside quotes, stop words count', () => {
  expect(toQuery("what does 'use server' do, isn't it 'nice'?").terms.map((term) => term.text)).toEqual([
    'use',
    'server',
    'nice',
  ]);
});

test('names are indexed by their parts and as a whole, without accents', () => {
  expect(stemsIn('The useChat hook of Next.js in a café')).toEqual(
    expect.arrayContaining(['usechat', 'us', 'chat', 'nextj', 'cafe']),
  );
});

test('a misspelt word is no foreign name: the question counts as one that is spelt right', () => {
  const [right, wrong] = ['how do I use middleware', 'how do I use middelware'].map((asked) => ai.search(asked, 5));
  expect(wrong?.pages[0]?.page.path).toBe(right?.pages[0]?.page.path);
  expect(wrong?.evidence?.foreign).toBe(right?.evidence?.foreign);
});

test.each([
  ['swapped', 'integratoin'],
  ['left out', 'intgration'],
  ['wrong', 'integrasion'],
  ['too many', 'integrattion'],
])('letters that are %s do not hide a word whose stem they change', async (_, asked) => {
  const index = await searched({
    'a.md': '# Redis\n\nThe integration of stores.',
    'b.md': '# Shops\n\nThe part of the stores and of the shops.',
  });
  const { pages, evidence } = index.search(`${asked} of stores`, 5);
  expect(pages[0]?.page.title).toBe('Redis');
  const unknown = index.search('kubernetes of stores', 5).evidence?.foreign;
  expect(evidence?.foreign).toBeLessThan(unknown ?? 0);
});

test('in a question in another language, words that the docs lack are not names where the docs have a part of them', async () => {
  const lines = Array.from(
    { length: 30 },
    (_, at) => `## Part ${at}\n\nThe kettle and the lid are used with part ${at}.\n\n`,
  );
  const index = await searched({
    'a.md': `# Redis\n\nThe emitter with Redis.\n\n${lines.join('')}`,
    'b.md': '# Other\n\nMore.',
  });
  expect(index.search('Wie kann ich Redis mit dem Server benutzen?', 5).evidence?.foreign).toBe(0);
  expect(
    index.search('Wie kann ich Sauerteig im Ofen backen mit part Hefe und Mehl und Salz?', 5).evidence?.foreign,
  ).toBeGreaterThan(0.5);
});

test('a word of everyday English that the docs lack is not taken for a misspelling', () => {
  // "map" is near.
  expect(ai.search('how do I use maple', 5).evidence?.foreign).toBeGreaterThan(0.5);
});
