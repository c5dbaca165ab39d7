import { expect, test } from 'vitest';
import { createAnswerCache } from '../../../src/service/answers/extractive-responder.ts';
import { openCorpus } from '../../../src/service/search/ranking/corpus.ts';
import { silent, siteFolder } from '../folder.ts';

const request = { question: 'How do I boil water?', before: [], limit: 5 };

/** Counts how often it works. */
function counting(): () => Promise<number> {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

async function opened() {
  return openCorpus({ docsDir: siteFolder, siteUrl: undefined, logger: silent });
}

test('the same question is answered once, even when asked concurrently', async () => {
  const reading = (await opened()).current();
  const [once, work] = [createAnswerCache<number>(), counting()];
  expect(await Promise.all([once(reading, request, work), once(reading, { ...request }, work)])).toEqual([1, 1]);
  expect(await once(reading, request, work)).toBe(1);
});

test.each([
  { question: 'And tea?' },
  { before: ['What is a kettle?'] },
  { limit: 4 },
  { filter: { version: 'v2' } },
  { context: ['boilWater(2)'] },
  { currentPath: '/guides/start' },
  { lastAnswer: 'From the docs: [Start](/guides/start)' },
])('a request with another %j gets an answer of its own', async (other) => {
  const reading = (await opened()).current();
  const [once, work] = [createAnswerCache<number>(), counting()];
  await once(reading, request, work);
  expect(await once(reading, { ...request, ...other }, work)).toBe(2);
});

test('answers are computed again for a new reading of the docs, and always with an embedding model', async () => {
  const corpus = await opened();
  const [once, work] = [createAnswerCache<number>(), counting()];
  const before = corpus.current();
  await once(before, request, work);
  expect(await once(await corpus.reload(), request, work)).toBe(2);
  const meaning = { nearest: async () => undefined, hashes: () => [], isComplete: Promise.resolve(true) };
  await once({ ...before, semanticIndex: meaning }, request, work);
  expect(await once({ ...before, semanticIndex: meaning }, request, work)).toBe(4);
});

test('failures are not cached, and the number of entries is bounded', async () => {
  const reading = (await opened()).current();
  const [once, work] = [createAnswerCache<number>(), counting()];
  await expect(once(reading, request, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await once(reading, request, work)).toBe(1);
  for (let at = 0; at < 200; at += 1) await once(reading, { ...request, question: `${at}` }, work);
  expect(await once(reading, request, work)).toBe(202);
});

test('very long requests are not cached', async () => {
  const reading = (await opened()).current();
  const [once, work] = [createAnswerCache<number>(), counting()];
  const long = { ...request, before: ['x'.repeat(4_000)] };
  expect([await once(reading, long, work), await once(reading, long, work)]).toEqual([1, 2]);
});
