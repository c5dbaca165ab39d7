/**
 * Calls to Slack's Web API and to response URLs. Every failure is a PlatformError. Nothing here retries a call or waits for
 * a rate limit: that is up to the caller.
 */
import type { AuthTestResponse, WebClientOptions } from '@slack/web-api';
import { WebClient } from '@slack/web-api';
import type { Clock } from '../../../../kit/base/clock.ts';
import { type ApiCall, type ApiResponse, callWithin, fetchWithin } from '../../../../kit/base/http-call.ts';
import { isObject, parseJson, withoutNulls } from '../../../../kit/base/json.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { fromResponseUrl, isTokenRefused, missingScopeIn, toPlatformError } from '../errors.ts';
import { createSdkLog } from './sdk-log.ts';
import { createTokenCheck } from './token-check.ts';

/** Supplies the token of each call. */
export interface TokenSource {
  /** Fails with PlatformError. */
  token(): Promise<string>;
  /** Called when Slack rejects the token: another process may have a newer one. */
  refused?(): void;
}

/** A token that never changes. */
export function fixedToken(token: string): TokenSource {
  return { token: async () => token };
}

export interface WebApiOptions {
  readonly tokens: TokenSource;
  /** Ends in `/api/`. Defaults to Slack's own. */
  readonly apiUrl?: string | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Called when Slack refuses a call because the app lacks this scope. */
  onMissingScope?(scope: string): void;
}

/** A message for a response URL, shown to the whole channel or only to the user who triggered it. */
export interface ResponseUrlMessage {
  readonly text: string;
  readonly blocks?: readonly object[];
  readonly forAll: boolean;
  /** Replaces the message whose button was pressed; for a command there is none. */
  readonly replaces?: boolean;
  /** Deletes that message instead. */
  readonly removes?: boolean;
  /** The ts of the thread's root message. */
  readonly thread?: string | undefined;
}

export interface WebApi {
  /** Makes a call. Fails only with PlatformError, also while the API is closed. */
  attempt<T>(call: (client: WebClient) => Promise<T>): Promise<T>;
  /** The same with a time limit of one second, for optional extras. */
  attemptQuickly<T>(call: (client: WebClient) => Promise<T>): Promise<T>;
  /** Posts to a response URL, which works even where we may not post. */
  respond(responseUrl: string, answer: ResponseUrlMessage): Promise<void>;
  /** Calls auth.test. Works while the API is closed. Fails with PlatformError. */
  whoAmI(): Promise<AuthTestResponse>;
  /** Set while Slack rejects the bot token; calls then fail as in any other outage. */
  tokenTrouble(): Health['state'] | undefined;
  open(): void;
  close(): void;
}

/** The outcome of a call without a response by then is unknown. */
const timeoutMs = 10_000;
const quickMs = 1_000;

/** A client that makes each call once, with a timeout of `limitMs`. */
export function createSlackClient(
  token: string | undefined,
  { apiUrl, logger, clock }: Pick<WebApiOptions, 'apiUrl' | 'logger' | 'clock'>,
  limitMs = timeoutMs,
): WebClient {
  const options: WebClientOptions = {
    ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
    logger: createSdkLog(logger),
    // `init.body` is always text.
    fetch: async (url, init) => cleaned(await callWithin(clock, limitMs, url, init as ApiCall)),
    // A post whose response was lost must not be repeated: it would be posted twice.
    retryConfig: { retries: 0 },
    // Otherwise one rate-limited method would delay every call with this token.
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
  };
  return new WebClient(token, options);
}

/** Without what is null, on which the SDK itself fails, for instance in place of `response_metadata`. */
function cleaned(response: ApiResponse): ApiResponse {
  return {
    ...response,
    async text() {
      const text = await response.text();
      const body = text.includes('null') ? parseJson(text) : undefined;
      return isObject(body) ? JSON.stringify(withoutNulls(body)) : text;
    },
  };
}

export function createWebApi(options: WebApiOptions): WebApi {
  const { tokens, logger, clock, onMissingScope } = options;
  let made: Clients | undefined;
  const whoAmI = (): Promise<AuthTestResponse> => translated(async () => (await clients()).client.auth.test());
  const token = createTokenCheck({ probe: whoAmI, clock, logger });
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
  const { text, blocks, forAll, thread, replaces = false, removes = false } = answer;
  const response_type = forAll ? 'in_channel' : 'ephemeral';
  const response = await fetchWithin(clock, timeoutMs, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      text,
      ...(blocks?.length && { blocks }),
      response_type,
      thread_ts: thread,
      replace_original: replaces,
      ...(removes && { delete_original: true }),
    }),
    redirect: 'error',
  });
  if (!response.ok) throw fromResponseUrl(response.status, response.headers.get('retry-after'));
}
