import { expect, test } from 'vitest';
import { sayings } from '../../src/docs-server/sayings.ts';
import { sayingsIn } from '../../src/docs-server/synonyms.ts';
import { wordForms } from '../../src/docs-server/word-forms.ts';
import { wordGroups } from '../../src/docs-server/word-groups.ts';

/** What docs may call what is said, each as one text. */
function meant(question: string): readonly string[] {
  return sayingsIn(question.split(' ')).flatMap(({ meanings }) => meanings.map(({ words }) => words.join(' ')));
}

test.each([
  ['show the answer word by word', 'streaming'],
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
  const [saying] = sayingsIn(['build']);
  const weightOf = (word: string) => saying?.meanings.find(({ words }) => words.join(' ') === word)?.weight ?? 0;
  expect(weightOf('built')).toBeGreaterThan(weightOf('compile'));
  expect(weightOf('compile')).toBeGreaterThan(0);
  expect(weightOf('built')).toBeLessThan(1);
});

test('every line of the thesaurus has lower-case words and something to say', () => {
  const lists = [wordForms, wordGroups].flatMap((text) => text.trim().split('\n'));
  for (const line of lists) expect(line).toMatch(/^[a-z0-9][a-z0-9 .]*(?:, [a-z0-9][a-z0-9 .]*)+$/);
  for (const line of sayings.trim().split('\n'))
    expect(line).toMatch(/^$|^# |^[^,>A-Z]+(?:, [^,>A-Z]+)* > [^,>A-Z]+(?:, [^,>A-Z]+)*$/);
});
