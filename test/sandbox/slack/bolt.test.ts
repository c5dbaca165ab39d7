/** A real Bolt app in Socket Mode against the sandbox. */
import { App, SocketModeReceiver } from '@slack/bolt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSlackSandbox, type SlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import { silent } from './silent.ts';
import { until } from './until.ts';

let slack: SlackSandbox;
let app: App;
const seen: { name: string; event: Record<string, unknown>; eventId: string }[] = [];

beforeEach(async () => {
  seen.length = 0;
  slack = await createSlackSandbox();
  app = createApp(slack);
  await app.init();
  await app.start();
});

afterEach(async () => {
  await app.stop();
  await slack.stop();
});

test('a mention arrives as app_mention and as message, with two event ids, and is answered in its thread', async () => {
  const { ts } = await slack.say({
    channel: 'C0DOCSHELP',
    user: 'U0ADA00001',
    text: `<@${slack.botUserId}> how do I start?`,
  });
  await until(() => seen.length === 2 && slack.messages('C0DOCSHELP', ts).length === 2);
  expect(seen.map((one) => one.name).sort()).toEqual(['app_mention', 'message']);
  expect(new Set(seen.map((one) => one.eventId)).size).toBe(2);
  expect(seen.every((one) => one.event.ts === ts && one.event.user === 'U0ADA00001')).toBe(true);
  expect(slack.messages('C0DOCSHELP', ts).at(-1)).toMatchObject({
    text: 'Run it.',
    threadTs: ts,
    user: slack.botUserId,
  });
  expect(slack.violations).toEqual([]);
});

test('a direct message arrives as message only, and messages of channels without the app do not arrive', async () => {
  await slack.say({ channel: 'C0NOBOT001', user: 'U0ADA00001', text: `<@${slack.botUserId}> can you hear me?` });
  await slack.say({ channel: 'D0ADA00001', user: 'U0ADA00001', text: 'hello' });
  await until(() => seen.length > 0);
  expect(seen).toMatchObject([{ name: 'message', event: { channel_type: 'im', text: 'hello' } }]);
});

test('a slash command gets its ack and can be answered through its response_url', async () => {
  const { ack } = await slack.command({ command: '/docs', text: 'start', channel: 'C0NOBOT001', user: 'U0ADA00001' });
  expect(ack).toEqual({ text: 'looking' });
  await until(() => slack.messages('C0NOBOT001').length === 2);
  expect(slack.messages('C0NOBOT001').map(({ text, visibleTo }) => [text, visibleTo])).toEqual([
    ['looking', 'U0ADA00001'],
    ['found: start', 'U0ADA00001'],
  ]);
});

test('a pressed button arrives as block_actions and its message can be replaced', async () => {
  const channel = 'C0GENERAL1';
  const button = {
    type: 'button' as const,
    action_id: 'yes',
    text: { type: 'plain_text' as const, text: 'Yes' },
    value: '1',
  };
  await app.client.chat.postMessage({
    token: slack.botToken,
    channel,
    text: 'Sure?',
    blocks: [{ type: 'actions', elements: [button] }],
  });
  const ts = slack.messages(channel)[0]?.ts ?? '';
  await slack.press({ channel, user: 'U0GRACE001', ts, button: 'Yes' });
  await until(() => slack.messages(channel)[0]?.text === 'Pressed by U0GRACE001: 1');
  expect(slack.messages(channel)).toHaveLength(1);
});

function createApp(sandbox: SlackSandbox): App {
  const clientOptions = { slackApiUrl: sandbox.apiUrl };
  const receiver = new SocketModeReceiver({
    appToken: sandbox.appToken,
    logger: silent,
    installerOptions: { clientOptions: { ...clientOptions } },
  });
  const made = new App({
    token: sandbox.botToken,
    receiver,
    clientOptions,
    deferInitialization: true,
    convoStore: false,
    logger: silent,
  });
  made.event('app_mention', async ({ event, body, client }) => {
    seen.push({ name: 'app_mention', event: { ...event }, eventId: body.event_id });
    await client.chat.postMessage({ channel: event.channel, thread_ts: event.thread_ts ?? event.ts, text: 'Run it.' });
  });
  made.message(async ({ message, body }) => {
    seen.push({ name: 'message', event: { ...message }, eventId: body.event_id });
  });
  made.command('/docs', async ({ ack, respond, command }) => {
    await ack({ text: 'looking' });
    await respond(`found: ${command.text}`);
  });
  made.action('yes', async ({ ack, respond, body, action }) => {
    await ack();
    const value = 'value' in action ? action.value : '';
    await respond({ replace_original: true, text: `Pressed by ${body.user.id}: ${value}` });
  });
  return made;
}
