/**
 * A simulated Slack workspace on 127.0.0.1 that the vendor's SDKs run against unchanged: addresses and tokens for a bot,
 * people to act as, and everything that can be seen or went wrong.
 */
import { type Clock, realClock } from '../clock.ts';
import { composeText } from './people/compose-text.ts';
import { createUserActions, type UserActions } from './people/user-actions.ts';
import { createDelivery } from './socket-mode/delivery.ts';
import { createSocketGateway } from './socket-mode/gateway.ts';
import { createHttpLink, sign } from './socket-mode/http-link.ts';
import { type ApiCall, createApi, type Violation } from './web-api/api.ts';
import { createFaultPlan, type Fault } from './web-api/faults.ts';
import { startHttpServer } from './web-api/http-server.ts';
import { createLimiter, type LimitOptions } from './web-api/limits.ts';
import { AgentSessions, createAgentSessionMethods, type SessionState } from './web-api/methods/agent-sessions.ts';
import { createAssistantThreadMethods } from './web-api/methods/assistant-threads.ts';
import { createChatMethods } from './web-api/methods/chat.ts';
import { createConversationMethods } from './web-api/methods/conversations.ts';
import { createDirectoryMethods } from './web-api/methods/directory.ts';
import { method } from './web-api/methods/method.ts';
import { createReactionMethods } from './web-api/methods/reactions.ts';
import { createStreamMethods } from './web-api/methods/stream-methods.ts';
import { Streams } from './web-api/methods/streams.ts';
import { createViewMethods } from './web-api/methods/views.ts';
import { createResponseUrls } from './web-api/response-urls.ts';
import { eventsOf } from './world/events.ts';
import { surfacesOf, type Token, tokensIn } from './world/mrkdwn.ts';
import { appId, botId, botUserId, type SlackChannel, type SlackUser, teamId, type UserGroup } from './world/seed.ts';
import { type Change, createWorkspace, type JsonObject, type Message, type Status } from './world/state.ts';

/** Every scope that Docent's manifest asks for. */
const defaultScopes = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'mpim:history',
  'reactions:write',
  'usergroups:read',
  'users:read',
];

export interface SlackSandboxOptions {
  readonly limits?: LimitOptions;
  /** How long each Web API call takes at least: half before it is done, half after. */
  readonly latencyMs?: number;
  readonly clock?: Clock;
  readonly scopes?: readonly string[];
}

/** A message as people see it. */
export interface SandboxMessage extends Message {
  /** "is thinking…", on the root of a thread. */
  readonly status?: Status;
  readonly replyCount: number;
}

/** A message's words as one text: what was written into it, and the sections beneath that a stream was ended with. */
export function wordsOf({ text, blocks = [] }: SandboxMessage): string {
  const beneath = blocks.flatMap(({ text: section }) =>
    typeof section === 'object' && section !== null && 'text' in section ? [String(section.text)] : [],
  );
  return [text, ...beneath.filter((each) => !text.includes(each))].join('\n');
}

/** Something live in what the app posted, and where. */
export interface LiveToken extends Token {
  readonly channel: string;
  readonly ts: string;
}

export interface SlackSandbox extends UserActions {
  /** `http://127.0.0.1:PORT/api/` */
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly teamId: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly users: readonly SlackUser[];
  readonly channels: readonly SlackChannel[];
  readonly groups: readonly UserGroup[];
  /** Makes a channel, or changes one: who is in it, whether it is archived. */
  changeChannel(channel: SlackChannel): void;
  /** What is typed into the message box, as `say` takes it: @name, #channel and addresses become tokens. */
  composeText(text: string): string;
  /** A channel's messages (without replies) or a thread's, oldest first, as people see them. */
  messages(channel: string, thread?: string): SandboxMessage[];
  /** Everything in a channel, replies among it, oldest first. */
  allMessages(channel: string): Message[];
  status(channel: string, thread: string): Status | undefined;
  /** Every status that shows now. */
  statuses(): { channel: string; thread: string; status: Status }[];
  /** Whether the app works in a thread, as Slack shows it; undefined where it never streamed. */
  session(channel: string, thread: string): SessionState | undefined;
  home(user: string): JsonObject | undefined;
  /** Every visible change. Returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void;
  /** Each call that Slack would refuse, or let pass and that should not have been sent. */
  readonly violations: readonly Violation[];
  readonly calls: readonly ApiCall[];
  /** What of the app's posts pings somebody or is another live token; links not counted. */
  pings(): LiveToken[];
  /** Every link in the app's posts, with its label where it has one. */
  links(): LiveToken[];
  /** Sockets open now. */
  connections(): number;
  /** Events sent and not acked yet. */
  unacked(): number;
  readonly faults: Faults;
  readonly httpMode: {
    /** Events go to this address from now on, signed. Fails when it does not answer the challenge. */
    deliverTo(url: string): Promise<void>;
  };
  stop(): Promise<void>;
}

