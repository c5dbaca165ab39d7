/** Opens the thread in which a question will be answered. */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { Question } from '../../model/conversation.ts';
import { isPassing, PlatformError } from '../../model/errors.ts';
import type { Platform } from '../../ports/platform.ts';
import type { Metrics } from '../../ports/telemetry.ts';
import type { Pacer } from '../../rate-limits/pacer.ts';

/** How long transient failures are retried. */
const maxRetryMs = 120_000;

export interface OpeningOptions {
  readonly platform: Platform;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Retries until the signal aborts; opening the same thread twice is harmless. Fails with PlatformError. */
export async function openThread(
  question: Question,
  wording: Wording,
  { platform, pacer, clock, metrics }: OpeningOptions,
  signal: AbortSignal,
): ReturnType<Platform['open']> {
  const budgets = platform.budgets('open', question.thread);
  const until = clock.now() + maxRetryMs;
  // The first text in threads that are already open is more urgent.
  await pacer.acquire(budgets, () => 1, signal);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const place = await platform.open(question, wording);
      count('ok');
      return place;
    } catch (error) {
      if (error instanceof PlatformError) count(error.code);
      if (!isPassing(error) || signal.aborted) throw error;
      const waitMs = error.waitMs ?? Math.min(15_000, attempt * 1_000);
      if (clock.now() + waitMs > until) throw error;
      // Other failures do not delay posts elsewhere in the channel.
      if (error.code === 'rate_limited') pacer.pause(budgets.slice(0, 1), waitMs);
      await clock.wait(waitMs, signal);
      if (signal.aborted) throw error;
    }
  }

  function count(result: string): void {
    metrics.count('platform_calls', { platform: platform.name, action: 'open', result });
  }
}
