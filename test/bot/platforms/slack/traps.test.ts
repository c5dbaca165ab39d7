/** Unwanted defaults of the vendor's packages: each test here fails without our safeguard against one. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createSlackPlatform } from '../../../../src/bot/platforms/slack/adapter.ts';
import { createWebApi, fixedToken } from '../../../../src/bot/platforms/slack/connection/web-api.ts';
import { systemClock } from '../../../../src/kit/base/clock.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFastClock } from '../../../fakes/fast-clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { until } from '../../../sandbox/slack/until.ts';
import { body } from '../contract/world.ts';
import { createRecordingHandlers } from './recording-handlers.ts';
import {
  ada,
  addressOf,
  docsHelp,
  noBotHere,
  openSlackWorld,
  type SlackWorld,
  type SlackWorldOptions,
} from './world.ts';

let world: SlackWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

async function started(options: SlackWorldOptions = {}): Promise<SlackWorld> {
  world = await openSlackWorld(options);
  await world.platform.start(createRecordingHandlers());
  return world;
}

function callsOf({ slack }: SlackWorld, method: string): number {
  return slack.calls.filter((call) => call.method === method).length;
}

describe('a call', () => {
  it.each([{ status: 500 }, { loseAnswer: true }, { garbled: true }])(
    'that fails with %o is made only once',
    async (fault) => {
      const opened = await started();
      const thread = await opened.thread();
      opened.slack.faults.failNext('chat.postMessage', fault);
      await expect(opened.platform.post(thread, body('x'), 'k:0')).rejects.toMatchObject({ arrived: 'unknown' });
      expect(callsOf(opened, 'chat.postMessage')).toBe(1);
    },
  );

  it('without a response is given up', async () => {
    const { slack } = await started();
    const api = createWebApi({
      tokens: fixedToken(slack.botToken),
      apiUrl: slack.apiUrl,
      logger: silent,
      clock: createFastClock(100),
    });
    api.open();
    slack.faults.failNext('chat.postMessage', { hang: true });
    const post = api.attempt((client) => client.chat.postMessage({ channel: docsHelp, text: 'x' }));
    await expect(post).rejects.toMatchObject({ code: 'unavailable', arrived: 'unknown' });
  });

  it('that is rate-limited fails immediately and does not delay others', async () => {
    // On this clock, no wait ever ends.
    const { slack, platform, thread } = await started({ options: { clock: createManualClock() } });
    const place = await thread();
    const message = await platform.post(place, body('x'), 'k:0');
    slack.faults.failNext('chat.postMessage', { retryAfter: 30 });
    await expect(platform.post(place, body('y'), 'k:1')).rejects.toMatchObject({ waitMs: 30_000 });
    await platform.edit(place, message, body('z'));
  });

  it('is made only to Slack’s address, whatever the method’s name', async () => {
    const { slack } = await started();
    const heard: string[] = [];
    const elsewhere = createServer((request, response) => {
      heard.push(String(request.headers.authorization));
      response.end('{"ok":true}');
    });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const api = createWebApi({
      tokens: fixedToken(slack.botToken),
      apiUrl: slack.apiUrl,
      logger: silent,
      clock: systemClock,
    });
    api.open();
    await expect(api.attempt((client) => client.apiCall(addressOf(elsewhere)))).rejects.toBeDefined();
    expect(heard).toEqual([]);
    await elsewhere[Symbol.asyncDispose]();
  });
});

it('uses each platform’s own tokens when one process has two platforms', async () => {
  const first = await started();
  const second = await openSlackWorld();
  await second.platform.start(createRecordingHandlers());
  const other = createSlackPlatform({ ...second.slack, botToken: 'xoxb-wrong', logger: silent });
  await expect(other.start(createRecordingHandlers())).rejects.toThrow('SLACK_BOT_TOKEN');
  for (const workspace of [first, second]) await workspace.platform.post(await workspace.thread(), body('x'), 'k:0');
  await second.platform.stop();
  await second.close();
});

it('fails start on a bad token, without an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  world = await openSlackWorld({ options: { botToken: 'xoxb-wrong' } });
  await expect(world.platform.start(createRecordingHandlers())).rejects.toThrow('SLACK_BOT_TOKEN');
  // Node reports unhandled rejections after this turn's microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

it('never logs what people write, a token or a secret URL', async () => {
  const opened = await started();
  const { slack, platform, log, people } = opened;
  await people?.mention('a question in confidence');
  await people?.docs('a question in confidence');
  const place = await opened.thread();
  const message = await platform.post(place, body('an answer in confidence'), 'k:0');
  for (const fault of [
    { status: 500 },
    { garbled: true },
    { error: 'fatal_error' },
    { retryAfter: 1 },
    { loseAnswer: true },
  ]) {
    slack.faults.failNext('chat.update', fault);
    await platform.edit(place, message, body('an answer in confidence, longer')).catch(() => undefined);
  }
  await slack.command({ command: '/deploy', text: '', channel: noBotHere, user: ada });
  slack.faults.failNext('apps.connections.open', { status: 500 }, 2);
  slack.faults.dropSockets();
  await until(() => slack.connections() === 2);
  const logged = JSON.stringify(log.lines, (_key, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, cause: value.cause } : value,
  );
  expect(log.lines.length).toBeGreaterThanOrEqual(3);
  for (const secret of ['in confidence', 'xoxb-', 'xapp-', 'ticket=', '/response/', 'deprecated-verification-token']) {
    expect(logged).not.toContain(secret);
  }
});
