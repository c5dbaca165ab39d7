/**
 * One client of discord.js, from login to destroy. In: a token, what to do with messages and commands. Out: events as the
 * gateway sends them, and whether the session truly lives. Effects: WebSocket.
 *
 * It connects under a deadline of its own, since discord.js tries for ever when only the gateway is unreachable. It is ready
 * when the shard says so and showed a sign of life (an event, an acknowledged heartbeat) not long ago; discord.js calls
 * itself ready even when it is dead. Events are taken as they come in, before discord.js keeps or drops them: it drops what
 * is said in channels that it has not seen, and holds everything back while one server is out of reach, longer than a
 * command may wait.
 */
import {
  Client,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  Options,
  RequestMethod,
  Routes,
  Status,
  type WebSocketShard,
} from 'discord.js';
import type { Clock } from '../../../base/clock.ts';
import { within } from '../../../base/deadline.ts';
import type { Logger } from '../../../base/logger.ts';
import { ConfigError, PlatformError } from '../../../core/model/errors.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { toPlatformError } from '../errors.ts';
import { type Limits, limitedBy } from '../limits/reported-limits.ts';
import type { CommandEvent, MessageEvent, ReadyEvent, ServerEvent } from '../native-events.ts';
import { restOptions } from './rest.ts';

/** Some of an app's shards: each brings the events of its share of the servers, and the first one direct messages. */
export interface Shards {
  readonly ids: readonly number[];
  readonly count: number;
}

export interface SessionOptions {
  readonly token: string;
  readonly apiUrl: string | undefined;
  /** What discord.js asks when it connects counts, too. */
  readonly limits: Limits;
  readonly shards: Shards | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  /** With the client that heard it, whose caches tell names. Each may come before `connect` resolves. */
  onMessage(message: MessageEvent, client: Client): Promise<void>;
  onCommand(command: CommandEvent, client: Client): Promise<void>;
  /** A new session begins; not when one is resumed. */
  onReady(ready: ReadyEvent, client: Client): Promise<void>;
  /** A new session tells of a server, or a server is within reach again. discord.js does not know of it yet. */
  onServer(server: ServerEvent, client: Client): Promise<void>;
}

export interface Session {
  health(): Health;
  /** Since the last sign of life of the most silent shard. */
  silentMs(): number;
  /** No event comes after it. */
  close(): Promise<void>;
}

/** For the whole of a start with one shard: login, READY, the servers. */
const connectLimitMs = 30_000;
/** Shards begin one after the other. Source: developer docs "Events: Gateway, Rate Limiting", read 2026-11-21. */
const nextShardMs = 6_500;
const closeLimitMs = 3_000;
const asksWhere = limitedBy(RequestMethod.Get, Routes.gatewayBot());
/** Discord asks for a heartbeat every 41.25 s. Source: developer docs "Events: Gateway", read 2026-11-21. */
const staleAfterMs = 50_000;

/** Where each refusal is mended. Source: developer docs "Topics: Gateway Close Event Codes", read 2026-11-21. */
const refusals: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]:
    'DISCORD_TOKEN was refused; make a new one at https://discord.com/developers/applications, your application, page “Bot”, “Reset Token”.',
  [GatewayCloseCodes.DisallowedIntents]:
    'DISCORD_TOKEN belongs to a bot that may not read messages; at https://discord.com/developers/applications, your application, page “Bot”, switch on “Message Content Intent”.',
  [GatewayCloseCodes.ShardingRequired]:
    'DISCORD_TOKEN belongs to a bot that is in more servers than one connection may serve (2,500); set DISCORD_SHARD_COUNT=auto.',
};

export const reconnecting: Health = { state: 'reconnecting', detail: 'The connection to Discord is being made again.' };

/**
 * Resolves when connected. Fails with ConfigError when Discord refuses us, PlatformError when it cannot be reached; nothing of
 * it is left then.
 */
