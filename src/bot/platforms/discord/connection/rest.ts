/**
 * Discord's HTTP API, through the REST client of discord.js. It never retries and waits for the rest of a second at most: a
 * known or reported limit fails with `rate_limited`, so that the core's pacer decides. Requests bypass the client's own
 * transport, an older undici that breaks when a newer one is loaded in the same process.
 */

import { REST, type RESTOptions, type RequestMethod, type RouteLike } from 'discord.js';
import type { Clock } from '../../../../kit/base/clock.ts';
import { type ApiCall, callWithin } from '../../../../kit/base/http-call.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { isUnauthorized, toPlatformError } from '../errors.ts';
import type { Answered, Limits } from '../limits/learned-limits.ts';
import { limitKeyOf } from '../limits/limit-key.ts';

export interface Call {
  readonly body?: object;
  readonly query?: URLSearchParams;
  /** false: the URL contains its own token (interactions). */
  readonly auth?: boolean;
}

export interface Api {
  /** Returns the response's JSON, undefined if it is empty. Fails with PlatformError. */
  call(method: RequestMethod, route: RouteLike, call?: Call): Promise<unknown>;
  /** How long Discord's rate limit blocks this route; 0: not at all. */
  routeWaitMs(method: RequestMethod, route: RouteLike): number;
  /** Whether Discord has rejected the bot's token several times in a row. */
  refused(): boolean;
  /** All later calls fail. */
  close(): void;
}

/** Time limit for a response, including its body; the outcome of a call that exceeds it is unknown. */
const timeoutMs = 10_000;
/** A single rejection of the token may be a temporary fault at Discord. */
const maxRefusals = 3;
const refusedWaitMs = 1_000;

/** The REST options for our calls and for the client that connects. `onRequest` is called for each request sent. */
export function restOptions(apiUrl: string | undefined, clock: Clock, onRequest: () => Answered): Partial<RESTOptions> {
  return {
    version: '10',
    ...(apiUrl !== undefined && { api: apiUrl }),
    // The client's own time limit covers only the response's headers; ours includes the body.
    timeout: 2 ** 31 - 1,
    retries: 0,
    // The pacer enforces the global limit. The client would count interaction calls too, which are exempt from it.
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    offset: 0,
    rejectOnRateLimit: () => true,
    async makeRequest(url, init) {
      const answered = onRequest();
      try {
        const response = await send(clock, url, init);
        answered(response);
        return response;
      } finally {
        answered();
      }
    },
  };
}

/** `apiUrl` ends in /api, without a version. */
export function createApi(
  token: string,
  apiUrl: string | undefined,
  limits: Limits,
  clock: Clock,
  onFailed?: (method: RequestMethod, route: string, error: PlatformError) => void,
): Api {
  let refusals = 0;
  let closed = false;

  return {
    call,
    routeWaitMs,
    refused: () => refusals >= maxRefusals,
    close() {
      closed = true;
    },
  };

  async function call(method: RequestMethod, route: RouteLike, { auth = true, ...rest }: Call = {}): Promise<unknown> {
    if (closed) throw new PlatformError('unavailable');
    const answered = await limits.acquire(limitKeyOf(method, route, auth));
    try {
      const answer = await clientFor(answered).request({ ...rest, method, fullRoute: route, auth });
      if (auth) refusals = 0;
      return answer;
    } catch (error) {
      if (auth && isUnauthorized(error)) throw refuse(error);
      const failure = toPlatformError(error);
      if (auth) onFailed?.(method, route, failure);
      throw failure;
    } finally {
      answered();
    }
  }

  function routeWaitMs(method: RequestMethod, route: RouteLike): number {
    const reported = limits.reported(limitKeyOf(method, route));
    return reported && reported.remaining <= 0 ? reported.resetAt - clock.now() : 0;
  }

  /** Each call has its own client, because one client serialises the calls of a route. */
  function clientFor(answered: Answered): REST {
    return new REST({
      ...restOptions(apiUrl, clock, () => answered),
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
    }).setToken(token);
  }

  function refuse(error: unknown): PlatformError {
    refusals += 1;
    const refusal = toPlatformError(error);
    if (refusals >= maxRefusals) return refusal;
    return new PlatformError('unavailable', { waitMs: refusedWaitMs, cause: refusal.cause });
  }
}

async function send(clock: Clock, url: string, init: Parameters<RESTOptions['makeRequest']>[1]) {
  // The request's type comes from the client's own undici; body and headers are plain text here.
  const call: unknown = init;
  const response: unknown = await callWithin(clock, timeoutMs, url, call as ApiCall);
  return response as Awaited<ReturnType<RESTOptions['makeRequest']>>;
}
