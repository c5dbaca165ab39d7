/** The whole sandbox: a simulated Slack workspace, a simulated Discord server, and a page that shows both. */
import type { Clock } from '../kit/base/clock.ts';
import { startConsole } from './console.ts';
import { createDiscordSandbox, type DiscordSandbox, type DiscordSandboxOptions } from './discord/sandbox.ts';
import { createSlackSandbox, type SlackSandbox, type SlackSandboxOptions } from './slack/sandbox.ts';
import { createDiscordPanel } from './view/discord/panel.ts';
import { createSlackPanel } from './view/slack/panel.ts';

export interface SandboxOptions {
  readonly slack?: SlackSandboxOptions;
  readonly discord?: DiscordSandboxOptions;
  /** Used by both platforms. */
  readonly clock?: Clock;
  /** The page's port. Default: any free port. */
  readonly port?: number;
}

export interface Sandbox {
  readonly slack: SlackSandbox;
  readonly discord: DiscordSandbox;
  /** The page: `http://127.0.0.1:PORT/`. */
  readonly url: string;
  /** The settings with which a bot connects to both platforms. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1. Resolves when the page can be opened. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = options.clock ? { clock: options.clock } : {};
  const [slack, discord] = await Promise.all([
    createSlackSandbox({ ...clock, ...options.slack }),
    createDiscordSandbox({ ...clock, ...options.discord }),
  ]);
  const page = await startConsole([createSlackPanel(slack), createDiscordPanel(discord)], options.port);
  return {
    slack,
    discord,
    url: page.url,
    environment: {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_GUILD_ID: discord.guildId,
    },
    async stop() {
      await page.stop();
      await Promise.all([slack.stop(), discord.stop()]);
    },
  };
}
