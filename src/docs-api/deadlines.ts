/**
 * Timeouts of one request, as one signal that also aborts with the caller's. There are three: until the first byte of the
 * body, between two bytes while one is awaited, and in total.
 */

/** How long to wait, in milliseconds. */
export interface Limits {
  /** From the request to the first byte of the body; 30 s unless set. */
  readonly firstByteMs?: number | undefined;
  /** Between two bytes; 30 s unless set. */
  readonly idleMs?: number | undefined;
  /** From the request to the last byte; 5 minutes unless set. */
  readonly totalMs?: number | undefined;
}

/** The timeouts of one request and the caller's signal as one signal. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Whether a timeout expired. */
  readonly late: boolean;
  /** Bytes arrived; reading them may take any time. */
  arrived(): void;
  /** The reader waits for the next bytes. */
  waitForMore(): void;
  /** Nothing more is expected: no timer and no listener stays. */
  end(): void;
}

/** Starts the timeouts of the first byte and of the total. */
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
    // One timer for the whole answer, which may arrive in thousands of pieces.
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
