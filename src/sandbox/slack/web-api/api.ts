/**
 * Slack's Web API: each call is checked, limited, run and answered as Slack does, and recorded; so is everything that Slack
 * would refuse, or let pass though it should not have been sent.
 */
import type { Clock } from '../../clock.ts';
import type { JsonObject } from '../world/state.ts';
import { Refusal, unknownNames } from '../world/validation.ts';
import type { Fault, FaultPlan } from './faults.ts';
import type { Limiter } from './limits.ts';
import type { Call, Method, Methods } from './method.ts';

/**
 * What the sandbox does not do yet. A call of these, as of any other name, is answered `unknown_method` and noted as a
 * violation.
 */
export const notDoneYet: readonly string[] = [
  'chat.scheduleMessage',
  'chat.unfurl',
  'conversations.join',
  'agents.sessions.rename',
  'assistant.threads.setTitle',
  'assistant.threads.setSuggestedPrompts',
  'views.open',
  'views.update',
  'files.getUploadURLExternal',
  'oauth.v2.access',
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
 * `refused`: Slack's own no. `invalid`: arguments it does not take. `doubtful`: it passes, and should not have been
 * sent. Failures that a test asked for are none of these.
 */
export interface Violation {
  readonly kind: 'rate_limited' | 'unauthorized' | 'unknown_method' | 'invalid' | 'refused' | 'doubtful';
  readonly method: string;
  readonly detail: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection breaks in place of an answer: at once, or after the call was done. */
  readonly broken?: 'never' | 'lost';
}

export interface ApiOptions {
  readonly methods: Methods;
  readonly limiter: Limiter;
  readonly faults: FaultPlan;
  readonly clock: Clock;
  readonly botToken: string;
  readonly appToken: string;
  readonly scopes: readonly string[];
  readonly latencyMs: number;
}

export type Api = ReturnType<typeof createApi>;

const invalidWords = /^invalid_|_too_long$|_conflict$|_too_large$|^no_text$|^too_many_/;

export function createApi(options: ApiOptions) {
  const { methods, limiter, faults, clock, scopes } = options;
  const calls: ApiCall[] = [];
  const violations: Violation[] = [];
  return { answer, calls, violations };

  async function answer(name: string, token: string | undefined, sent: JsonObject): Promise<Answer> {
    const at = clock.now();
    const fault = faults.take(name);
    const onTheWayMs = options.latencyMs / 2;
    if (onTheWayMs + (fault?.delayMs ?? 0) > 0) await clock.wait(onTheWayMs + (fault?.delayMs ?? 0));
    const failed = fault && failure(fault);
    if (failed) {
      calls.push({ method: name, at, ok: false, error: failed.word, arguments: sent });
      return failed.answer;
    }
    const done = run(name, token, sent);
    calls.push({
      method: name,
      at,
      ok: done.error === undefined,
      ...(done.error ? { error: done.error } : {}),
      arguments: sent,
    });
    if (onTheWayMs > 0) await clock.wait(onTheWayMs);
    return fault?.loseAnswer ? { ...done.answer, broken: 'lost' } : done.answer;
  }

  function run(name: string, token: string | undefined, sent: JsonObject): { answer: Answer; error?: string } {
    const method = methods[name];
    const waitSeconds = method && limiter.take(name, method.tier, channelOf(sent), clock.now());
    if (waitSeconds !== undefined) {
      note('rate_limited', name, `Retry-After: ${waitSeconds}`);
      return { answer: limited(waitSeconds), error: 'ratelimited' };
    }
    try {
      const result = runChecked(name, method, token, sent);
      return { answer: json({ ok: true, ...result }) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      note(kindOf(error.word), name, [error.word, JSON.stringify(error.beside)].join(' '));
      return { answer: json({ ok: false, error: error.word, ...error.beside }), error: error.word };
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
    if (method.scope) needScope(method.scope);
    const unknown = unknownNames(method.rules, sent);
    if (unknown.length > 0) note('doubtful', name, `unknown arguments: ${unknown.join(', ')}`);
    const call: Call = { need: needScope, note: (detail) => note('doubtful', name, detail) };
    return method.run(sent, call);
  }

  function checkToken(method: Method, token: string | undefined): void {
    if (!token) throw new Refusal('not_authed');
    if (token !== options.botToken && token !== options.appToken) throw new Refusal('invalid_auth');
    if ((token === options.appToken) !== method.appLevel) throw new Refusal('not_allowed_token_type');
  }

  function needScope(scope: string): void {
    if (!scopes.includes(scope)) throw new Refusal('missing_scope', { needed: scope, provided: scopes.join(',') });
  }

  function note(kind: Violation['kind'], method: string, detail: string): void {
    violations.push({ kind, method, detail });
  }

  function json(body: JsonObject): Answer {
    return {
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-oauth-scopes': scopes.join(','),
        'x-slack-req-id': 'sandbox',
      },
      body: JSON.stringify(body),
    };
  }
}

function kindOf(word: string): Violation['kind'] {
  if (word === 'unknown_method') return 'unknown_method';
  if (/auth|token|missing_scope/.test(word)) return 'unauthorized';
  return invalidWords.test(word) ? 'invalid' : 'refused';
}

function failure(fault: Fault): { answer: Answer; word: string } | undefined {
  if (fault.hang) return { word: 'hang', answer: { status: 0, headers: {}, body: '', broken: 'never' } };
  if (fault.retryAfter !== undefined) return { word: 'ratelimited', answer: limited(fault.retryAfter) };
  if (fault.status !== undefined) {
    return {
      word: `http_${fault.status}`,
      answer: { status: fault.status, headers: { 'content-type': 'text/html' }, body: '<html>Slack is sorry</html>' },
    };
  }
  if (fault.error) return { word: fault.error, answer: plain(JSON.stringify({ ok: false, error: fault.error })) };
  if (fault.garbled) return { word: 'garbled', answer: plain('{"ok":tr') };
  return undefined;
}

function limited(seconds: number): Answer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': String(seconds) };
  return { status: 429, headers, body: JSON.stringify({ ok: false, error: 'ratelimited' }) };
}

function plain(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

function channelOf(sent: JsonObject): string | undefined {
  const id = sent.channel ?? sent.channel_id;
  return typeof id === 'string' ? id : undefined;
}
