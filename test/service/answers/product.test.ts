/** "What is X?" about the product itself is answered by how its docs introduce it. */
import { expect, test } from 'vitest';
import { emptyAnswer, foldAnswer, textOf } from '../../../src/kit/wire/answer.ts';
import { createExtractResponder } from '../../../src/service/answers/extractive-responder.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { docsFolder } from '../folder.ts';

interface Asked {
  readonly name?: string;
  readonly earlier?: string;
  readonly groups?: readonly string[];
}

async function answered(question: string, files: Record<string, string>, asked: Asked = {}): Promise<string> {
  const { name, earlier, groups } = asked;
  const { pages } = await readDocs(docsFolder(files));
  const reading = { pages, problems: [], index: createSearchIndex(pages), siteUrl: undefined, name };
  const respond = createExtractResponder({ turn: async () => {}, pieceDelayMs: 0, stopping: AbortSignal.abort() });
  const history = earlier === undefined ? [] : [{ role: 'user', text: earlier } as const];
  const request = { question, history, before: earlier === undefined ? [] : [earlier], limit: 5, filter: { groups } };
  let answer = emptyAnswer;
  for await (const event of respond(request, reading, new AbortController().signal)) answer = foldAnswer(answer, event);
  return textOf(answer);
}

const production = {
  'production.md':
    '# Run Steamer in production\n\nSteamer is run behind a proxy. What is Steamer without one? Slow.\n\n## What Steamer is given\n\nTwo CPUs.',
};
const intro = 'Steamer boils water over HTTP, and tells you when it is hot.';
const expected = `From the docs: **[Steamer](/)**\n\n${intro}`;

test.each([
  'What is Steamer?',
  "what's steamer",
  'hi, what is Steamer exactly?',
  'What does Steamer do?',
  'What is this project?',
  'what is this?',
])('%s is answered by the first paragraph of the home page', async (question) => {
  const files = { ...production, 'index.md': `# Steamer\n\n![logo](logo.png)\n\n${intro}\n\nIt is free.` };
  expect(await answered(question, files)).toBe(expected);
});

test.each([
  'Was ist Steamer?',
  '¿Qué es Steamer?',
  "Qu'est-ce que Steamer ?",
  'O que é Steamer?',
  'Steamerとは何ですか？',
])('%s is understood as well', async (question) => {
  expect(await answered(question, { ...production, 'README.md': `# Steamer\n\n${intro}` })).toContain(
    `**[Steamer](/)**\n\n${intro}`,
  );
});

test('a home page with a general title introduces the product that the operator names, or that it begins with', async () => {
  const files = { ...production, 'index.md': `# Welcome\n\n${intro}` };
  expect(await answered('What is Steamer?', files)).toBe(`From the docs: **[Welcome](/)**\n\n${intro}`);
  const other = { ...production, 'index.md': '# Welcome\n\nBoil water over HTTP with a single binary.' };
  expect(await answered('What is Steamer?', other, { name: 'Steamer' })).toContain('\n\nBoil water over HTTP');
});

test('without a home page, the page that introduces the product does', async () => {
  const files = { ...production, 'getting-started.md': `# Getting started\n\n${intro}\n\n## Install\n\nRun it.` };
  expect(await answered('What is Steamer?', files)).toContain(`\n\n${intro}`);
});

test('a home page without a paragraph is introduced by its description', async () => {
  const files = {
    ...production,
    'index.md': `---\ntitle: Steamer\ndescription: ${intro}\n---\n\n## Features\n\n- fast`,
  };
  expect(await answered('What is Steamer?', files)).toContain(`\n\n${intro}`);
});

test('a question about anything else is searched for, and so is "this" in a thread', async () => {
  const files = {
    'index.md': `# Steamer\n\n${intro}`,
    'valve.md': '# Valve\n\nA valve lets steam out when the pressure rises.',
  };
  expect(await answered('What is a valve?', files)).toContain('A valve lets steam out');
  expect(await answered('What is this?', files, { earlier: 'Tell me about the valve' })).not.toContain(intro);
});

test('a page that its asker may not read introduces nothing', async () => {
  const files = { ...production, 'index.md': `---\ngroups: [staff]\n---\n\n# Steamer\n\n${intro}` };
  expect(await answered('What is Steamer?', files, { groups: [] })).not.toContain(intro);
});
