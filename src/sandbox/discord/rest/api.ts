/**
 * Discord's REST API: each call is rate limited, authorized, checked and run as in Discord. Calls are recorded, and so are
 * violations: calls that Discord refuses, or accepts although an app should not make them.
 */
import type { Clock } from '../../../kit/base/clock.ts';
import { type Json, type JsonObject, parseJson } from '../../json.ts';
import { Refusal, refusal, statusOf, unauthorized } from '../world/refusal.ts';
import type { Fault, FaultPlan } from './faults.ts';
import type { Limiter, LimitResult } from './limits.ts';
import { type Found, findRoute, type Route } from './route.ts';

/**
 * Parts of Discord that the sandbox does not implement. Calling such a route responds with 404 and is an `unknown_route`
 * violation; unsupported fields are `doubtful`.
 */
export const unimplemented: readonly string[] = [
  'attachments, stickers, polls, voice, forwards, message snapshots',
  'threads that archive themselves, private threads, slow mode',
  'changing or making channels, roles, members; moderation; AutoMod',
  'pins, bulk deletes by REST, crossposts, reactions of others by REST, search',
  'autocomplete, command localization and per-channel command permissions, user-installed apps',
  'the limit of edits to messages older than an hour (30046), session expiry (4009), compression, ETF',
];

export interface ApiCall {
  readonly method: string;
  /** `PATCH /channels/:id/messages/:id`, or method and path of an unknown route. */
  readonly route: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 0: no response. */
  readonly status: number;
  readonly body?: Json;
}

/**
 * `refused`: the server does not allow it. `invalid`: wrong fields. `doubtful`: Discord accepts it, but an app should not make
 * it. `defect`: in the sandbox itself. Planned faults are not violations.
 */
export interface Violation {
  readonly kind:
    | 'rate_limited'
    | 'unauthorized'
    | 'unknown_route'
    | 'invalid'
    | 'refused'
    | 'doubtful'
    | 'gateway'
    | 'defect';
  readonly route: string;
  readonly detail: string;
}

export interface ApiRequest {
  readonly method: string;
  /** Path and query, starting with `/api`. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** An HTTP response, or what happens to the connection instead. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connection?: 'hangs' | 'breaks';
}

export interface ApiOptions {
  readonly routes: readonly Route[];
  readonly limiter: Limiter;
  readonly faults: FaultPlan;
  readonly clock: Clock;
  readonly token: string;
  readonly latencyMs: number;
  readonly stopped: AbortSignal;
}

export type Api = ReturnType<typeof createApi>;

/** Thrown by `countInto`. */
class RateLimited extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('rate limited');
    this.waitMs = waitMs;
  }
}

const versions = ['v10'];

