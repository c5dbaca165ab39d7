import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { discordCodeOf, isUnauthorized, toPlatformError } from '../../../../src/bot/platforms/discord/errors.ts';

const url = 'https://discord.com/api/v10/webhooks/1/very-secret/messages/@original';
const request = { body: { content: 'what was said' }, files: undefined };

function refusal(status: number, code: number | undefined, errors?: object): DiscordAPIError {
  // The client sets the code to `undefined` for a response that is not from Discord's API.
  const data = { code, message: 'no', ...errors } as ConstructorParameters<typeof DiscordAPIError>[0];
  return new DiscordAPIError(data, code as number, status, 'POST', url, request);
}

function limit(retryAfter: number, timeToReset: number): RateLimitError {
  return new RateLimitError({
    timeToReset,
    retryAfter,
    limit: 5,
    method: 'POST',
    hash: 'h',
    url,
    route: '/channels/:id/messages',
    majorParameter: '1',
    global: false,
    sublimitTimeout: 0,
    scope: 'user',
  });
}

describe('a refusal', () => {
  it.each([
    [404, 10003, 'thread_gone'],
    [404, 10004, 'thread_gone'],
    [404, 10008, 'message_gone'],
    [404, 10015, 'thread_gone'],
    [404, 10062, 'thread_gone'],
    [401, 50027, 'thread_gone'],
    [404, undefined, 'thread_gone'],
    [403, 50001, 'forbidden'],
    [403, 50013, 'forbidden'],
    [403, 50007, 'forbidden'],
    [403, 99_999, 'forbidden'],
    [401, 0, 'forbidden'],
    [400, 50024, 'forbidden'],
    [400, 50083, 'forbidden'],
    [400, 160002, 'forbidden'],
    [400, 160005, 'forbidden'],
    [400, 50035, 'rejected'],
    [400, 50006, 'rejected'],
    [400, 99_999, 'rejected'],
    [400, 160004, 'rejected'],
    [400, 200000, 'moderated'],
    [403, 200000, 'moderated'],
    [400, 200001, 'moderated'],
    [400, 240000, 'moderated'],
    [403, 240000, 'moderated'],
    [400, 30032, 'rejected'],
    [429, 30046, 'rate_limited'],
    [400, 30034, 'rate_limited'],
    [429, 20028, 'rate_limited'],
    [400, 40058, 'unavailable'],
    [400, 40004, 'unavailable'],
    [403, 40333, 'unavailable'],
    [403, undefined, 'unavailable'],
  ])('with status %i and code %s is translated to %3$s', (status, code, expected) => {
    const error = toPlatformError(refusal(status, code));
    expect(error).toMatchObject({ code: expected, arrived: 'no' });
    expect(discordCodeOf(error)).toBe(code);
  });

  it('is translated to too_long only if the content is too long', () => {
    const tooLong = { errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: '' }] } } };
    const other = { errors: { nonce: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: '' }] } } };
    expect(toPlatformError(refusal(400, 50035, tooLong)).code).toBe('too_long');
    expect(toPlatformError(refusal(400, 50035, other)).code).toBe('rejected');
  });
});

describe('a rate limit', () => {
  it('has a waiting time above zero', () => {
    expect(toPlatformError(limit(1_200, 800))).toMatchObject({ code: 'rate_limited', waitMs: 1_200 });
    expect(toPlatformError(limit(0, 3)).waitMs).toBe(250);
    expect(toPlatformError(limit(0, -50)).waitMs).toBe(5_000);
    expect(toPlatformError(limit(Number.NaN, 900)).waitMs).toBe(900);
  });
});

describe('a call without a response', () => {
  it('may have arrived, unless no connection was made', () => {
    const aborted = new DOMException('aborted', 'AbortError');
    const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
    const reset = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
    const broken = new HTTPError(502, 'Bad Gateway', 'POST', url, request);
    expect(toPlatformError(aborted)).toMatchObject({ code: 'unavailable', arrived: 'unknown' });
    expect(toPlatformError(reset)).toMatchObject({ code: 'unavailable', arrived: 'unknown' });
    expect(toPlatformError(broken)).toMatchObject({ code: 'unavailable', arrived: 'unknown' });
    expect(toPlatformError(refused)).toMatchObject({ code: 'unavailable', arrived: 'no' });
  });
});

it('a translated error contains no secrets and no message text', () => {
  for (const error of [refusal(400, 50035), limit(1, 1), new HTTPError(500, 'x', 'POST', url, request)]) {
    const translated = toPlatformError(error);
    const cause = translated.cause instanceof Error ? translated.cause : undefined;
    const logged = [translated.stack, cause?.stack, JSON.stringify(cause), ...Object.values(cause ?? {})].join('\n');
    expect(cause).toBeDefined();
    expect(logged).not.toMatch(/very-secret|what was said/);
  }
});

it('a rejected token is recognised', () => {
  expect(isUnauthorized(refusal(401, 0))).toBe(true);
  expect(isUnauthorized(refusal(403, 50001))).toBe(false);
});
