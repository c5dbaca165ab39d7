import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createAssistant } from '../../../src/bot/docs-api/assistant.ts';
import type { ForgetResult } from '../../../src/bot/docs-api/forget.ts';
import { startService } from './service.ts';

async function forgetAt(url: string): Promise<ForgetResult> {
  const client = createAssistant({ url, domain: 'kiln haus', apiKey: 'key', apiVersion: 'v2' });
  onTestFinished(() => client.close());
  return client.forget('discord:1');
}

function answering(status: number, body: string): (response: ServerResponse) => unknown {
  return (response) => response.writeHead(status).end(body);
}

test('a service is asked to forget a fingerprint, and returns the number of deleted threads', async () => {
  const service = await startService(answering(200, '{"threads":3}'));
  expect(await forgetAt(service.url)).toEqual({ threads: 3 });
  expect(service.received).toMatchObject([
    { method: 'POST', path: '/v1/assistant/kiln%20haus/forget', body: { fp: 'discord:1' } },
  ]);
});

test.each([
  [404, '{"error":"Not found"}', 'unsupported'],
  [405, '', 'unsupported'],
  [200, '<!doctype html>', 'unsupported'],
  [401, '', 'failed'],
  [500, '', 'failed'],
])('a service that responds with %i and %j has not forgotten it: %s', async (status, body, result) => {
  const service = await startService(answering(status, body));
  expect(await forgetAt(service.url)).toBe(result);
});

test('a service that is unreachable has not forgotten it', async () => {
  expect(await forgetAt('http://127.0.0.1:9')).toBe('failed');
});
