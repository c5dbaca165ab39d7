import { expect, test } from 'vitest';
import { facetsOf, fits } from '../../../../src/service/content/page-metadata.ts';
import { openCorpus, type Reading } from '../../../../src/service/search/ranking/corpus.ts';
import { type RetrievalRequest, retrieve } from '../../../../src/service/search/ranking/request-search.ts';
import { asking, post, started, textOf } from '../../asking.ts';
import { docsFolder, silent } from '../../folder.ts';

test.each<[string, object, object]>([
  ['guide.md', {}, {}],
  ['v2/guide.md', {}, { version: 'v2' }],
  ['2.x/guide.md', {}, { version: '2.x' }],
  ['01-start/2024/guide.md', {}, {}],
  ['pt-BR/guide.md', {}, { language: 'pt-BR' }],
  ['docs/de/v1.2/guide.md', {}, { language: 'de', version: 'v1.2' }],
  ['ui/xx/guide.md', {}, {}],
  ['de/guide.md', { lang: 'fr', version: 3, groups: 'staff' }, { language: 'fr', version: '3', groups: ['staff'] }],
])('%s with front matter %j is for %j', (file, front, facets) => {
  expect(facetsOf(file, front as Record<string, unknown>)).toEqual({ groups: [], ...facets });
});

test.each([
  [{}, undefined, true],
  [{}, { version: 'v9', language: 'de' }, true],
  [{ version: 'v2' }, { version: '2' }, true],
  [{ version: 'v2' }, { version: 'v1' }, false],
  [{ version: 'v2' }, { version: null }, true],
  [{ language: 'pt-BR' }, { language: 'pt' }, true],
  [{ language: 'pt' }, { language: 'pt_BR' }, true],
  [{ language: 'pt' }, { language: 'p' }, false],
  [{ groups: ['staff'] }, undefined, false],
  [{ groups: ['staff'] }, { groups: ['guests'] }, false],
  [{ groups: ['staff', 'admins'] }, { groups: ['admins'] }, true],
])('a page for %j, asked for with %j: %s', (facets, filter, shown) => {
  expect(fits({ groups: [], ...facets }, filter)).toBe(shown);
});

const files = {
  'v1/tea.md': '# Tea\n\nBrew tea with the old pot.\n\n## Milk\n\nMilk goes first.',
  'v2/tea.md': '# Tea\n\nBrew tea with the new pot.\n\n## Milk\n\nMilk goes last.',
  'secret.md': '---\ngroups: [staff]\n---\n# Tea of the staff\n\nBrew tea with the golden pot.',
  'größe der tasse.md': '# Cup\n\nA cup is small.',
  'coffee.md': '# Coffee\n\nGrind coffee in the mill. Its handle turns left.',
};

async function reading(): Promise<Reading> {
  const corpus = await openCorpus({ docsDir: docsFolder(files), siteUrl: undefined, logger: silent });
  return corpus.current();
}

async function found(request: Partial<RetrievalRequest>): Promise<readonly string[]> {
  const asked = { question: 'How do I brew tea?', before: [], limit: 2, ...request };
  return retrieve(await reading(), asked).pages.map((hit) => hit.page.file);
}

test('a filter keeps the best of the matching pages', async () => {
  expect(await found({ filter: { version: 'v1' } })).toEqual(['v1/tea.md']);
  expect(await found({ filter: { version: 'v2', groups: ['staff'] } })).toEqual(
    expect.arrayContaining(['v2/tea.md', 'secret.md']),
  );
});

test('a page of a group is shown only to requests that name the group', async () => {
  expect(await found({})).not.toContain('secret.md');
  const server = await started({ docsDir: docsFolder(files) });
  const stream = await (await post(server, asking('What about the golden pot of the staff?'))).text();
  expect(textOf(stream)).not.toMatch(/golden|secret/);
});

