/**
 * The whole bot connected to a simulated Slack, a simulated Discord and a documentation service, all over real sockets.
 * Everything that is opened here ends with the test.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { onTestFailed, onTestFinished } from 'vitest';
import { type App, createApp } from '../../src/bot/app/app.ts';
import { type Config, oneSite } from '../../src/bot/config/config.ts';
import { noRouting } from '../../src/bot/config/routing/load.ts';
import type { RoutingFile } from '../../src/bot/config/routing/schema.ts';
import type { Metrics } from '../../src/bot/core/ports/telemetry.ts';
import { english } from '../../src/bot/wording/wording.ts';
import type { Clock } from '../../src/kit/base/clock.ts';
import {
  createDiscordSandbox,
  type DiscordSandbox,
  type DiscordSandboxOptions,
} from '../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox, type SlackSandbox, type SlackSandboxOptions } from '../../src/sandbox/slack/sandbox.ts';
import { fullTextOf } from '../../src/sandbox/slack/world/sandbox-messages.ts';
import { createFakeMetrics } from '../fakes/assistant.ts';
import { createKeptLog } from '../fakes/logger.ts';
import { migratedFile } from '../kit/sql/engines.ts';
import { type Asked, type AssistantService, type Scripted, startAssistantService } from './assistant-service.ts';

export interface World {
  readonly slack: SlackSandbox;
  readonly discord: DiscordSandbox;
  readonly service: AssistantService;
  /** The settings of a bot for this world. */
  readonly assistant: Config['assistant'];
  readonly log: ReturnType<typeof createKeptLog>;
  /** The URL of the bot's database. */
  readonly database: string;
  /** Starts a new process with the same database. */
  startBot(change?: Partial<Config>): Promise<App>;
  /** Docent's messages in a Slack thread as people see them, oldest first. */
  slackShows(channel: string, thread?: string): readonly string[];
  discordShows(channelOrThread: string): readonly string[];
  /** Ids of the person or channel with that name. */
  slackUser(name: string): string;
  slackChannel(name: string): string;
  discordUser(name: string): string;
  discordChannel(name: string): string;
}

/** More time for what a bot must do within Slack's and Discord's three seconds, for busy machines. */
const appTimeoutMs = 3_600_000;
/** Slack delivers again what a bot could not take, after 3 seconds. */
const eventTimeoutMs = 60_000;

/** Most tests are about other words; test/e2e/ai-notice.test.ts is about these. */
export const withoutAiNotice: RoutingFile = { ...noRouting.file, defaults: { aiNotice: 'off' } };

/** How much of the log a failed test prints. */
const shownLines = 40;

export async function openWorld(
  script: (asked: Asked, index: number) => Scripted,
  options: {
    readonly states?: readonly string[];
    /** Search results; without them the service has no search operation. */
    readonly found?: readonly object[];
    readonly clock?: Clock;
    readonly metrics?: Metrics;
    readonly slack?: SlackSandboxOptions;
    readonly discord?: DiscordSandboxOptions;
  } = {},
): Promise<World> {
  const { clock, metrics = createFakeMetrics() } = options;
  const folder = mkdtempSync(join(tmpdir(), 'docent-e2e-'));
  const [slack, discord, service] = await Promise.all([
    createSlackSandbox({ appTimeoutMs, eventTimeoutMs, ...options.slack, ...(clock && { clock }) }),
    createDiscordSandbox({ appTimeoutMs, ...options.discord, ...(clock && { clock }) }),
    startAssistantService(script, options.states, options.found),
  ]);
  const log = createKeptLog();
  const file = join(folder, 'docent.db');
  copyFileSync(await migratedFile(), file);
  const database = `sqlite:${file}`;
  const assistant: Config['assistant'] = {
    url: service.url,
    domain: 'docs',
    apiKey: 'key',
    apiVersion: 'v1',
    retrievalPageSize: 5,
    // Only ends what hangs; tests of silences set their own.
    firstByteMs: 60_000,
    idleMs: 60_000,
    totalMs: 300_000,
    siteUrl: 'https://docs.example',
  };
  onTestFailed(() => {
    process.stderr.write(`${inspect(log.lines.slice(-shownLines), { depth: 4 })}\n`);
  });
  const apps = new Set<App>();
  onTestFinished(async () => {
    for (const app of apps) await app.stop();
    await Promise.all([slack.stop(), discord.stop(), service.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    slack,
    discord,
    service,
    assistant,
    log,
    database,
    startBot,
    slackShows: (channel, thread) =>
      slack
        .messages(channel, thread)
        .flatMap((one) => (one.user === slack.botUserId && !one.visibleTo ? [withoutNoSources(fullTextOf(one))] : [])),
    discordShows: (place) =>
      discord
        .messages(place)
        .flatMap((one) => (one.author === discord.botUserId && !one.system ? [withoutNoSources(one.content)] : [])),
    slackUser: (name) => found(slack.users.find((user) => user.name === name)?.id, name),
    slackChannel: (name) => found(slack.channels.find((each) => each.name === name && each.kind !== 'im')?.id, name),
    discordUser: (name) => found(discord.users.find((user) => user.name === name)?.id, name),
    discordChannel: (name) =>
      found(discord.channels.find((each) => each.name === name && each.kind !== 'dm')?.id, name),
  };

  async function startBot(change: Partial<Config> = {}): Promise<App> {
    const config: Config = {
      slack: { botToken: slack.botToken, appToken: slack.appToken, apiUrl: slack.apiUrl },
      discord: { token: discord.token, guildId: discord.guildId, apiUrl: discord.apiUrl },
      ...oneSite(change.assistant ?? assistant, withoutAiNotice),
      database,
      host: '127.0.0.1',
      port: 0,
      logLevel: 'debug',
      shutdownGraceMs: 500,
      ...change,
    };
    const app = await createApp(config, log, metrics, clock);
    apps.add(app);
    await app.start();
    return app;
  }
}

/** The settings of a bot that streams in Slack's channels, too. */
export function streaming({ slack: { botToken, appToken, apiUrl } }: World): Pick<Config, 'slack'> {
  return { slack: { botToken, appToken, apiUrl, streaming: { channels: 'auto' } } };
}

/** Most answers in tests cite no page; the notice about that has its own test. */
export function withoutNoSources(text: string): string {
  return text.replace(new RegExp(`\\s*(?:-# |_)?${english.say('noSources')}_?`), '');
}

function found(id: string | undefined, name: string): string {
  if (id === undefined) throw new Error(`the sandbox has no ${name}`);
  return id;
}
