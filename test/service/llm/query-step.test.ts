import { expect, test } from 'vitest';
import type { Page } from '../../../src/service/content/page.ts';
import { fusedByRank } from '../../../src/service/llm/query-step.ts';
import { noFeatures } from '../../../src/service/search/ranking/hybrid.ts';
import type { SearchResult } from '../../../src/service/search/ranking/search-result.ts';

function found(answerability: number, ...paths: readonly string[]): SearchResult {
  const pages = paths.map((path) => ({ page: page(path), score: 1, features: noFeatures, sections: [] }));
  return { terms: [], pages, answerability };
}

function page(path: string): Page {
  const none = { description: '', keywords: [], sections: [], citedAs: [], linkedFrom: 0, facets: { groups: [] } };
  return { ...none, path, file: `${path}.md`, title: path };
}

test('a page that several searches find comes first, and the best answerability counts', () => {
  const fused = fusedByRank([found(0.2, '/a', '/b'), found(0.9, '/c', '/b'), found(0.1, '/b')], 2);
  expect(fused.pages.map((hit) => hit.page.path)).toEqual(['/b', '/a']);
  expect(fused.answerability).toBe(0.9);
});

test('one list keeps its order', () => {
  expect(fusedByRank([found(1, '/c', '/a', '/b')], 5).pages.map((hit) => hit.page.path)).toEqual(['/c', '/a', '/b']);
});
