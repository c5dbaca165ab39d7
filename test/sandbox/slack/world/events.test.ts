/** The events that actions of people and of the app cause, as a bare socket receives them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSlackSandbox, type SlackSandbox } from '../../../../src/sandbox/slack/sandbox.ts';
import { until } from '../until.ts';

const help = { channel: 'C0DOCSHELP', user: 'U0ADA00001' };
let slack: SlackSandbox;
let socket: WebSocket;
// Envelopes are whatever Slack sends; each test checks only a few fields.
let events: readonly Record<string, unknown>[] = [];

beforeEach(async () => {
  const received: Record<string, unknown>[] = [];
  events = received;
  // An event whose ack is late would be delivered, and counted, again.
  slack = await createSlackSandbox({ appTimeoutMs: 3_600_000 });
  const opened = (await call('apps.connections.open', {}, slack.appToken)) as { url: string };
  const opening = new WebSocket(opened.url);
  socket = opening;
  // A frame that is still being inflated arrives after its socket has ended, and belongs to the test before.
  opening.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { envelope_id?: string; payload?: { event: Record<string, unknown> } };
    if (!frame.envelope_id) return;
    opening.send(JSON.stringify({ envelope_id: frame.envelope_id, payload: {} }), () => {});
    if (frame.payload) received.push(frame.payload.event);
  });
  await until(() => slack.connections() === 1);
});

afterEach(async () => {
  socket.terminate();
  await slack.stop();
});

async function call(method: string, body: object, token = slack.botToken): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(slack.apiUrl + method, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

test('the app receives its own posts, and its updates as hidden message_changed events with both versions', async () => {
  const { ts } = (await call('chat.postMessage', { channel: help.channel, text: 'one' })) as { ts: string };
  await call('chat.update', { channel: help.channel, ts, text: 'two' });
  await call('chat.delete', { channel: help.channel, ts });
  await until(() => events.length === 3);
  expect(events).toMatchObject([
    { type: 'message', text: 'one', bot_id: slack.botId, user: slack.botUserId, channel_type: 'channel' },
    { subtype: 'message_changed', hidden: true, message: { text: 'two' }, previous_message: { text: 'one' } },
    { subtype: 'message_deleted', hidden: true, deleted_ts: ts, previous_message: { text: 'two' } },
  ]);
});

test('another app’s mention arrives with that app’s bot_id', async () => {
  await slack.say({ channel: help.channel, user: 'U0BUILD001', text: `<@${slack.botUserId}> the build is red` });
  await until(() => events.length === 2);
  expect(events.map((event) => event.type).sort()).toEqual(['app_mention', 'message']);
  expect(events.every((event) => event.bot_id === 'B0BUILD001' && event.user === 'U0BUILD001')).toBe(true);
  expect(slack.pings()).toEqual([]);
});

test('a reply names its root and the root’s author', async () => {
  const { ts } = await slack.say({ ...help, text: 'root' });
  await slack.say({ channel: help.channel, user: 'U0GRACE001', text: 'reply', thread: ts });
  await until(() => events.length === 2);
  expect(events[0]).not.toHaveProperty('thread_ts');
  expect(events[1]).toMatchObject({ text: 'reply', thread_ts: ts, parent_user_id: help.user });
});

test('a mention added by an edit arrives as app_mention, but an edit of a mention does not', async () => {
  const { ts } = await slack.say({ ...help, text: 'hello' });
  await slack.edit({ ...help, ts, text: `<@${slack.botUserId}> hello` });
  await slack.edit({ ...help, ts, text: `<@${slack.botUserId}> hello again` });
  await until(() => events.length === 4);
  expect(events.map((event) => event.subtype ?? event.type)).toEqual([
    'message',
    'message_changed',
    'app_mention',
    'message_changed',
  ]);
  expect(events[2]).toMatchObject({ ts, edited: { user: help.user } });
});

test('a link preview causes a message_changed event without an edit', async () => {
  await slack.say({ ...help, text: 'see <https://a.example/>' });
  await until(() => events.length === 2);
  expect(events[1]).toMatchObject({
    subtype: 'message_changed',
    message: { attachments: [{ from_url: 'https://a.example/' }] },
  });
  expect(events[1]?.message).not.toHaveProperty('edited');
});

test('ephemeral messages cause no event, and only members can write', async () => {
  await call('chat.postEphemeral', { ...help, text: 'psst' });
  await expect(slack.say({ channel: 'G0WRITERS1', user: 'U0LINUS001', text: 'hi' })).rejects.toThrow(
    'user_not_in_channel',
  );
  await slack.say({ ...help, text: 'last' });
  await until(() => events.length > 0);
  expect(events).toMatchObject([{ text: 'last' }]);
});

test("a command's response_url works five times, and replaces nothing", async () => {
  const asked = slack.command({ ...help, command: '/docs', text: 'x' });
  const payload = await new Promise<{ response_url: string }>((resolve) =>
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data));
      if (type === 'slash_commands') resolve(payload);
    }),
  );
  await asked;
  const answer = (body: object) =>
    fetch(payload.response_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await answer({ text: 'for you' })).status).toBe(200);
  expect((await answer({ text: 'for all', response_type: 'in_channel' })).status).toBe(200);
  expect((await answer({})).status).toBe(400);
  expect((await answer({ text: '4', replace_original: true })).status).toBe(200);
  expect((await answer({ text: '5' })).status).toBe(200);
  const sixth = await answer({ text: '6' });
  expect([sixth.status, await sixth.json()]).toEqual([404, { ok: false, error: 'used_url' }]);
  expect(slack.messages(help.channel).map(({ text, visibleTo }) => [text, visibleTo])).toEqual([
    ['for you', help.user],
    ['for all', undefined],
    ['4', help.user],
    ['5', help.user],
  ]);
  expect(slack.violations.map((one) => one.detail)).toEqual(['no_text', 'used_url']);
});

test('a forward, a pasted table and a post of a workflow have the shapes of Slack’s clients', async () => {
  const tables = [[['Plan'], ['Business']]];
  const { ts } = await slack.say({ ...help, text: 'Which?', tables });
  await slack.forward({ ...help, text: 'this?', from: { channel: help.channel, ts } });
  await slack.postAsApp({ channel: help.channel, name: 'Support form', text: 'New request' });
  await until(() => events.length === 3);
  const table = {
    type: 'table',
    rows: [[{ type: 'raw_text', text: 'Plan' }], [{ type: 'raw_text', text: 'Business' }]],
  };
  expect(events).toMatchObject([
    { text: 'Which?', attachments: [{ fallback: '[no preview available]', blocks: [table] }] },
    {
      text: 'this?',
      attachments: [
        {
          is_share: true,
          is_msg_unfurl: true,
          author_id: help.user,
          channel_id: help.channel,
          ts,
          text: 'Which?',
          message_blocks: [{ channel: help.channel, ts, message: { attachments: [{ blocks: [table] }] } }],
        },
      ],
    },
    { subtype: 'bot_message', username: 'Support form', text: 'New request', bot_id: 'B0WORKFLOW' },
  ]);
  expect(events[2]).not.toHaveProperty('user');
});
