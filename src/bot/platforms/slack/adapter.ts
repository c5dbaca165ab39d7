/**
 * Slack as a Platform, built on Bolt. Events arrive over Socket Mode (with an app token) or through a listener on the
 * process's one HTTP server; messages go out over the Web API with each workspace's own token.
 */
import { App, LogLevel } from '@slack/bolt';
import type { Clock } from '../../../kit/base/clock.ts';
import { systemClock } from '../../../kit/base/clock.ts';
import type { Logger } from '../../../kit/base/logger.ts';
import { ConfigError, PlatformError } from '../../core/model/errors.ts';
import { isPrivatePlace } from '../../core/model/private-place.ts';
import type { Handlers, OperatorNotice } from '../../core/ports/handlers.ts';
import type { Health, Platform } from '../../core/ports/platform.ts';
import { byWorkspace } from './by-workspace.ts';
import type { HttpListener } from './connection/http-receiver.ts';
import { createHttpReceiver } from './connection/http-receiver.ts';
import { indispensable, scopesAdvice } from './connection/scopes.ts';
import { createSdkLog } from './connection/sdk-log.ts';
import { appTokenAdvice } from './connection/socket-pool.ts';
import type { EventReceiver } from './connection/socket-receiver.ts';
import { createSocketReceiver, type SocketReceiverOptions } from './connection/socket-receiver.ts';
import { isTokenRefused, refusalOf } from './errors.ts';
import { listen } from './inbound/listen.ts';
import { createInstallPages } from './install/install-pages.ts';
import { budgets } from './limits/budgets.ts';
import { fits } from './outbound/render.ts';
import { response } from './outbound/response-urls.ts';
import { modeIn, type StreamingModes } from './outbound/streaming.ts';
import type { Workspace } from './workspace.ts';
import { type Installing, Workspaces } from './workspaces.ts';

/** At least one of `botToken` and `installing` is set. */
export interface SlackOptions {
  /** The token of a single workspace, which then needs no OAuth installation. */
  readonly botToken?: string;
  readonly installing?: Installing;
  /** Enables Socket Mode. */
  readonly appToken?: string;
  /** Verifies events over HTTP, when there is no app token. */
  readonly signingSecret?: string;
  /** How many trusted proxies are in front of the process. Default: 0. */
  readonly trustedProxies?: number;
  /** Ends in `/api/`. Defaults to Slack's own. */
  readonly apiUrl?: string;
  /** How answers are shown while they are being written; by default edited in channels and streamed in direct messages. */
  readonly streaming?: Partial<StreamingModes>;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface SlackPlatform extends Platform {
  /** Without Socket Mode: handles requests to `/slack/events` between start and stop. */
  readonly httpListener?: HttpListener;
  /** The pages where workspaces install the app, by path. Also present with Socket Mode. */
  readonly installPages?: Readonly<Record<string, HttpListener>>;
}

const botTokenAdvice =
  'Slack rejects SLACK_BOT_TOKEN; copy the bot token, which begins with xoxb- (api.slack.com/apps > OAuth & Permissions).';

const tokensAdvice =
  'Slack also needs SLACK_APP_TOKEN or SLACK_SIGNING_SECRET (api.slack.com/apps > Basic Information).';

/** Fails with ConfigError when there is neither an app token nor a signing secret. Connects only on start. */
export function createSlackPlatform(options: SlackOptions): SlackPlatform {
  const { logger, clock = systemClock, botToken, installing, streaming = {} } = options;
  const { apiUrl } = options;
  const workspaces = new Workspaces({
    botToken,
    installing,
    streaming,
    logger,
    clock,
    handlers: handlersNow,
    tellOperators,
    ...(apiUrl !== undefined && { apiUrl }),
  });
  const { home } = workspaces;
  const onGap = (since: number): void => {
    for (const { backfill } of workspaces.all) void backfill.read(since);
  };
  const { receiver, listener } = createReceiver({ ...options, clock, onGap });
  let wanted = false;
  let handlers: Handlers | undefined;
  let missing: string | undefined;

  const app = createApp(receiver, options);
  listen(app, {
    logger,
    async listenersFor(installation) {
      handlersNow();
      return (await workspaces.find(installation))?.listeners;
    },
    onRemoved: (installation) => workspaces.remove(installation),
  });
  return {
    name: 'slack',
    start,
    stop,
    health,
    silentMs: () => receiver.silentMs?.(),
    ...byWorkspace(workspaces, streaming),
    fits,
    budgets,
    isLive: (thread, message) => modeIn(thread, streaming) !== 'off' && !isPrivatePlace(thread) && message !== response,
    ...(listener && { httpListener: listener }),
    ...(installing && {
      installPages: createInstallPages({ ...options, installing, clock, onInstalled: (id) => workspaces.drop(id) }),
    }),
  };

  function handlersNow(): Handlers {
    if (!handlers) throw stopped();
    return handlers;
  }

  function tellOperators(notice: OperatorNotice): void {
    handlers?.tellOperators(notice);
  }

  async function start(newHandlers: Handlers): Promise<void> {
    wanted = true;
    const missingScopes = await identify(home);
    if (!wanted) throw stopped();
    handlers = newHandlers;
    home?.api.open();
    try {
      await workspaces.checkTokens();
      await receiver.start();
      missing = home?.noteMissing(missingScopes);
    } catch (error) {
      workspaces.close();
      const isRefused = error instanceof PlatformError && error.code === 'forbidden';
      if (isRefused || isTokenRefused(error)) throw refused(appTokenAdvice, error);
      throw error;
    }
  }

  /** Events already received are still handled and acknowledged. A start in progress fails. */
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

/** /readyz is public, so the sentence names no workspace. */
function troubledAdvice(count: number): string {
  return `${count} Slack workspaces get no answers because their tokens are rejected or cannot be decrypted; run docent doctor.`;
}

/** Returns the missing scopes. Fails with ConfigError when the token is rejected or lacks chat:write. */
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

function createApp(receiver: EventReceiver, { apiUrl, logger }: SlackOptions): App {
  return new App({
    receiver,
    // Bolt makes no calls: each workspace's calls use its own token.
    authorize: async () => ({}),
    ignoreSelf: false,
    convoStore: false,
    logger: createSdkLog(logger),
    logLevel: LogLevel.WARN,
    clientOptions: {
      ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
      retryConfig: { retries: 0 },
    },
  });
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
