import { expect, test } from 'vitest';
import { toAnswer } from '../../../src/service/answers/answer.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { docsFolder } from '../folder.ts';

const clusters = {
  'cluster.md': '# Deploy to Kubernetes\n\nApply the manifest to run the kettle on Kubernetes, with its namespaces.',
  'local.md': '# Run it locally\n\nStart the kettle with a command.',
};

async function answered(question: string, language = 'en', files: Record<string, string> = clusters): Promise<string> {
  const { pages } = await readDocs(docsFolder(files));
  return toAnswer(createSearchIndex(pages).search(question, 5), (page) => page.path, {
    edition: { askedIn: language, languages: [language] },
  }).text;
}

test('an answer says which word of the docs a misspelt word was read as', async () => {
  expect(await answered('run the kettle on kuberntes')).toMatch(
    /^_I read “kuberntes” as “kubernetes”\._\n\nFrom the docs: \*\*\[Deploy to Kubernetes\]/,
  );
  expect(await answered('manifst and namespcaes of kuberntes')).toContain(
    '_I read “manifst” as “manifest”, “namespcaes” as “namespaces”, and “kuberntes” as “kubernetes”._',
  );
  expect(await answered('run the kettle on kubernetes')).toMatch(/^From the docs:/);
});

test.each([
  ['de', '_Ich habe „kuberntes“ als „kubernetes“ gelesen._'],
  ['es', '_He leído «kuberntes» como «kubernetes»._'],
  ['fr', '_J’ai lu « kuberntes » comme « kubernetes »._'],
  ['ja', '_「kuberntes」を「kubernetes」と読みました。_'],
  ['pt', '_Li “kuberntes” como “kubernetes”._'],
])('it says so in the language of the question: %s', async (language, line) => {
  const inNoLanguage = { 'a.md': '# Kubernetes\n\nKubernetes 1.30', 'b.md': '# Docker\n\nDocker 28' };
  expect(await answered('kuberntes', language, inNoLanguage)).toContain(line);
});

test('a misspelt word of which the quoted page has no likely meaning did not lead there, so nothing is said of it', async () => {
  const other = { ...clusters, 'tea.md': '# Tea\n\nSteep the leaves, which are precious.' };
  expect(await answered('start the kettle locally with a command, precios', 'en', other)).toMatch(/^From the docs:/);
});
