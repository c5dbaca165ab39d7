/**
 * Every failure that Docent expects, by code. A failure is translated to a code once, where it enters; no code matches on
 * message texts.
 */

/**
 * Why a platform refused an action. rejected: this request, and not because a permission is missing. moderated: this content,
 * by the moderation of the server.
 */
export const platformCodes = [
  'rate_limited',
  'unavailable',
  'forbidden',
  'rejected',
  'moderated',
  'thread_gone',
  'message_gone',
  'too_long',
  'not_streaming',
  'edit_refused',
  'stopped',
] as const;
export type PlatformCode = (typeof platformCodes)[number];

/** Why the assistant did not answer. */
export const assistantCodes = [
  'rate_limited',
  'unavailable',
  'unauthorized',
  'out_of_credits',
  'not_found',
  'rejected',
  'too_long',
  'timed_out',
  'cut_off',
  'malformed',
  'empty',
  'not_shown',
] as const;
export type AssistantCode = (typeof assistantCodes)[number];

/**
 * Failures before the first word that another service, or another operation of the same service, may not have: the key, the
 * credits, a limit, an outage, a timeout, a lost connection.
 */
export const failuresOfService: ReadonlySet<AssistantCode> = new Set([
  'unauthorized',
  'out_of_credits',
  'rate_limited',
  'unavailable',
  'timed_out',
  'cut_off',
]);

/** Why a deployment did not happen, or why its outcome is not known. */
export const deployCodes = [
  'not_configured',
  'already_running',
  'unauthorized',
  'not_found',
  'rejected',
  'rate_limited',
  'unavailable',
  'unfollowed',
  'timed_out',
  'lost',
] as const;
export type DeployCode = (typeof deployCodes)[number];

/** Why pressing a control had no effect. gone: no such answer is known. not_yours: only for the asker and moderators. */
export type PressRefusal = 'gone' | 'not_yours' | 'not_running' | 'running' | 'too_often';

interface Facts {
  /** How long to wait before the next attempt, if a response said so. */
  readonly waitMs?: number;
  readonly cause?: unknown;
}

/** The longest wait that a platform is believed: one wrong header must not silence Docent until its next restart. */
export const maxPlatformWaitMs = 60 * 60_000;

/** A platform refused an action or did not respond. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: PlatformCode;
  /** At most `maxPlatformWaitMs`. */
  readonly waitMs: number | undefined;
  /** Whether a failed action may have taken effect: `no`, or `unknown` when no response came. */
  readonly arrived: 'no' | 'unknown';
  /** The message that a repeated post found and may not edit. */
  readonly found: string | undefined;

  constructor(
    code: PlatformCode,
    facts: Facts & { readonly arrived?: 'no' | 'unknown'; readonly found?: string } = {},
  ) {
    super(`platform: ${code}`, { cause: facts.cause });
    this.code = code;
    this.waitMs = facts.waitMs === undefined ? undefined : Math.min(facts.waitMs, maxPlatformWaitMs);
    this.arrived = facts.arrived ?? 'no';
    this.found = facts.found;
  }
}

/** A failure of a platform that may be over on the next attempt. */
export function isPassing(error: unknown): error is PlatformError {
  return error instanceof PlatformError && (error.code === 'rate_limited' || error.code === 'unavailable');
}

/** The assistant refused, did not respond, or broke off. */
export class AssistantError extends Error {
  override readonly name = 'AssistantError';
  readonly code: AssistantCode;
  readonly waitMs: number | undefined;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(code: AssistantCode, facts: Facts & { readonly status?: number } = {}) {
    super(`assistant: ${code}`, { cause: facts.cause });
    this.code = code;
    this.waitMs = facts.waitMs;
    this.status = facts.status;
  }
}

/** A deployment was refused, failed to start, or its outcome is not known. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
  readonly code: DeployCode;
  readonly waitMs: number | undefined;
  readonly status: number | undefined;

  constructor(code: DeployCode, facts: Facts & { readonly status?: number } = {}) {
    super(`deployment: ${code}`, { cause: facts.cause });
    this.code = code;
    this.waitMs = facts.waitMs;
    this.status = facts.status;
  }
}

/** Error codes of connections that were never established: the request cannot have arrived. */
export const neverSent: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Mistakes in the configuration, found before anything connects. Each problem says what is wrong, what is expected, and where
 * to get it.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
