/** The settings of Slack and Discord: which belong together, and which require others. */
import type { z } from 'zod';
import type { Reader } from '../../kit/settings/reader.ts';
import type { streaming } from './values.ts';
import { v } from './variables.ts';

/**
 * Has `appToken` for Socket Mode or `signingSecret` for events over HTTP; and `botToken`, `installing` or both.
 */
export interface SlackConfig {
  /** The token of one workspace. */
  readonly botToken?: string;
  readonly installing?: InstallingConfig;
  readonly appToken?: string;
  readonly signingSecret?: string;
  /** How many trusted proxies are in front of the bot. If unset, none. */
  readonly trustedProxies?: number;
  /** Ends in `/api/`. If unset, Slack's own. */
  readonly apiUrl?: string;
  /** auto: streamed if Slack allows it. native: always tries to stream. edit: edited. off: posted once, when complete. */
  readonly streaming?: z.infer<typeof streaming>;
}

/** The settings that allow workspaces to install the app. */
export interface InstallingConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly stateSecret: string;
  /** Each 32 bytes in base64; the first encrypts, all decrypt. */
  readonly encryptionKeys: readonly string[];
}

export interface DiscordConfig {
  readonly token: string;
  /** Commands are registered only for this server, where they appear immediately. */
  readonly guildId?: string;
  /** Ends in `/api`, without a version. If unset, Discord's own. */
  readonly apiUrl?: string;
  /** The shards of this process, by default all, and their total. If unset, a single shard. */
  readonly shards?: { readonly ids?: readonly number[]; readonly count: number | 'auto' };
}

/** Setting any of these sets up Slack. */
export const installingVariables = [v.slackClientId, v.slackClientSecret, v.slackStateSecret];
export const slackVariables = [v.slackBotToken, v.slackAppToken, v.slackSigningSecret, ...installingVariables];

export function readSlack(reader: Reader): SlackConfig | undefined {
  if (!slackVariables.some(reader.isSet)) return undefined;
  const isInstallable = installingVariables.some(reader.isSet);
  const installing = isInstallable ? readInstalling(reader) : undefined;
  const botToken = isInstallable ? reader.get(v.slackBotToken) : reader.need(v.slackBotToken);
  const signingSecret = reader.get(v.slackSigningSecret);
  const appToken = reader.isSet(v.slackSigningSecret) ? reader.get(v.slackAppToken) : reader.need(v.slackAppToken);
  const apiUrl = reader.get(v.slackApiUrl);
  const modes = reader.get(v.slackStreaming);
  const trustedProxies = reader.get(v.trustProxy);
  if (botToken === undefined && !installing) return undefined;
  // Socket Mode takes precedence if both secrets are set.
  const secret = appToken === undefined ? signingSecret && { signingSecret } : { appToken };
  return {
    ...(botToken !== undefined && { botToken }),
    ...(installing && { installing }),
    ...secret,
    ...(trustedProxies !== undefined && { trustedProxies }),
    ...(apiUrl !== undefined && { apiUrl }),
    ...(modes && { streaming: modes }),
  };
}

/** Requires all of them, or none. */
function readInstalling(reader: Reader): InstallingConfig | undefined {
  const clientId = reader.need(v.slackClientId);
  const clientSecret = reader.need(v.slackClientSecret);
  const stateSecret = reader.need(v.slackStateSecret);
  const encryptionKeys = reader.need(v.encryptionKey);
  if (!clientId || !clientSecret || !stateSecret || !encryptionKeys) return undefined;
  return { clientId, clientSecret, stateSecret, encryptionKeys };
}

export function readDiscord(reader: Reader): DiscordConfig | undefined {
  const token = reader.get(v.discordToken);
  const guildId = reader.get(v.discordGuildId);
  const apiUrl = reader.get(v.discordApiUrl);
  const shards = readShards(reader);
  if (token === undefined) return undefined;
  return {
    token,
    ...(guildId !== undefined && { guildId }),
    ...(apiUrl !== undefined && { apiUrl }),
    ...(shards && { shards }),
  };
}

function readShards(reader: Reader): DiscordConfig['shards'] {
  const ids = reader.get(v.discordShards);
  const count = ids ? reader.need(v.discordShardCount) : reader.get(v.discordShardCount);
  if (count === undefined) return undefined;
  if (!ids) return { count };
  if (count === 'auto') reader.refuse(v.discordShardCount);
  else if (ids.some((id) => id >= count)) reader.refuse(v.discordShards);
  return { ids: [...new Set(ids)], count };
}
