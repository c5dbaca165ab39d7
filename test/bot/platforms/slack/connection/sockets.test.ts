/** Socket Mode: no event is missed or acknowledged too early, and no connection stays open. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { App, ReceiverEvent } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createSocketReceiver } from '../../../../../src/bot/platforms/slack/connection/socket-receiver.ts';
import { type Clock, systemClock } from '../../../../../src/kit/base/clock.ts';
import { createSlackSandbox } from '../../../../../src/sandbox/slack/sandbox.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { createFastClock } from '../../../../fakes/fast-clock.ts';
import { createKeptLog } from '../../../../fakes/logger.ts';
import { until } from '../../../../sandbox/slack/until.ts';
import { body } from '../../contract/world.ts';
import { createRecordingHandlers, type RecordingHandlers } from '../recording-handlers.ts';
import {
  ada,
  adasDirect,
  addressOf,
  docsHelp,
  openSlackWorld,
  opensNothing,
  type SlackWorld,
  type SlackWorldOptions,
} from '../world.ts';

let world: SlackWorld | undefined;
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});

afterEach(async () => {
  process.off('unhandledRejection', note);
  await world?.platform.stop();
  await closed(world?.slack);
  await world?.close();
  world = undefined;
  expect(unhandled).toEqual([]);
});

async function started(
  options: SlackWorldOptions = {},
): Promise<SlackWorld & { readonly handlers: RecordingHandlers }> {
  world = await openSlackWorld(options);
  const handlers = createRecordingHandlers();
  await world.platform.start(handlers);
  return { ...world, handlers };
}

async function ask(slack: SlackWorld['slack'], text: string): Promise<void> {
  await slack.say({ channel: adasDirect, user: ada, text });
}

/** Waits until Slack has noticed that the connections are closed, a moment later. */
function closed(slack: SlackWorld['slack'] | undefined): Promise<void> {
  return until(() => (slack?.connections() ?? 0) === 0);
}

function both(slack: SlackWorld['slack']): Promise<void> {
  return until(() => slack.connections() === 2);
}

it('keeps two connections open', async () => {
  const { slack } = await started();
  await both(slack);
});

describe('an event', () => {
  it('is acknowledged only after it is stored', async () => {
    const { slack, handlers } = await started();
    const stored = Promise.withResolvers<void>();
    handlers.ready = stored.promise;
    await ask(slack, 'how?');
    await until(() => handlers.begun === 1);
    expect(slack.unacked()).toBe(1);
    stored.resolve();
    await until(() => slack.unacked() === 0);
    expect(handlers.questions).toHaveLength(1);
  });

  it('is redelivered if it could not be stored', async () => {
    const { slack, handlers } = await started({ sandbox: { clock: createFastClock(20) } });
    handlers.failing = true;
    await ask(slack, 'how?');
    await until(() => world?.log.lines.some(({ phrase }) => phrase === 'delivery not acknowledged') ?? false);
    handlers.failing = false;
    expect((await handlers.first()).text).toBe('how?');
    await until(() => slack.unacked() === 0);
  });

  it('is acknowledged even if it does not concern us', async () => {
    const { slack, handlers } = await started();
    await slack.say({ channel: docsHelp, user: ada, text: 'good morning' });
    slack.openHome(ada);
    await until(() => slack.unacked() === 0);
    expect(handlers.questions).toEqual([]);
  });
});

describe('a connection that Slack wants renewed', () => {
  it('is replaced before it ends, without delivering anything twice', async () => {
    const { slack, handlers } = await started({ sandbox: { clock: createFastClock(20) } });
    await both(slack);
    for (let round = 0; round < 3; round += 1) {
      const refreshed = slack.faults.refresh();
      for (let index = 0; index < 20; index += 1) {
        await ask(slack, `${round}.${index}`);
        expect(slack.connections()).toBeGreaterThan(0);
      }
      await refreshed;
    }
    await until(() => slack.unacked() === 0);
    expect(handlers.questions).toHaveLength(60);
    await both(slack);
  });

  it('acknowledges the events that it accepted before it closes', async () => {
    const { slack, handlers } = await started();
    await both(slack);
    const stored = Promise.withResolvers<void>();
    handlers.ready = stored.promise;
    for (const text of ['one', 'two', 'three', 'four']) await ask(slack, text);
    // By then the app knows both connections: one that is still opening would replace the one that Slack wants renewed.
    await until(() => handlers.begun === 4);
    void slack.faults.refresh();
    await until(() => slack.connections() === 3);
    stored.resolve();
    await until(() => slack.unacked() === 0);
    expect(handlers.questions).toHaveLength(4);
    await both(slack);
  });
});

