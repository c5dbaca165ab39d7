/**
 * The timeouts of one request as a single signal, which also aborts with the caller's. There are three: until the
 * first byte of the body, between two bytes while the reader waits, and in total.
 */

/** Timeouts in milliseconds. */
export interface Limits {
  /** From the request to the first byte of the body. Default: 30 s. */
  readonly firstByteMs?: number | undefined;
  /** Between two bytes. Default: 30 s. */
  readonly idleMs?: number | undefined;
  /** From the request to the last byte. Default: 5 minutes. */
  readonly totalMs?: number | undefined;
}

/** The timeouts of one request and the caller's signal as one signal. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Whether a timeout expired. */
  readonly late: boolean;
  /** Call when bytes arrive; processing them may take any time. */
  arrived(): void;
  /** Call when the reader waits for the next bytes. */
  waitForMore(): void;
  /** Removes all timers and listeners. */
  end(): void;
}

/** Starts the first-byte and the total timeout. */
export function createWatch(limits: Limits, caller: AbortSignal): Watch {
  const { firstByteMs = 30_000, idleMs = 30_000, totalMs = 300_000 } = limits;
  const controller = new AbortController();
  let late = false;
  const total = setTimeout(expire, totalMs);
  const first = setTimeout(expire, firstByteMs);
  let isAwaited = false;
  let next: NodeJS.Timeout | undefined;
  caller.addEventListener('abort', cancel, { once: true });
  if (caller.aborted) cancel();

  function expire(): void {
    late = true;
    controller.abort();
  }

  function cancel(): void {
    controller.abort();
  }

  return {
    signal: controller.signal,
    get late() {
      return late;
    },
    arrived() {
      isAwaited = false;
      clearTimeout(first);
    },
    // One timer is reused for the whole answer, which may arrive in thousands of pieces.
    waitForMore() {
      isAwaited = true;
      next = next?.refresh() ?? setTimeout(() => isAwaited && expire(), idleMs);
    },
    end() {
      clearTimeout(first);
      clearTimeout(next);
      clearTimeout(total);
      caller.removeEventListener('abort', cancel);
    },
  };
}
