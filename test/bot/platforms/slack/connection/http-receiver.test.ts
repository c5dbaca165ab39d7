/** Events over HTTP: requests that are not from Slack are refused, and events that cannot be stored are not acknowledged. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { App, ReceiverEvent } from '@slack/bolt';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { SlackOptions } from '../../../../../src/bot/platforms/slack/adapter.ts';
import { createHttpReceiver } from '../../../../../src/bot/platforms/slack/connection/http-receiver.ts';
import { systemClock } from '../../../../../src/kit/base/clock.ts';
import { sign } from '../../../../../src/sandbox/slack/socket-mode/http-link.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { createFastClock } from '../../../../fakes/fast-clock.ts';
import { silent } from '../../../../fakes/logger.ts';
import { until } from '../../../../sandbox/slack/until.ts';
import { createRecordingHandlers, type RecordingHandlers } from '../recording-handlers.ts';
import { ada, addressOf, docsHelp, openSlackWorld, type SlackWorld } from '../world.ts';

let world: SlackWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

interface Started {
  readonly handlers: RecordingHandlers;
  readonly url: string;
  readonly secret: string;
}

async function started(options: Partial<SlackOptions> = {}): Promise<Started> {
  world = await openSlackWorld({ http: true, options });
  const handlers = createRecordingHandlers();
  await world.platform.start(handlers);
  if (!world.server) throw new Error('no server');
  return { handlers, url: `${addressOf(world.server)}/slack/events`, secret: world.slack.signingSecret };
}

const event = JSON.stringify({
  type: 'event_callback',
  event_id: 'Ev1',
  team_id: 'T1',
  event: { type: 'message', channel: 'D1', channel_type: 'im', user: 'U1', text: 'how?', ts: '1767600000.000100' },
});

async function send(url: string, headers: Record<string, string>, body = event): Promise<number> {
  const type = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body });
  await response.text();
  return response.status;
}

it('accepts a request that Slack has signed', async () => {
  const { handlers, url, secret } = await started();
  expect(await send(url, sign(event, secret, Date.now()))).toBe(200);
  expect(handlers.questions).toMatchObject([{ text: 'how?' }]);
});

it('refuses a request without a valid, recent signature', async () => {
  const { handlers, url, secret } = await started();
  const minute = 60_000;
  expect(await send(url, {})).toBe(401);
  expect(await send(url, sign(event, 'another secret', Date.now()))).toBe(401);
  expect(await send(url, sign(`${event} `, secret, Date.now()))).toBe(401);
  expect(await send(url, sign(event, secret, Date.now() - 6 * minute))).toBe(401);
  expect(await send(url, sign(event, secret, Date.now() + 6 * minute))).toBe(401);
  expect(handlers.questions).toEqual([]);
});

it('reads null as absent, in events and in forms', async () => {
  const bodies: object[] = [];
  const receiver = createHttpReceiver({ signingSecret: 's', clock: systemClock, logger: silent });
  receiver.init({ processEvent: async (event: ReceiverEvent) => void bodies.push(event.body) } as unknown as App);
  await receiver.start();
  const server = createServer(receiver.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server[Symbol.asyncDispose]());
  const url = `${addressOf(server)}/slack/events`;
  const payload = JSON.stringify({ type: 'x', files: null, user: { id: 'U1', name: null } });
  const form = new URLSearchParams({ payload }).toString();
  await send(url, sign(payload, 's', Date.now()), payload);
  await send(url, { ...sign(form, 's', Date.now()), 'content-type': 'application/x-www-form-urlencoded' }, form);
  expect(bodies).toEqual([
    { type: 'x', user: { id: 'U1' } },
    { type: 'x', user: { id: 'U1' } },
  ]);
});

it('responds to requests that are not events without failing', async () => {
  const { url, secret } = await started();
  const signed = (body: string): Record<string, string> => sign(body, secret, Date.now());
  expect(await send(url, signed('no json'), 'no json')).toBe(400);
  expect(await send(url, signed('{}'), '{}')).toBeLessThan(500);
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url.replace('/slack/events', '/other'), { method: 'POST' })).status).toBe(404);
  const long = 'x'.repeat(5_000_000);
  expect(await send(url, signed(long), long)).toBe(413);
});

it.each([
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"x"'],
  ['application/json', ''],
  ['application/x-www-form-urlencoded', 'payload=null'],
  ['application/x-www-form-urlencoded', 'payload=1'],
  ['application/x-www-form-urlencoded', 'payload='],
])('survives a signed body of %s that is not an object: %s', async (type, text) => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', note);
  const { url, secret } = await started();
  const headers = { ...sign(text, secret, Date.now()), 'content-type': type };
  const response = await fetch(url, { method: 'POST', headers, body: text });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect([response.status, rejections]).toEqual([400, []]);
});

it('accepts Slack’s certificate check, which is unsigned', async () => {
  const { url } = await started();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const check = { method: 'POST', headers, body: 'token=x&ssl_check=1' };
  expect((await fetch(url, check)).status).toBe(200);
  expect((await fetch(url, { ...check, body: 'token=x' })).status).toBe(401);
});

describe('before reading the body, the receiver', () => {
  it('refuses a request that lacks a recent signature or declares too long a body', async () => {
    const { url, secret } = await started();
    const signed = sign('x', secret, Date.now());
    expect(await statusOf(url, { 'content-length': '50000' })).toBe(401);
    expect(await statusOf(url, { ...sign('x', secret, 0), 'content-length': '50000' })).toBe(401);
    expect(await statusOf(url, { ...signed, 'x-slack-signature': 'v0=1', 'content-length': '50000' })).toBe(401);
    expect(await statusOf(url, { ...signed, 'content-length': '110000' })).toBe(413);
  });

  it('refuses a body longer than the limit as soon as it exceeds it, and waits for none without a signature', async () => {
    const { url, secret } = await started();
    const signed = sign('x', secret, Date.now());
    expect(await statusOf(url, { 'transfer-encoding': 'chunked' }, 'x')).toBe(401);
    expect(await statusOf(url, { ...signed, 'transfer-encoding': 'chunked' }, 'x'.repeat(110_000))).toBe(413);
  });

  it('refuses more than a hundred verified requests at the same time', async () => {
    const { handlers, url, secret } = await started();
    const stored = Promise.withResolvers<void>();
    handlers.ready = stored.promise;
    const answers = Array.from({ length: 100 }, () => send(url, sign(event, secret, Date.now())));
    await until(() => handlers.begun === 100);
    expect(await send(url, sign(event, secret, Date.now()))).toBe(503);
    stored.resolve();
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  });

  it('gives up on a body that does not arrive within seconds', async () => {
    const clock = createManualClock(Date.now());
    const { url, secret } = await started({ clock });
    const answered = statusOf(url, { ...sign(event, secret, clock.now()), 'content-length': '1000' }, '{');
    const failed = expect(answered).rejects.toThrow();
    await until(() => clock.waiting() > 0);
    await clock.advance(2_000);
    await failed;
  });

  /** The status of a request whose body is not sent completely. */
  async function statusOf(url: string, headers: Record<string, string>, begun = ''): Promise<number | undefined> {
    const sent = request(url, { method: 'POST', headers });
    sent.flushHeaders();
    if (begun !== '') sent.write(begun);
    const [response] = await once(sent, 'response');
    sent.on('error', () => undefined).destroy();
    return response.statusCode;
  }
});

