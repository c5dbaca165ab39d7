/** Translates what calls to the Web API and to response URLs fail with into PlatformError. */
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { retryAfterMs } from '../../base/retry-after.ts';
import { neverSent, type PlatformCode, PlatformError } from '../../core/model/errors.ts';

/**
 * Slack's error words that are not plain refusals. Plain refusals are more than 100 words, all `forbidden`.
 * Source: docs.slack.dev reference/methods/chat.postMessage, chat.update, chat.delete, conversations.replies; 2026-11-21.
 */
const codes: ReadonlyMap<string, PlatformCode> = new Map([
  ['rate_limited', 'rate_limited'],
  ['ratelimited', 'rate_limited'],
  ['channel_not_found', 'thread_gone'],
  ['thread_not_found', 'thread_gone'],
  ['is_archived', 'thread_gone'],
  ['is_inactive', 'thread_gone'],
  ['cannot_reply_to_message', 'thread_gone'],
  ['message_not_found', 'message_gone'],
  ['msg_too_long', 'too_long'],
  ['msg_blocks_too_long', 'too_long'],
  ['fatal_error', 'unavailable'],
  ['internal_error', 'unavailable'],
  ['service_unavailable', 'unavailable'],
  ['request_timeout', 'unavailable'],
]);

/**
 * Slack's words for an edit that will never be allowed, though a new message may be.
 * Source: docs.slack.dev reference/methods/chat.update, 2026-11-21.
 */
const editRefusals: ReadonlySet<string> = new Set(['edit_window_closed', 'cant_update_message', 'restricted_action']);

/**
 * Slack's words for a token that it does not accept (any more): an outage, which ends when the token is renewed.
 * Source: docs.slack.dev reference/methods/auth.test, 2026-11-21.
 */
const tokenRefusals: ReadonlySet<string> = new Set([
  'not_authed',
  'invalid_auth',
  'account_inactive',
  'token_expired',
  'token_revoked',
  'user_removed_from_team',
  'team_disabled',
]);

/** For anything that a call to the Web API throws. After a time-out or a proxy's page it is unknown whether the call arrived. */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof WebAPIRateLimitedError) return rateLimited(error.retryAfter, error);
  if (error instanceof WebAPIPlatformError) return fromAnswer(error);
  if (error instanceof WebAPIHTTPError) return fromStatus(error.statusCode, error);
  if (error instanceof WebAPIRequestError && neverSent.has(codeOf(error.original))) {
    return new PlatformError('unavailable', { arrived: 'no', cause: error });
  }
  return new PlatformError('unavailable', { arrived: 'unknown', cause: error });
}

/** For what `chat.update` throws: there `restricted_action` is about editing, elsewhere about the place. */
export function toEditError(error: unknown): unknown {
  return editRefusals.has(refusalOf(error) ?? '') ? new PlatformError('edit_refused', { cause: error }) : error;
}

/**
 * A response URL's failure. `status` is not 2xx; `retryAfter` is its header.
 * Source: docs.slack.dev interactivity/handling-user-interaction (5 uses in 30 minutes), 2026-11-21.
 */
export function fromResponseUrl(status: number, retryAfter: string | null): PlatformError {
  if (status === 429) {
    const waitMs = retryAfterMs(retryAfter, Date.now());
    return new PlatformError('rate_limited', waitMs === undefined ? {} : { waitMs });
  }
  if (status >= 500) return new PlatformError('unavailable', { arrived: 'unknown' });
  return new PlatformError('thread_gone');
}

/** Slack's error word, where it gave one. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof PlatformError) return refusalOf(error.cause);
  if (!(error instanceof WebAPIPlatformError)) return undefined;
  const word: unknown = error.data.error;
  // The SDK puts the whole text of an answer that is not JSON in the same place.
  return typeof word === 'string' && /^[a-z][a-z0-9_]{1,79}$/.test(word) ? word : undefined;
}

/** The scope that Slack asked for; undefined for any other failure. */
export function missingScopeIn(error: unknown): string | undefined {
  if (error instanceof PlatformError) return missingScopeIn(error.cause);
  if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'missing_scope') return undefined;
  const needed: unknown = Reflect.get(error.data, 'needed');
  return typeof needed === 'string' && /^[a-z][a-z0-9_.:,]{1,200}$/.test(needed) ? needed : undefined;
}

/** Refusals that are final: a token of another kind, or an expired one whose refresh token is spent or revoked. */
const finalRefusals: ReadonlySet<string> = new Set(['not_allowed_token_type', 'invalid_refresh_token']);

/** Whether the token itself was refused, for now or for good. */
export function isTokenRefused(error: unknown): boolean {
  const word = refusalOf(error) ?? '';
  return tokenRefusals.has(word) || finalRefusals.has(word);
}

function fromAnswer(error: WebAPIPlatformError): PlatformError {
  const word = refusalOf(error);
  if (word === undefined) return new PlatformError('unavailable', { arrived: 'unknown', cause: error });
  if (tokenRefusals.has(word)) return new PlatformError('unavailable', { arrived: 'no', cause: error });
  const code = codes.get(word) ?? 'forbidden';
  if (code === 'rate_limited') return rateLimited(error.data.response_metadata?.retryAfter, error);
  // Slack's docs: part of the work may have been done.
  return new PlatformError(code, { arrived: code === 'unavailable' ? 'unknown' : 'no', cause: error });
}

function fromStatus(status: number, cause: unknown): PlatformError {
  return new PlatformError('unavailable', { arrived: status >= 500 ? 'unknown' : 'no', cause });
}

function rateLimited(retryAfterS: unknown, cause: unknown): PlatformError {
  const known = typeof retryAfterS === 'number' && Number.isFinite(retryAfterS);
  return new PlatformError('rate_limited', { cause, ...(known && { waitMs: Math.max(1, retryAfterS) * 1_000 }) });
}

/** The system's code of a connection that was never made; `fetch` wraps it in an error of its own. */
function codeOf(error: unknown): unknown {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && neverSent.has(each.code)) return each.code;
  }
  return undefined;
}
