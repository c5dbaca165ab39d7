/**
 * discord.js failure -> PlatformError. In: whatever a REST call threw. Out: a PlatformError whose cause names the failure and
 * holds no address, since an interaction's address is its secret, and nothing that was posted. Pure.
 */
import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { neverSent, type PlatformCode, PlatformError } from '../../core/model/errors.ts';

/**
 * Discord's error codes -> our codes; any other refusal is `forbidden`.
 * Source: developer docs "Topics: Opcodes and Status Codes, JSON", read 2026-11-21.
 */
const meanings: Readonly<Record<number, readonly [code: PlatformCode, waitMs?: number]>> = {
  [RESTJSONErrorCodes.UnknownChannel]: ['thread_gone'],
  [RESTJSONErrorCodes.UnknownGuild]: ['thread_gone'],
  [RESTJSONErrorCodes.UnknownMessage]: ['message_gone'],
  // An interaction that was not acknowledged yet; another process may be about to.
  [RESTJSONErrorCodes.UnknownWebhook]: ['unavailable', 1_000],
  [RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached]: ['rate_limited', 60_000],
  // A forum post whose first message has not arrived yet.
  [RESTJSONErrorCodes.CannotSendAMessageInAForumChannel]: ['unavailable', 1_500],
};

/** A page of the network before Discord, not a response of Discord. */
const strangerWaitMs = 30_000;
const leastWaitMs = 250;
const unknownWaitMs = 5_000;

/** The PlatformError for a failure. */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof RateLimitError) return toRateLimited(error);
  if (error instanceof DiscordAPIError) return toRefusal(error);
  if (error instanceof HTTPError) {
    return new PlatformError('unavailable', { arrived: 'unknown', cause: named(error, error.status) });
  }
  const arrived = neverSent.has(systemCodeOf(error)) ? 'no' : 'unknown';
  return new PlatformError('unavailable', { arrived, cause: named(error) });
}

/** Discord's own code of a refusal that was translated, or none. */
export function discordCodeOf(error: PlatformError): number | undefined {
  return error.cause instanceof Refusal ? error.cause.code : undefined;
}

/** Whether the bot's token itself was refused. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.status === 401;
}

/** The same for a failure that was already translated. */
export function isTokenRefusal({ cause }: PlatformError): boolean {
  return cause instanceof Refusal && cause.status === 401;
}

function toRateLimited(error: RateLimitError): PlatformError {
  const waitMs = Math.max(0, ...[error.retryAfter, error.timeToReset].filter(Number.isFinite));
  const reportedMs = waitMs > 0 ? Math.max(leastWaitMs, waitMs) : unknownWaitMs;
  return new PlatformError('rate_limited', { waitMs: reportedMs, cause: named(error, 429) });
}

function toRefusal(error: DiscordAPIError): PlatformError {
  const code = typeof error.code === 'number' ? error.code : undefined;
  const cause = new Refusal(error, code);
  const meaning = code === undefined ? undefined : meanings[code];
  if (meaning) return refusal(meaning[0], cause, meaning[1]);
  if (error.status === 429) return refusal('rate_limited', cause, strangerWaitMs);
  if (isTooLong(error)) return refusal('too_long', cause);
  if (code === undefined && error.status !== 401 && error.status !== 404) {
    return refusal('unavailable', cause, strangerWaitMs);
  }
  return refusal(error.status === 404 ? 'thread_gone' : 'forbidden', cause);
}

function refusal(code: PlatformCode, cause: Error, waitMs?: number): PlatformError {
  return new PlatformError(code, { cause, ...(waitMs !== undefined && { waitMs }) });
}

/** 50035 is said of any field; only that of the content's length is fixed by sending less. */
function isTooLong(error: DiscordAPIError): boolean {
  if (error.code !== RESTJSONErrorCodes.InvalidFormBodyOrContentType) return false;
  const { rawError } = error;
  const content = 'errors' in rawError ? Reflect.get(Object(rawError.errors), 'content') : undefined;
  const details: unknown = content && typeof content === 'object' ? Reflect.get(content, '_errors') : undefined;
  return Array.isArray(details) && details.some((each) => Reflect.get(Object(each), 'code') === 'BASE_TYPE_MAX_LENGTH');
}

function systemCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown = Reflect.get(Object(cause), 'code') ?? Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}

/** A refusal by its numbers. */
class Refusal extends Error {
  override readonly name = 'DiscordRefusal';
  readonly code: number | undefined;
  readonly status: number;

  constructor(error: DiscordAPIError, code: number | undefined) {
    super([error.method, error.status, code].filter((each) => each !== undefined).join(' '));
    this.code = code;
    this.status = error.status;
  }
}

/** Any other failure by its name and number. */
function named(error: unknown, status?: number): Error {
  const name = error instanceof Error ? error.name : typeof error;
  return new Error([name, status, systemCodeOf(error)].filter((each) => each !== undefined && each !== '').join(' '));
}