describe('while strangers hold hundreds of connections open, each of 100 signed requests is acknowledged', () => {
  const slacks = '198.51.100.1';
  /** One of more addresses than there are places. */
  const v4 = (index: number): string => `203.0.${index >> 8}.${index % 256}`;

  it('if they send no signature', async () => {
    const { url, secret } = await started();
    const headers = (): Record<string, string> => sign(event, secret, Date.now());
    await using _strangers = await begin(200, url, () => ({}));
    await using signed = await begin(100, url, headers);
    expect(await signed.statuses(event)).toEqual(new Set([200]));
  });

  it.each([
    ['from one address', 200, () => '203.0.113.7', 100],
    ['from many addresses', 200, v4, 200],
    ['from more addresses than there are places', 500, v4, 300],
    ['from many addresses of one network', 500, (index: number) => `2001:db8::${index.toString(16)}`, 100],
    ['from the address of Slack', 200, () => slacks, 0],
  ])('if they forge signatures %s', async (_, count, addressOf, stay) => {
    // Only the strangers would wait for this clock.
    const clock = createManualClock(Date.now());
    const { url, secret } = await started({ clock, trustedProxies: 1 });
    const forged = sign(event, 'another secret', clock.now());
    await using strangers = await begin(count, url, (index) => ({ ...forged, 'x-forwarded-for': addressOf(index) }));
    const headers = { ...sign(event, secret, clock.now()), 'x-forwarded-for': slacks };
    await using signed = await begin(100, url, () => headers);
    expect(await signed.statuses(event)).toEqual(new Set([200]));
    await until(() => strangers.open() === stay);
  });

  it('if they hold as many as one network may, and other networks lose none', async () => {
    const clock = createManualClock(Date.now());
    const { url } = await started({ clock, trustedProxies: 1 });
    const forged = sign(event, 'another secret', clock.now());
    const from = (address: string): Record<string, string> => ({ ...forged, 'x-forwarded-for': address });
    await using others = await begin(50, url, (index) => from(v4(index)));
    await using many = await begin(500, url, (index) => from(`2001:db8::${index.toString(16)}`));
    await until(() => many.open() === 100);
    expect(others.open()).toBe(50);
  });

  interface Begun extends AsyncDisposable {
    /** How many connections the receiver has not closed. */
    open(): number;
    /** Sends the bodies, and returns the different statuses. */
    statuses(body: string): Promise<ReadonlySet<number | undefined>>;
  }

  /** Begins requests whose body does not follow yet, and waits until the server has them. */
  async function begin(
    count: number,
    url: string,
    headersOf: (index: number) => Record<string, string>,
  ): Promise<Begun> {
    let received = 0;
    world?.server?.on('request', () => {
      received += 1;
    });
    const type = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(event)) };
    const sent = Array.from({ length: count }, (_, index) => {
      const one = request(url, { method: 'POST', headers: { ...type, ...headersOf(index) }, agent: false });
      const status = new Promise<number | undefined>((resolve) => {
        one.on('response', (response) => resolve(response.resume().statusCode)).on('close', () => resolve(undefined));
      });
      one.on('error', () => undefined).flushHeaders();
      return { one, status };
    });
    await until(() => received === count);
    return {
      open: () => sent.filter(({ one }) => !one.closed).length,
      async statuses(body) {
        for (const { one } of sent) one.end(body);
        return new Set(await Promise.all(sent.map(({ status }) => status)));
      },
      async [Symbol.asyncDispose]() {
        for (const { one } of sent) one.destroy();
      },
    };
  }
});

