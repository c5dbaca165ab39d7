/** Opens the thread in which a question will be answered. */
import { retry } from '../../../../kit/base/retry.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { Question } from '../../model/conversation.ts';
import { isPassing, PlatformError } from '../../model/errors.ts';
import type { Platform } from '../../ports/platform.ts';
import type { CallRuntime } from '../../runtime.ts';

/** How long transient failures are retried. */
const maxRetryMs = 120_000;

/** Retries until the signal aborts; opening the same thread twice is harmless. Fails with PlatformError. */
export async function openThread(
  question: Question,
  wording: Wording,
  { platform, pacer, clock, metrics }: Omit<CallRuntime, 'logger'>,
  signal: AbortSignal,
): ReturnType<Platform['open']> {
  const budgets = platform.budgets('open', question.thread);
  const until = clock.now() + maxRetryMs;
  const pauseMs = (failures: number): number => Math.min(15_000, failures * 1_000);
  // The first text in threads that are already open is more urgent.
  await pacer.acquire(budgets, () => 1, signal);
  return retry(open, { clock, mayPass: isPassing, pauseMs, until, signal, onWait });

  async function open(): ReturnType<Platform['open']> {
    try {
      const place = await platform.open(question, wording);
      count('ok');
      return place;
    } catch (error) {
      if (error instanceof PlatformError) count(error.code);
      throw error;
    }
  }

  /** Other failures do not delay posts elsewhere in the channel. */
  function onWait({ code }: PlatformError, waitMs: number): void {
    if (code === 'rate_limited') pacer.pause(budgets.slice(0, 1), waitMs);
  }

  function count(result: string): void {
    metrics.count('platform_calls', { platform: platform.name, action: 'open', result });
  }
}
