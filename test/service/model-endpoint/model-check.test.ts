import { expect, test } from 'vitest';
import { checkModel } from '../../../src/service/model-endpoint/model-check.ts';
import { type Act, startEndpoint } from '../model-endpoint.ts';

const answered = {
  raw: JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'OK' } }] }),
  whole: true,
} as const;

test.each<[string, readonly (readonly Act[])[], string, RegExp]>([
  ['answers', [[answered]], 'ok', /^answers at 127\.0\.0\.1:\d+$/],
  ['refuses the key', [[{ status: 401 }]], 'failed', /does not accept the key \(401\).*DOCENT_MODEL_KEY/],
  ['does not know the model', [[{ status: 404 }]], 'failed', /is not known.*DOCENT_MODEL \(tiny\)/],
  ['is another service', [[{ raw: '<html>', whole: true }]], 'failed', /no chat endpoint.*DOCENT_MODEL_URL/],
  ['refuses tools', [[{ status: 400 }], [answered]], 'warning', /refuses tools/],
  ['refuses the request', [[{ status: 400 }]], 'failed', /does not accept the request \(400\)/],
  ['is busy', [[{ status: 429 }]], 'warning', /no quota left \(429\)/],
  ['fails', [[{ status: 503 }]], 'failed', /has a failure \(503\)/],
])('an endpoint that %s is told apart', async (_, scripts, state, told) => {
  const endpoint = await startEndpoint(...scripts);
  const check = await checkModel({ url: endpoint.url, model: 'tiny', key: 'key-1' });
  expect(check.state).toBe(state);
  expect(`${check.detail} ${check.remedy ?? ''}`.trim()).toMatch(told);
  expect(JSON.stringify(check)).not.toMatch(/secret|key-1/);
  expect(endpoint.requests[0]).toMatchObject({ key: 'Bearer key-1', body: { model: 'tiny', tools: [{}] } });
});

test('an address where nothing answers is told', async () => {
  expect(await checkModel({ url: 'http://127.0.0.1:1/v1', model: 'tiny' })).toMatchObject({
    state: 'failed',
    detail: 'cannot be reached: nothing answers at 127.0.0.1:1',
  });
});
