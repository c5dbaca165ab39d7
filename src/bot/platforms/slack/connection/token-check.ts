/**
 * Whether Slack accepts our token. A rejected token counts as an outage until that has lasted for minutes: Slack sometimes
 * rejects good tokens for seconds, and a token may be renewed. It is checked with growing pauses while the process runs.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { isTokenRefused, refusalOf } from '../errors.ts';

/** The first check is immediate: a single rejected call proves nothing. */
const pausesMs = [0, 1_000, 5_000, 30_000];
const longestPauseMs = 60_000;
/** A token rejected for this long is reported as dead. */
export const deadAfterMs = 5 * 60_000;

export interface TokenCheck {
  /** A call was rejected because of the token: checks it until Slack accepts it again. */
  suspect(): void;
  /** Milliseconds until the next check; undefined while the token is accepted. */
  refusedForMs(): number | undefined;
  /** undefined while the token is accepted. */
  trouble(): Health['state'] | undefined;
  stop(): void;
}

export interface TokenCheckOptions {
  /** Any call that the token authorises, such as auth.test. Fails with PlatformError. */
  probe(): Promise<unknown>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createTokenCheck({ probe, clock, logger }: TokenCheckOptions): TokenCheck {
  let checking: AbortController | undefined;
  /** When Slack first confirmed the rejection, and when the token is checked next. */
  let refused: { readonly since: number; nextAt: number } | undefined;

  return {
    suspect() {
      if (!checking) void check();
    },
    refusedForMs: () => refused && Math.max(0, refused.nextAt - clock.now()),
    trouble() {
      if (!refused) return undefined;
      return clock.now() - refused.since < deadAfterMs ? 'reconnecting' : 'dead';
    },
    stop() {
      checking?.abort();
      checking = undefined;
      refused = undefined;
    },
  };

  /** Never fails. */
  async function check(): Promise<void> {
    checking = new AbortController();
    const { signal } = checking;
    for (let tries = 0; !signal.aborted; tries += 1) {
      const pauseMs = pausesMs[tries] ?? longestPauseMs;
      if (refused) refused.nextAt = clock.now() + pauseMs;
      await clock.wait(pauseMs, signal);
      if (signal.aborted || (await isAccepted(signal))) break;
    }
    if (signal.aborted) return;
    if (refused) logger.info({ refusedMs: clock.now() - refused.since }, 'bot token accepted again');
    refused = undefined;
    checking = undefined;
  }

  /** A failure of another kind says nothing about the token and does not change its state. */
  async function isAccepted(signal: AbortSignal): Promise<boolean> {
    try {
      await probe();
      return true;
    } catch (error) {
      if (!isTokenRefused(error)) return refused === undefined;
      if (!refused && !signal.aborted) {
        refused = { since: clock.now(), nextAt: clock.now() };
        logger.error({ refusal: refusalOf(error) }, 'bot token rejected');
      }
      return false;
    }
  }
}
