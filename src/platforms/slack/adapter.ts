/**
 * Slack as a Platform, over Bolt: events come in by Socket Mode (with an app token) or by a listener for the one HTTP server
 * of the process; messages go out over the Web API.
 */
import { App, LogLevel } from '@slack/bolt';
import { BoundedCache } from '../../base/bounded-cache.ts';
import type { Clock } from '../../base/clock.ts';
import { systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ThreadRef } from '../../core/model/conversation.ts';
import { ConfigError, PlatformError } from '../../core/model/errors.ts';
import { isPrivatePlace } from '../../core/model/private-place.ts';
import type { Handlers } from '../../core/ports/handlers.ts';
import type { Health, Platform } from '../../core/ports/platform.ts';
import type { Wording } from '../../wording/wording.ts';
import { describeFile, readFile } from './connection/files.ts';
import type { HttpListener } from './connection/http-receiver.ts';
import { createHttpReceiver } from './connection/http-receiver.ts';
import { MissingRights } from './connection/missing-rights.ts';
import { agentScope, filesScope, indispensable, missingScopes, scopesAdvice } from './connection/scopes.ts';
import { createSdkLog } from './connection/sdk-log.ts';
import { appTokenAdvice } from './connection/socket-pool.ts';
import type { EventReceiver } from './connection/socket-receiver.ts';
import { createSocketReceiver, type SocketReceiverOptions } from './connection/socket-receiver.ts';
import { canSee } from './connection/visibility.ts';
import { createWebApi, type WebApi } from './connection/web-api.ts';
import { isTokenRefused, refusalOf } from './errors.ts';
import { createAgentView } from './inbound/agent-view.ts';
import { createBackfill } from './inbound/backfill.ts';
import { tellRequester } from './inbound/deploy-command.ts';
import type { Self } from './inbound/events.ts';
import { listen } from './inbound/listen.ts';
import { createPeople, type People } from './inbound/people.ts';
import { takeStop } from './inbound/stop-button.ts';
import { budgets, workingLastsMs } from './limits/budgets.ts';
import { createChatCalls } from './outbound/chat-calls.ts';
import { escapeText } from './outbound/escape.ts';
import { createPostSearch } from './outbound/find-posted.ts';
import { toHomeView } from './outbound/home-view.ts';
import { createMessages } from './outbound/messages.ts';
import { createThreadOpener } from './outbound/open-thread.ts';
import { fits, renderLookingUp, toContent, toPrivateContent } from './outbound/render.ts';
import { createResponseUrls } from './outbound/response-urls.ts';
import type { StreamingMode } from './outbound/streaming.ts';
import { createStreaming } from './outbound/streaming.ts';
import { earlierIn } from './outbound/thread-history.ts';
import { linkTo } from './outbound/thread-refs.ts';
import { createWorkingIndicator } from './outbound/working-indicator.ts';

