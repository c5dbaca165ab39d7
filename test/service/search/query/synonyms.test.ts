import { expect, test } from 'vitest';
import { stemOf } from '../../../../src/service/search/index/analyzer.ts';
import { stopWords } from '../../../../src/service/search/index/stop-words.ts';
import groups from '../../../../src/service/search/query/synonyms.json' with { type: 'json' };
import { createSynonyms, generalSynonyms, type Synonyms } from '../../../../src/service/search/query/synonyms.ts';

/** The synonyms of a question's words, each as one text. */
function meant(question: string, synonyms: Synonyms = generalSynonyms): readonly string[] {
  return synonyms
    .expansionsOf(question.split(' '))
    .flatMap(({ meanings }) => meanings.map(({ words }) => words.join(' ')));
}

test('a word expands to the others of its group, whatever its form', () => {
  expect(meant('two repos')).toContain('repository');
  expect(meant('environment variable')).toContain('env');
});

test("an operator's synonyms weigh more than those of a group", () => {
  const own = createSynonyms({ 'Keep out': ['access control'], delete: ['purge'] });
  expect(meant('keep them out', own)).toEqual(['access control']);
  const [expansion] = own.expansionsOf(['delete']);
  const weightOf = (word: string) => expansion?.meanings.find(({ words }) => words.join(' ') === word)?.weight ?? 0;
  expect(weightOf('purge')).toBeGreaterThan(weightOf('remove'));
  expect(weightOf('remove')).toBeGreaterThan(0);
  expect(weightOf('purge')).toBeLessThan(1);
});

test('a phrase with a single meaningful word is not a synonym: "logout" does not expand to "log out"', () => {
  expect(meant('logout')).toEqual([]);
  expect(meant('setup')).toEqual(['install']);
  expect(meant('sign out')).toEqual(['logout']);
});

test('a phrase matches with at most two words between its own', () => {
  const own = createSynonyms({ 'cut off': ['finish reason'] });
  expect(meant('it cuts the kettle off', own)).toContain('finish reason');
  expect(meant('it cuts the kettle of the cook off', own)).toEqual([]);
});

test('every word of the groups can match, and occurs in one group and form only', () => {
  const all = groups.flat();
  expect(all.filter((text) => !/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(text))).toEqual([]);
  expect(all.filter((text) => text.split(' ').every((word) => stopWords.has(word)))).toEqual([]);
  const forms = all.map((text) => text.split(' ').map(stemOf).join(' '));
  expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
});
