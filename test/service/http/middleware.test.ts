import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { createTurns } from '../../../src/kit/base/time-slices.ts';
import { inTurn } from '../../../src/service/http/middleware.ts';

test('concurrent requests are read in separate turns of the event loop', async () => {
  let now = 0;
  let timer = setImmediate(function count() {
    now += 1;
    timer = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(timer));
  const turns: number[] = [];
  const app = new Hono();
  app.use(inTurn(createTurns()));
  app.post('/', async ({ req, body }) => {
    await req.json();
    turns.push(now);
    return body(null, 204);
  });
  await Promise.all(Array.from({ length: 20 }, () => app.request('/', { method: 'POST', body: '{}' })));
  expect(new Set(turns).size).toBe(20);
});
