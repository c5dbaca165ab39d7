/**
 * Checks a Discord application over the REST API, whether or not the bot is running: token, intent, servers, channel
 * permissions, commands. It changes nothing and opens no gateway connection.
 */
import { ApplicationFlags, ChannelType, RequestMethod, type RouteLike, Routes } from 'discord.js';
import { z } from 'zod';
import type { Clock } from '../../../../kit/base/clock.ts';
import { retry } from '../../../../kit/base/retry.ts';
import type { DraftKind } from '../../../core/model/draft.ts';
import { isPassing, PlatformError } from '../../../core/model/errors.ts';
import type { SetupCheck } from '../../../core/model/setup-check.ts';
import { contentAdvice } from '../connection/content-intent.ts';
import { type Api, createApi } from '../connection/rest.ts';
import { missingRights, rightsIn } from '../connection/rights.ts';
import { isTokenRefusal } from '../errors.ts';
import {
  areRegistered,
  commandsFor,
  type WordingOf,
  withLocalizations,
} from '../inbound/interactions/command-definitions.ts';
import { createLimits } from '../limits/learned-limits.ts';
import { inviteAddress } from './invite.ts';

export interface DiscordSetup {
  readonly token: string;
  readonly guildId?: string;
  /** Ends in /api, without a version. */
  readonly apiUrl?: string;
  /** Ids from docent.yaml and OPERATORS. Missing permissions are failures in these channels, warnings in others. */
  readonly channels: readonly string[];
  readonly clock: Clock;
  /** undefined: the built-in sentences. */
  readonly wordingOf?: WordingOf;
  /** Those that helpers can make; defaults to none. */
  readonly drafts?: readonly DraftKind[];
}

const id = z.string();
const applicationSchema = z.looseObject({
  id,
  name: z.string().default('unknown'),
  flags: z.int().default(0),
  bot: z.looseObject({ id, username: z.string() }).optional(),
});
const thingSchema = z.looseObject({ id });
const guildsSchema = z.array(z.looseObject({ id, name: z.string() }));
const rolesSchema = z.array(z.looseObject({ id, permissions: z.string() }));
const overwrite = z.looseObject({ id, allow: z.string(), deny: z.string() });
const channelsSchema = z.array(
  z.looseObject({
    id,
    name: z.string().optional(),
    type: z.int(),
    permission_overwrites: z.array(overwrite).optional(),
  }),
);
const memberSchema = z.looseObject({ roles: z.array(id) });

/** How many servers are checked at most. */
const maxServers = 10;
const maxAttempts = 5;
const maxWaitMs = 10_000;
/** Types of channels in which people write to the bot. */
const checkedTypes: readonly number[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildForum];

interface Access {
  readonly api: Api;
  readonly clock: Clock;
}

export async function* checkDiscord(setup: DiscordSetup): AsyncGenerator<SetupCheck> {
  const api = createApi(setup.token, setup.apiUrl, createLimits(setup.clock), setup.clock);
  try {
    yield* check({ api, clock: setup.clock }, setup);
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof z.ZodError)) throw error;
    const detail = 'Discord cannot be reached or sent an unexpected response';
    yield {
      name: 'Discord',
      state: 'failed',
      detail,
      hides: 'Discord',
      remedy: 'check the network, and https://discordstatus.com',
    };
  } finally {
    api.close();
  }
}

async function* check(access: Access, setup: DiscordSetup): AsyncGenerator<SetupCheck> {
  const application = await readIfAllowed(access, Routes.currentApplication(), applicationSchema);
  if (!application) {
    const remedy =
      'make a new DISCORD_TOKEN: https://discord.com/developers/applications, your application, Bot, Reset Token';
    yield { name: 'Discord token', state: 'failed', detail: 'Discord refuses it', remedy, hides: 'Discord' };
    return;
  }
  const { name, flags, bot } = application;
  yield { name: 'Discord token', state: 'ok', detail: `it is the application ${name} (${application.id})` };
  const hasContent =
    (flags & (ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited)) !== 0;
  yield hasContent
    ? { name: 'Discord intents', state: 'ok', detail: 'Message Content Intent is on' }
    : { name: 'Discord intents', state: 'warning', ...splitAdvice(contentAdvice) };
  const servers = await readServers(access);
  yield* checkServers(servers, application.id, setup);
  const known = new Set<string>();
  for (const server of servers.slice(0, maxServers)) {
    const channels = yield* checkRights(access, server, bot?.id ?? application.id, setup.channels);
    for (const { id } of channels) known.add(id);
  }
  for (const id of setup.channels) if (!known.has(id)) yield await checkNamed(access, id);
  yield await checkCommands(access, application.id, setup);
}

/** Source: developer docs "Resources: User, Get Current User Guilds", 2026-11-23. */
const serversPerPage = 200;

async function readServers(access: Access): Promise<z.infer<typeof guildsSchema>> {
  const servers: z.infer<typeof guildsSchema> = [];
  for (;;) {
    const after = servers.at(-1)?.id ?? '0';
    const page = await read(
      access,
      Routes.userGuilds(),
      guildsSchema,
      new URLSearchParams({ limit: String(serversPerPage), after }),
    );
    servers.push(...page);
    if (page.length < serversPerPage) return servers;
  }
}

