import { stemmer } from 'stemmer';
import { expect, test } from 'vitest';
import { stopWords } from '../../../../src/docs-server/search/index/stop-words.ts';
import { wordForms } from '../../../../src/docs-server/search/query/irregular-forms.ts';
import { modelSayings } from '../../../../src/docs-server/search/query/model-sayings.ts';
import { sayings } from '../../../../src/docs-server/search/query/sayings.ts';
import { expansionsOf } from '../../../../src/docs-server/search/query/synonyms.ts';
import { webSayings } from '../../../../src/docs-server/search/query/web-sayings.ts';
import { wordGroups } from '../../../../src/docs-server/search/query/word-groups.ts';

/** What docs may call what is said, each as one text. */
function meant(question: string): readonly string[] {
  return expansionsOf(question.split(' ')).flatMap(({ meanings }) => meanings.map(({ words }) => words.join(' ')));
}

test.each([
  ['show the answer word by word', 'stream'],
  ['read it out loud', 'speech'],
  ['who may log in', 'authentication'],
  ['what did it cost', 'usage'],
  ['the page that they were sent to', 'send'],
])('%j may be called %s', (question, other) => {
  expect(meant(question)).toContain(other);
});

test('headings among the sayings mean nothing', () => {
  expect(meant('speech pictures files')).not.toContain('');
});

test('a phrase is known with a word or two between its words, and not with more', () => {
  expect(meant('it cuts the answer off')).toContain('finish reason');
  expect(meant('it cuts the answer of the model off')).not.toContain('finish reason');
});

test('a word in another form is surer than another word of its group, and nothing is as sure as what was asked', () => {
  const [saying] = expansionsOf(['build']);
  const weightOf = (word: string) => saying?.meanings.find(({ words }) => words.join(' ') === word)?.weight ?? 0;
  expect(weightOf('built')).toBeGreaterThan(weightOf('compile'));
  expect(weightOf('compile')).toBeGreaterThan(0);
  expect(weightOf('built')).toBeLessThan(1);
});

test.each(['python', 'ruby', 'java', 'php', 'rust', 'go', 'django', 'express', 'redux', 'jest', 'claude', 'gemini'])(
  'the docs call %s nothing else, as another language or product is not what they are about',
  (name) => {
    expect(meant(name)).toEqual([]);
  },
);

const lines = [sayings, webSayings, modelSayings].flatMap((text) => text.trim().split('\n'));
const said = lines.filter((line) => line.includes(' > ')).flatMap((line) => partsOf(line.split(' > ')[0]));
const meanings = lines.filter((line) => line.includes(' > ')).map((line) => partsOf(line.split(' > ')[1]));
const forms = wordForms.trim().split('\n').map(partsOf);
const groups = wordGroups.trim().split('\n').map(partsOf);

/** Made of stop words alone, and yet each means one thing in whatever question it stands. */
const idioms = new Set([
  'again and again',
  'does nothing',
  'give up',
  'in one go',
  'makes things up',
  'makes up',
  'nothing happens',
  'over and over',
  'something went wrong',
  'try again',
  'what goes on',
  'what happened',
  'who may',
  'yes or no',
]);

function partsOf(list = ''): readonly string[] {
  return list.split(', ');
}

function stemsOf(text: string): string {
  return text.split(' ').map(stemmer).join(' ');
}

/** Those whose stems have been before. */
function repeated(texts: readonly string[]): readonly string[] {
  const stems = texts.map(stemsOf);
  return texts.filter((_, at) => stems.indexOf(stems[at] ?? '') < at);
}

function isOnlyStopWords(text: string): boolean {
  return text.split(' ').every((word) => stopWords.has(word));
}

test('a line of sayings is a heading, or what is said and what it means', () => {
  for (const line of lines) expect(line).toMatch(/^$|^# |^[^>]+ > [^>]+$/);
});

test('whatever the thesaurus says can be matched: words of lower-case letters and digits', () => {
  const all = [...said, ...[...meanings, ...forms, ...groups].flat()];
  expect(all.filter((text) => !/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(text))).toEqual([]);
});

test('a thing is said on one line of all sayings, in one form', () => {
  expect(repeated(said)).toEqual([]);
});

test('stop words alone are no saying, but for idioms that mean one thing', () => {
  expect(said.filter((text) => isOnlyStopWords(text) && !idioms.has(text))).toEqual([]);
  expect([...idioms].filter((text) => !said.includes(text))).toEqual([]);
});

test('a meaning or a word of a group is more than stop words, since those are not searched for', () => {
  expect([...meanings, ...groups].flat().filter(isOnlyStopWords)).toEqual([]);
});

test('a saying means each thing once', () => {
  expect(meanings.flatMap(repeated)).toEqual([]);
});

test('a line of forms brings words together that have stems of their own', () => {
  expect(forms.filter(({ length }) => length < 2)).toEqual([]);
  expect(forms.flatMap(repeated)).toEqual([]);
});

test('a word stands in one group, in one form', () => {
  expect(groups.filter(({ length }) => length < 2)).toEqual([]);
  expect(repeated(groups.flat())).toEqual([]);
});
