/** What to do about an action that a platform refused or did not answer. */
import type { PlatformError } from '../model/errors.ts';

export type Recovery =
  /** Send nothing that costs the action's narrowest budget for this long. */
  | { readonly way: 'pause'; readonly waitMs: number }
  /** Send less in this message. */
  | { readonly way: 'shorten' }
  /** Edit this message from now on. */
  | { readonly way: 'stop streaming' }
  /** The reader stopped the answer: edit this message once the reply is settled. */
  | { readonly way: 'stop' }
  /** Leave this message as it is, and show the rest in a new one. */
  | { readonly way: 'freeze' }
  | { readonly way: 'retry'; readonly waitMs: number }
  | { readonly way: 'give up' };

/** How long a platform that does not answer is retried. */
const retryForMs = 120_000;
const maxRetryWaitMs = 15_000;
const defaultPauseMs = 5_000;

/** `failingMs`: how long the platform has not answered. */
export function recoveryFrom({ code, waitMs }: PlatformError, failingMs: number): Recovery {
  switch (code) {
    case 'rate_limited':
      return { way: 'pause', waitMs: waitMs ?? defaultPauseMs };
    case 'too_long':
      return { way: 'shorten' };
    case 'not_streaming':
      return { way: 'stop streaming' };
    case 'stopped':
      return { way: 'stop' };
    case 'edit_refused':
      return { way: 'freeze' };
    case 'unavailable':
      if (failingMs > retryForMs) return { way: 'give up' };
      return { way: 'retry', waitMs: waitMs ?? Math.min(maxRetryWaitMs, 500 + failingMs) };
    default:
      return { way: 'give up' };
  }
}