describe('lost connections', () => {
  it('are reopened, and what was written in the meantime is delivered once', async () => {
    const { slack, handlers, platform } = await started();
    await both(slack);
    slack.faults.dropSockets();
    await ask(slack, 'meanwhile');
    expect((await handlers.first()).text).toBe('meanwhile');
    await both(slack);
    expect(platform.health().state).toBe('ready');
    expect(handlers.questions).toHaveLength(1);
  });

  it('are reopened, and what was written in the meantime is backfilled where a question was asked before', async () => {
    const { slack, handlers } = await started();
    await both(slack);
    await ask(slack, 'how?');
    await handlers.first();
    const reads = (): number => slack.calls.filter(({ method }) => method === 'conversations.history').length;
    expect(reads()).toBe(0);
    slack.faults.dropSockets();
    await until(() => reads() === 1);
  });

  it('are reopened after an outage of Slack, which the process survives', async () => {
    const { slack, handlers, platform } = await started();
    await both(slack);
    slack.faults.refuseConnections(true);
    slack.faults.dropSockets();
    await until(() => platform.health().state === 'reconnecting');
    slack.faults.refuseConnections(false);
    await ask(slack, 'still there?');
    expect((await handlers.first()).text).toBe('still there?');
    await until(() => platform.health().state === 'ready');
  });
});

it('survives unreadable frames, and reads null as absent', async () => {
  const http = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, url: `${addressOf(http).replace('http', 'ws')}/link` }));
  });
  const acks: string[] = [];
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    const frames = [
      'null',
      '[]',
      'no json',
      '{}',
      '{"type":"events_api"}',
      '{"type":"events_api","payload":{}}',
      '"disconnect"',
    ];
    const good = { type: 'slash_commands', envelope_id: 'good', payload: { command: '/other' } };
    const nulls = {
      type: 'interactive',
      envelope_id: 'nulls',
      payload: { user: { id: 'U1', name: null }, files: null },
    };
    for (const frame of ['{"type":"hello"}', ...frames, ...[good, nulls].map((each) => JSON.stringify(each))])
      socket.send(frame);
    socket.send(Buffer.from([1, 2, 3]));
    socket.on('message', (text) => acks.push(String(text)));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const options = {
    appToken: 'xapp-x',
    apiUrl: `${addressOf(http)}/api/`,
    logger: createKeptLog(),
    clock: systemClock,
  };
  const receiver = createSocketReceiver(options);
  const bodies: object[] = [];
  const app = { processEvent: async (event: ReceiverEvent) => void bodies.push(event.body) };
  receiver.init(app as unknown as App);
  await receiver.start();
  await until(() => acks.length === 4);
  expect(acks.map((ack) => JSON.parse(ack).envelope_id).toSorted()).toEqual(['good', 'good', 'nulls', 'nulls']);
  expect(bodies).toContainEqual({ user: { id: 'U1' } });
  expect(receiver.health().state).toBe('ready');
  await receiver.stop();
  sockets.close();
  await http[Symbol.asyncDispose]();
});

