/**
 * Slack as a Platform, over Bolt: events come in by Socket Mode (with an app token) or by a listener for the one HTTP server
 * of the process; messages go out over the Web API, in each workspace with its own token.
 */
import { App, LogLevel } from '@slack/bolt';
import type { Clock } from '../../base/clock.ts';
import { systemClock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ThreadRef } from '../../core/model/conversation.ts';
import { ConfigError, PlatformError } from '../../core/model/errors.ts';
import { isPrivatePlace } from '../../core/model/private-place.ts';
import type { Handlers, OperatorNotice } from '../../core/ports/handlers.ts';
import type { InstallationStore } from '../../core/ports/installation-store.ts';
import type { Health, Platform, Streaming } from '../../core/ports/platform.ts';
import type { HttpListener } from './connection/http-receiver.ts';
import { createHttpReceiver } from './connection/http-receiver.ts';
import { InstalledToken } from './connection/installed-token.ts';
import { type AppCredentials, renewTokens } from './connection/renew-tokens.ts';
import { indispensable, scopesAdvice } from './connection/scopes.ts';
import { createSdkLog } from './connection/sdk-log.ts';
import { appTokenAdvice } from './connection/socket-pool.ts';
import type { EventReceiver } from './connection/socket-receiver.ts';
import { createSocketReceiver, type SocketReceiverOptions } from './connection/socket-receiver.ts';
import { fixedToken, type TokenSource } from './connection/web-api.ts';
import { isTokenRefused, refusalOf } from './errors.ts';
import { listen } from './inbound/listen.ts';
import { createInstallPages } from './install/install-pages.ts';
import { budgets, workingLastsMs } from './limits/budgets.ts';
import { fits } from './outbound/render.ts';
import type { StreamingMode } from './outbound/streaming.ts';
import { streamingBy } from './outbound/streaming.ts';
import { createWorkspace, type Workspace } from './workspace.ts';
import { Workspaces } from './workspaces.ts';

/** What lets workspaces install the app by themselves. */
export interface Installing extends AppCredentials {
  readonly stateSecret: string;
  readonly installations: InstallationStore;
}

/** At least one of `botToken` and `installing` is there. */
export interface SlackOptions {
  /** Of one workspace that needs no installation. */
  readonly botToken?: string;
  readonly installing?: Installing;
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
  /** Where workspaces install the app, by path; with Socket Mode, too. */
  readonly installPages?: Readonly<Record<string, HttpListener>>;
}

const botTokenAdvice =
  'SLACK_BOT_TOKEN is refused by Slack; copy the bot token that begins with xoxb- (api.slack.com/apps > OAuth & Permissions).';

const tokensAdvice =
  'SLACK_APP_TOKEN or SLACK_SIGNING_SECRET is needed beside SLACK_BOT_TOKEN (api.slack.com/apps > Basic Information).';

