/**
 * Removes the buttons of an answer below which there is a newer one. No answer waits for it: it has the lowest urgency, and what
 * finds no room or no platform now is claimed again later.
 */
import { endWait } from '../../../kit/base/clock.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import type { OldButtons } from '../ports/store.ts';
import type { PlatformRuntime } from '../runtime.ts';

/** Its turn cannot be asked again in the meantime. */
const maxWaitMs = 5_000;

export interface OldButtonOptions extends PlatformRuntime {
  /** The name of this process in its claims. */
  readonly owner: string;
  /** Aborts when the process must end. */
  readonly signal: AbortSignal;
}

/** Fails with StoreError. */
export async function removeOldButtons(
  { turn, thread, message }: OldButtons,
  options: OldButtonOptions,
): Promise<void> {
  if (message === undefined || (await remove({ thread, message }, options))) {
    await options.store.endOldButtons(turn, options.owner);
  }
}

/** False if it is to be tried again. */
async function remove(
  { thread, message }: Required<Omit<OldButtons, 'turn'>>,
  { platform, pacer, clock, logger, signal }: OldButtonOptions,
): Promise<boolean> {
  const budgets = platform.budgets('edit', thread);
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  void clock.wait(maxWaitMs, stop).then(() => endWait(over));
  await pacer.acquire(budgets, () => 0, stop);
  if (stop.aborted) return false;
  endWait(over);
  try {
    await platform.buttons?.remove(thread, message);
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code, err: error }, 'buttons not removed');
    if (error.code === 'rate_limited') pacer.pause(budgets.slice(0, 1), error.waitMs ?? maxWaitMs);
    return !isPassing(error);
  }
}
