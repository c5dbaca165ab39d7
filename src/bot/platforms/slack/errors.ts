/** Translates failed calls to the Web API and to response URLs into PlatformErrors. */
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { retryAfterMs } from '../../../kit/base/retry-after.ts';
import { neverSent, type PlatformCode, PlatformError } from '../../core/model/errors.ts';

/**
 * Slack's error codes that are not plain refusals. The more than 100 other codes all mean `forbidden`.
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
 * Slack's error codes for an edit that will never be allowed, although a new message may be.
 * Source: docs.slack.dev reference/methods/chat.update, 2026-11-21.
 */
const editRefusals: ReadonlySet<string> = new Set(['edit_window_closed', 'cant_update_message', 'restricted_action']);

/**
 * Slack's error codes for a token that it does not accept, or no longer does. Treated as an outage, which ends when the
 * token is renewed.
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

/** Translates anything a Web API call throws. After a timeout or a proxy's error page, `arrived` is unknown. */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof WebAPIRateLimitedError) return rateLimited(error.retryAfter, error);
  if (error instanceof WebAPIPlatformError) return fromErrorCode(error);
  if (error instanceof WebAPIHTTPError) return fromStatus(error.statusCode, error);
  if (error instanceof WebAPIRequestError && neverSent.has(codeOf(error.original))) {
    return new PlatformError('unavailable', { arrived: 'no', cause: error });
  }
  return new PlatformError('unavailable', { arrived: 'unknown', cause: error });
}

/** For `chat.update` only, where `restricted_action` concerns editing; elsewhere it concerns the channel. */
export function toEditError(error: unknown): unknown {
  return editRefusals.has(refusalOf(error) ?? '') ? new PlatformError('edit_refused', { cause: error }) : error;
}

/**
 * For a failed response URL: `status` is not 2xx, `retryAfter` is the header's value.
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

/** Slack's error code, if it returned one. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof PlatformError) return refusalOf(error.cause);
  if (!(error instanceof WebAPIPlatformError)) return undefined;
  const word: unknown = error.data.error;
  // The SDK puts the whole text of a non-JSON response in the same field.
  return typeof word === 'string' && /^[a-z][a-z0-9_]{1,79}$/.test(word) ? word : undefined;
}

/**
 * Whether a proxy or gateway in front of Slack refuses the method itself: a client error that another try will not change.
 */
export function isBarred(error: unknown): boolean {
  if (error instanceof PlatformError) return isBarred(error.cause);
  if (!(error instanceof WebAPIHTTPError)) return false;
  const { statusCode: status } = error;
  return status === 501 || (status >= 400 && status < 500 && status !== 408 && status !== 429);
}

/** The scope that the call needed, if the failure is `missing_scope`; otherwise undefined. */
export function missingScopeIn(error: unknown): string | undefined {
  if (error instanceof PlatformError) return missingScopeIn(error.cause);
  if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'missing_scope') return undefined;
  const needed: unknown = Reflect.get(error.data, 'needed');
  return typeof needed === 'string' && /^[a-z][a-z0-9_.:,]{1,200}$/.test(needed) ? needed : undefined;
}

/** Final rejections: a token of the wrong type, or an expired one whose refresh token is spent or revoked. */
const finalRefusals: ReadonlySet<string> = new Set(['not_allowed_token_type', 'invalid_refresh_token']);

/** Whether the token itself was rejected, temporarily or for good. */
export function isTokenRefused(error: unknown): boolean {
  const word = refusalOf(error) ?? '';
  return tokenRefusals.has(word) || finalRefusals.has(word);
}

function fromErrorCode(error: WebAPIPlatformError): PlatformError {
  const word = refusalOf(error);
  if (word === undefined) return new PlatformError('unavailable', { arrived: 'unknown', cause: error });
  if (tokenRefusals.has(word)) return new PlatformError('unavailable', { arrived: 'no', cause: error });
  const code = codes.get(word) ?? 'forbidden';
  if (code === 'rate_limited') return rateLimited(error.data.response_metadata?.retryAfter, error);
  // According to Slack's docs, part of the operation may have succeeded.
  return new PlatformError(code, { arrived: code === 'unavailable' ? 'unknown' : 'no', cause: error });
}

function fromStatus(status: number, cause: unknown): PlatformError {
  return new PlatformError('unavailable', { arrived: status >= 500 ? 'unknown' : 'no', cause });
}

function rateLimited(retryAfterS: unknown, cause: unknown): PlatformError {
  const known = typeof retryAfterS === 'number' && Number.isFinite(retryAfterS);
  return new PlatformError('rate_limited', { cause, ...(known && { waitMs: Math.max(1, retryAfterS) * 1_000 }) });
}

/** The system error code of a connection that was never made; `fetch` wraps it in its own error. */
function codeOf(error: unknown): unknown {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && neverSent.has(current.code)) return current.code;
  }
  return undefined;
}
