/** How Slack's failures are translated. */
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { describe, expect, it, test } from 'vitest';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import {
  fromResponseUrl,
  isTokenRefused,
  refusalOf,
  toEditError,
  toPlatformError,
} from '../../../../src/bot/platforms/slack/errors.ts';

function refused(error: string, metadata = {}): WebAPIPlatformError {
  return new WebAPIPlatformError({ ok: false, error, response_metadata: metadata });
}

test.each([
  ['message_not_found', 'message_gone', 'no'],
  ['thread_not_found', 'thread_gone', 'no'],
  ['channel_not_found', 'thread_gone', 'no'],
  ['is_archived', 'thread_gone', 'no'],
  ['msg_too_long', 'too_long', 'no'],
  ['not_in_channel', 'forbidden', 'no'],
  ['restricted_action', 'forbidden', 'no'],
  ['edit_window_closed', 'forbidden', 'no'],
  ['missing_scope', 'forbidden', 'no'],
  ['not_allowed_token_type', 'forbidden', 'no'],
  ['token_revoked', 'unavailable', 'no'],
  ['invalid_auth', 'unavailable', 'no'],
  ['some_word_of_next_year', 'forbidden', 'no'],
  ['constructor', 'forbidden', 'no'],
  ['internal_error', 'unavailable', 'unknown'],
  ['fatal_error', 'unavailable', 'unknown'],
  ['<html>Bad gateway</html>', 'unavailable', 'unknown'],
])('Slack’s error %s means %s, arrived: %s', (word, code, arrived) => {
  expect(toPlatformError(refused(word))).toMatchObject({ code, arrived });
});

describe('a rate limit', () => {
  it('says how long to wait', () => {
    expect(toPlatformError(new WebAPIRateLimitedError(30))).toMatchObject({ code: 'rate_limited', waitMs: 30_000 });
    expect(toPlatformError(new WebAPIRateLimitedError(0)).waitMs).toBe(1_000);
  });

  it('can arrive in a response of status 200', () => {
    expect(toPlatformError(refused('rate_limited', { retryAfter: 3 }))).toMatchObject({
      code: 'rate_limited',
      waitMs: 3_000,
    });
    expect(toPlatformError(refused('ratelimited'))).toMatchObject({ code: 'rate_limited', waitMs: undefined });
  });
});

describe('a missing response', () => {
  it('leaves open whether the call arrived, unless the connection was never made', () => {
    const reset = new WebAPIRequestError(new TypeError('fetch failed', { cause: coded('ECONNRESET') }));
    const never = new WebAPIRequestError(new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }));
    expect(toPlatformError(reset)).toMatchObject({ code: 'unavailable', arrived: 'unknown' });
    expect(toPlatformError(never)).toMatchObject({ code: 'unavailable', arrived: 'no' });
    expect(toPlatformError(new DOMException('late', 'TimeoutError'))).toMatchObject({
      code: 'unavailable',
      arrived: 'unknown',
    });
  });

  it('is also assumed when a proxy fails', () => {
    expect(toPlatformError(new WebAPIHTTPError(503, '', {}))).toMatchObject({
      code: 'unavailable',
      arrived: 'unknown',
    });
    expect(toPlatformError(new WebAPIHTTPError(403, '', {}))).toMatchObject({ code: 'unavailable', arrived: 'no' });
  });

  function coded(code: string): Error {
    return Object.assign(new Error('x'), { code });
  }
});

it('distinguishes a rejected token from a refused action, whatever wraps the error', () => {
  expect(isTokenRefused(refused('invalid_auth'))).toBe(true);
  expect(isTokenRefused(toPlatformError(refused('token_revoked')))).toBe(true);
  expect(isTokenRefused(refused('not_in_channel'))).toBe(false);
  expect(isTokenRefused(new Error('invalid_auth'))).toBe(false);
});

it('keeps Slack’s error code, but not other text in the same field', () => {
  expect(refusalOf(refused('not_in_channel'))).toBe('not_in_channel');
  expect(refusalOf(refused('<html>'))).toBeUndefined();
});

it('distinguishes a permanently refused edit from other refusals', () => {
  for (const word of ['edit_window_closed', 'cant_update_message', 'restricted_action']) {
    expect(toEditError(toPlatformError(refused(word)))).toMatchObject({ code: 'edit_refused', arrived: 'no' });
  }
  const other = toPlatformError(refused('message_not_found'));
  expect(toEditError(other)).toBe(other);
});

it('does not change an error that is already translated', () => {
  const error = new PlatformError('too_long');
  expect(toPlatformError(error)).toBe(error);
});

test.each([
  [429, '2', 'rate_limited', 2_000],
  [429, null, 'rate_limited', undefined],
  [404, null, 'thread_gone', undefined],
  [500, null, 'unavailable', undefined],
])('a response URL’s status %i (Retry-After %s) means %s', (status, retryAfter, code, waitMs) => {
  expect(fromResponseUrl(status, retryAfter)).toMatchObject({ code, waitMs });
});
