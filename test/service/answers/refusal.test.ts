import { expect, test } from 'vitest';
import { type Answer, toAnswer } from '../../../src/service/answers/answer.ts';
import { isAnswerable } from '../../../src/service/answers/refusal.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { siteFolder } from '../folder.ts';

const index = createSearchIndex((await readDocs(siteFolder)).pages);

function answered(question: string): Answer {
  return toAnswer(index.search(question, 5), (page) => page.path);
}

test('a question that the docs answer is answerable, and one about something else is not', () => {
  expect(isAnswerable(index.search('How do I boil water?', 5))).toBe(true);
  expect(isAnswerable(index.search('Does the kettle support Bluetooth pairing?', 5))).toBe(false);
});

test('a refusal names the nearest pages and has no sources', () => {
  const { text, sources } = answered('Does the kettle support Bluetooth pairing?');
  expect(text).toMatch(/^I found no page about “kettle”, “support”, “bluetooth”, “pairing”\. The nearest pages:\n- \[/);
  expect(sources).toEqual([]);
});

test.each([
  ['en', 'Hello, can you please tell me how do I get sourdough?', '“sourdough”'],
  ['de', 'Hallo, kannst du mir bitte erklären, wie ich für Gäste Sauerteigbrot mache?', '„gaste“, „sauerteigbrot“'],
  ['es', 'Hola, ¿me puedes decir por favor cómo se hace la masa madre?', '«masa», «madre»'],
  ['fr', "Bonjour, pouvez-vous m'aider s'il vous plaît, comment faire du levain ?", '« levain »'],
  ['pt', 'Olá, você poderia me dizer por favor como faço levedura?', '“levedura”'],
  ['it', 'Ciao, puoi dirmi per favore come faccio il lievito?', '“lievito”'],
  ['nl', 'Hoi, kun je mij alsjeblieft zeggen hoe ik zuurdesem maak?', '“zuurdesem”'],
  ['pl', 'Cześć, czy możesz mi proszę powiedzieć jak zrobić zakwas?', '“zakwas”'],
  ['tr', 'Merhaba, lütfen söyler misin nasıl maya yapabilirim?', '“maya”'],
  ['sv', 'Hej, kan du snälla säga hur jag gör surdeg?', '“surdeg”'],
  ['zh', '请问怎么酸面包', '“酸”, “面包”'],
  ['ja', 'サワードウを教えてください', '「サワードウ」'],
])('a refusal names what was asked about, without the words around it: %s', (language, question, named) => {
  const edition = { askedIn: language, languages: [language] };
  const [line = ''] = toAnswer(index.search(question, 5), (page) => page.path, { edition }).text.split('\n');
  expect(/[“„«「].*[”“»」]/.exec(line)?.[0]).toBe(named);
});

test.each(['hi', 'Thanks!', 'ok cool', '???', ''])('%j asks nothing and is answered by a question', (said) => {
  expect(answered(said)).toEqual({ text: 'What would you like to know? I answer from these docs.', sources: [] });
});
