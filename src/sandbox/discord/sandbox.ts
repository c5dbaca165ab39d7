/**
 * A simulated Discord server on 127.0.0.1 that discord.js connects to unchanged: address and token for a bot, people to act
 * as, and a record of everything that is visible or went wrong.
 */
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import { createDispatcher } from './gateway/dispatcher.ts';
import { Gateway } from './gateway/gateway.ts';
import { createGatewayFaults, type GatewayFaults } from './gateway/gateway-faults.ts';
import { createSessions } from './gateway/sessions.ts';
import { createCommands, type RegisteredCommand } from './interactions/command-routes.ts';
import { createInteractionRoutes } from './interactions/interaction-routes.ts';
import { createInteractions, NotAnswered } from './interactions/interactions.ts';
import { type ClientView, createClientView, type SandboxMessage } from './people/client-view.ts';
import { createUserActions, findAttachment, type UserActions } from './people/user-actions.ts';
import { createUserInteractions, type UserInteractions } from './people/user-interactions.ts';
import { type ApiCall, createApi, type Violation } from './rest/api.ts';
import { createFaultPlan, type Fault } from './rest/faults.ts';
import { applicationShape, createGuildRoutes } from './rest/guild-routes.ts';
import { startHttpServer } from './rest/http-server.ts';
import { createLimiter, type LimitOptions } from './rest/limits.ts';
import { createMessageRoutes } from './rest/message-routes.ts';
import { createReactionRoutes } from './rest/reaction-routes.ts';
import { createThreadListRoutes } from './rest/thread-list-routes.ts';
import { createThreadRoutes } from './rest/thread-routes.ts';
import { botShape } from './shapes/resources.ts';
import { createModeration, type Moderation } from './world/moderation.ts';
import { createPingAudit, type LiveToken, type Ping } from './world/ping-audit.ts';
import { applicationId, botUserId, type DiscordUser, guildId, token } from './world/seed.ts';
import { World } from './world/state.ts';

export { NotAnswered, type SandboxMessage };

export interface DiscordSandboxOptions {
  readonly limits?: LimitOptions;
  /** The minimum duration of each REST call: half before it runs, half after. */
  readonly latencyMs?: number;
  /** How long the app may take to respond to commands and presses (3,000 ms, as in Discord). */
  readonly appTimeoutMs?: number;
  readonly clock?: Clock;
  /** Whether the app has the message content intent (true); otherwise an IDENTIFY with it is closed with 4014. */
  readonly messageContentIntent?: boolean;
  /** The server's locale (`en-US`). */
  readonly preferredLocale?: string;
  /** The heartbeat interval (41,250 ms, as in Discord). */
  readonly heartbeatMs?: number;
  /** How many shards may identify within the same five seconds (1). */
  readonly maxConcurrency?: number;
  /** How many sessions may be started per day (1,000). */
  readonly sessionStarts?: number;
}

/** The server, for tests and for the page that shows it. */
export interface DiscordSandbox extends UserActions, UserInteractions, Moderation, ClientView {
  /** `http://127.0.0.1:PORT/api`, without version. */
  readonly apiUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly users: readonly DiscordUser[];
  readonly botUserId: string;
  readonly guildId: string;
  registeredCommands(): readonly RegisteredCommand[];
  /** Each call that Discord refuses, or accepts although it is a mistake; each close by the gateway. */
  readonly violations: readonly Violation[];
  readonly calls: readonly ApiCall[];
  /** Everyone whom the app's posts and edits would really have pinged. */
  pings(): Ping[];
  /** Mentions, channels, times and emoji in the app's posts that Discord would render; they need not ping. */
  tokens(): LiveToken[];
  /** Every link in the app's posts, with its label if it has one, and whether an embed unfolds. */
  links(): LiveToken[];
  /** The number of open sockets. */
  connections(): number;
  /** The number of requested connections since the start, including refused ones. */
  connectionAttempts(): number;
  /** The number of sessions with a socket. */
  sessions(): number;
  readonly faults: Faults;
  stop(): Promise<void>;
}

export interface Faults extends GatewayFaults {
  /** `route`: `PATCH /channels/:id/messages/:id`, `*`, or a pattern for method and path. */
  failNext(route: string | RegExp, fault: Fault, times?: number): void;
}

/** Listens on a free port of 127.0.0.1. The caller must call `stop`. */
export async function createDiscordSandbox(options: DiscordSandboxOptions = {}): Promise<DiscordSandbox> {
  const { clock = systemClock, messageContentIntent = true, limits = {} } = options;
  const stopping = new AbortController();
  let port = 0;

  const world = new World(clock, options.preferredLocale ?? 'en-US');
  const audit = createPingAudit(world);
  const limiter = createLimiter(limits);
  const faults = createFaultPlan();
  const interactions = createInteractions(world, clock, stopping.signal, options.appTimeoutMs);
  const commands = createCommands(world);
  const dispatcher = createDispatcher(world, clock, stopping.signal);
  const sessions = createSessions({
    clock,
    token,
    guildId,
    messageContentIntent,
    sessionStarts: options.sessionStarts ?? 1_000,
    url: gatewayUrl,
    ready: () => ({ user: botShape(world), application: applicationShape(world, messageContentIntent) }),
    afterReady: dispatcher.afterReady,
  });
  const gateway = new Gateway({
    clock,
    sessions,
    heartbeatMs: options.heartbeatMs ?? 41_250,
    onViolation: (detail) => api.note('gateway', 'gateway', detail),
  });
  const gatewayFacts = {
    url: gatewayUrl,
    starts: sessions.starts,
    maxConcurrency: options.maxConcurrency ?? 1,
  };
  const api = createApi({
    routes: [
      ...createMessageRoutes(world, messageContentIntent),
      ...createReactionRoutes(world),
      ...createThreadRoutes(world, messageContentIntent, limits),
      ...createThreadListRoutes(world),
      ...createGuildRoutes(world, messageContentIntent, gatewayFacts),
      ...commands.routes,
      ...createInteractionRoutes(world, interactions),
    ],
    limiter,
    faults,
    clock,
    token,
    latencyMs: options.latencyMs ?? 0,
    stopped: stopping.signal,
  });
  dispatcher.dispatchTo(sessions);
  const server = await startHttpServer({
    handle: api.handle,
    download: (path) => findAttachment(world, path)?.content,
    upgrade: (request, socket, head) => gateway.upgrade(request, socket, head),
    onDefect: (error) => api.note('defect', 'sandbox', error instanceof Error ? String(error.stack) : String(error)),
    stopped: stopping.signal,
  });
  port = server.port;

  return {
    ...createUserActions(
      world,
      (waitMs) => clock.wait(waitMs, stopping.signal),
      () => `http://127.0.0.1:${port}`,
    ),
    ...createUserInteractions(world, sessions, interactions, commands),
    ...createModeration(world),
    ...createClientView(world),
    get users() {
      return [...world.users.values()];
    },
    apiUrl: `http://127.0.0.1:${port}/api`,
    token,
    applicationId,
    botUserId,
    guildId,
    registeredCommands: commands.all,
    violations: api.violations,
    calls: api.calls,
    pings: audit.pings,
    tokens: audit.tokens,
    links: audit.links,
    connections: () => gateway.count,
    connectionAttempts: () => gateway.attempts,
    sessions: sessions.connected,
    faults: {
      failNext: faults.failNext,
      ...createGatewayFaults(gateway, sessions, dispatcher),
    },
    stop,
  };

  function gatewayUrl(): string {
    return `ws://127.0.0.1:${port}`;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    gateway.stop();
    await dispatcher.idle();
    await server.close();
  }
}