test('a page of a group that the asker is on says nothing of itself to requests that do not name the group', async () => {
  const termsFor = async (more: Partial<RetrievalRequest>): Promise<string> => {
    const asked = { question: 'why?', before: [], limit: 2, currentPath: '/secret', ...more };
    return retrieve(await reading(), asked)
      .terms.map(({ text }) => text)
      .join(' ');
  };
  expect(await termsFor({ filter: { groups: ['staff'] } })).toContain('staff');
  expect(await termsFor({})).not.toContain('staff');
});

test.each([
  ['the page', { currentPath: '/coffee' }],
  ['the page’s whole address', { currentPath: 'https://docs.example/coffee/?a=1#b' }],
  ['a selected text', { context: ['Grind coffee in the mill.'] }],
])('%s that the asker is looking at says what “it” means', async (_, more) => {
  expect((await found({ question: 'and where is it?', ...more }))[0]).toBe('coffee.md');
});

test('a decoded and an encoded address refer to the same page', async () => {
  for (const currentPath of [
    '/größe der tasse',
    '/gr%C3%B6%C3%9Fe%20der%20tasse',
    'https://docs.example/größe%20der%20tasse',
  ]) {
    expect((await found({ question: 'and how big is it?', currentPath }))[0]).toBe('größe der tasse.md');
  }
});

test("of pages that exist in several versions, the one in the reader's folder comes first", async () => {
  for (const version of ['v1', 'v2']) {
    expect((await found({ currentPath: `/${version}/cups`, limit: 1 }))[0]).toBe(`${version}/tea.md`);
  }
});

test.each(['why?', 'and then?', 'show me an example please', 'can you explain that in more detail', 'What is this?'])(
  '“%s” is a follow-up, and is answered from the pages of the previous question',
  async (question) => {
    const before = ['How do I grind coffee in the mill?'];
    const first = { before: [], limit: 2, question: before.join() };
    expect(retrieve(await reading(), { ...first, question, before })).toEqual(retrieve(await reading(), first));
    expect(await found({ question, before: [...before, 'how?'] })).toEqual(['coffee.md']);
  },
);

const pots = {
  'iron.md': '# The iron pot\n\nPour the tea out of the iron pot. Clean its lid with water.',
  'clay.md':
    '# The clay pot\n\nPour the tea out of the clay pot. Clean its lid with sand. A clean lid dries in the sun.',
};

test.each([
  ['a follow-up', 'how do I clean its lid?', ['How do I pour the tea?'], 'iron.md'],
  ['a question that says all itself', 'clean lid sand sun dry', ['How do I pour the tea?'], 'clay.md'],
  ['a search in words of its own', 'clean lid', [], 'clay.md'],
])('%s is looked up on the pages of the last answer first, if it depends on it', async (_, question, before, file) => {
  const corpus = await openCorpus({ docsDir: docsFolder(pots), siteUrl: undefined, logger: silent });
  const lastAnswer = 'From the docs: **[The iron pot](/iron#pour)**\n\nPour the tea out of the iron pot.';
  const { pages } = retrieve(corpus.current(), { question, before, limit: 1, lastAnswer });
  expect(pages.map(({ page }) => page.file)).toEqual([file]);
});

test('the service knows the last answer from the conversation', async () => {
  const server = await started({ docsDir: docsFolder(pots) });
  const messages = [
    { id: '1', role: 'user', content: 'How do I pour the tea?' },
    { id: '2', role: 'assistant', content: 'From the docs: **[The iron pot](/iron)**' },
    { id: '3', role: 'user', content: 'how do I clean its lid?' },
  ];
  expect(textOf(await (await post(server, { fp: 'x', messages })).text())).toMatch(
    /^From the docs: \*\*\[The iron pot\]/,
  );
});

test('thousands of follow-ups without a question find nothing, and cause no error', async () => {
  expect(await found({ question: 'why?', before: Array.from({ length: 30_000 }, () => 'why?') })).toEqual([]);
});

test.each(['thanks!', 'ok great', 'how does tea work?'])('“%s” is not a follow-up', async (question) => {
  const asked = { question, before: ['How do I grind coffee in the mill?'], limit: 2 };
  expect(retrieve(await reading(), asked).terms.map(({ text }) => text)).not.toContain('coffee');
});
