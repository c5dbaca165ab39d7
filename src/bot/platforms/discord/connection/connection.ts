/**
 * The connection to Discord's gateway: connects within a time limit, monitors its health, and dispatches events. When it is
 * lost, gateway-shard.ts reconnects. `dead`: Discord rejected us permanently, and no further attempt is made.
 */
import {
  type Client,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
} from 'discord.js';
import { within } from '../../../../kit/base/clock.ts';
import { ConfigError, PlatformError } from '../../../core/model/errors.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { toPlatformError } from '../errors.ts';
import type {
  ClearedReactionsEvent,
  CommandEvent,
  DeletedEvent,
  MessageEvent,
  ReactionEvent,
  ReadyEvent,
  ServerEvent,
} from '../native-events.ts';
import { readInteraction, readMessage, readObject, readPurged, readServer } from '../read-json.ts';
import { type ClientOptions, createGatewayClient, type GatewayClient } from './client.ts';
import type { GatewayShard } from './gateway-shard.ts';

export interface ConnectionOptions extends Omit<ClientOptions, 'onEvent'> {
  readonly token: string;
  /** The handlers may be called before `connect` resolves. `client` has names and permissions in its caches. */
  onMessage(message: MessageEvent, client: Client): Promise<void>;
  onEdited(message: Partial<MessageEvent>, client: Client): Promise<void>;
  onDeleted(message: DeletedEvent): Promise<void>;
  onReaction(reaction: ReactionEvent, isAdded: boolean, client: Client): Promise<void>;
  onReactionsCleared(event: ClearedReactionsEvent): Promise<void>;
  onCommand(command: CommandEvent, client: Client): Promise<void>;
  /** A new session has started (not resumed). */
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  /** A new session describes a server, or a server has become available again. */
  onServer(server: ServerEvent, client: Client): Promise<void>;
}

export interface Connection {
  /** Resolves when connected. Fails with ConfigError if Discord rejects us, with PlatformError if it cannot be reached. */
  connect(): Promise<void>;
  /** No event is delivered after this. */
  close(): Promise<void>;
  health(): Health;
  /** How long the quietest shard has received nothing; undefined before the connection is up. */
  silentMs(): number | undefined;
  /** The clients whose caches hold our user, channels and permissions; empty before `connect`. */
  clients(): readonly Client[];
}

/** Time limit for starting one shard: login, READY and all its servers. */
const connectLimitMs = 30_000;
/** Shards start one after another. Source: developer docs "Events: Gateway, Rate Limiting", read 2026-11-21. */
const nextShardMs = 6_500;
/** Longer than the heartbeat interval, 41.25 s. Source: developer docs "Events: Gateway", read 2026-11-21. */
const staleAfterMs = 50_000;

/** How to fix each rejection. Source: developer docs "Topics: Gateway Close Event Codes", read 2026-11-21. */
const refusals: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]:
    'Discord rejects DISCORD_TOKEN; create a new one at https://discord.com/developers/applications, your application, page “Bot”, “Reset Token”.',
  [GatewayCloseCodes.ShardingRequired]:
    'DISCORD_TOKEN belongs to a bot that is in more servers than one connection may serve (2,500); set DISCORD_SHARD_COUNT=auto.',
};

const reconnecting: Health = { state: 'reconnecting', detail: 'Reconnecting to Discord.' };

export function createConnection(options: ConnectionOptions): Connection {
  const { logger } = options;
  const closing = new AbortController();
  let gateway: GatewayClient | undefined;
  let connecting: Promise<void> | undefined;
  let isConnected = false;

  return { connect, close, health, silentMs, clients: () => (gateway ? [gateway.client] : []) };

  function connect(): Promise<void> {
    gateway = createGatewayClient({ ...options, onEvent });
    connecting = login(gateway, options, closing.signal);
    return connecting.then(() => {
      isConnected = true;
    });
  }

  function onEvent(event: GatewayDispatchPayload, client: Client): void {
    if (closing.signal.aborted) return;
    // An exception thrown here would end the process.
    handle(event, client, options).catch((error: unknown) => logger.error({ err: error }, 'event lost'));
  }

  function health(): Health {
    if (closing.signal.aborted) return { state: 'dead', detail: 'The connection was stopped.' };
    const shards = gateway?.shards() ?? [];
    const code = refusalIn(shards);
    if (code !== undefined) return { state: 'dead', detail: refusalOf(code) };
    if (!isConnected) return { state: 'starting' };
    if (shards.some(({ state }) => state !== 'ready')) return reconnecting;
    const ms = Math.max(...shards.map((shard) => shard.silentMs));
    if (ms <= staleAfterMs) return { state: 'ready' };
    return { state: 'reconnecting', detail: `Discord has been silent for ${Math.round(ms / 1_000)} seconds.` };
  }

  function silentMs(): number | undefined {
    return isConnected ? Math.max(...(gateway?.shards() ?? []).map((shard) => shard.silentMs)) : undefined;
  }

  async function close(): Promise<void> {
    closing.abort();
    await connecting?.catch(() => undefined);
    await gateway?.client.destroy();
  }
}