it('responds with 500 when the question cannot be stored, so that Slack redelivers it', async () => {
  const { handlers, url, secret } = await started();
  handlers.failing = true;
  expect(await send(url, sign(event, secret, Date.now()))).toBe(500);
  handlers.failing = false;
  expect(await send(url, sign(event, secret, Date.now()))).toBe(200);
  expect(handlers.questions).toHaveLength(1);
});

it('responds only after the question is stored', async () => {
  const { handlers, url, secret } = await started();
  const stored = Promise.withResolvers<void>();
  handlers.ready = stored.promise;
  let answered = false;
  const answer = send(url, sign(event, secret, Date.now())).finally(() => {
    answered = true;
  });
  await until(() => handlers.begun === 1);
  expect(answered).toBe(false);
  stored.resolve();
  expect(await answer).toBe(200);
});

it('accepts no more requests during a stop, which waits for open ones', async () => {
  const { handlers, url, secret } = await started();
  const stored = Promise.withResolvers<void>();
  handlers.ready = stored.promise;
  const answer = send(url, sign(event, secret, Date.now()));
  await until(() => handlers.begun === 1);
  const stopping = world?.platform.stop();
  expect(await send(url, sign(event, secret, Date.now()))).toBe(503);
  stored.resolve();
  await stopping;
  expect(await answer).toBe(200);
  expect(handlers.questions).toHaveLength(1);
});

it('stops even if an open request never gets a response', async () => {
  const { handlers, url, secret } = await started({ clock: createFastClock(100) });
  handlers.ready = new Promise(() => {});
  const leaving = new AbortController();
  const type = { 'content-type': 'application/json' };
  const headers = { ...type, ...sign(event, secret, Date.now()) };
  const answer = fetch(url, { method: 'POST', headers, body: event, signal: leaving.signal });
  await until(() => handlers.begun === 1);
  await world?.platform.stop();
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
});

it('returns a command’s reply in the response', async () => {
  await started();
  const command = { channel: docsHelp, user: ada, text: '' };
  expect((await world?.slack.command({ ...command, command: '/docs' }))?.ack).toMatchObject({
    response_type: 'ephemeral',
  });
  expect((await world?.slack.command({ ...command, command: '/other' }))?.ack).toEqual({});
});

it('has no HTTP listener in Socket Mode', async () => {
  world = await openSlackWorld();
  expect(world.platform.httpListener).toBeUndefined();
});
