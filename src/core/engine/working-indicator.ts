/**
 * The sign that we are at work: a status, a reaction, typing. In: a thread, and when its words and its end come. Out: the
 * sign in the thread until its words are there, and none after its end. Effects: the platform's `working`.
 */
import { type Clock, untilAborted } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ThreadRef } from '../model/conversation.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { Platform } from '../ports/platform.ts';
import type { Metrics } from '../ports/telemetry.ts';
import type { Pacer } from '../rate-limits/pacer.ts';

/** The sign is shown after so long without words: most come sooner, and a call for it would come before one for them. */
const signAfterMs = 500;
/** How often a sign that cannot be taken away for now is tried again; a limit is waited for each time. */
const maxAttempts = 30;

export interface SignOptions {
  readonly platform: Platform;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Aborts when nothing may be waited for any more. */
  readonly cut: AbortSignal;
}

/** When a thread has its first words, when it needs the sign no more, and whether a process that died may have left one. */
export interface Occasion {
  readonly words: AbortSignal;
  readonly end: AbortSignal;
  readonly left: boolean;
}

/** Resolves when the sign is gone. One that the platform refuses is no failure of the reply. */
export async function showWorkingIndicator(
  thread: ThreadRef,
  { words, end, left }: Occasion,
  options: SignOptions,
): Promise<void> {
  const { platform, pacer, clock, cut } = options;
  const budgets = platform.budgets('working', thread);
  const enough = AbortSignal.any([words, end]);
  let isShown = left;
  await clock.wait(signAfterMs, enough);
  while (!enough.aborted) {
    await pacer.acquire(budgets, () => 1, enough);
    if (enough.aborted) break;
    const refusal = await give(true);
    if (!refusal || refusal.arrived === 'unknown') isShown = true;
    await clock.wait(platform.workingLastsMs, enough);
  }
  await untilAborted(end);
  if (isShown && !platform.workingClearsItself) await takeAway();

  /**
   * Not left to chance: a reaction that stays would say for ever that we are at work. What there is no time for is done by
   * whoever takes over.
   */
  async function takeAway(): Promise<void> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await pacer.acquire(budgets, () => 2, cut);
      if (cut.aborted) return;
      const refusal = await give(false);
      if (!isPassing(refusal)) return;
      await clock.wait(refusal.waitMs ?? 1_000, cut);
    }
  }

  async function give(on: boolean): Promise<PlatformError | undefined> {
    try {
      await platform.working(thread, on);
      count('ok');
      return undefined;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      count(error.code);
      options.logger.debug({ code: error.code }, 'no sign of work');
      if (error.code === 'rate_limited') pacer.pause(budgets.slice(0, 1), error.waitMs ?? 1_000);
      return error;
    }
  }

  function count(result: string): void {
    options.metrics.count('platform_calls', { platform: platform.name, action: 'working', result });
  }
}
