import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toQuery } from '../../../../src/service/search/query/query.ts';

function termsOf(question: string): readonly string[] {
  return toQuery(question).terms.map(({ text }) => text);
}

test('a word of thousands of characters is ignored, but not the words around it', () => {
  expect(termsOf(`kettle ${'x'.repeat(5_000)} lamp`)).toEqual(['kettle', 'lamp']);
  expect(termsOf(`kettle ${'model-'.repeat(800)}x lamp`)).toEqual(['kettle', 'lamp']);
});

test('a name of many parts is searched for by its first ones', () => {
  const [term] = toQuery('a-b-c-d-e-f-g-h-i-j-k-l').terms;
  expect(term?.spellings.map(({ words }) => words)).toEqual([['abcdefghijkl'], [...'abcdefgh']]);
});

test('a query stays small, whatever the question', () => {
  const part = fc.constantFrom('model', 'model-', 'a-', 'useChat', ' ', '_', 'é', "'", '"', 'x'.repeat(70), 'Ab');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3_000 }), (parts) => {
      const { terms } = toQuery(parts.join(''));
      const asked = terms.filter((term) => !term.isPhrase);
      expect(asked.length).toBeLessThanOrEqual(40);
      for (const { spellings } of terms) {
        for (const { words } of spellings) expect(words.length).toBeLessThanOrEqual(8);
      }
    }),
  );
});
