/**
 * A simulated Discord server on 127.0.0.1 that discord.js runs against unchanged. In: options. Out: address and token for
 * a bot's configuration, people to act as, and everything that can be seen or went wrong.
 */
import { type Clock, systemClock } from '../../base/clock.ts';
import { createDispatcher } from './gateway/dispatcher.ts';
import { createGateway } from './gateway/gateway.ts';
import { createSessions } from './gateway/sessions.ts';
import { createCommands, type RegisteredCommand } from './interactions/command-routes.ts';
import { createInteractionRoutes } from './interactions/interaction-routes.ts';
import { createInteractions, NotAnswered, tokenLifetimeMs } from './interactions/interactions.ts';
import { composeText } from './people/compose-text.ts';
import { createUserActions, type UserActions } from './people/user-actions.ts';
import { createUserInteractions, type UserInteractions } from './people/user-interactions.ts';
import { type ApiCall, createApi, type Violation } from './rest/api.ts';
import { createFaultPlan, type Fault } from './rest/faults.ts';
import { applicationShape, createGuildRoutes } from './rest/guild-routes.ts';
import { startHttpServer } from './rest/http-server.ts';
import { createLimiter, type LimitOptions } from './rest/limits.ts';
import { createMessageRoutes } from './rest/message-routes.ts';
import { createThreadListRoutes } from './rest/thread-list-routes.ts';
import { createThreadRoutes } from './rest/thread-routes.ts';
import { userShape } from './shapes/resources.ts';
import { type Message, MessageFlag, systemMessageTypes } from './world/message.ts';
import { createModeration, type Moderation } from './world/moderation.ts';
import { createPingAudit, type LiveToken, type Ping } from './world/ping-audit.ts';
import {
  applicationId,
  botUserId,
  type DiscordChannel,
  type DiscordRole,
  type DiscordUser,
  guildId,
  token,
} from './world/seed.ts';
import { type Change, World } from './world/state.ts';
import type { Thread } from './world/thread.ts';

export { NotAnswered };

/** All have sensible values. */
export interface DiscordSandboxOptions {
  readonly limits?: LimitOptions;
  /** How long each REST call takes at least: half before it is done, half after. */
  readonly latencyMs?: number;
  readonly clock?: Clock;
  /** The app may read what people write (true); otherwise who asks for it is closed with 4014. */
  readonly messageContentIntent?: boolean;
  /** How often the app must beat (41,250 ms, as Discord says). */
  readonly heartbeatMs?: number;
  /** Shards that may identify at once (1). */
  readonly maxConcurrency?: number;
  /** Sessions that may be started within a day (1,000). */
  readonly sessionStarts?: number;
}

/** A message as people see it. */
export interface SandboxMessage extends Message {
  /** A deferred answer: "thinking…", or failed because nothing came within 15 minutes. */
  readonly deferred?: 'thinking' | 'failed';
  readonly embedsSuppressed: boolean;
  /** Made by Discord, not by its author: a thread was started, renamed. */
  readonly system: boolean;
}

/** The server, for tests and for the page that shows it. */
export interface DiscordSandbox extends UserActions, UserInteractions, Moderation {
  /** `http://127.0.0.1:PORT/api`, without version. */
  readonly apiUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly botUserId: string;
  readonly guildId: string;
  readonly users: readonly DiscordUser[];
  readonly roles: readonly DiscordRole[];
  /** Direct messages are among them (`kind: 'dm'`, `recipient`). */
  readonly channels: readonly DiscordChannel[];
  /** What is typed into the message box, as `say` takes it: @name and #channel become tokens. */
  composeText(text: string): string;
  registeredCommands(): readonly RegisteredCommand[];
  /** A channel's or thread's messages, oldest first, as people see them. */
  messages(channelOrThread: string): SandboxMessage[];
  thread(id: string): Thread | undefined;
  /** A channel's threads or a forum's posts, oldest first; without a channel all. */
  threads(channel?: string): Thread[];
  /** The bot is shown as typing there. */
  typing(channelOrThread: string): boolean;
  /** Every visible change. Gives what ends the listening. */
  onChange(listener: (change: Change) => void): () => void;
  /** Each call that Discord would refuse, or let pass and that should not have been sent; each close by the gateway. */
  readonly violations: readonly Violation[];
  readonly calls: readonly ApiCall[];
  /** Who would really have been pinged by the app's posts and edits. */
  pings(): Ping[];
  /** Mentions, channels, times, emoji in the app's posts that Discord would draw; they need not ping. */
  tokens(): LiveToken[];
  /** Every link in the app's posts, with its label where it has one, and whether a card unfolds. */
  links(): LiveToken[];
  /** Sockets open now. */
  connections(): number;
  /** Connections that were asked for since the start, refused ones too. */
  connectionAttempts(): number;
  /** Sessions that have a socket. */
  sessions(): number;
  readonly faults: Faults;
  stop(): Promise<void>;
}