export interface Faults {
  /** The next calls of a method (`*`: of any) fail in this way. */
  failNext(method: string, fault: Fault, times?: number): void;
  /** Takes back every failure that is still planned. */
  clear(): void;
  /** Breaks every socket. */
  dropSockets(): void;
  /** Warns the oldest socket, and closes it ten seconds later. */
  refresh(): Promise<void>;
  /** The sockets open now go silent. */
  freeze(on: boolean): void;
  /** The newest events arrive again, with the same event_id. */
  redeliver(count?: number): void;
  /** apps.connections.open answers 503. */
  refuseConnections(on: boolean): void;
}

export async function createSlackSandbox(options: SlackSandboxOptions = {}): Promise<SlackSandbox> {
  const { clock = realClock, scopes = defaultScopes } = options;
  const [botToken, appToken, signingSecret] = ['xoxb-sandbox-bot', 'xapp-1-sandbox-app', 'sandbox-signing-secret'];
  const stopping = new AbortController();
  let port = 0;
  let refusing = false;
  const address = (): string => `http://127.0.0.1:${port}`;

  const workspace = createWorkspace(clock, stopping.signal);
  const gateway = createSocketGateway(clock, appId, stopping.signal);
  const delivery = createDelivery(clock, gateway.link, scopes, stopping.signal);
  const responseUrls = createResponseUrls(workspace, clock);
  const faults = createFaultPlan();
  const sessions = new AgentSessions();
  const streams = new Streams(workspace, sessions, clock, stopping.signal);
  const api = createApi({
    methods: {
      ...createChatMethods(workspace),
      ...createConversationMethods(workspace),
      ...createDirectoryMethods(workspace),
      ...createReactionMethods(workspace),
      ...createViewMethods(workspace),
      ...createAssistantThreadMethods(workspace),
      ...createAgentSessionMethods(workspace, sessions),
      ...createStreamMethods(workspace, streams, sessions),
      'apps.connections.open': method({
        tier: 'tier3',
        appLevel: true,
        types: {},
        run: () => ({ url: `ws://127.0.0.1:${port}${gateway.ticket()}` }),
      }),
    },
    limiter: createLimiter(options.limits),
    faults,
    clock,
    botToken,
    appToken,
    scopes,
    latencyMs: options.latencyMs ?? 0,
  });
  workspace.onChange((change) => {
    for (const event of eventsOf(change, workspace)) delivery.event(event);
  });

  const http = await startHttpServer({
    api,
    responseUrls,
    isDown: (method) => refusing && method === 'apps.connections.open',
    upgrade: gateway.upgrade,
    stopped: stopping.signal,
  });
  port = http.port;

  return {
    ...createUserActions(workspace, delivery, responseUrls, streams, address),
    apiUrl: `${address()}/api/`,
    botToken,
    appToken,
    signingSecret,
    teamId,
    botUserId,
    botId,
    users: [...workspace.users.values()],
    groups: [...workspace.groups.values()],
    get channels() {
      return [...workspace.channels.values()];
    },
    changeChannel: workspace.changeChannel,
    composeText: (text) => composeText(text, workspace),
    messages,
    allMessages: workspace.all,
    status: workspace.status,
    statuses: workspace.allStatuses,
    session: (channel, thread) => sessions.get(channel, thread),
    home: (user) => workspace.homes.get(user),
    onChange: workspace.onChange,
    violations: api.violations,
    calls: api.calls,
    pings: () => liveTokens().filter((token) => token.kind !== 'link'),
    links: () => liveTokens().filter((token) => token.kind === 'link'),
    connections: gateway.count,
    unacked: delivery.unacked,
    faults: {
      failNext: faults.failNext,
      clear: faults.clear,
      dropSockets: gateway.drop,
      refresh: gateway.refresh,
      freeze: gateway.freeze,
      redeliver: delivery.redeliver,
      refuseConnections(on) {
        refusing = on;
      },
    },
    httpMode: { deliverTo },
    stop,
  };

  function messages(channel: string, thread?: string): SandboxMessage[] {
    const found = thread
      ? workspace.thread(channel, thread)
      : workspace.all(channel).filter((one) => !one.threadTs || one.broadcast);
    return found.map((message) => {
      const status = workspace.status(channel, message.ts);
      const replyCount = workspace.thread(channel, message.ts).filter((one) => one.threadTs && !one.visibleTo).length;
      return { ...message, replyCount, ...(status ? { status } : {}) };
    });
  }

  function liveTokens(): LiveToken[] {
    return [...workspace.channels.keys()].flatMap((channel) =>
      workspace
        .all(channel)
        .filter((message) => message.botId === botId)
        .flatMap((message) =>
          surfacesOf(message)
            .flatMap(tokensIn)
            .map((token) => ({ ...token, channel, ts: message.ts })),
        ),
    );
  }

  async function deliverTo(url: string): Promise<void> {
    const challenge = 'sandbox-challenge';
    const body = JSON.stringify({ type: 'url_verification', token: 'deprecated-verification-token', challenge });
    const headers = { 'content-type': 'application/json', ...sign(body, signingSecret, clock.now()) };
    const response = await fetch(url, { method: 'POST', headers, body });
    if (!(await response.text()).includes(challenge)) throw new Error(`${url} does not answer the challenge`);
    delivery.use(createHttpLink(url, signingSecret, clock, stopping.signal));
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await gateway.stop();
    await http.stop();
    await delivery.idle();
  }
}
