/**
 * Now and wait. In: durations in milliseconds. Out: instants in milliseconds since 1970.
 * The only place of the core that touches the machine's time; tests bring a clock that moves by hand.
 */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `waitMs`, or at once when `signal` aborts: it never rejects. The caller looks at the signal. */
  wait(waitMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait(waitMs, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      // A time that passed while it was worked out is no mistake; timers know no wait of over 24 days.
      const timer = setTimeout(done, Math.min(Math.max(0, waitMs), 2 ** 31 - 1));
      signal?.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
    });
  },
};

/** Resolves when the signal aborts, at once when it has. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** fetch, with a limit of time that holds for the whole answer. Fails as fetch does when its signal aborts. */
export async function fetchWithin(
  clock: Clock,
  limitMs: number,
  url: string | URL,
  init: RequestInit & { readonly signal?: AbortSignal | null | undefined } = {},
): Promise<Response> {
  const [limit, done] = [new AbortController(), new AbortController()];
  void clock.wait(limitMs, done.signal).then(() => {
    if (!done.signal.aborted) limit.abort(new DOMException('No answer in time', 'TimeoutError'));
  });
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    const response = await fetch(url, { ...init, signal });
    const body = await response.arrayBuffer();
    // A 204 may have no body, not even an empty one.
    return new Response(body.byteLength > 0 ? body : null, response);
  } finally {
    done.abort();
  }
}
