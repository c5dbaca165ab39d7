/** A real Bolt app in HTTP mode: signed requests to one URL. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver } from '@slack/bolt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSlackSandbox, type SlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import { silent } from './silent.ts';
import { until } from './until.ts';

const help = { channel: 'C0DOCSHELP', user: 'U0ADA00001' };
let slack: SlackSandbox;
let app: App;
let url: string;

beforeEach(async () => {
  slack = await createSlackSandbox();
  app = await startApp(slack.signingSecret);
});

afterEach(async () => {
  await app.stop();
  await slack.stop();
});

async function startApp(signingSecret: string): Promise<App> {
  const receiver = new HTTPReceiver({ signingSecret, logger: silent });
  const clientOptions = { slackApiUrl: slack.apiUrl };
  const made = new App({
    token: slack.botToken,
    receiver,
    clientOptions,
    deferInitialization: true,
    convoStore: false,
    logger: silent,
  });
  made.event('app_mention', async ({ event, client }) => {
    await client.chat.postMessage({ channel: event.channel, thread_ts: event.ts, text: 'Here.' });
  });
  made.command('/docs', async ({ ack, command }) => ack(`you asked ${command.text}`));
  made.action('yes', async ({ ack, respond, body }) => {
    await ack();
    await respond({ replace_original: true, text: `by ${body.user.id}` });
  });
  await made.init();
  const server = (await made.start({ port: 0, host: '127.0.0.1' })) as Server;
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
  return made;
}

test('events, commands and buttons arrive signed at the same URL', async () => {
  await slack.httpMode.deliverTo(url);
  const { ts } = await slack.say({ ...help, text: `<@${slack.botUserId}> where?` });
  await until(() => slack.messages(help.channel, ts).length === 2 && slack.unacked() === 0);
  expect(await slack.command({ ...help, command: '/docs', text: 'why' })).toEqual({ ack: { text: 'you asked why' } });
  expect(slack.messages(help.channel).at(-1)).toMatchObject({ text: 'you asked why', visibleTo: help.user });
  const blocks = [
    { type: 'actions', elements: [{ type: 'button', action_id: 'yes', text: { type: 'plain_text', text: 'Yes' } }] },
  ];
  const posted = await app.client.chat.postMessage({
    channel: help.channel,
    text: 'Sure?',
    blocks,
    token: slack.botToken,
  });
  await slack.press({ ...help, ts: posted.ts ?? '', button: 'yes' });
  await until(() => slack.messages(help.channel).some((one) => one.text === `by ${help.user}`));
});

test('an app with another secret does not pass the challenge', async () => {
  await app.stop();
  app = await startApp('another secret');
  await expect(slack.httpMode.deliverTo(url)).rejects.toThrow('does not answer the challenge');
});
