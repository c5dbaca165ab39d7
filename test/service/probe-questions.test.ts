import { expect, test } from 'vitest';
import { fetchedPages } from '../fixtures/docs/corpora.ts';
import { faultsOfLabels, probeKinds, probeSets, unanswerableKinds } from '../fixtures/docs/question-sets.ts';

const sets = probeSets();
const probes = sets.flatMap(({ questions }) => questions);

test.each(sets)('$file refers to existing pages', (set) => {
  expect(faultsOfLabels(set, new Set(fetchedPages()[set.corpusName]))).toEqual([]);
});

test('no two probes have the same id', () => {
  expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length);
});

test('a probe has pages and facts exactly if the docs answer its kind', () => {
  for (const { id, kind, pages, facts } of probes) {
    const isAnswerable = !unanswerableKinds.some((one) => one === kind);
    expect({ id, hasPages: pages.length > 0, hasFacts: facts !== undefined }).toEqual({
      id,
      hasPages: isAnswerable,
      hasFacts: isAnswerable,
    });
  }
});

test.each(probeKinds)('there are enough probes of the kind %s', (kind) => {
  expect(probes.filter((probe) => probe.kind === kind).length).toBeGreaterThanOrEqual(kind === 'plain' ? 60 : 20);
});
