/**
 * A simulated Slack workspace on 127.0.0.1 that Slack's own SDKs connect to unchanged. It gives tests and the console the
 * settings that a bot needs, people to act as, and a record of everything that is visible or went wrong.
 */
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import type { JsonObject } from '../json.ts';
import { createOAuthActions, type OAuthActions } from './oauth/actions.ts';
import { Grants } from './oauth/grants.ts';
import { clientId, clientSecret, createOAuthMethods } from './oauth/methods.ts';
import { composeText } from './people/compose-text.ts';
import { createUserActions, type UserActions } from './people/user-actions.ts';
import { createUserInteractions, type UserInteractions } from './people/user-interactions.ts';
import { Delivery, slackTimeoutMs } from './socket-mode/delivery.ts';
import { SocketGateway } from './socket-mode/gateway.ts';
import { answersChallenge, createHttpLink } from './socket-mode/http-link.ts';
import { type Api, type ApiCall, createApi, type Violation } from './web-api/api.ts';
import { createFaultPlan, type Fault, type FaultPlan } from './web-api/faults.ts';
import { startHttpServer } from './web-api/http-server.ts';
import { createLimiter, type LimitOptions } from './web-api/limits.ts';
import { AgentSessions, createAgentSessionMethods, type SessionState } from './web-api/methods/agent-sessions.ts';
import { createAssistantThreadMethods } from './web-api/methods/assistant-threads.ts';
import { createChatMethods } from './web-api/methods/chat.ts';
import { createConversationMethods } from './web-api/methods/conversations.ts';
import { createDirectoryMethods } from './web-api/methods/directory.ts';
import { createManifestMethods } from './web-api/methods/manifests.ts';
import { method } from './web-api/methods/method.ts';
import { createReactionMethods } from './web-api/methods/reactions.ts';
import { createStreamMethods } from './web-api/methods/stream-methods.ts';
import { type StreamAudience, Streams } from './web-api/methods/streams.ts';
import { createViewMethods } from './web-api/methods/views.ts';
import { createResponseUrls } from './web-api/response-urls.ts';
import { toEvents } from './world/events.ts';
import type { Message } from './world/message.ts';
import { Modals } from './world/modals.ts';
import { type LiveToken, liveTokensOf, messagesIn, type SandboxMessage } from './world/sandbox-messages.ts';
import {
  appId,
  botId,
  botUserId,
  type SlackChannel,
  type SlackUser,
  seededTeam,
  type Team,
  type UserGroup,
} from './world/seed.ts';
import { type Change, type Prompt, type Status, Workspace } from './world/workspace.ts';

/** The scopes of Docent's manifest. */
const defaultScopes = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'groups:history',
  'groups:read',
  'im:history',
  'mpim:history',
  'mpim:read',
  'reactions:read',
  'reactions:write',
  'usergroups:read',
  'users:read',
];

export interface SlackSandboxOptions {
  readonly limits?: LimitOptions;
  /** The minimum duration of each Web API call: half before it runs, half after. */
  readonly latencyMs?: number;
  /** How long the app may take to acknowledge a delivery or open a form (3,000 ms, as in Slack). */
  readonly appTimeoutMs?: number;
  /** The same for events only. An event that is not acknowledged by then is delivered again. */
  readonly eventTimeoutMs?: number;
  /** The waits before each attempt to deliver an event. Default: Slack's four. */
  readonly deliveryDelaysMs?: readonly number[];
  readonly clock?: Clock;
  readonly scopes?: readonly string[];
  /** Who sees a stream grow, by what conversations.replies returns. Default: everyone. */
  readonly streamsSeenBy?: StreamAudience;
  /** The app's manifest. Without it, apps.manifest.export is refused. */
  readonly manifest?: JsonObject;
  /** Default: a workspace in which the app is installed. */
  readonly team?: Team;
  /** Another workspace that may install the same app: its API and its sockets serve both. */
  readonly beside?: SlackSandbox;
}

/** What the workspaces with the same app share. */
interface SharedApp {
  readonly grants: Grants;
  /** By workspace. */
  readonly apis: Map<string, Api>;
  readonly gateway: SocketGateway;
}

