/** Many questions at once: other work of the process goes on between their searches, with a language model and without. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../../src/kit/base/time-slices.ts';
import { createExtractResponder } from '../../../src/service/answers/extractive-responder.ts';
import type { Responder } from '../../../src/service/answers/responder.ts';
import { createLlmResponder } from '../../../src/service/llm/llm-responder.ts';
import { defaultModelLimits } from '../../../src/service/model-endpoint/settings.ts';
import type { Reading } from '../../../src/service/search/ranking/corpus.ts';
import type { WeighedTerm } from '../../../src/service/search/ranking/matching.ts';
import { createSearchIndex, type SearchIndex } from '../../../src/service/search/ranking/search.ts';
import { silent } from '../folder.ts';
import { startEndpoint } from '../model-endpoint.ts';

/** What every question asks about. */
const kettle: WeighedTerm = { text: 'kettle', parts: ['kettl'], spellings: [], isPhrase: false, weight: 1 };

/** Docs that find nothing, and the turns of the event loop in which they were searched. */
function watchedReading(): { readonly reading: Reading; readonly turns: readonly number[]; end(): void } {
  let now = 0;
  let timer = setImmediate(function count() {
    now += 1;
    timer = setImmediate(count);
  });
  const turns: number[] = [];
  const search: SearchIndex['search'] = () => {
    turns.push(now);
    return { terms: [kettle], pages: [], answerability: 0 };
  };
  const reading: Reading = { pages: [], problems: [], index: { ...createSearchIndex([]), search }, siteUrl: undefined };
  return { reading, turns, end: () => clearImmediate(timer) };
}

async function searched(respond: Responder, reading: Reading, question: string): Promise<void> {
  const asked = { question, history: [], before: [], limit: 5 };
  for await (const event of respond(asked, reading, new AbortController().signal)) if (event.type === 'found') return;
}

test('all answers together run one search per turn of the event loop', async () => {
  const turn = createTurns();
  const extractive = createExtractResponder({ turn, pieceDelayMs: 0, stopping: new AbortController().signal });
  const model = createLlmResponder(
    { url: 'http://127.0.0.1:1/v1', model: 'm' },
    { turn, fallback: extractive, logger: silent },
  );
  const { reading, turns, end } = watchedReading();
  await nextTurn();
  const questions = Array.from({ length: 20 }, (_, at) =>
    searched(at % 2 === 0 ? model : extractive, reading, `q${at}?`),
  );
  await Promise.all(questions);
  end();
  expect(turns).toHaveLength(20);
  expect(new Set(turns).size).toBe(20);
});

test('a search by a language model waits for its turn as well', async () => {
  const endpoint = await startEndpoint(
    [...Array.from({ length: 5 }, (_, at) => ({ call: `call-${at}`, query: 'kettle' })), { finish: 'tool_calls' }],
    [{ say: 'No.' }, { finish: 'stop' }],
  );
  const nextInLine = createTurns();
  let waits = 0;
  const turn = (): Promise<void> => {
    waits += 1;
    return nextInLine();
  };
  const fallback = createExtractResponder({ turn, pieceDelayMs: 0, stopping: new AbortController().signal });
  const respond = createLlmResponder(
    { url: endpoint.url, model: 'm' },
    { turn, fallback, logger: silent, limits: { ...defaultModelLimits, queryMs: 0 } },
  );
  const { reading, turns, end } = watchedReading();
  const asked = { question: 'q?', history: [], before: [], limit: 5 };
  for await (const _ of respond(asked, reading, new AbortController().signal));
  end();
  expect([turns.length, waits]).toEqual([6, 6]);
});