export async function openSession(client: Client, options: SessionOptions, closing: AbortSignal): Promise<Session> {
  const { clock, token, shards } = options;
  const limitMs = connectLimitMs + nextShardMs * ((shards?.ids.length ?? 1) - 1);
  const refusal = Promise.withResolvers<never>();
  const giveUp = (): void => refusal.reject(new PlatformError('unavailable'));
  let closeCode: number | undefined;
  const lives = new Map<number, { readonly ping: number; readonly at: number }>();
  client.on(Events.Raw, (_, shard) => lives.set(shard, { ping: lives.get(shard)?.ping ?? -1, at: clock.now() }));
  client.on(Events.ShardDisconnect, ({ code }) => {
    closeCode = code;
    giveUp();
  });
  closing.addEventListener('abort', giveUp);
  attach(client, options, closing);
  try {
    const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
    const connected = await within(
      Promise.race([client.login(token).then(() => ready), refusal.promise]),
      limitMs,
      clock,
    );
    if (connected === 'late') throw new PlatformError('unavailable');
    return { health, silentMs, close: () => destroy(client, clock) };
  } catch (error) {
    await destroy(client, clock);
    throw toStartFailure(error, closeCode);
  } finally {
    closing.removeEventListener('abort', giveUp);
  }

  function health(): Health {
    if (closeCode !== undefined) return { state: 'dead', detail: refusalOf(closeCode) };
    const { shards } = client.ws;
    if (shards.size === 0 || shards.some((shard) => shard.status !== Status.Ready)) return reconnecting;
    const ms = silentMs();
    if (ms <= staleAfterMs) return { state: 'ready' };
    return { state: 'reconnecting', detail: `Discord has been silent for ${Math.round(ms / 1_000)} seconds.` };
  }

  function silentMs(): number {
    return Math.max(0, ...client.ws.shards.map(silentMsOf));
  }

  function silentMsOf({ id, lastPingTimestamp: ping }: WebSocketShard): number {
    const known = lives.get(id);
    const life = known?.ping === ping ? known : { ping, at: clock.now() };
    lives.set(id, life);
    return clock.now() - life.at;
  }
}

function toStartFailure(error: unknown, closeCode: number | undefined): Error {
  const badToken = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
  const code = badToken ? GatewayCloseCodes.AuthenticationFailed : closeCode;
  return code === undefined ? toPlatformError(error) : new ConfigError([refusalOf(code)]);
}

function refusalOf(closeCode: number): string {
  return (
    refusals[closeCode] ?? `DISCORD_TOKEN was accepted, but Discord closed the connection for good (code ${closeCode}).`
  );
}

/**
 * For real. discord.js, told to go while it waits for the gateway's first words, connects anew instead, and leaves a socket
 * that was not open yet to fail with nobody listening, which ends the process. So its waiting is ended quietly before, and
 * its sockets afterwards; the same goes for a server that does not answer the goodbye.
 */
async function destroy(client: Client, clock: Clock): Promise<void> {
  const shards = innerShards(client);
  const sockets = shards.map((shard) => shard.connection);
  for (const shard of shards) shard.timeoutAbortControllers.clear();
  await within(
    client.destroy().catch(() => undefined),
    closeLimitMs,
    clock,
  );
  for (const socket of sockets) {
    socket?.on('error', () => undefined);
    socket?.terminate();
  }
}

/** A shard as discord.js keeps it to itself. */
interface InnerShard {
  readonly timeoutAbortControllers: { clear(): void };
  readonly connection: { on(event: 'error', act: () => void): void; terminate(): void } | null;
}

/** Private, so tests watch over this. */
function innerShards(client: Client): readonly InnerShard[] {
  const manager: unknown = Reflect.get(client.ws, '_ws');
  const strategy: unknown = Reflect.get(Object(manager), 'strategy');
  const shards: unknown = Reflect.get(Object(strategy), 'shards');
  // As in @discordjs/ws 1.2, which discord.js 14 brings.
  return shards instanceof Map ? ([...shards.values()] as InnerShard[]) : [];
}