/** What can be seen in the workspace. */
interface VisibleState {
  /** A channel's messages (without replies) or a thread's, oldest first, as people see them. */
  messages(channel: string, thread?: string): SandboxMessage[];
  /** Everything in a channel, replies included, oldest first. */
  allMessages(channel: string): Message[];
  status(channel: string, thread: string): Status | undefined;
  /** Every status that is currently shown. */
  statuses(): { channel: string; thread: string; status: Status }[];
  /** Whether Slack shows the app as working in a thread; undefined if it never streamed there. */
  session(channel: string, thread: string): SessionState | undefined;
  home(user: string): JsonObject | undefined;
  /** The suggested prompts in a direct message channel. */
  prompts(channel: string): readonly Prompt[];
  titleOf(channel: string, thread: string): string | undefined;
  /** The form that a person has open. */
  form(user: string): JsonObject | undefined;
  /** Called for every visible change. Returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void;
  /** Live tokens in the app's posts, such as mentions, without links. */
  pings(): LiveToken[];
  /** Every link in the app's posts, with its label if it has one. */
  links(): LiveToken[];
}

export interface SlackSandbox extends UserActions, UserInteractions, VisibleState {
  /** `http://127.0.0.1:PORT/api/` */
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly app: SharedApp;
  readonly oauth: OAuthActions;
  /** An app configuration token. */
  readonly configToken: string;
  readonly teamId: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly users: readonly SlackUser[];
  readonly channels: readonly SlackChannel[];
  readonly groups: readonly UserGroup[];
  /** Adds a user, or replaces the one with this id: the role, the workspace, whether deactivated. */
  changeUser(user: SlackUser): void;
  /** Adds a channel, or replaces the one with this id: its members, whether it is archived. */
  changeChannel(channel: SlackChannel): void;
  /** Converts text typed into the message box for `say`: @name, #channel and URLs become tokens. */
  composeText(text: string): string;
  /** Each call that Slack refuses, or accepts although an app should not make it. */
  readonly violations: readonly Violation[];
  readonly calls: readonly ApiCall[];
  /** Open sockets. */
  connections(): number;
  /** The number of events that are not acknowledged yet. */
  unacked(): number;
  readonly faults: Faults;
  readonly httpMode: {
    /** Sends signed events to this request URL from now on. Fails if it does not answer the challenge. */
    deliverTo(url: string): Promise<void>;
  };
  stop(): Promise<void>;
}

export interface Faults {
  /** Makes the next calls of a method (`*`: any) fail in this way. */
  failNext(method: string, fault: Fault, times?: number): void;
  /** Removes every planned fault. */
  clear(): void;
  /** Breaks every socket. */
  dropSockets(): void;
  /** Warns the oldest socket, and closes it ten seconds later. */
  refresh(): Promise<void>;
  /** Makes the open sockets go silent. */
  freeze(on: boolean): void;
  /** Delivers the newest events again, with the same event_id. */
  redeliver(count?: number): void;
  /** Makes apps.connections.open respond with 503. */
  refuseConnections(on: boolean): void;
}

