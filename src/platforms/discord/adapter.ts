/**
 * The Platform for Discord put together: the gateway (connection.ts), what is heard (listen.ts), what is done (messages.ts), and
 * what it costs. In: a bot's token. Out: a Platform. Effects: those of its parts, and the registration of commands.
 */
import { RequestMethod, type RouteLike, Routes } from 'discord.js';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { ConfigError, PlatformError, StoreError } from '../../core/model/errors.ts';
import type { Handlers, Health, Platform } from '../../core/ports/platform.ts';
import type { Shards } from './connection/client.ts';
import { type Connection, type ConnectionOptions, createConnection } from './connection/connection.ts';
import { createApi } from './connection/rest.ts';
import { createSharedConnection } from './connection/shards.ts';
import { areRegistered, commandsFor } from './inbound/commands.ts';
import { createListener, type Listener } from './inbound/listen.ts';
import { createHeard, type Heard } from './inbound/read-cursors.ts';
import { createBudgets, workingLastsMs } from './limits/budgets.ts';
import { createLimits } from './limits/reported-limits.ts';
import { createMessages } from './outbound/messages.ts';
import { fits } from './outbound/render.ts';

export interface DiscordOptions {
  readonly token: string;
  /** Commands are registered for this server alone, where they are known at once. */
  readonly guildId?: string;
  /** Ends in /api, without a version. */
  readonly apiUrl?: string;
  /** Which of how many shards are served here; a count alone is shared out among processes. Missing: the only one. */
  readonly shards?: Shards | { readonly count: number | 'auto' };
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Commands that could not be registered are tried again this often. */
const registerAgainMs = 60_000;

/** Nothing happens before `start`; it may be started again when that failed. */
export function createDiscordPlatform(options: DiscordOptions): Platform {
  const { token, guildId, apiUrl, shards, logger, clock = systemClock } = options;
  const limits = createLimits(clock);
  const api = createApi(token, apiUrl, limits, clock);
  const stopping = new AbortController();
  let connection: Connection | undefined;
  /** Of our application, where a process may be without a connection that tells it. */
  let askedId: string | undefined;
  let listener: Listener | undefined;
  let registering: Promise<void> | undefined;
  let heard: Heard | undefined;
  let keeping: Promise<void> | undefined;
  const messages = createMessages({
    api,
    clock,
    applicationId,
    rightsIn,
    acknowledged: (questionId) => listener?.acknowledged(questionId),
  });

  return {
    name: 'discord',
    start,
    stop,
    health,
    silentMs: () => connection?.silentMs(),
    ...messages,
    workingLastsMs,
    workingClearsItself: true,
    fits,
    budgets: createBudgets(limits),
    isLive: () => true,
  };

  async function start(handlers: Handlers): Promise<void> {
    heard = await whatWasHeard(handlers);
    listener = createListener({ api, handlers, logger, clock, signal: stopping.signal, heard });
    connection = await connectionFor(handlers, { token, apiUrl, limits, logger, clock, ...listener });
    await connection.connect();
    try {
      await register();
    } catch (error) {
      await connection.close();
      connection = undefined;
      throw error;
    }
    keeping = heard?.keepOn(clock, stopping.signal);
  }

  async function connectionFor(handlers: Handlers, given: Omit<ConnectionOptions, 'shards'>): Promise<Connection> {
    if (!shards || 'ids' in shards) return createConnection({ ...given, shards });
    if (!handlers.shards) throw new TypeError('nobody shares out the shards');
    // The fields of Discord's answers that are read.
    askedId = ((await ask(Routes.currentApplication())) as { readonly id: string }).id;
    const count =
      shards.count === 'auto' ? ((await ask(Routes.gatewayBot())) as { readonly shards: number }).shards : shards.count;
    return createSharedConnection({ ...given, count, shards: handlers.shards, heard });
  }

  async function ask(route: RouteLike): Promise<unknown> {
    try {
      return await api.call(RequestMethod.Get, route);
    } catch (error) {
      throw api.refused() ? new ConfigError([wrongToken]) : error;
    }
  }

  /** Without it nobody could tell what is missed, so the start is tried again. */
  async function whatWasHeard(handlers: Handlers): Promise<Heard | undefined> {
    try {
      return handlers.readCursors && (await createHeard(handlers.readCursors, logger));
    } catch (error) {
      throw error instanceof StoreError ? new PlatformError('unavailable', { cause: error }) : error;
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    api.close();
    await connection?.close();
    await Promise.all([registering, keeping]);
    await heard?.keep();
  }

  function health(): Health {
    if (api.refused()) return { state: 'dead', detail: wrongToken };
    return connection?.health() ?? { state: 'starting' };
  }

  function applicationId(): string {
    const id = connection?.clients()[0]?.application?.id ?? askedId;
    if (id === undefined) throw new PlatformError('unavailable');
    return id;
  }

  function rightsIn(channelId: string): bigint | undefined {
    const client = connection?.clients().find(({ channels }) => channels.cache.has(channelId));
    const channel = client?.channels.cache.get(channelId);
    if (!client?.user || !channel || channel.isDMBased()) return undefined;
    return channel.permissionsFor(client.user)?.bitfield;
  }

  /** A server that we may not be in is for the operator to mend; anything else is tried again later. */
  async function register(): Promise<void> {
    try {
      await registerOnce();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const refused = error.code === 'forbidden' || error.code === 'thread_gone';
      if (refused && guildId !== undefined) throw new ConfigError([wrongGuild]);
      logger.warn({ code: error.code, err: error }, 'the commands are not registered yet');
      registering = registerLater();
    }
  }

  async function registerLater(): Promise<void> {
    for (;;) {
      await clock.wait(registerAgainMs, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        return await registerOnce();
      } catch (error) {
        logger.warn({ err: error }, 'the commands are not registered yet');
      }
    }
  }

  async function registerOnce(): Promise<void> {
    const application = applicationId();
    const wanted = commandsFor(guildId === undefined ? 'global' : 'guild');
    const route =
      guildId === undefined
        ? Routes.applicationCommands(application)
        : Routes.applicationGuildCommands(application, guildId);
    if (areRegistered(wanted, await api.call(RequestMethod.Get, route))) return;
    await api.call(RequestMethod.Put, route, { body: [...wanted] });
    logger.info({ scope: guildId === undefined ? 'global' : 'server' }, 'commands registered');
  }
}

const wrongToken = 'Discord refuses DISCORD_TOKEN; make a new one and restart.';
const wrongGuild =
  'DISCORD_GUILD_ID names a server that the bot is not in, or may not give commands to; copy the id from the server’s menu (developer mode on), and invite the bot with the scopes “bot” and “applications.commands”.';
