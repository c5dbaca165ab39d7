/**
 * Calls to Slack: its Web API, and response URLs. Every failure is a PlatformError. No call is repeated here and none waits
 * for a limit; the caller decides.
 */
import type { AuthTestResponse, WebClientOptions } from '@slack/web-api';
import { WebClient } from '@slack/web-api';
import type { Clock } from '../../../base/clock.ts';
import { type ApiCall, callWithin, fetchWithin } from '../../../base/http-call.ts';
import type { Logger } from '../../../base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { fromResponseUrl, isTokenRefused, missingScopeIn, toPlatformError } from '../errors.ts';
import { createSdkLog } from './sdk-log.ts';
import { createTokenCheck } from './token-check.ts';

/** Supplies the token of each call. */
export interface TokenSource {
  /** Fails with PlatformError. */
  token(): Promise<string>;
  /** Slack refused it: another process may have a newer one. */
  refused?(): void;
}

/** A token that never changes. */
export function fixedToken(token: string): TokenSource {
  return { token: async () => token };
}

export interface WebApiOptions {
  readonly tokens: TokenSource;
  /** Ends in `/api/`. Missing: Slack itself. */
  readonly apiUrl?: string | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  /** A call was refused because the app lacks this scope. */
  onMissingScope?(scope: string): void;
}

/** What is posted to a response URL: for all in the channel, or for the author of the command. */
export interface ResponseUrlMessage {
  readonly text: string;
  readonly blocks?: readonly object[];
  readonly forAll: boolean;
  /** Replaces the message whose button was pressed; a command's response URL has none. */
  readonly replaces?: boolean;
  /** The ts of a thread's root. */
  readonly thread?: string | undefined;
}

export interface WebApi {
  /** Makes a call. Fails with PlatformError and nothing else, also when the API is closed. */
  attempt<T>(call: (client: WebClient) => Promise<T>): Promise<T>;
  /** The same for extras: given up after a second. */
  attemptQuickly<T>(call: (client: WebClient) => Promise<T>): Promise<T>;
  /** Posts to a response URL, which works where we may not post. */
  respond(responseUrl: string, answer: ResponseUrlMessage): Promise<void>;
  /** Who we are. Works while the API is closed. Fails with PlatformError. */
  whoAmI(): Promise<AuthTestResponse>;
  /** Set while Slack refuses the bot token: calls then fail as in any other outage. */
  tokenTrouble(): Health['state'] | undefined;
  open(): void;
  close(): void;
}

/** A call without a response by then has an unknown outcome. */
const timeoutMs = 10_000;
const quickMs = 1_000;

/** A client that makes each call once, within `limitMs`. */
export function createSlackClient(
  token: string | undefined,
  { apiUrl, logger, clock }: Pick<WebApiOptions, 'apiUrl' | 'logger' | 'clock'>,
  limitMs = timeoutMs,
): WebClient {
  const options: WebClientOptions = {
    ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
    logger: createSdkLog(logger),
    // Only text is sent.
    fetch: (url, init) => callWithin(clock, limitMs, url, init as ApiCall),
    // A post whose response was lost must not be repeated: it would be posted twice.
    retryConfig: { retries: 0 },
    // Otherwise one limited method would delay every call of this token.
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
  };
  return new WebClient(token, options);
}

export function createWebApi(options: WebApiOptions): WebApi {
  const { tokens, logger, clock, onMissingScope } = options;
  let made: Clients | undefined;
  const whoAmI = (): Promise<AuthTestResponse> => translated(async () => (await clients()).client.auth.test());
  const token = createTokenCheck({ ask: whoAmI, clock, logger });
  let isOpen = false;

  return {
    attempt: (call) => attempt(async () => call((await clients()).client)),
    attemptQuickly: (call) => attempt(async () => call((await clients()).quick)),
    respond: (responseUrl, answer) => attempt(() => respond(responseUrl, answer, clock)),
    whoAmI,
    tokenTrouble: token.trouble,
    open() {
      isOpen = true;
    },
    close() {
      isOpen = false;
      token.stop();
    },
  };

  async function clients(): Promise<Clients> {
    const current = await tokens.token();
    if (made?.token !== current) {
      const [client, quick] = [createSlackClient(current, options), createSlackClient(current, options, quickMs)];
      made = { token: current, client, quick };
    }
    return made;
  }

  async function attempt<T>(call: () => Promise<T>): Promise<T> {
    if (!isOpen) throw new PlatformError('unavailable', { cause: new Error('the platform is stopped') });
    const waitMs = token.refusedForMs();
    if (waitMs !== undefined) throw new PlatformError('unavailable', { waitMs, cause: new Error('token refused') });
    try {
      return await translated(call);
    } catch (error) {
      if (isTokenRefused(error)) {
        tokens.refused?.();
        token.suspect();
      }
      const scope = missingScopeIn(error);
      if (scope !== undefined) onMissingScope?.(scope);
      throw error;
    }
  }
}

/** The clients for one token. */
interface Clients {
  readonly token: string;
  readonly client: WebClient;
  readonly quick: WebClient;
}

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toPlatformError(error);
  }
}

async function respond(url: string, answer: ResponseUrlMessage, clock: Clock): Promise<void> {
  const { text, blocks, forAll, thread, replaces = false } = answer;
  const response_type = forAll ? 'in_channel' : 'ephemeral';
  const response = await fetchWithin(clock, timeoutMs, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, blocks, response_type, thread_ts: thread, replace_original: replaces }),
    redirect: 'error',
  });
  if (!response.ok) throw fromResponseUrl(response.status, response.headers.get('retry-after'));
}