export async function createSlackSandbox(options: SlackSandboxOptions = {}): Promise<SlackSandbox> {
  const { clock = systemClock, scopes = defaultScopes, team = seededTeam, beside } = options;
  const { appTimeoutMs = slackTimeoutMs, eventTimeoutMs = appTimeoutMs } = options;
  const [botToken, appToken, signingSecret] = ['xoxb-sandbox-bot', `xapp-1-${appId}-sandbox`, 'sandbox-signing-secret'];
  const configToken = 'xoxe.xoxp-sandbox-config';
  const stopping = new AbortController();
  let port = 0;
  const outage = { refusesConnections: false };
  const origin = (): string => `http://127.0.0.1:${port}`;

  const workspace = new Workspace(clock, stopping.signal, team);
  const app: SharedApp = beside?.app ?? {
    grants: new Grants(clock),
    apis: new Map(),
    gateway: new SocketGateway(clock, stopping.signal),
  };
  const { grants, gateway } = app;
  if (!beside) grants.give(team, botToken);
  const timeouts = { interactionMs: appTimeoutMs, eventMs: eventTimeoutMs };
  const delivery = new Delivery(clock, gateway, team, scopes, stopping.signal, timeouts, options.deliveryDelaysMs);
  const responseUrls = createResponseUrls(workspace, clock);
  const modals = new Modals(clock, appTimeoutMs);
  const faults = createFaultPlan();
  const sessions = new AgentSessions();
  const streams = new Streams(workspace, sessions, clock, stopping.signal, options.streamsSeenBy ?? 'everyone');
  const api = createApi({
    methods: {
      ...createChatMethods(workspace),
      ...createConversationMethods(workspace, streams),
      ...createDirectoryMethods(workspace),
      ...createReactionMethods(workspace),
      ...createViewMethods(workspace, modals),
      ...createAssistantThreadMethods(workspace),
      ...createAgentSessionMethods(workspace, sessions),
      ...createStreamMethods(workspace, streams, sessions),
      ...createManifestMethods(options.manifest, signingSecret),
      ...createOAuthMethods(grants, scopes),
      'apps.connections.open': method({
        tier: 'tier3',
        token: 'app',
        types: {},
        run: () => ({ url: `ws://127.0.0.1:${port}${gateway.createTicket()}` }),
      }),
    },
    limiter: createLimiter(options.limits),
    latencyMs: options.latencyMs ?? 0,
    faults,
    clock,
    scopes,
    kindOf(token) {
      if (token === appToken) return 'app';
      if (token === configToken) return 'config';
      grants.check(token);
      return 'bot';
    },
  });
  app.apis.set(team.id, api);
  workspace.onChange((change) => {
    for (const event of toEvents(change, workspace)) delivery.sendEvent(event);
  });

  const http = await startHttpServer({
    apiFor: (token) => app.apis.get(grants.teamOf(token)?.id ?? '') ?? api,
    responseUrls,
    download: (id, bearer) =>
      bearer === botToken && scopes.includes('files:read') ? workspace.file(id)?.content : 'refused',
    isDown: (name) => outage.refusesConnections && name === 'apps.connections.open',
    upgrade: (request, socket, head) => gateway.upgrade(request, socket, head),
    stopped: stopping.signal,
  });
  port = http.port;

  return {
    ...createUserActions(workspace, origin),
    ...createUserInteractions({ workspace, delivery, responseUrls, streams, modals, origin }),
    apiUrl: `${origin()}/api/`,
    botToken,
    appToken,
    configToken,
    signingSecret,
    clientId,
    clientSecret,
    app,
    teamId: team.id,
    botUserId,
    botId,
    get users() {
      return [...workspace.users.values()];
    },
    groups: [...workspace.groups.values()],
    get channels() {
      return [...workspace.channels.values()];
    },
    changeUser: (user) => workspace.putUser(user),
    changeChannel: (channel) => workspace.putChannel(channel),
    composeText: (text) => composeText(text, workspace),
    ...visibleState(workspace, sessions, modals),
    oauth: createOAuthActions(grants, workspace, delivery),
    violations: api.violations,
    calls: api.calls,
    connections: () => gateway.count(),
    unacked: () => delivery.unacked(),
    faults: createFaults(faults, gateway, delivery, outage),
    httpMode: {
      async deliverTo(url) {
        const isVerified = await answersChallenge(url, signingSecret, clock);
        if (!isVerified) throw new Error(`${url} does not answer the challenge`);
        delivery.switchTo(createHttpLink(url, signingSecret, clock, stopping.signal));
      },
    },
    async stop() {
      stopping.abort();
      if (!beside) await gateway.stop();
      await http.stop();
      await delivery.idle();
    },
  };
}

/** What can be seen in a workspace, read at each call. */
function visibleState(workspace: Workspace, sessions: AgentSessions, modals: Modals): VisibleState {
  return {
    messages: (channel, thread) => messagesIn(workspace, channel, thread),
    allMessages: (channel) => workspace.all(channel),
    status: (channel, thread) => workspace.status(channel, thread),
    statuses: () => workspace.statuses(),
    session: (channel, thread) => sessions.get(channel, thread),
    home: (user) => workspace.home(user),
    prompts: (channel) => workspace.prompts(channel),
    titleOf: (channel, thread) => workspace.titleOf(channel, thread),
    form: (user) => modals.of(user),
    onChange: (listener) => workspace.onChange(listener),
    pings: () => liveTokensOf(workspace).filter((token) => token.kind !== 'link'),
    links: () => liveTokensOf(workspace).filter((token) => token.kind === 'link'),
  };
}

function createFaults(
  plan: FaultPlan,
  gateway: SocketGateway,
  delivery: Delivery,
  outage: { refusesConnections: boolean },
): Faults {
  return {
    failNext: plan.failNext,
    clear: plan.clear,
    dropSockets: () => gateway.drop(),
    refresh: () => gateway.refresh(),
    freeze: (on) => gateway.freeze(on),
    redeliver: (count) => delivery.redeliver(count),
    refuseConnections(on) {
      outage.refusesConnections = on;
    },
  };
}