function attach(client: Client, options: SessionOptions, closing: AbortSignal): void {
  const { logger } = options;
  survive(client, logger);
  client.ws.on(GatewayDispatchEvents.MessageCreate, (message: MessageEvent) =>
    heard(() => options.onMessage(message, client)),
  );
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (command: CommandEvent) =>
    heard(() => options.onCommand(command, client)),
  );
  client.ws.on(GatewayDispatchEvents.Ready, (ready: ReadyEvent) => heard(() => options.onReady(ready, client)));
  client.ws.on(GatewayDispatchEvents.GuildCreate, (server: ServerEvent) =>
    heard(() => options.onServer(server, client)),
  );
  client.on(Events.Error, (error) => logger.warn({ err: error }, 'discord.js reports an error'));
  // It is tried again twice a second, for as long as it fails.
  let told = false;
  client.on(Events.ShardError, (error) => {
    logger[told ? 'debug' : 'warn']({ err: error }, 'the gateway connection failed');
    told = true;
  });
  client.on(Events.Warn, (detail) => logger.warn({ detail }, 'discord.js warns'));
  client.on(Events.ShardReconnecting, () => logger.debug({}, 'the gateway connection is made again'));
  client.on(Events.ShardReady, (shard) => {
    told = false;
    logger.info({ shard }, 'the gateway session begins');
  });
  client.on(Events.ShardResume, (shard, replayed) => {
    told = false;
    logger.info({ shard, replayed }, 'the gateway session goes on');
  });

  /** What is thrown here would end the process. */
  function heard(act: () => Promise<void>): void {
    if (closing.aborted) return;
    act().catch((error: unknown) => logger.error({ err: error }, 'an event was lost'));
  }
}

/**
 * What discord.js does with an event may throw by defects of its own (an invalid session right after RESUMED is enough), and
 * nobody catches it: the process would end. The method is private, so a test watches over this.
 */
function survive(client: Client, logger: Logger): void {
  const { ws } = client;
  const original: unknown = Reflect.get(ws, 'handlePacket');
  if (typeof original !== 'function') throw new TypeError('discord.js has changed');
  Reflect.set(ws, 'handlePacket', (...given: readonly unknown[]) => {
    try {
      return Reflect.apply(original, ws, given);
    } catch (error) {
      logger.warn({ err: error }, 'discord.js failed on an event');
      return true;
    }
  });
}

/**
 * Messages are not kept: the ledger knows which ones were seen. Ourselves are, for the rights. discord.js cannot do
 * without servers, channels and roles.
 */
export function createClient(options: Pick<SessionOptions, 'apiUrl' | 'limits' | 'shards' | 'clock'>): Client {
  const { apiUrl, limits, shards, clock } = options;
  const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;
  const client: Client = new Client({
    intents: [Guilds, GuildMessages, DirectMessages, MessageContent],
    allowedMentions: { parse: [], repliedUser: false },
    failIfNotExists: false,
    waitGuildTimeout: 3_000,
    rest: restOptions(apiUrl, clock, () => limits.sent(asksWhere)),
    ...(shards && { shards: [...shards.ids], shardCount: shards.count }),
    makeCache: Options.cacheWithLimits({
      MessageManager: 0,
      UserManager: { maxSize: 100, keepOverLimit: (user) => user.id === client.user?.id },
      GuildMemberManager: { maxSize: 50, keepOverLimit: (member) => member.id === client.user?.id },
      ThreadMemberManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      VoiceStateManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      GuildInviteManager: 0,
      GuildBanManager: 0,
      GuildScheduledEventManager: 0,
      StageInstanceManager: 0,
      AutoModerationRuleManager: 0,
    }),
  });
  return client;
}
