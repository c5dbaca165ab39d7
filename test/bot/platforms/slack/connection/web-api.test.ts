import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createWebApi, fixedToken } from '../../../../../src/bot/platforms/slack/connection/web-api.ts';
import { systemClock } from '../../../../../src/kit/base/clock.ts';
import { silent } from '../../../../fakes/logger.ts';
import { addressOf } from '../world.ts';

/** The bodies that a response URL receives. */
async function responseUrl(): Promise<{ readonly url: string; readonly received: unknown[] }> {
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    received.push(await json(request));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { url: addressOf(server), received };
}

it('a response without blocks has no empty list of them, which Slack would take for an empty message', async () => {
  const { url, received } = await responseUrl();
  const api = createWebApi({ tokens: fixedToken('xoxb-1'), logger: silent, clock: systemClock });
  api.open();
  await api.respond(url, { text: 'Done.', blocks: [], forAll: false });
  await api.respond(url, { text: 'Done.', blocks: [{ type: 'divider' }], forAll: false });
  expect(received).toEqual([
    { text: 'Done.', response_type: 'ephemeral', replace_original: false },
    { text: 'Done.', blocks: [{ type: 'divider' }], response_type: 'ephemeral', replace_original: false },
  ]);
  api.close();
});