describe('health', () => {
  it('relies on signs of life, not on the connection’s own state', async () => {
    let aheadMs = 0;
    const clock: Clock = { now: () => Date.now() + aheadMs, wait: systemClock.wait };
    const { slack, platform } = await started({ options: { clock } });
    await both(slack);
    aheadMs = 21_000;
    expect(platform.health().state).toBe('reconnecting');
    expect(slack.connections()).toBe(2);
    // The next pong arrives within four seconds.
    await until(() => platform.health().state === 'ready');
  });

  it('reports silent connections until they are replaced', async () => {
    const slack = await createSlackSandbox();
    const log = createKeptLog();
    const options = { appToken: slack.appToken, apiUrl: slack.apiUrl, logger: log, clock: systemClock };
    const receiver = createSocketReceiver({ ...options, pongWithinMs: 300 });
    await receiver.start();
    await both(slack);
    slack.faults.freeze(true);
    const ends = (): number => log.lines.filter(({ phrase }) => phrase === 'Slack connection ending').length;
    await until(() => ends() >= 2);
    await both(slack);
    await until(() => receiver.health().state === 'ready');
    await receiver.stop();
    await closed(slack);
    await slack.stop();
  });

  it('recovers from a token that is rejected for a while', async () => {
    const { slack, platform } = await started({ options: { clock: createFastClock(20) } });
    await both(slack);
    slack.faults.failNext('apps.connections.open', { error: 'invalid_auth' }, 2);
    slack.faults.dropSockets();
    await both(slack);
    expect(platform.health().state).toBe('ready');
  });

  it('is ready with one connection while other apps hold the rest of Slack’s limit', async () => {
    const { slack, platform } = await started();
    await both(slack);
    const others = await Promise.all(Array.from({ length: 8 }, () => dial(slack)));
    slack.faults.failNext('apps.connections.open', { status: 500 });
    void slack.faults.refresh();
    await until(() => world?.log.lines.some(({ phrase }) => phrase === 'Slack connection failed') ?? false);
    expect(platform.health().state).toBe('ready');
    for (const socket of others) socket.close();
  });

  async function dial({ apiUrl, appToken }: SlackWorld['slack']): Promise<WebSocket> {
    const headers = { authorization: `Bearer ${appToken}` };
    const answer = await fetch(`${apiUrl}apps.connections.open`, { method: 'POST', headers });
    // The sandbox responds as Slack does.
    const { url } = (await answer.json()) as { readonly url: string };
    const socket = new WebSocket(url);
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    return socket;
  }
});

describe('stop', () => {
  it('closes all connections, including one that is just being opened', async () => {
    const addresses = ({ calls }: SlackWorld['slack']): number =>
      calls.filter(({ method }) => method === 'apps.connections.open').length;
    const stages: readonly ((slack: SlackWorld['slack']) => boolean)[] = [
      () => true,
      (slack) => addresses(slack) === 2,
      (slack) => slack.connections() === 2,
    ];
    for (const isReached of stages) {
      const opened = await openSlackWorld();
      await opened.platform.start(createRecordingHandlers());
      await until(() => isReached(opened.slack));
      await opened.platform.stop();
      await closed(opened.slack);
      await opensNothing(opened);
      await opened.close();
    }
  });

  it('does not wait for a connection’s URL, and opens no connection when it arrives', async () => {
    const clock = createManualClock();
    const { slack, platform } = await started({ sandbox: { clock } });
    await both(slack);
    const waiting = clock.waiting();
    slack.faults.failNext('apps.connections.open', { delayMs: 1_500 }, 2);
    slack.faults.dropSockets();
    await until(() => clock.waiting() > waiting);
    await platform.stop();
    await clock.advance(1_500);
    await closed(slack);
    expect(slack.connections()).toBe(0);
  });

  it('lets accepted events be acknowledged, and accepts no more', async () => {
    const clock = createManualClock();
    const { slack, platform, handlers, another } = await started({ sandbox: { clock } });
    await both(slack);
    const stored = Promise.withResolvers<void>();
    handlers.ready = stored.promise;
    await ask(slack, 'before');
    await until(() => handlers.begun === 1);
    const stopping = platform.stop();
    // The connection without a pending event is closed immediately.
    await until(() => slack.connections() === 1);
    await ask(slack, 'after');
    // It was sent immediately, and would be accepted long before another app has connected and left.
    await (await another()).stop();
    stored.resolve();
    await stopping;
    expect(handlers.questions.map(({ text }) => text)).toEqual(['before']);
    expect(slack.unacked()).toBe(1);
    await expect(
      platform.post({ platform: 'slack', installation: '', channel: docsHelp, thread: '' }, body('x'), 'k'),
    ).rejects.toThrow();
  });
});
