/**
 * discord.js on top of our own sockets. It caches servers, channels, roles and permissions, while gateway-shard.ts holds the
 * connections, plugged in through the option `buildStrategy`. docs/decisions/discord-gateway.md says why.
 *
 * Messages and interactions bypass discord.js, which drops messages in channels it has not seen, and delays all events while
 * any server is unavailable, for longer than a command may take.
 */
import {
  type IShardingStrategy,
  managerToFetchingStrategyOptions,
  type WebSocketManager,
  WebSocketShardEvents,
  WebSocketShardStatus,
} from '@discordjs/ws';
import {
  Client,
  Collection,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  GatewayIntentBits,
  Options,
  RequestMethod,
  Routes,
} from 'discord.js';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { Limits } from '../limits/learned-limits.ts';
import { limitKeyOf } from '../limits/limit-key.ts';
import type { ContentIntent } from './content-intent.ts';
import { GatewayShard, type ShardEvents, type ShardState } from './gateway-shard.ts';
import { createSessionStarts } from './reconnect.ts';
import { restOptions } from './rest.ts';

/** Some of an app's shards. Each receives the events of its share of the servers; the first also receives direct messages. */
export interface Shards {
  readonly ids: readonly number[];
  readonly count: number;
}

export interface ClientOptions {
  readonly apiUrl: string | undefined;
  /** Also counts the call that discord.js makes to connect. */
  readonly limits: Limits;
  readonly shards: Shards | undefined;
  readonly content: ContentIntent;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Called for every event, after discord.js has updated its caches from it. */
  onEvent(event: GatewayDispatchPayload, client: Client): void;
}

export interface GatewayClient {
  readonly client: Client;
  /** Empty before `login`. */
  shards(): readonly GatewayShard[];
}

const gatewayLookup = limitKeyOf(RequestMethod.Get, Routes.gatewayBot());

export function createGatewayClient(options: ClientOptions): GatewayClient {
  const { apiUrl, limits, shards: wanted, clock } = options;
  let shards: readonly GatewayShard[] = [];
  const client: Client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      GatewayIntentBits.MessageContent,
      // Thumbs up and down on answers.
      GatewayIntentBits.GuildMessageReactions,
      GatewayIntentBits.DirectMessageReactions,
    ],
    waitGuildTimeout: 3_000,
    rest: restOptions(apiUrl, clock, () => limits.sent(gatewayLookup)),
    ...(wanted && { shards: [...wanted.ids], shardCount: wanted.count }),
    makeCache: cachesFor(() => client.user?.id),
    ws: { buildStrategy },
  });
  return { client, shards: () => shards };

  function buildStrategy(manager: WebSocketManager): IShardingStrategy {
    return {
      async spawn(ids) {
        shards = await createShards(ids, manager, client, options);
      },
      connect() {
        for (const shard of shards) shard.start();
      },
      async destroy() {
        await Promise.all(shards.map((shard) => shard.close()));
      },
      send: (id, payload) => shards.find((shard) => shard.id === id)?.send(payload),
      fetchStatus() {
        const all: unknown = new Collection(shards.map((shard) => [shard.id, statuses[shard.state]]));
        // The two libraries depend on different versions of the same collection.
        return all as ReturnType<IShardingStrategy['fetchStatus']>;
      },
    };
  }
}

async function createShards(
  ids: readonly number[],
  manager: WebSocketManager,
  client: Client,
  { clock, logger, content, onEvent }: ClientOptions,
): Promise<readonly GatewayShard[]> {
  const { token, version, gatewayInformation, shardCount, intents, identifyProperties, largeThreshold } =
    await managerToFetchingStrategyOptions(manager);
  const shared = {
    count: shardCount,
    gatewayUrl: gatewayInformation.url,
    version,
    token,
    identify: () => ({
      intents: content.withoutRefused(intents),
      properties: identifyProperties,
      ...(largeThreshold !== null && { large_threshold: largeThreshold }),
    }),
    content,
    starts: createSessionStarts(gatewayInformation.session_start_limit.max_concurrency, clock),
    clock,
    logger,
  };
  return ids.map((id) => new GatewayShard({ ...shared, id }, eventsOf(id)));

  function eventsOf(shardId: number): ShardEvents {
    return {
      onHello(session) {
        void manager.options.updateSessionInfo(shardId, session);
        manager.emit(WebSocketShardEvents.Hello, { shardId });
      },
      onEvent(event) {
        guarded(() => learn(event, shardId));
        onEvent(event, client);
      },
      onClosed: (code) => guarded(() => manager.emit(WebSocketShardEvents.Closed, { code, shardId })),
    };
  }

  function learn(event: GatewayDispatchPayload, shardId: number): void {
    if (event.t.startsWith('MESSAGE_') || event.t === GatewayDispatchEvents.InteractionCreate) return;
    if (event.t === GatewayDispatchEvents.Ready) manager.emit(WebSocketShardEvents.Ready, { data: event.d, shardId });
    if (event.t === GatewayDispatchEvents.Resumed) manager.emit(WebSocketShardEvents.Resumed, { shardId });
    manager.emit(WebSocketShardEvents.Dispatch, { data: event, shardId });
  }

  /** A bug in discord.js may throw here, which must not end the process or the connection. */
  function guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      logger.warn({ err: error }, 'discord.js failed on an event');
    }
  }
}

const statuses: Readonly<Record<ShardState, WebSocketShardStatus>> = {
  connecting: WebSocketShardStatus.Connecting,
  ready: WebSocketShardStatus.Ready,
  refused: WebSocketShardStatus.Idle,
  closed: WebSocketShardStatus.Idle,
};

/** Caches only what permissions are computed from (servers, channels, roles, our own member) and what discord.js itself needs. */
function cachesFor(ourId: () => string | undefined) {
  return Options.cacheWithLimits({
    MessageManager: 0,
    UserManager: { maxSize: 100, keepOverLimit: (user) => user.id === ourId() },
    GuildMemberManager: { maxSize: 50, keepOverLimit: (member) => member.id === ourId() },
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
  });
}
