/** The adapter in a simulated Slack workspace, for the contract suite and the tests in this folder. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import type { Handlers } from '../../../../src/bot/core/ports/handlers.ts';
import {
  createSlackPlatform,
  type SlackOptions,
  type SlackPlatform,
} from '../../../../src/bot/platforms/slack/adapter.ts';
import { isObject, type JsonObject } from '../../../../src/sandbox/json.ts';
import {
  createSlackSandbox,
  type SlackSandbox,
  type SlackSandboxOptions,
} from '../../../../src/sandbox/slack/sandbox.ts';
import { quietHandlers } from '../../../fakes/handlers.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { until } from '../../../sandbox/slack/until.ts';
import type { World } from '../contract/world.ts';

export const ada = 'U0ADA00001';
export const grace = 'U0GRACE001';
export const docsHelp = 'C0DOCSHELP';
/** A public channel that the bot is not in. */
export const noBotHere = 'C0NOBOT001';
export const adasDirect = 'D0ADA00001';

/** Streams in channels too, where most tests ask. */
const streamed = { streaming: { channels: 'auto' } } as const;

export interface SlackWorld extends World {
  readonly platform: SlackPlatform;
  another: NonNullable<World['another']>;
  readonly slack: SlackSandbox;
  readonly log: ReturnType<typeof createKeptLog>;
  /** Set over HTTP. */
  readonly server?: Server | undefined;
}

export interface SlackWorldOptions {
  readonly sandbox?: SlackSandboxOptions;
  readonly options?: Partial<SlackOptions>;
  /** Events arrive over HTTP instead of Socket Mode. */
  readonly http?: boolean;
}

export async function openSlackWorld({ sandbox, options, http = false }: SlackWorldOptions = {}): Promise<SlackWorld> {
  const slack = await createSlackSandbox(sandbox);
  const log = createKeptLog();
  const { botToken, appToken, signingSecret, apiUrl } = slack;
  const secrets = http ? { botToken, signingSecret } : { botToken, appToken };
  const made = createSlackPlatform({ ...secrets, apiUrl, logger: log, ...streamed, ...options });
  const server = made.httpListener && createServer(made.httpListener);
  const platform = server ? { ...made, start } : made;

  return {
    platform,
    slack,
    log,
    server,
    thread: async () => threadAt(slack, (await slack.say({ channel: docsHelp, user: ada, text: 'hello' })).ts),
    buttons: ({ channel, thread }) =>
      slack.messages(channel, thread).flatMap(({ blocks = [] }) => blocks.flatMap(labelsIn)),
    shows: (thread) => ours(slack, thread),
    deletes: ({ channel }, ts) => slack.remove({ channel, user: ada, ts }),
    limits: (action) =>
      slack.faults.failNext(action === 'post' ? 'chat.postMessage' : 'chat.update', { retryAfter: 7 }),
    refusesEdit: () => slack.faults.failNext('chat.update', { error: 'edit_window_closed' }),
    losesResponse: () => slack.faults.failNext('chat.postMessage', { loseAnswer: true }),
    async another() {
      const other = createSlackPlatform({ ...secrets, apiUrl, logger: log, ...streamed, ...options });
      await other.start({
        question: async () => 'accepted',
        ...quietHandlers,
      });
      return other;
    },
    pings: () => slack.pings().map((token) => token.token),
    tooManyChars: 4_001,
    people: {
      mention: (text) => said(docsHelp, `<@${slack.botUserId}> ${text}`),
      direct: (text) => said(adasDirect, text),
      reply: ({ channel, thread }, text) => said(channel, text, thread),
      // The sandbox has only one app; in Slack, another app's post is recognisable only by its bot_id.
      async bot({ channel, thread }, text) {
        await post(slack, channel, thread, text);
        await handled();
      },
      async docs(text) {
        await slack.command({ command: '/docs', text, channel: docsHelp, user: ada });
      },
      presser: `slack:${slack.teamId}:${grace}`,
      async press({ channel, thread }, label) {
        const under = slack
          .messages(channel, thread)
          .findLast(({ blocks = [] }) => blocks.flatMap(labelsIn).includes(label));
        await slack.press({ channel, user: grace, ts: under?.ts ?? '', button: label });
        const isTaken = (): boolean =>
          log.lines.some(
            ({ phrase, fields }) => phrase === 'press handled' && Reflect.get(fields, 'result') === 'accepted',
          );
        await until(() => isTaken() || privately().length > 0);
      },
      async deploy() {
        await slack.command({ command: '/deploy', text: '', channel: docsHelp, user: ada });
      },
      async redeliver() {
        const before = lines('question handled', 'delivery not acknowledged');
        slack.faults.redeliver();
        await until(() => lines('question handled', 'delivery not acknowledged') > before);
      },
      privately,
    },
    async close() {
      server?.closeAllConnections();
      await server?.[Symbol.asyncDispose]();
      await slack.stop();
    },
  };

  /** Starts the platform and lets Slack deliver to the server. */
  async function start(handlers: Handlers): Promise<void> {
    await made.start(handlers);
    if (!server) return;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await slack.httpMode.deliverTo(`${addressOf(server)}/slack/events`);
  }

  function privately(): readonly string[] {
    return slack.allMessages(docsHelp).flatMap((one) => (one.visibleTo ? [one.text] : []));
  }

  async function said(channel: string, text: string, thread?: string): Promise<void> {
    const refusedBefore = lines('delivery not acknowledged');
    await slack.say({ channel, user: ada, text, ...(thread !== undefined && { thread }) });
    await handled(refusedBefore);
  }

  /** Waits until what was delivered is acknowledged, or refused for now. */
  function handled(refusedBefore = lines('delivery not acknowledged')): Promise<void> {
    return until(() => slack.unacked() === 0 || lines('delivery not acknowledged') > refusedBefore);
  }

  function lines(...phrases: readonly string[]): number {
    return log.lines.filter((line) => phrases.includes(line.phrase)).length;
  }
}

/** Waits until another app has connected and left, and checks that then no connection is open. */
export async function opensNothing({ slack, another }: SlackWorld): Promise<void> {
  const other = await another();
  await until(() => slack.connections() >= 2);
  await other.stop();
  await until(() => slack.connections() === 0);
}

/** The URL at which a server listens, without a path. */
export function addressOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

export function threadAt(slack: SlackSandbox, root: string, channel = docsHelp): ThreadRef {
  return { platform: 'slack', installation: slack.teamId, channel, thread: root };
}

/** The labels of a block's buttons. */
function labelsIn(block: JsonObject): readonly string[] {
  const elements = Array.isArray(block.elements) ? block.elements.filter(isObject) : [];
  return elements.flatMap(({ type, text }) => (type === 'button' && isObject(text) ? [String(text.text)] : []));
}

function ours(slack: SlackSandbox, { channel, thread }: ThreadRef): readonly string[] {
  const found = slack.messages(channel, thread || undefined);
  return found.flatMap((message) => (message.botId && message.ts !== thread ? [message.text] : []));
}

async function post(slack: SlackSandbox, channel: string, thread: string, text: string): Promise<void> {
  await fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel, thread_ts: thread, text }),
  });
}
