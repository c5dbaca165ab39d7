import { expect, test } from 'vitest';
import { toQuery } from '../../src/docs-server/terms.ts';

function termsOf(question: string): readonly string[] {
  return toQuery(question).terms.map(({ text }) => text);
}

test('what no keyboard writes as a word is none, and the words around it still count', () => {
  expect(termsOf(`kettle ${'x'.repeat(5_000)} lamp`)).toEqual(['kettle', 'lamp']);
  expect(termsOf(`kettle ${'model-'.repeat(800)}x lamp`)).toEqual(['kettle', 'lamp']);
});