/** What goes wrong on demand. */
export interface Faults {
  /** The next calls of a route (`PATCH /channels/:id/messages/:id`, `*`, or a pattern for method and path) fail so. */
  failNext(route: string | RegExp, fault: Fault, times?: number): void;
  /** Breaks every socket. */
  dropSockets(shard?: number): void;
  closeSockets(code: number): void;
  /** "Reconnect, please." */
  op7(): void;
  /** "Your session is invalid": resume it, or not. */
  op9(resumable: boolean): void;
  /** Connected but silent: no acks, no events. What was held back comes when it ends. */
  freeze(on: boolean): void;
  /** Created messages, threads and interactions arrive twice. */
  duplicateDispatch(on: boolean): void;
  /** The message, thread or interaction that was created last is told of once more. */
  repeatLast(): void;
  /** The gateway breaks new connections. */
  refuseConnections(on: boolean): void;
  /** The gateway breaks every connection that wants to resume. */
  dropResumes(on: boolean): void;
  /** The server is out of reach, also for who connects now. */
  guildUnavailable(on: boolean): void;
}

/** Listens on a free port of 127.0.0.1. The caller owes `stop`. */
export async function createDiscordSandbox(options: DiscordSandboxOptions = {}): Promise<DiscordSandbox> {
  const { clock = systemClock, messageContentIntent = true, limits = {} } = options;
  const stopping = new AbortController();
  let port = 0;

  const world = new World(clock);
  const witness = createPingAudit(world);
  const limiter = createLimiter(limits);
  const faults = createFaultPlan();
  const interactions = createInteractions(world, clock, stopping.signal);
  const commands = createCommands(world);
  const telling = createDispatcher(world, clock, stopping.signal);
  const sessions = createSessions({
    clock,
    token,
    guildId,
    messageContentIntent,
    sessionStarts: options.sessionStarts ?? 1_000,
    url: gatewayUrl,
    ready: () => ({ user: botShape(), application: applicationShape(world, messageContentIntent) }),
    afterReady: telling.first,
  });
  const gateway = createGateway({
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
  telling.to(sessions);
  const server = await startHttpServer({
    answer: api.answer,
    upgrade: gateway.upgrade,
    onDefect: (error) => api.note('defect', 'sandbox', error instanceof Error ? String(error.stack) : String(error)),
    stopped: stopping.signal,
  });
  port = server.port;

  return {
    ...createUserActions(world, (waitMs) => clock.wait(waitMs, stopping.signal)),
    ...createUserInteractions(world, sessions, interactions, commands),
    ...createModeration(world),
    apiUrl: `http://127.0.0.1:${port}/api`,
    token,
    applicationId,
    botUserId,
    guildId,
    users: [...world.users.values()],
    roles: [...world.roles.values()],
    channels: [...world.channels.values()],
    composeText: (words) => composeText(words, world),
    registeredCommands: commands.all,
    messages: (place) => world.all(place).map(asSeen),
    thread: (id) => world.threads.get(id),
    threads: (channel = '') => [...world.threads.values()].filter((one) => !channel || one.parent === channel),
    typing: (place) => world.isTyping(place, botUserId),
    onChange: (listener) => world.onChange(listener),
    violations: api.violations,
    calls: api.calls,
    pings: witness.pings,
    tokens: witness.tokens,
    links: witness.links,
    connections: gateway.count,
    connectionAttempts: gateway.attempts,
    sessions: sessions.connected,
    faults: {
      failNext: faults.failNext,
      ...gateway.faults,
      guildUnavailable: (on) => telling.guildUnavailable(sessions, on),
    },
    stop,
  };

  function gatewayUrl(): string {
    return `ws://127.0.0.1:${port}`;
  }

  function asSeen(message: Message): SandboxMessage {
    const isLoading = (message.flags & MessageFlag.loading) !== 0;
    const isOver = clock.now() > message.at + tokenLifetimeMs;
    return {
      ...message,
      embedsSuppressed: (message.flags & MessageFlag.suppressEmbeds) !== 0,
      system: systemMessageTypes.includes(message.type),
      ...(isLoading ? { deferred: isOver ? ('failed' as const) : ('thinking' as const) } : {}),
    };
  }

  function botShape() {
    const bot = world.users.get(botUserId);
    return bot ? { ...userShape(bot), verified: true, mfa_enabled: true, email: null } : {};
  }

  async function stop(): Promise<void> {
    stopping.abort();
    gateway.stop();
    await telling.idle();
    await server.close();
  }
}
