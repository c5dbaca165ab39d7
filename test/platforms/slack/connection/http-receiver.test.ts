/** Events over HTTP: what is not Slack's is refused, and what could not be stored is not acknowledged. */
import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { SlackOptions } from '../../../../src/platforms/slack/adapter.ts';
import { sign } from '../../../../src/sandbox/slack/socket-mode/http-link.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFastClock } from '../../../fakes/fast-clock.ts';
import { until } from '../../../sandbox/slack/until.ts';
import type { Hands } from '../recording-handlers.ts';
import { createHands } from '../recording-handlers.ts';
import type { SlackWorld } from '../world.ts';
import { ada, addressOf, docsHelp, openSlackWorld } from '../world.ts';

let world: SlackWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

interface Started {
  readonly hands: Hands;
  readonly url: string;
  readonly secret: string;
}

async function started(options: Partial<SlackOptions> = {}): Promise<Started> {
  world = await openSlackWorld({ http: true, options });
  const hands = createHands();
  await world.platform.start(hands);
  if (!world.server) throw new Error('no server');
  return { hands, url: `${addressOf(world.server)}/slack/events`, secret: world.slack.signingSecret };
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

it('takes what Slack has signed', async () => {
  const { hands, url, secret } = await started();
  expect(await send(url, sign(event, secret, Date.now()))).toBe(200);
  expect(hands.questions).toMatchObject([{ text: 'how?' }]);
});

it('refuses what Slack has not signed, or not now', async () => {
  const { hands, url, secret } = await started();
  const minute = 60_000;
  expect(await send(url, {})).toBe(401);
  expect(await send(url, sign(event, 'another secret', Date.now()))).toBe(401);
  expect(await send(url, sign(`${event} `, secret, Date.now()))).toBe(401);
  expect(await send(url, sign(event, secret, Date.now() - 6 * minute))).toBe(401);
  expect(await send(url, sign(event, secret, Date.now() + 6 * minute))).toBe(401);
  expect(hands.questions).toEqual([]);
});

it('answers requests that are not events without failing', async () => {
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
])('outlives a signed body of %s that is no object: %s', async (type, text) => {
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

it('takes the check of its certificate, which has no signature', async () => {
  const { url } = await started();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const check = { method: 'POST', headers, body: 'token=x&ssl_check=1' };
  expect((await fetch(url, check)).status).toBe(200);
  expect((await fetch(url, { ...check, body: 'token=x' })).status).toBe(401);
});

describe('before the body is read', () => {
  it('refuses what has no signature of now, or is too long', async () => {
    const { url, secret } = await started();
    const signed = sign('x', secret, Date.now());
    expect(await statusOf(url, { 'content-length': '50000' })).toBe(401);
    expect(await statusOf(url, { ...sign('x', secret, 0), 'content-length': '50000' })).toBe(401);
    expect(await statusOf(url, { ...signed, 'x-slack-signature': 'v0=1', 'content-length': '50000' })).toBe(401);
    expect(await statusOf(url, { ...signed, 'content-length': '110000' })).toBe(413);
  });

  it('refuses what is longer than it said, as soon as it is', async () => {
    const { url, secret } = await started();
    const signed = sign('x', secret, Date.now());
    expect(await statusOf(url, { 'transfer-encoding': 'chunked' }, 'x'.repeat(2_000))).toBe(401);
    expect(await statusOf(url, { ...signed, 'transfer-encoding': 'chunked' }, 'x'.repeat(110_000))).toBe(413);
  });

  it('refuses more than a hundred requests at once', async () => {
    const { hands, url, secret } = await started();
    const stored = Promise.withResolvers<void>();
    hands.ready = stored.promise;
    const answers = Array.from({ length: 100 }, () => send(url, sign(event, secret, Date.now())));
    await until(() => hands.begun === 100);
    expect(await send(url, sign(event, secret, Date.now()))).toBe(503);
    stored.resolve();
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  });

  it('gives up a body that does not come within seconds', async () => {
    const clock = createManualClock(Date.now());
    const { url, secret } = await started({ clock });
    const answered = statusOf(url, { ...sign(event, secret, clock.now()), 'content-length': '1000' }, '{');
    const failed = expect(answered).rejects.toThrow();
    await until(() => clock.waiting() > 0);
    await clock.advance(5_000);
    await failed;
  });

  /** The status of a request that is not sent to its end. */
  async function statusOf(url: string, headers: Record<string, string>, begun = ''): Promise<number | undefined> {
    const sent = request(url, { method: 'POST', headers });
    sent.flushHeaders();
    if (begun !== '') sent.write(begun);
    const [response] = await once(sent, 'response');
    sent.on('error', () => undefined).destroy();
    return response.statusCode;
  }
});

it('answers 500 when the question could not be stored, so that Slack sends it again', async () => {
  const { hands, url, secret } = await started();
  hands.failing = true;
  expect(await send(url, sign(event, secret, Date.now()))).toBe(500);
  hands.failing = false;
  expect(await send(url, sign(event, secret, Date.now()))).toBe(200);
  expect(hands.questions).toHaveLength(1);
});

it('answers when the question is stored, not before', async () => {
  const { hands, url, secret } = await started();
  const stored = Promise.withResolvers<void>();
  hands.ready = stored.promise;
  let answered = false;
  const answer = send(url, sign(event, secret, Date.now())).finally(() => {
    answered = true;
  });
  await until(() => hands.begun === 1);
  expect(answered).toBe(false);
  stored.resolve();
  expect(await answer).toBe(200);
});

it('stops when what it took is answered, and takes no more', async () => {
  const { hands, url, secret } = await started();
  const stored = Promise.withResolvers<void>();
  hands.ready = stored.promise;
  const answer = send(url, sign(event, secret, Date.now()));
  await until(() => hands.begun === 1);
  const stopping = world?.platform.stop();
  expect(await send(url, sign(event, secret, Date.now()))).toBe(503);
  stored.resolve();
  await stopping;
  expect(await answer).toBe(200);
  expect(hands.questions).toHaveLength(1);
});

it('stops although what it took is never answered', async () => {
  const { hands, url, secret } = await started({ clock: createFastClock(100) });
  hands.ready = new Promise(() => {});
  const leaving = new AbortController();
  const type = { 'content-type': 'application/json' };
  const headers = { ...type, ...sign(event, secret, Date.now()) };
  const answer = fetch(url, { method: 'POST', headers, body: event, signal: leaving.signal });
  await until(() => hands.begun === 1);
  await world?.platform.stop();
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
});

it('gives commands their answer', async () => {
  await started();
  const command = { channel: docsHelp, user: ada, text: '' };
  expect((await world?.slack.command({ ...command, command: '/docs' }))?.ack).toMatchObject({
    response_type: 'ephemeral',
  });
  expect((await world?.slack.command({ ...command, command: '/other' }))?.ack).toEqual({});
});

it('has nothing to hand out in Socket Mode', async () => {
  world = await openSlackWorld();
  expect(world.platform.httpListener).toBeUndefined();
});
