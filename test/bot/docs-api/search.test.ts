/** The pages closest to a question, from a service that may respond with anything. */
import { expect, it, onTestFinished } from 'vitest';
import type { FoundPage } from '../../../src/bot/core/model/source.ts';
import { searchAt } from '../../../src/bot/docs-api/assistant.ts';
import { createHttp } from '../../../src/bot/docs-api/http.ts';
import { startService } from './service.ts';

async function searched(body: string, status = 200): Promise<readonly FoundPage[]> {
  const service = await startService((response) => response.writeHead(status).end(body));
  const http = createHttp({ baseUrl: service.url, key: 'key' });
  onTestFinished(() => http.close());
  const options = { domain: 'docs', siteUrl: 'https://docs.example' };
  return searchAt(http, options, { query: 'keys' }, new AbortController().signal);
}

const page = { path: '/keys', metadata: { title: 'Keys' }, content: 'Rotate keys.' };

it('returns distinct pages with their URLs on the site', async () => {
  expect(await searched(JSON.stringify([page, page]))).toEqual([
    { path: '/keys', title: 'Keys', url: 'https://docs.example/keys', digest: expect.any(String) },
  ]);
});

it('a page has another digest when the search shows something else of it', async () => {
  const [before] = await searched(JSON.stringify([page]));
  const [same] = await searched(JSON.stringify([page]));
  const [after] = await searched(JSON.stringify([{ ...page, content: 'Run rotate.' }]));
  expect([same?.digest === before?.digest, after?.digest === before?.digest]).toEqual([true, false]);
});

it.each([
  ['what is no list', '{"message":"hello"}', 200],
  ['what is no JSON', '<html>', 200],
  ['a refusal', '[]', 404],
  ['more than any list', JSON.stringify([{ ...page, content: 'x'.repeat(2 * 1024 * 1024) }]), 200],
])('returns no pages from %s', async (_, body, status) => {
  expect(await searched(body, status)).toEqual([]);
});