/** Checks an id from the settings that is not a channel of a checked server: it may be a thread or a person. */
async function checkNamed(access: Access, id: string): Promise<SetupCheck> {
  const name = `Discord channel ${id}`;
  if (await readIfAllowed(access, Routes.channel(id), thingSchema))
    return { name, state: 'ok', detail: 'Docent can see it' };
  if (await readIfAllowed(access, Routes.user(id), thingSchema)) return { name, state: 'ok', detail: 'it is a person' };
  const remedy = 'correct the id; or invite Docent to its server, and allow View Channel there';
  return { name, state: 'failed', detail: 'Docent finds neither a channel nor a person with this id', remedy };
}

function* checkServers(
  servers: z.infer<typeof guildsSchema>,
  applicationId: string,
  { guildId }: DiscordSetup,
): Generator<SetupCheck> {
  const name = 'Discord servers';
  const remedy = `invite it: ${inviteAddress(applicationId)}`;
  if (servers.length === 0) return yield { name, state: 'failed', detail: 'it is not in any server', remedy };
  if (guildId !== undefined && !servers.some((server) => server.id === guildId)) {
    return yield {
      name,
      state: 'failed',
      detail: 'it is not in the server of DISCORD_GUILD_ID',
      remedy: `correct that, or ${remedy}`,
    };
  }
  const names = servers.slice(0, maxServers).map((server) => `${server.name} (${server.id})`);
  const more = servers.length > maxServers ? ` and ${servers.length - maxServers} more` : '';
  yield { name, state: 'ok', detail: `it is in ${names.join(', ')}${more}` };
}

/** Returns the channels of the server. */
async function* checkRights(
  access: Access,
  server: { readonly id: string; readonly name: string },
  botId: string,
  named: readonly string[],
): AsyncGenerator<SetupCheck, z.infer<typeof channelsSchema>> {
  const roles = await read(access, Routes.guildRoles(server.id), rolesSchema);
  const member = await read(access, Routes.guildMember(server.id, botId), memberSchema);
  const channels = await read(access, Routes.guildChannels(server.id), channelsSchema);
  let complete = 0;
  for (const channel of channels.filter(({ type }) => checkedTypes.includes(type))) {
    const missing = missingRights(rightsIn(channel, { id: botId, roles: member.roles }, roles, server.id));
    if (missing.length === 0) complete += 1;
    else yield toFinding(channel, missing, named.includes(channel.id));
  }
  yield {
    name: `Discord rights in ${server.name}`,
    state: 'ok',
    detail: `${complete} channels grant everything that Docent needs`,
  };
  return channels;
}

function toFinding(
  channel: { readonly id: string; readonly name?: string | undefined },
  missing: readonly string[],
  isNamed: boolean,
): SetupCheck {
  // A finding is keyed by its name, so that has the id: a renamed channel must not count as a new finding.
  const name = `Discord channel ${channel.id}`;
  const called = `#${channel.name ?? 'unknown'}`;
  // Docent need not see every channel, only those that the settings name.
  if (missing.includes('View Channel') && !isNamed)
    return { name, state: 'skipped', detail: `Docent cannot see ${called}` };
  const remedy = `allow ${missing.join(', ')} for Docent’s role: the settings of ${called}, Permissions`;
  return { name, state: isNamed ? 'failed' : 'warning', detail: `Docent lacks ${missing.join(', ')}`, remedy };
}

async function checkCommands(
  access: Access,
  applicationId: string,
  { guildId, wordingOf, drafts }: DiscordSetup,
): Promise<SetupCheck> {
  const name = 'Discord commands';
  const isGlobal = guildId === undefined;
  const route = isGlobal
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
  const registered = await readIfAllowed(access, route, z.unknown(), withLocalizations);
  if (areRegistered(commandsFor(isGlobal ? 'global' : 'guild', wordingOf, drafts), registered)) {
    return { name, state: 'ok', detail: 'they are up to date' };
  }
  const detail = 'they are not registered, or are out of date';
  return { name, state: 'warning', detail, remedy: 'start Docent, which registers them' };
}

/** undefined if Discord refuses access or there is no such thing. Fails with PlatformError and ZodError. */
async function readIfAllowed<T>(
  access: Access,
  route: RouteLike,
  schema: z.ZodType<T>,
  query?: URLSearchParams,
): Promise<T | undefined> {
  try {
    return await read(access, route, schema, query);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isTokenRefusal(error) || !isPassing(error)) return undefined;
    throw error;
  }
}

/** Waits out rate limits: checking a server takes several calls in quick succession. */
function read<T>({ api, clock }: Access, route: RouteLike, schema: z.ZodType<T>, query?: URLSearchParams): Promise<T> {
  const call = async (): Promise<T> =>
    schema.parse(await api.call(RequestMethod.Get, route, { ...(query && { query }) }));
  // A limit without its time is not waited out.
  return retry(call, { clock, maxAttempts, maxWaitMs, mayPass: isRateLimit, pauseMs: () => Number.POSITIVE_INFINITY });
}

function isRateLimit(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.code === 'rate_limited';
}

/** Splits "what is wrong; what to do". */
function splitAdvice(advice: string): { readonly detail: string; readonly remedy: string } {
  const [detail = '', remedy = ''] = advice.split('; ', 2);
  return { detail, remedy };
}