export function createApi(options: ApiOptions) {
  const { limiter, faults, clock, stopped } = options;
  const calls: ApiCall[] = [];
  const violations: Violation[] = [];
  return { handle, calls, violations, note };

  async function handle(request: ApiRequest): Promise<ApiResponse> {
    const at = clock.now();
    const { pathname, searchParams } = new URL(request.url, 'http://sandbox');
    const [, api, version = '', ...rest] = pathname.split('/');
    const path = `/${rest.join('/')}`;
    const known = api === 'api' && versions.includes(version);
    const found = known ? findRoute(options.routes, request.method, path) : undefined;
    const name = found?.route.name ?? `${request.method} ${path}`;
    const fault = faults.take(name, `${request.method} ${path}`);
    await wait(options.latencyMs / 2 + (fault?.delayMs ?? 0));
    const response = (fault && failure(fault)) ?? run(found, name, request, searchParams);
    const body = parseJson(request.body);
    const noted = { method: request.method, route: name, path, at, ...(body === undefined ? {} : { body }) };
    calls.push({ ...noted, status: response.connection === 'hangs' ? 0 : response.status });
    await wait(options.latencyMs / 2 + (fault?.responseDelayMs ?? 0));
    return fault?.loseAnswer ? { ...response, connection: 'breaks' } : response;
  }

  async function wait(waitMs: number): Promise<void> {
    if (waitMs > 0) await clock.wait(waitMs, stopped);
  }

  function run(found: Found | undefined, name: string, request: ApiRequest, query: URLSearchParams): ApiResponse {
    const pass = found && limiter.take(found.route.quota, majorOf(found), !found.route.open, clock.now());
    try {
      if (!found) throw refusal(0);
      if (pass?.refused) return limited(name, pass);
      if (!found.route.open && request.authorization !== `Bot ${options.token}`) throw unauthorized();
      const outcome = found.route.run({
        id: (place) => found.ids[place] ?? '',
        query,
        body: readBody(request.body),
        note: (detail) => note('doubtful', name, detail),
        countInto: (quota, key) => {
          const { refused } = limiter.take(quota, key, false, clock.now());
          if (refused) throw new RateLimited(refused.waitMs);
        },
      });
      return json(outcome.status, outcome.body, pass?.headers);
    } catch (error) {
      if (error instanceof RateLimited)
        return limited(name, { headers: pass?.headers ?? {}, refused: { waitMs: error.waitMs, scope: 'user' } });
      if (!(error instanceof Refusal)) throw error;
      note(
        kindOf(error, found),
        name,
        [error.status, error.code, error.message, JSON.stringify(error.errors)].join(' '),
      );
      return json(error.status, error.body(), pass?.headers);
    }
  }

  function limited(name: string, pass: LimitResult): ApiResponse {
    const { waitMs = 0, scope = 'user' } = pass.refused ?? {};
    note('rate_limited', name, `${scope}, ${waitMs} ms`);
    return tooMany(waitMs / 1_000, scope, pass.headers);
  }

  function note(kind: Violation['kind'], route: string, detail: string): void {
    violations.push({ kind, route, detail: detail.trim() });
  }
}

/** Returns undefined without a body; refuses invalid JSON. */
function readBody(text: string): Json | undefined {
  if (text === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) throw refusal(50109);
  return value;
}

/** The major parameter, which has its own limits: channel, server, or webhook with its token. */
function majorOf({ route, ids }: Found): string {
  if (route.name.includes('/webhooks/:id/:id')) return ids.slice(0, 2).join('/');
  return route.name.includes('/channels/:id') || route.name.includes('/guilds/:id') ? (ids[0] ?? '') : '';
}

function kindOf(error: Refusal, found: Found | undefined): Violation['kind'] {
  if (!found) return 'unknown_route';
  if (error.status === 401) return 'unauthorized';
  return [50035, 50006, 50109].includes(error.code) ? 'invalid' : 'refused';
}

function failure(fault: Fault): ApiResponse | undefined {
  if (fault.json !== undefined) return json(200, fault.json);
  if (fault.hang) return { status: 0, headers: {}, body: '', connection: 'hangs' };
  if (fault.scope === 'network') return page(429, { 'retry-after': String(fault.retryAfter ?? 0) });
  if (fault.retryAfter !== undefined)
    return tooMany(
      fault.retryAfter,
      fault.scope ?? 'user',
      fault.scope === 'global' ? { 'x-ratelimit-global': 'true' } : {},
    );
  if (fault.code !== undefined) {
    const status = fault.status ?? statusOf(fault.code);
    return json(status, { message: 'Planned by the test', code: fault.code });
  }
  if (fault.status === 401) return json(401, unauthorized().body());
  if (fault.status === undefined) return undefined;
  return page(fault.status);
}

function page(status: number, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status, headers: { 'content-type': 'text/html', ...headers }, body: '<html>Discord is sorry</html>' };
}

function json(status: number, body: Json | undefined, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  if (body === undefined) return { status, headers, body: '' };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Source: developer docs "Topics: Rate Limits, Exceeding A Rate Limit", read 2026-11-21. */
function tooMany(waitSeconds: number, scope: string, headers: Readonly<Record<string, string>>): ApiResponse {
  const retryAfter = waitSeconds.toFixed(3);
  const body: JsonObject = {
    message: 'You are being rate limited.',
    retry_after: Number(retryAfter),
    global: scope === 'global',
  };
  return json(429, body, {
    ...headers,
    'retry-after': retryAfter,
    'x-ratelimit-scope': scope,
    ...(scope === 'global' ? { 'x-ratelimit-global': 'true' } : {}),
  });
}