/** Fails with ConfigError or PlatformError, after closing all connections. */
async function login(
  { client, shards }: GatewayClient,
  options: ConnectionOptions,
  closing: AbortSignal,
): Promise<void> {
  const { token, clock, logger } = options;
  const limitMs = connectLimitMs + nextShardMs * ((options.shards?.ids.length ?? 1) - 1);
  const failure = Promise.withResolvers<never>();
  const giveUp = (): void => failure.reject(new PlatformError('unavailable'));
  client.on(Events.ShardDisconnect, giveUp);
  client.on(Events.Error, (error) => logger.warn({ err: error }, 'discord.js reports an error'));
  client.on(Events.Warn, (detail) => logger.warn({ detail }, 'discord.js warns'));
  closing.addEventListener('abort', giveUp);
  try {
    const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
    const result = await within(Promise.race([client.login(token).then(() => ready), failure.promise]), limitMs, clock);
    if (result === 'late') throw new PlatformError('unavailable');
  } catch (error) {
    const code = isBadToken(error) ? GatewayCloseCodes.AuthenticationFailed : refusalIn(shards());
    await client.destroy();
    throw code === undefined ? toPlatformError(error) : new ConfigError([refusalOf(code)]);
  } finally {
    closing.removeEventListener('abort', giveUp);
  }
}

async function handle({ t, d }: GatewayDispatchPayload, client: Client, to: ConnectionOptions): Promise<void> {
  switch (t) {
    case GatewayDispatchEvents.MessageCreate: {
      const message = readMessage(d);
      return message ? to.onMessage(message, client) : to.logger.warn({ event: t }, 'event not readable');
    }
    case GatewayDispatchEvents.MessageUpdate:
      return to.onEdited(readObject(d), client);
    case GatewayDispatchEvents.MessageDelete:
      return to.onDeleted(readObject(d));
    case GatewayDispatchEvents.MessageDeleteBulk: {
      const { ids, ...place } = readPurged(d);
      return void (await Promise.all(ids.map((id) => to.onDeleted({ ...place, id }))));
    }
    case GatewayDispatchEvents.MessageReactionAdd:
      return to.onReaction(readObject(d), true, client);
    case GatewayDispatchEvents.MessageReactionRemove:
      return to.onReaction(readObject(d), false, client);
    case GatewayDispatchEvents.MessageReactionRemoveAll:
    case GatewayDispatchEvents.MessageReactionRemoveEmoji:
      return to.onReactionsCleared(readObject(d));
    case GatewayDispatchEvents.InteractionCreate: {
      const interaction = readInteraction(d);
      return interaction ? to.onCommand(interaction, client) : to.logger.warn({ event: t }, 'event not readable');
    }
    case GatewayDispatchEvents.Ready:
      return to.onReady({ ...(d.shard && { shard: d.shard }) }, client);
    case GatewayDispatchEvents.GuildCreate:
      return to.onServer(readServer(d), client);
  }
}

function refusalIn(shards: readonly GatewayShard[]): number | undefined {
  return shards.find(({ refusedWith }) => refusedWith !== undefined)?.refusedWith;
}

function refusalOf(closeCode: number): string {
  return (
    refusals[closeCode] ?? `DISCORD_TOKEN was accepted, but Discord closed the connection for good (code ${closeCode}).`
  );
}

function isBadToken(error: unknown): boolean {
  return error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
}