export interface SlackOptions {
  readonly botToken: string;
  /** Socket Mode. */
  readonly appToken?: string;
  /** Events over HTTP, when there is no app token. */
  readonly signingSecret?: string;
  /** Ends in `/api/`. Missing: Slack itself. */
  readonly apiUrl?: string;
  /** How answers grow; missing: `auto`. */
  readonly streaming?: StreamingMode;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface SlackPlatform extends Platform {
  /** Without Socket Mode: takes the requests to `/slack/events`, between start and stop. */
  readonly httpListener?: HttpListener;
}

const maxChannels = 5_000;

const botTokenAdvice =
  'SLACK_BOT_TOKEN is refused by Slack; copy the bot token that begins with xoxb- (api.slack.com/apps > OAuth & Permissions).';

const tokensAdvice =
  'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET is needed beside SLACK_BOT_TOKEN (api.slack.com/apps > Basic Information).';

/** Fails with ConfigError when there is neither an app token nor a signing secret. Nothing connects before start. */
export function createSlackPlatform(options: SlackOptions): SlackPlatform {
  const { logger, clock = systemClock, botToken, streaming = 'auto' } = options;
  const missingRights = new MissingRights((right) => handlers?.tellOperators?.(right));
  const api = createWebApi({ ...options, clock, onMissingScope: (scope) => missingRights.scope(scope) });
  const people = createPeople(api, clock);
  const actions = createActions({ api, people, clock, streaming, self: () => self });
  const backfill = createBackfill({ api, clock, logger, take: (delivery) => takeEvent(delivery) });
  const onGap = (since: number): void => void backfill.read(since);
  const { receiver, listener } = createReceiver({ ...options, clock, onGap });
  /** Channels that said of which kind they are; mentions do not say it, other messages do. */
  const publicChannels = new BoundedCache<string, boolean>(maxChannels);
  let wanted = false;
  let handlers: Handlers | undefined;
  let self: Self = { userId: '', botId: '' };
  let missing: string | undefined;
  /** Scopes; undefined where Slack did not say. */
  let granted: readonly string[] | undefined;

  const app = new App({
    receiver,
    // Known since start.
    authorize: async () => ({ botToken, botId: self.botId, botUserId: self.userId }),
    ignoreSelf: false,
    convoStore: false,
    logger: createSdkLog(logger),
    logLevel: LogLevel.WARN,
    clientOptions: {
      ...(options.apiUrl !== undefined && { slackApiUrl: options.apiUrl }),
      retryConfig: { retries: 0 },
    },
  });
  const handlersNow = (): Handlers => {
    if (!handlers) throw stopped();
    return handlers;
  };
  const takeEvent = listen(app, {
    agentView: createAgentView({
      ...{ api, logger, wordingFor, handlers: handlersNow },
      isAgent: () => granted?.includes(agentScope) ?? true,
      renderHome: toHomeView,
    }),
    api,
    logger,
    clock,
    renderPrivate: toPrivateContent,
    renderLookingUp,
    escapeText,
    self: () => self,
    onQuestion: backfill.note,
    onMessageIn: ({ channel, channel_type: kind }) => {
      if (channel !== undefined && kind !== undefined) publicChannels.set(channel, kind === 'channel');
    },
    onUnposted: actions.onUnposted,
    isAdmin: people.isAdmin,
    wordingFor,
    onStop: (stop, installation, given) => takeStop(stop, installation, given, { api, logger }),
    replace: (responseUrl, body) => api.respond(responseUrl, { ...toContent(body), forAll: true, replaces: true }),
    tell: (responseUrl, thread, text) => api.respond(responseUrl, { text: escapeText(text), forAll: false, thread }),
    handlers: handlersNow,
  });

  return {
    name: 'slack',
    start,
    stop,
    health,
    silentMs: () => receiver.silentMs?.(),
    resolveNames: people.resolveNames,
    nameOf: (person) => people.nameOf(person.split(':').at(-1) ?? ''),
    localeOf: (person) => people.localeOf(person.split(':').at(-1) ?? ''),
    earlierIn: (thread, question) => earlierIn(thread, question, { api, people, self }),
    describeFile: async (file) => (mayReadFiles() ? describeFile(file, api, logger) : file),
    readFile: async (file, maxBytes) => (mayReadFiles() ? readFile(file, maxBytes, { ...options, clock }) : undefined),
    open: actions.open,
    post: (thread, ...message) => missingRights.noting(thread, actions.post(thread, ...message)),
    tell: actions.tell,
    edit: actions.edit,
    remove: actions.remove,
    working: actions.working,
    ...(actions.streaming && { streaming: actions.streaming }),
    workingLastsMs,
    stepsIn: 'indicator',
    fits,
    budgets,
    canSee: (kind, id) => canSee(api, kind, id),
    isPrivate: isPrivatePlace,
    isPublic: (thread) => !isPrivatePlace(thread) && publicChannels.get(thread.channel) === true,
    isLive: (thread) => streaming !== 'off' && !isPrivatePlace(thread),
    async isMember(request, group) {
      const [, id = ''] = group.split(':');
      if (!id.startsWith('S')) return false;
      const members = await people.members(id);
      return request.identities.some((identity) => members.includes(identity.replace(/^slack:/, '')));
    },
    standing: ({ identities: [first = ''] }) => people.standing(first.replace(/^slack:/, ''), self.teamId),
    notify: actions.notify,
    tellRequester: (request, reply) => tellRequester(request, toPrivateContent(reply), api),
    linkTo: (thread, message) => linkTo(self.url, thread, message),
    ...(listener && { httpListener: listener }),
  };

  function mayReadFiles(): boolean {
    const isMissing = granted?.includes(filesScope) === false;
    if (isMissing) missingRights.scope(filesScope);
    return !isMissing;
  }

  async function wordingFor(thread: ThreadRef, user: string): Promise<Wording> {
    return handlersNow().wordingFor(thread, await people.localeOf(user));
  }

  async function start(given: Handlers): Promise<void> {
    wanted = true;
    const found = await identify(api);
    if (!wanted) throw stopped();
    ({ self, granted } = found);
    handlers = given;
    api.open();
    try {
      await receiver.start();
      missing = missingRights.atStart(found.missing);
    } catch (error) {
      api.close();
      const isRefused = error instanceof PlatformError && error.code === 'forbidden';
      if (isRefused || isTokenRefused(error)) throw refused(appTokenAdvice, error);
      throw error;
    }
  }

  /** What was taken is still handed on and acknowledged. A start under way fails. */
  async function stop(): Promise<void> {
    wanted = false;
    await receiver.stop();
    handlers = undefined;
    api.close();
  }

  function health(): Health {
    const trouble = api.tokenTrouble();
    if (trouble) return { state: trouble, detail: botTokenAdvice };
    const connection = receiver.health();
    return connection.state === 'ready' && missing ? { ...connection, detail: missing } : connection;
  }
}

interface ActionsOptions {
  readonly api: WebApi;
  readonly people: People;
  readonly clock: Clock;
  readonly streaming: StreamingMode;
  self(): Self;
}

/** All that is done to threads. */
function createActions({ api, people, clock, streaming, self }: ActionsOptions) {
  const { working, posted } = createWorkingIndicator(api);
  const tools = {
    chat: createChatCalls(api, clock),
    search: createPostSearch(api, clock),
    responses: createResponseUrls(api),
  };
  const { open, onUnposted } = createThreadOpener({ ...tools, people });
  const { post, edit, remove, notify, tell, doubted } = createMessages({ ...tools, clock, self, posted });
  const mayStream = streaming === 'auto' || streaming === 'native';
  const streams = mayStream ? createStreaming({ api, clock, streaming, posted, doubted }) : undefined;
  return { open, onUnposted, post, edit, remove, notify, tell, working, streaming: streams };
}

interface Identified {
  readonly self: Self;
  /** Scopes. */
  readonly missing: readonly string[];
  readonly granted: readonly string[] | undefined;
}

/** Who we are, and which rights we lack. Fails with ConfigError when the token is refused or we may not write at all. */
async function identify(api: WebApi): Promise<Identified> {
  try {
    const { user_id: userId = '', bot_id: botId = '', team_id: teamId, url, response_metadata } = await api.whoAmI();
    const granted = response_metadata?.scopes;
    const missing = missingScopes(granted);
    const self = { userId, botId, teamId, url };
    if (missing.includes(indispensable)) throw new ConfigError([scopesAdvice(missing)]);
    return { self, missing, granted };
  } catch (error) {
    if (isTokenRefused(error)) throw refused(botTokenAdvice, error);
    throw error;
  }
}

function createReceiver(options: SlackOptions & Pick<SocketReceiverOptions, 'clock' | 'onGap'>): {
  readonly receiver: EventReceiver;
  readonly listener?: HttpListener;
} {
  const { appToken, signingSecret } = options;
  if (appToken !== undefined) return { receiver: createSocketReceiver({ ...options, appToken }) };
  if (signingSecret === undefined) throw new ConfigError([tokensAdvice]);
  const receiver = createHttpReceiver({ ...options, signingSecret });
  return { receiver, listener: receiver.listener };
}

function stopped(): PlatformError {
  return new PlatformError('unavailable', { cause: new Error('the platform is stopped') });
}

function refused(advice: string, error: unknown): ConfigError {
  return new ConfigError([`${advice} Slack says: ${refusalOf(error) ?? 'no'}.`]);
}
