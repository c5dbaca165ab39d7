/**
 * Translates what discord.js throws into a PlatformError. Its cause names the failure but contains no URL, because an
 * interaction's URL holds its token, and nothing that was posted. Pure.
 */
import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { neverSent, type PlatformCode, PlatformError } from '../../core/model/errors.ts';

const overloadedWaitMs = 30_000;
const dailyLimitWaitMs = 60 * 60_000;

/**
 * Discord's error codes -> our codes, where the status alone does not tell: a 401 or 403 is a missing permission, a 404 means
 * that the thread is gone, and any other refusal is about the request itself (`rejected`).
 * Source: developer docs "Topics: Opcodes and Status Codes, JSON", read 2026-11-28.
 */
const meanings: Readonly<Record<number, readonly [code: PlatformCode, waitMs?: number]>> = {
  [RESTJSONErrorCodes.UnknownMessage]: ['message_gone'],
  // An interaction can be answered for 15 minutes.
  [RESTJSONErrorCodes.InvalidWebhookToken]: ['thread_gone'],

  // Missing permissions, and threads or channels in which nobody may write.
  [RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel]: ['forbidden'],
  [RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType]: ['forbidden'],
  [RESTJSONErrorCodes.InvalidActionOnArchivedThread]: ['forbidden'],
  [RESTJSONErrorCodes.ThreadLocked]: ['forbidden'],
  [RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory]: ['forbidden'],
  [RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds]: ['forbidden'],

  // This content, whatever the status.
  [RESTJSONErrorCodes.ExplicitContentCannotBeSentToTheDesiredRecipient]: ['moderated'],
  [RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration]: ['moderated'],
  [RESTJSONErrorCodes.TitleWasBlockedByAutomaticModeration]: ['moderated'],
  [RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter]: ['moderated'],

  // Temporary.
  [RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached]: ['rate_limited', 60_000],
  [RESTJSONErrorCodes.MaximumDailyApplicationCommandCreatesReached]: ['rate_limited', dailyLimitWaitMs],
  [RESTJSONErrorCodes.SendMessagesHasBeenTemporarilyDisabled]: ['unavailable', overloadedWaitMs],
  [RESTJSONErrorCodes.FeatureTemporarilyDisabledServerSide]: ['unavailable', overloadedWaitMs],
  [RESTJSONErrorCodes.ServiceResourceIsBeingRateLimited]: ['rate_limited', overloadedWaitMs],
  [RESTJSONErrorCodes.CloudflareIsBlockingYourRequest]: ['unavailable', overloadedWaitMs],
  [RESTJSONErrorCodes.APIResourceOverloaded]: ['unavailable', overloadedWaitMs],
  // A forum post whose first message does not exist yet.
  [RESTJSONErrorCodes.CannotSendAMessageInAForumChannel]: ['unavailable', 1_500],
};

/** For responses that come from a proxy in front of Discord, not from its API. */
const proxyErrorWaitMs = 30_000;
const minWaitMs = 250;
const unknownWaitMs = 5_000;

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

/** Discord's error code behind a translated failure, if there is one. */
export function discordCodeOf(error: PlatformError): number | undefined {
  return error.cause instanceof Refusal ? error.cause.code : undefined;
}

/** Whether Discord rejected the bot's token. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.status === 401;
}

/** Like `isUnauthorized`, for a translated failure. */
export function isTokenRefusal({ cause }: PlatformError): boolean {
  return cause instanceof Refusal && cause.status === 401;
}

function toRateLimited(error: RateLimitError): PlatformError {
  const waitMs = Math.max(0, ...[error.retryAfter, error.timeToReset].filter(Number.isFinite));
  const reportedMs = waitMs > 0 ? Math.max(minWaitMs, waitMs) : unknownWaitMs;
  return new PlatformError('rate_limited', { waitMs: reportedMs, cause: named(error, 429) });
}

function toRefusal(error: DiscordAPIError): PlatformError {
  const code = typeof error.code === 'number' ? error.code : undefined;
  const cause = new Refusal(error, code);
  const meaning = code === undefined ? undefined : meanings[code];
  if (meaning) return refusal(meaning[0], cause, meaning[1]);
  if (error.status === 429) return refusal('rate_limited', cause, proxyErrorWaitMs);
  if (isTooLong(error)) return refusal('too_long', cause);
  if (code === undefined && error.status !== 401 && error.status !== 404) {
    return refusal('unavailable', cause, proxyErrorWaitMs);
  }
  return refusal(meaningOf(error.status), cause);
}

function meaningOf(status: number): PlatformCode {
  if (status === 404) return 'thread_gone';
  return status === 401 || status === 403 ? 'forbidden' : 'rejected';
}

function refusal(code: PlatformCode, cause: Error, waitMs?: number): PlatformError {
  return new PlatformError(code, { cause, ...(waitMs !== undefined && { waitMs }) });
}

/** Code 50035 covers every invalid field; shorter text helps only if `content` is too long. */
function isTooLong(error: DiscordAPIError): boolean {
  if (error.code !== RESTJSONErrorCodes.InvalidFormBodyOrContentType) return false;
  const { rawError } = error;
  const content = 'errors' in rawError ? Reflect.get(Object(rawError.errors), 'content') : undefined;
  const details: unknown = content && typeof content === 'object' ? Reflect.get(content, '_errors') : undefined;
  return (
    Array.isArray(details) && details.some((detail) => Reflect.get(Object(detail), 'code') === 'BASE_TYPE_MAX_LENGTH')
  );
}

function systemCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown = Reflect.get(Object(cause), 'code') ?? Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}

/** A response of Discord's API, reduced to method, status and error code. */
class Refusal extends Error {
  override readonly name = 'DiscordRefusal';
  readonly code: number | undefined;
  readonly status: number;

  constructor(error: DiscordAPIError, code: number | undefined) {
    super([error.method, error.status, code].filter((part) => part !== undefined).join(' '));
    this.code = code;
    this.status = error.status;
  }
}

/** Any other failure, reduced to its name, status and system error code. */
function named(error: unknown, status?: number): Error {
  const name = error instanceof Error ? error.name : typeof error;
  return new Error([name, status, systemCodeOf(error)].filter((part) => part !== undefined && part !== '').join(' '));
}