/** Fails with ConfigError when there is neither an app token nor a signing secret. Nothing connects before start. */
export function createSlackPlatform(options: SlackOptions): SlackPlatform {
  const { logger, clock = systemClock, botToken, installing, streaming = 'auto' } = options;
  const mayStream = streaming === 'auto' || streaming === 'native';
  const home = botToken === undefined ? undefined : make(fixedToken(botToken));
  const workspaces = new Workspaces({
    home,
    installations: installing?.installations,
    create,
    tellOperators,
    clock,
    logger,
  });
  const onGap = (since: number): void => {
    for (const { backfill } of workspaces.all) void backfill.read(since);
  };
  const { receiver, listener } = createReceiver({ ...options, clock, onGap });
  let wanted = false;
  let handlers: Handlers | undefined;
  let missing: string | undefined;

  const app = new App({
    receiver,
    // Each workspace's calls are made with its own token, not by Bolt.
    authorize: async () => ({}),
    ignoreSelf: false,
    convoStore: false,
    logger: createSdkLog(logger),
    logLevel: LogLevel.WARN,
    clientOptions: {
      ...(options.apiUrl !== undefined && { slackApiUrl: options.apiUrl }),
      retryConfig: { retries: 0 },
    },
  });
  listen(app, {
    logger,
    async of(installation) {
      handlersNow();
      return (await workspaces.find(installation))?.listeners;
    },
    onRemoved: (installation) => remove(installation),
  });
  const at = (thread: ThreadRef): Promise<Workspace> => workspaces.of(thread.installation);
  const named = (person: string, near?: ThreadRef): Promise<Workspace> => {
    const [, team = ''] = person.split(':').slice(0, -1);
    return workspaces.of(near?.installation ?? (team || (home?.self().teamId ?? '')));
  };

  return {
    name: 'slack',
    keepsApart: installing !== undefined,
    start,
    stop,
    health,
    silentMs: () => receiver.silentMs?.(),
    resolveNames: (text, thread) =>
      inTrouble(
        at(thread).then((each) => each.resolveNames(text)),
        text,
      ),
    nameOf: (person, thread) =>
      inTrouble(
        at(thread).then((each) => each.nameOf(person)),
        undefined,
      ),
    localeOf: (person, thread) =>
      inTrouble(
        at(thread).then((each) => each.localeOf(person)),
        undefined,
      ),
    earlierIn: (thread, question) =>
      inTrouble(
        at(thread).then((each) => each.earlierIn(thread, question)),
        'unread',
      ),
    describeFile: (file, thread) =>
      inTrouble(
        at(thread).then((each) => each.describeFile(file)),
        file,
      ),
    readFile: (file, maxBytes, thread) =>
      inTrouble(
        at(thread).then((each) => each.readFile(file, maxBytes)),
        undefined,
      ),
    open: async (question, wording) => (await at(question.thread)).open(question, wording),
    post: async (thread, ...message) => (await at(thread)).post(thread, ...message),
    tell: async (recipient, message, near) => (await named(recipient, near)).tell(recipient, message),
    edit: async (thread, ...message) => (await at(thread)).edit(thread, ...message),
    remove: async (thread, message) => (await at(thread)).remove(thread, message),
    working: async (thread, ...shown) => (await at(thread)).working(thread, ...shown),
    ...(mayStream && {
      streaming: streamingBy(streamingAt, (thread) => workspaces.known(thread.installation)?.streaming),
    }),
    workingLastsMs,
    stepsIn: 'indicator',
    fits,
    budgets,
    canSee,
    isPrivate: isPrivatePlace,
    isPublic: (thread) => !isPrivatePlace(thread) && workspaces.known(thread.installation)?.isPublic(thread) === true,
    isLive: (thread) => streaming !== 'off' && !isPrivatePlace(thread),
    isMember: async (request, group) => (await at(request.thread)).isMember(request, group),
    standing: async (request) => (await at(request.thread)).standing(request),
    notify: async (note) => (await at(note.thread)).notify(note),
    tellRequester: async (request, reply) => (await at(request.thread)).tellRequester(request, reply),
    linkTo: (thread, message) => workspaces.known(thread.installation)?.linkTo(thread, message),
    ...(listener && { httpListener: listener }),
    ...(installing && {
      installPages: createInstallPages({ ...options, installing, clock, onInstalled: (id) => workspaces.drop(id) }),
    }),
  };

  function make(tokens: TokenSource, id?: string): Workspace {
    const { apiUrl } = options;
    return createWorkspace({
      ...{ tokens, streaming, logger, clock, handlers: handlersNow },
      ...(apiUrl !== undefined && { apiUrl }),
      tellOperators: (notice) => tellOperators(id === undefined ? notice : inWorkspace(notice, id)),
    });
  }

  /** One that installed the app. */
  function create(id: string): Workspace {
    if (!installing) throw new TypeError('nobody can install the app');
    const tokens = new InstalledToken({
      ...{ id, logger, clock, installations: installing.installations },
      renew: (refreshToken) => renewTokens(refreshToken, installing, { ...options, clock }),
      onGone: () => workspaces.drop(id),
      onNotRenewed(error) {
        const word = refusalOf(error);
        const detail = `Slack does not renew the token (${word}): install Docent there again at /slack/install.`;
        if (word !== undefined) tellOperators(inWorkspace({ id: 'not renewed', detail }, id));
      },
    });
    return make(tokens, id);
  }

  async function streamingAt(thread: ThreadRef): Promise<Streaming> {
    const { streaming: streams } = await at(thread);
    if (!streams) throw new PlatformError('not_streaming');
    return streams;
  }

  async function canSee(kind: 'server' | 'channel', id: string): Promise<boolean> {
    if (!installing) return (await workspaces.of('')).canSee(kind, id);
    // Nobody says in which workspace a channel is.
    return (
      kind === 'channel' ||
      (await workspaces.of(id).then(
        () => true,
        (error: unknown) => isElsewhere(error),
      ))
    );
  }

  function handlersNow(): Handlers {
    if (!handlers) throw stopped();
    return handlers;
  }

  function tellOperators(notice: OperatorNotice): void {
    handlers?.tellOperators?.(notice);
  }

  /** Slack delivers events late, too: whoever installed the app again meanwhile keeps it. */
  async function remove(id: string): Promise<void> {
    if (!installing || home?.self().teamId === id) return;
    const { removed } = handlersNow();
    const found = await installing.installations.find(id);
    if (typeof found === 'object' && (await isAccepted(create(id))))
      return logger.info({ installation: id }, 'removal of an earlier installation ignored');
    await removed?.(id);
    // Whoever installed it again, or encrypted it anew, while the answers were removed: it is checked again.
    if (found && !(await installing.installations.remove(id, found))) return remove(id);
    workspaces.drop(id);
    logger.info({ installation: id }, 'app removed from a workspace');
  }

  async function start(given: Handlers): Promise<void> {
    wanted = true;
    const lacking = await identify(home);
    if (!wanted) throw stopped();
    handlers = given;
    home?.api.open();
    try {
      await workspaces.look();
      await receiver.start();
      missing = home?.noteMissing(lacking);
    } catch (error) {
      workspaces.close();
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
    workspaces.close();
  }

  function health(): Health {
    const trouble = home?.api.tokenTrouble();
    if (trouble && !installing) return { state: trouble, detail: botTokenAdvice };
    const connection = receiver.health();
    const { troubled } = workspaces;
    const detail = trouble ? botTokenAdvice : troubled > 0 ? troubledAdvice(troubled) : missing;
    return connection.state === 'ready' && detail ? { ...connection, detail } : connection;
  }
}

/** Everybody may read it, so it names none. */
function troubledAdvice(count: number): string {
  return `${count} Slack workspaces get no answers: their tokens are refused or cannot be read; run docent doctor.`;
}

function inWorkspace({ id, detail }: OperatorNotice, workspace: string): OperatorNotice {
  return { id: `${workspace}:${id}`, detail: `In the Slack workspace ${workspace}: ${detail}` };
}

/** For what never fails: without the workspace, `otherwise`. */
async function inTrouble<T>(lookUp: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof PlatformError) return otherwise;
    throw error;
  }
}

/** Fails with PlatformError when Slack does not say. */
async function isAccepted({ api }: Workspace): Promise<boolean> {
  try {
    await api.whoAmI();
    return true;
  } catch (error) {
    if (isTokenRefused(error)) return false;
    throw error;
  }
}

function isElsewhere(error: unknown): boolean {
  if (error instanceof PlatformError && error.code === 'thread_gone') return false;
  throw error;
}

/** Returns the scopes that we lack. Fails with ConfigError when the token is refused or we may not write at all. */
async function identify(home: Workspace | undefined): Promise<readonly string[]> {
  try {
    const missing = (await home?.start()) ?? [];
    if (missing.includes(indispensable)) throw new ConfigError([scopesAdvice(missing)]);
    return missing;
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
