/**
 * Shows the working indicator (a status that may name the current search, a reaction, typing) until the first text of a
 * reply, and clears it at the end of the reply.
 */
import { endWait, untilAborted } from '../../../../kit/base/clock.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { ThreadRef } from '../../model/conversation.ts';
import { isPassing, PlatformError } from '../../model/errors.ts';
import { type Step, stepUnderWay } from '../../model/step.ts';
import type { CallRuntime } from '../../runtime.ts';

/** Most replies have text and most searches end sooner, and a call for the indicator would delay the post. */
const showAfterMs = 500;
/** How long clearing it is tried; the turn and the next question of its conversation wait meanwhile. */
const clearForMs = 600_000;

/** The search in progress in the newest reply. */
export class CurrentStep {
  #changed = new AbortController();
  #step: Step | undefined;

  get step(): Step | undefined {
    return this.#step;
  }

  /** Aborts when another search begins, or none is in progress. */
  get changed(): AbortSignal {
    return this.#changed.signal;
  }

  show(steps: readonly Step[] = []): void {
    const step = stepUnderWay(steps);
    if (step === this.#step) return;
    this.#step = step;
    endWait(this.#changed);
    this.#changed = new AbortController();
  }
}

export interface IndicatorOptions extends CallRuntime {
  /** Aborts when nothing may be waited for any longer. */
  readonly cut: AbortSignal;
}

export interface Phases {
  /** Aborts at the first text of the reply. */
  readonly firstText: AbortSignal;
  /** Aborts at the end of the reply. */
  readonly end: AbortSignal;
  /** A process that died may have left the indicator on. */
  readonly mayBeShown: boolean;
  readonly current: CurrentStep;
  /** Defaults to English. */
  readonly wording?: Promise<Wording>;
}

/** Resolves when the indicator has been cleared. A refusal by the platform does not fail the reply. */
export async function showWorkingIndicator(
  thread: ThreadRef,
  { firstText, end, mayBeShown, current, wording }: Phases,
  options: IndicatorOptions,
): Promise<void> {
  const { platform, pacer, clock, cut } = options;
  const budgets = platform.budgets('working', thread);
  const over = AbortSignal.any([firstText, end]);
  let isShown = mayBeShown;
  while (!over.aborted) {
    await clock.wait(showAfterMs, over);
    await pacer.acquire(budgets, () => 1, over);
    if (over.aborted) break;
    const { step, changed } = current;
    const refusal = await set(true, step);
    if (!refusal || refusal.arrived === 'unknown') isShown = true;
    const isOutdated = platform.working.stepsIn === 'indicator' ? AbortSignal.any([over, changed]) : over;
    await clock.wait(platform.working.lastsMs - showAfterMs, isOutdated);
  }
  await untilAborted(end);
  if (isShown && !platform.working.clearsItself) await clear();

  /** Retried, since a leftover reaction would look busy for ever. If the process must end, the next owner of the turn clears it. */
  async function clear(): Promise<void> {
    const ended = new AbortController();
    const late = new AbortController();
    const stop = AbortSignal.any([cut, late.signal]);
    void clock.wait(clearForMs, ended.signal).then(() => endWait(late));
    while (!(await clearOnce(stop)) && !stop.aborted);
    if (!cut.aborted && late.signal.aborted) options.logger.warn({}, 'working indicator not cleared');
    endWait(ended);
  }

  /** False if it may work later. */
  async function clearOnce(stop: AbortSignal): Promise<boolean> {
    await pacer.acquire(budgets, () => 2, stop);
    if (stop.aborted) return false;
    const refusal = await set(false);
    if (!isPassing(refusal)) return true;
    await clock.wait(refusal.waitMs ?? 1_000, stop);
    return false;
  }

  async function set(on: boolean, step?: Step): Promise<PlatformError | undefined> {
    try {
      await platform.working.set(thread, on, step, await wording);
      count('ok');
      return undefined;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      count(error.code);
      options.logger.debug({ code: error.code }, 'working indicator not set');
      if (error.code === 'rate_limited') pacer.pause(budgets.slice(0, 1), error.waitMs ?? 1_000);
      return error;
    }
  }

  function count(result: string): void {
    options.metrics.count('platform_calls', { platform: platform.name, action: 'working', result });
  }
}
