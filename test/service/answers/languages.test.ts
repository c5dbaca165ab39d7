import { expect, test } from 'vitest';
import { toAnswer } from '../../../src/service/answers/answer.ts';
import { toSentences } from '../../../src/service/answers/sentences.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { docsFolder } from '../folder.ts';

async function answered(files: Record<string, string>, question: string, language?: string): Promise<string> {
  const { pages } = await readDocs(docsFolder(files));
  return toAnswer(createSearchIndex(pages).search(question, 5), (page) => page.path, {
    edition: { askedIn: language, languages: ['en'] },
  }).text;
}

test.each([
  'Das gilt z. B. Für Dateien.',
  'Das gilt d. h. Immer.',
  'Nutze Port 80 bzw. Port 443 für Nr. 5 und p. ex. Ports.',
  'Use a port, e.g. Port 80, i.e. The usual one.',
])('an abbreviation ends no sentence: %s', (text) => {
  expect(toSentences(text)).toEqual([text]);
});

test('a sentence still ends before the next one', () => {
  expect(toSentences('Das ist so. Es bleibt so.')).toHaveLength(2);
  expect(toSentences('Klick auf den Index. Es geht weiter.')).toHaveLength(2);
});

const docs = { 'en/kettle.md': '# Kettle\n\nThe Kessel boils water. Clean the Kessel with vinegar.' };

test("fixed sentences are in the question's language, English where Docent does not speak it", async () => {
  expect(await answered(docs, 'Wie backe ich Sauerteigbrot?', 'de')).toContain(
    'Die Dokumentation ist in dieser Sprache: Englisch. Ich habe keine Seite über „backe“, „sauerteigbrot“ gefunden.',
  );
  expect(await answered(docs, 'Jak upiec chleb?', 'pl')).toContain('The docs are in English. I found no page about “');
  expect(await answered(docs, 'Как испечь хлеб?', 'ru')).toMatch(
    /^You asked in Russian \(русский\), which I do not speak\. The docs are in English\. I found no page about “/,
  );
  expect(await answered(docs, 'sourdough bread')).toContain('I found no page about “sourdough”, “bread”.');
});

test('an answer from pages in another language than the question says so in one line', async () => {
  expect(await answered(docs, 'Kessel', 'de')).toMatch(/^_Dazu gibt es .* nur in dieser Sprache: Englisch\._\n\n/);
  expect(await answered(docs, '怎么清洁 Kessel', 'zh')).toMatch(
    /^_You asked in Chinese \(中文\), which I do not speak\. The docs say this only in English\._\n\n/,
  );
  expect(await answered(docs, 'Kessel', 'en')).not.toContain('_The docs');
  const short = { 'kettle.md': '# Kessel\n\nKessel: 2 l' };
  expect(await answered(short, 'Kessel', 'de')).not.toContain('Sprache');
});

test('an answer shows the passage that has other forms of the words of the question', async () => {
  const operation =
    '# Betrieb\n\nAllgemeines zum Haus.\n\n## Nacht\n\nAlle Sicherungen liegen im Keller.\n\n## Tag\n\nDas Tor ist auf.';
  expect(await answered({ 'de/betrieb.md': operation }, 'Wo finde ich eine Sicherung?', 'de')).toContain('im Keller');
});
