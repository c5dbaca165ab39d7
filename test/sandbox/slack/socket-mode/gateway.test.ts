/** Socket Mode as the vendor's client sees it: several sockets, refreshes, drops, frozen peers. */
import { SocketModeClient } from '@slack/socket-mode';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSlackSandbox, type SlackSandbox } from '../../../../src/sandbox/slack/sandbox.ts';
import { silent } from '../silent.ts';
import { until } from '../until.ts';

const im = { channel: 'D0ADA00001', user: 'U0ADA00001' };
let slack: SlackSandbox;
const clients: SocketModeClient[] = [];
const texts: string[] = [];

beforeEach(async () => {
  texts.length = 0;
  slack = await createSlackSandbox();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnect()));
  await slack.stop();
});

async function connect(options: { acks?: boolean; clientPingTimeout?: number } = {}): Promise<SocketModeClient> {
  const { acks = true, clientPingTimeout = 5_000 } = options;
  const client = new SocketModeClient({
    appToken: slack.appToken,
    clientOptions: { slackApiUrl: slack.apiUrl },
    clientPingTimeout,
    logger: silent,
  });
  client.on('message', async ({ ack, event, retry_num }) => {
    texts.push(`${event.text}${retry_num > 0 ? ` again ${retry_num}` : ''}`);
    if (acks) await ack();
  });
  clients.push(client);
  await client.start();
  return client;
}

test('each event reaches one of the open sockets, and all of them get some', async () => {
  const received: number[] = [];
  for (const place of [0, 1]) (await connect()).on('message', () => void received.push(place));
  expect(slack.connections()).toBe(2);
  for (let count = 0; count < 10; count += 1) await slack.say({ ...im, text: `m${count}` });
  await until(() => texts.length === 10 && slack.unacked() === 0);
  expect(received.sort()).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
});

test('an eleventh socket is refused', async () => {
  const sockets = [];
  for (let count = 0; count < 11; count += 1) {
    const answer = await fetch(`${slack.apiUrl}apps.connections.open`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.appToken}` },
    });
    const { url } = (await answer.json()) as { url: string };
    sockets.push(new WebSocket(url));
  }
  const last = sockets.at(-1);
  const first = await new Promise((resolve) => last?.once('message', (data) => resolve(JSON.parse(String(data)))));
  expect(first).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  expect(slack.connections()).toBe(10);
  for (const socket of sockets) socket.terminate();
});

test('a ticket opens one socket only, and an unknown one opens none', async () => {
  const socket = new WebSocket(`${slack.apiUrl.replace('http', 'ws').replace('/api/', '/link/')}?ticket=guess`);
  const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
  expect(error.message).toContain('401');
});

test('an event sent before the first socket opens arrives when it does', async () => {
  await slack.say({ ...im, text: 'early' });
  expect(slack.unacked()).toBe(1);
  await connect();
  await until(() => texts.length === 1 && slack.unacked() === 0);
  expect(texts).toEqual(['early']);
});

test('an event that was not acknowledged before its socket broke is sent over another one', async () => {
  await connect({ acks: false });
  await slack.say({ ...im, text: 'precious' });
  await until(() => texts.length === 1);
  await connect();
  await clients[0]?.disconnect();
  await until(() => slack.unacked() === 0);
  expect(texts).toEqual(['precious', 'precious again 1']);
});

test('a refresh warns first, so that a second socket takes over without a gap', async () => {
  await connect();
  await connect();
  const refreshed = slack.faults.refresh();
  await until(() => slack.connections() === 1);
  await slack.say({ ...im, text: 'meanwhile' });
  await until(() => texts.length === 1);
  await slack.stop();
  await refreshed;
});

test('a frozen peer answers no pings, so the client reconnects and receives what it missed', async () => {
  const client = await connect({ clientPingTimeout: 300 });
  slack.faults.freeze(true);
  await slack.say({ ...im, text: 'into the void' });
  await new Promise((resolve) => client.once('reconnecting', resolve));
  await until(() => texts.length === 1 && slack.unacked() === 0);
  expect(texts).toEqual(['into the void again 1']);
});

test('while connections are refused, no client can connect', async () => {
  slack.faults.refuseConnections(true);
  const answer = await fetch(`${slack.apiUrl}apps.connections.open`, { method: 'POST' });
  expect(answer.status).toBe(503);
  slack.faults.refuseConnections(false);
  await connect();
  expect(slack.connections()).toBe(1);
});
