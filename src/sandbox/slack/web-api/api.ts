/**
 * Slack's Web API: each call is rate limited, authorized, checked and run as in Slack. Calls are recorded, and so are
 * violations: calls that Slack refuses, or accepts although an app should not make them.
 */
import type { Clock } from '../../../kit/base/clock.ts';
import type { JsonObject } from '../../json.ts';
import { Refusal, unknownNames } from '../world/validation.ts';
import type { Fault, FaultPlan } from './faults.ts';
import type { Limiter } from './limits.ts';
import type { Method, Methods, TokenKind } from './methods/method.ts';

/** Methods that the sandbox does not implement. Calling one, or any other name, is an `unknown_method` violation. */
export const unimplementedMethods: readonly string[] = [
  'chat.scheduleMessage',
  'chat.unfurl',
  'conversations.join',
  'agents.sessions.rename',
  'views.update',
  'files.getUploadURLExternal',
];

export interface ApiCall {
  readonly method: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ok: boolean;
  readonly error?: string;
  readonly arguments: JsonObject;
}

/**
 * `refused`: the workspace does not allow it. `invalid`: wrong arguments. `doubtful`: Slack accepts it, but an app should not
 * make it. Planned faults are not violations.
 */
export interface Violation {
  readonly kind: 'rate_limited' | 'unauthorized' | 'unknown_method' | 'invalid' | 'refused' | 'doubtful';
  readonly method: string;
  readonly detail: string;
}

/** An HTTP response, or what happens to the connection instead. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connection?: 'hangs' | 'breaks';
}

export interface ApiOptions {
  readonly methods: Methods;
  readonly limiter: Limiter;
  readonly faults: FaultPlan;
  readonly clock: Clock;
  /** Fails with Refusal if the token is not valid. */
  kindOf(token: string): TokenKind;
  readonly scopes: readonly string[];
  readonly latencyMs: number;
}

export type Api = ReturnType<typeof createApi>;

const invalidCodes = /^invalid_|_too_long$|_conflict$|_too_large$|^no_text$|^too_many_/;
const jsonType = { 'content-type': 'application/json; charset=utf-8' };

interface Outcome {
  readonly response: ApiResponse;
  readonly error?: string;
}

export function createApi(options: ApiOptions) {
  const { methods, limiter, faults, clock, scopes } = options;
  const calls: ApiCall[] = [];
  const violations: Violation[] = [];
  return { handle, calls, violations };

  async function handle(method: string, token: string | undefined, sent: JsonObject): Promise<ApiResponse> {
    const at = clock.now();
    const fault = faults.take(method);
    const oneWayMs = options.latencyMs / 2;
    await delay(oneWayMs + (fault?.delayMs ?? 0));
    const failed = fault && toOutcome(fault);
    const { response, error } = failed ?? run(method, token, sent);
    calls.push({ method, at, ok: error === undefined, ...(error ? { error } : {}), arguments: sent });
    if (failed) return response;
    await delay(oneWayMs);
    return fault?.loseAnswer ? { ...response, connection: 'breaks' } : response;
  }

  async function delay(waitMs: number): Promise<void> {
    if (waitMs > 0) await clock.wait(waitMs);
  }

  function run(name: string, token: string | undefined, sent: JsonObject): Outcome {
    const method = methods[name];
    const waitSeconds = method && limiter.take(name, method.tier, channelOf(sent), clock.now());
    if (waitSeconds !== undefined) {
      record('rate_limited', name, `Retry-After: ${waitSeconds}`);
      return rateLimited(waitSeconds);
    }
    try {
      return { response: json({ ok: true, ...runChecked(name, method, token, sent) }) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, details } = error;
      record(violationKind(code), name, [code, JSON.stringify(details)].join(' '));
      return { response: json({ ok: false, error: code, ...details }), error: code };
    }
  }

  function runChecked(
    name: string,
    method: Method | undefined,
    token: string | undefined,
    sent: JsonObject,
  ): JsonObject {
    if (!method) throw new Refusal('unknown_method', { req_method: name });
    checkToken(method, token);
    if (method.scope) requireScope(method.scope);
    const unknown = unknownNames(method.types, sent);
    const noteDoubtful = (detail: string): void => record('doubtful', name, detail);
    if (unknown.length > 0) noteDoubtful(`unknown arguments: ${unknown.join(', ')}`);
    return method.run(sent, { requireScope, noteDoubtful });
  }

  function checkToken(method: Method, token: string | undefined): void {
    if (method.token === 'none') return;
    if (!token) throw new Refusal('not_authed');
    if (options.kindOf(token) !== method.token) throw new Refusal('not_allowed_token_type');
  }

  function requireScope(scope: string): void {
    if (!scopes.includes(scope)) throw new Refusal('missing_scope', { needed: scope, provided: scopes.join(',') });
  }

  function record(kind: Violation['kind'], method: string, detail: string): void {
    violations.push({ kind, method, detail });
  }

  function json(body: JsonObject): ApiResponse {
    const headers = { ...jsonType, 'x-oauth-scopes': scopes.join(','), 'x-slack-req-id': 'sandbox' };
    return { status: 200, headers, body: JSON.stringify(body) };
  }
}

function violationKind(code: string): Violation['kind'] {
  if (code === 'unknown_method') return 'unknown_method';
  if (/auth|token|missing_scope/.test(code)) return 'unauthorized';
  return invalidCodes.test(code) ? 'invalid' : 'refused';
}

/** undefined: the fault lets the call run. */
const nullResponse = JSON.stringify({
  ok: true,
  messages: null,
  users: null,
  user: { name: null, profile: null },
  channel: null,
  response_metadata: null,
});

function toOutcome({ hang, retryAfter, status, error, nulls, garbled }: Fault): Outcome | undefined {
  if (hang) return { error: 'hang', response: { status: 0, headers: {}, body: '', connection: 'hangs' } };
  if (retryAfter !== undefined) return rateLimited(retryAfter);
  if (status !== undefined) {
    const response = { status, headers: { 'content-type': 'text/html' }, body: '<html>Slack is sorry</html>' };
    return { error: `http_${status}`, response };
  }
  if (error) return { error, response: { status: 200, headers: jsonType, body: JSON.stringify({ ok: false, error }) } };
  if (nulls) return { error: 'nulls', response: { status: 200, headers: jsonType, body: nullResponse } };
  return garbled ? { error: 'garbled', response: { status: 200, headers: jsonType, body: '{"ok":tr' } } : undefined;
}

function rateLimited(seconds: number): Outcome {
  const headers = { ...jsonType, 'retry-after': String(seconds) };
  const error = 'ratelimited';
  return { error, response: { status: 429, headers, body: JSON.stringify({ ok: false, error }) } };
}

function channelOf(sent: JsonObject): string | undefined {
  const id = sent.channel ?? sent.channel_id;
  return typeof id === 'string' ? id : undefined;
}
