/**
 * Discord's HTTP API by the REST client of discord.js. In: routes and bodies. Out: answers, or PlatformError. Effects: HTTP.
 *
 * It waits for no limit but the rest of a second, and repeats nothing: a limit, foreseen (limits.ts) or told, is
 * `rate_limited`, and the core's pacer decides. Requests go through the global fetch, since the client's own transport, an older undici, breaks when a newer one is
 * loaded in the same process.
 */

import type { RESTOptions, RequestMethod, RouteLike } from 'discord.js';
import { REST } from 'discord.js';
import type { Clock } from '../../../base/clock.ts';
import { fetchWithin } from '../../../base/clock.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { isUnauthorized, toPlatformError } from '../errors.ts';
import type { LimitResponse, Limits } from '../limits/reported-limits.ts';
import { limitKeyOf } from '../limits/reported-limits.ts';

export interface Call {
  readonly body?: object;
  readonly query?: URLSearchParams;
  /** false: the address holds a token of its own (interactions). */
  readonly auth?: boolean;
}

export interface Api {
  /** The answer as Discord sends it, undefined for none. Fails with PlatformError. */
  call(method: RequestMethod, route: RouteLike, call?: Call): Promise<unknown>;
  /** Whether Discord refuses the bot's token, again and again. */
  refused(): boolean;
  /** Every call after it fails. */
  close(): void;
}

/** Time for an answer, to its last byte; what is not answered by then has an unknown outcome. */
const timeoutMs = 10_000;
/** One refusal of the token may be an accident of Discord's; so many in a row are none. */
const maxRefusals = 3;
const refusedWaitMs = 1_000;

/** How discord.js talks HTTP, here and when it connects. `goes`: a request goes; what it gives is called with its answer. */
export function restOptions(
  apiUrl: string | undefined,
  clock: Clock,
  goes: () => (answer?: LimitResponse) => void,
): Partial<RESTOptions> {
  return {
    version: '10',
    ...(apiUrl !== undefined && { api: apiUrl }),
    // The client's own time limit ends with the answer's head; ours holds for its body too.
    timeout: 2 ** 31 - 1,
    retries: 0,
    // The pacer counts all calls; the client would count those of commands too, which are outside that limit.
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    offset: 0,
    rejectOnRateLimit: () => true,
    async makeRequest(url, init) {
      const answered = goes();
      try {
        const answer = await fetchGlobally(clock, url, init);
        answered(answer);
        return answer;
      } finally {
        answered();
      }
    },
  };
}

/** `apiUrl` ends in /api, without a version. */
export function createApi(token: string, apiUrl: string | undefined, limits: Limits, clock: Clock): Api {
  let refusals = 0;
  let closed = false;

  return {
    call,
    refused: () => refusals >= maxRefusals,
    close() {
      closed = true;
    },
  };

  async function call(method: RequestMethod, route: RouteLike, { auth = true, ...given }: Call = {}): Promise<unknown> {
    if (closed) throw new PlatformError('unavailable');
    const limited = limitKeyOf(method, route, auth);
    const answered = await limits.acquire(limited);
    try {
      const answer = await clientFor(answered).request({ ...given, method, fullRoute: route, auth });
      if (auth) refusals = 0;
      return answer;
    } catch (error) {
      if (auth && isUnauthorized(error)) throw refuse(error);
      throw toPlatformError(error);
    } finally {
      answered();
    }
  }

  /** One for each call: the client makes calls of one kind in one channel one after another, each a whole way there and back. */
  function clientFor(answered: (answer?: LimitResponse) => void): REST {
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

async function fetchGlobally(clock: Clock, url: string, init: Parameters<RESTOptions['makeRequest']>[1]) {
  // The client types its requests by its own undici; body and headers are plain text here, as fetch takes them.
  const request: unknown = init;
  const response: unknown = await fetchWithin(clock, timeoutMs, url, request as RequestInit);
  return response as Awaited<ReturnType<RESTOptions['makeRequest']>>;
}
