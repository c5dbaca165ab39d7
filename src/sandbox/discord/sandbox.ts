/**
 * A simulated Discord server on 127.0.0.1 that discord.js runs against unchanged. In: options. Out: address and token for
 * a bot's configuration, people to act as, and everything that can be seen or went wrong.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Clock, realClock } from '../clock.ts';
import { type Acts, createActs } from './acts.ts';
import { type Answer, type ApiCall, createApi, RateLimited, type Violation } from './api.ts';
import { type Asks, createAsks } from './asks.ts';
import { createCommands, type RegisteredCommand } from './command-routes.ts';
import { eventsOf, guildCreate, guildDelete, unfoldEvent } from './events.ts';
import { createFaultPlan, type Fault } from './faults.ts';
import { createGateway } from './gateway.ts';
import { applicationShape, createGuildRoutes } from './guild-routes.ts';
import { createInteractionRoutes } from './interaction-routes.ts';
import { createInteractions, NotAnswered, tokenLastsMs } from './interactions.ts';
import { createLimiter, type LimitOptions } from './limits.ts';
import { createMessageRoutes } from './message-routes.ts';
import { createModeration, type Moderation } from './moderation.ts';
import {
  applicationId,
  botUserId,
  type DiscordChannel,
  type DiscordRole,
  type DiscordUser,
  guildId,
  token,
} from './seed.ts';
import { createSessions } from './sessions.ts';
import { userShape } from './shapes.ts';
import { type Change, createWorld, type Message, MessageFlag, MessageType, type Thread } from './state.ts';
import { createThreadRoutes } from './thread-routes.ts';
import { typed } from './typed.ts';
import { createWitness, type LiveToken, type Ping } from './witness.ts';

export { NotAnswered };

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

export interface DiscordSandbox extends Acts, Asks, Moderation {
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
  typed(text: string): string;
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
  /** Sessions that have a socket. */
  sessions(): number;
  readonly faults: Faults;
  stop(): Promise<void>;
}

export interface Faults {
  /** The next calls of a route (`PATCH /channels/:id/messages/:id`, `*`, or a pattern for method and path) fail so. */
  failNext(route: string | RegExp, fault: Fault, times?: number): void;
  /** Breaks every socket. */
  dropSockets(): void;
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

/** After how long cards unfold. Source: openfang issue 1040, read 2026-11-21 ("~100 ms"). */
const unfoldAfterMs = 100;
const systemTypes: readonly number[] = [MessageType.renamed, MessageType.threadCreated, MessageType.threadStarter];

export async function createDiscordSandbox(options: DiscordSandboxOptions = {}): Promise<DiscordSandbox> {
  const { clock = realClock, messageContentIntent = true, limits = {} } = options;
  const stopping = new AbortController();
  const unfolding = new Set<Promise<void>>();
  let port = 0;
  let unavailable = false;

  const world = createWorld(clock);
  const witness = createWitness(world);
  const limiter = createLimiter(limits);
  const faults = createFaultPlan();
  const interactions = createInteractions(world, clock, stopping.signal);
  const commands = createCommands(world);
  const sessions = createSessions({
    clock,
    token,
    guildId,
    messageContentIntent,
    sessionStarts: options.sessionStarts ?? 1_000,
    url: gatewayUrl,
    ready: () => ({ user: botShape(), application: applicationShape(world, messageContentIntent) }),
    afterReady: () => (unavailable ? [] : [guildCreate(world)]),
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
      ...createThreadRoutes(world, messageContentIntent, limits, (threadId, quota) => {
        const { refused } = limiter.take(quota, threadId, false, clock.now());
        if (refused) throw new RateLimited(refused.waitMs);
      }),
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
  world.onChange(tellApp);

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.on('upgrade', gateway.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;

  return {
    ...createActs(world, (waitMs) => clock.wait(waitMs, stopping.signal)),
    ...createAsks(world, sessions, interactions, commands),
    ...createModeration(world),
    apiUrl: `http://127.0.0.1:${port}/api`,
    token,
    applicationId,
    botUserId,
    guildId,
    users: [...world.users.values()],
    roles: [...world.roles.values()],
    channels: [...world.channels.values()],
    typed: (words) => typed(words, world),
    registeredCommands: commands.all,
    messages: (place) => world.all(place).map(asSeen),
    thread: (id) => world.threads.get(id),
    threads: (channel = '') => [...world.threads.values()].filter((one) => !channel || one.parent === channel),
    typing: (place) => world.isTyping(place, botUserId),
    onChange: world.onChange,
    violations: api.violations,
    calls: api.calls,
    pings: witness.pings,
    tokens: witness.tokens,
    links: witness.links,
    connections: gateway.count,
    sessions: sessions.connected,
    faults: { failNext: faults.failNext, ...gateway.faults, guildUnavailable },
    stop,
  };

  function gatewayUrl(): string {
    return `ws://127.0.0.1:${port}`;
  }

  function tellApp(change: Change): void {
    if (unavailable) return;
    for (const event of eventsOf(change, world)) sessions.dispatch(event);
    if (change.kind === 'posted' && change.message.previews.length > 0) start(unfold(change.message));
  }

  function start(work: Promise<void>): void {
    unfolding.add(work);
    work.then(
      () => unfolding.delete(work),
      () => unfolding.delete(work),
    );
  }

  async function unfold({ channel, id, visibleTo }: Message): Promise<void> {
    await clock.wait(unfoldAfterMs, stopping.signal);
    const message = world.find(channel, id);
    if (message && message.previews.length > 0 && !visibleTo && !stopping.signal.aborted)
      sessions.dispatch(unfoldEvent(message, world));
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await api.answer({
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      authorization: request.headers.authorization,
      body: await text(request),
    });
    await send(answer, response, stopping.signal);
  }

  function asSeen(message: Message): SandboxMessage {
    const isLoading = (message.flags & MessageFlag.loading) !== 0;
    const isOver = clock.now() > message.at + tokenLastsMs;
    return {
      ...message,
      embedsSuppressed: (message.flags & MessageFlag.suppressEmbeds) !== 0,
      system: systemTypes.includes(message.type),
      ...(isLoading ? { deferred: isOver ? ('failed' as const) : ('thinking' as const) } : {}),
    };
  }

  function botShape() {
    const bot = world.users.get(botUserId);
    return bot ? { ...userShape(bot), verified: true, mfa_enabled: true, email: null } : {};
  }

  function guildUnavailable(on: boolean): void {
    unavailable = on;
    sessions.dispatch(on ? guildDelete(world) : guildCreate(world));
  }

  async function stop(): Promise<void> {
    stopping.abort();
    gateway.stop();
    await Promise.all(unfolding);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

async function send(answer: Answer, response: ServerResponse, stopped: AbortSignal): Promise<void> {
  if (answer.broken === 'never' && !stopped.aborted)
    await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }));
  if (answer.broken) {
    response.socket?.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}
