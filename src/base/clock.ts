/**
 * Now and wait: instants are milliseconds since 1970, durations milliseconds. The core touches the machine's time nowhere
 * else; tests bring a clock that moves by hand.
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
      // The time may have passed while it was computed; timers take at most 24 days.
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

/**
 * Ends a wait. A bare `abort()` builds a DOMException with a stack trace each time, which costs several times as much as
 * the wait; nobody reads the reason.
 */
export function endWait(controller: AbortController): void {
  controller.abort(endOfWait);
}

const endOfWait = 'the wait is over';

/** Resolves when the signal aborts, at once when it has. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/**
 * fetch with a deadline for the whole response, body included. Fails as fetch does when its signal aborts, and with RangeError
 * when the body is longer than `maxBytes`.
 */
export async function fetchWithin(
  clock: Clock,
  limitMs: number,
  url: string | URL,
  {
    maxBytes,
    ...init
  }: RequestInit & {
    readonly signal?: AbortSignal | null | undefined;
    readonly maxBytes?: number;
  } = {},
): Promise<Response> {
  const [limit, done] = [new AbortController(), new AbortController()];
  void clock.wait(limitMs, done.signal).then(() => {
    if (!done.signal.aborted) limit.abort(new DOMException('No answer in time', 'TimeoutError'));
  });
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    const response = await fetch(url, { ...init, signal });
    const body = maxBytes === undefined ? await response.arrayBuffer() : await readAtMost(response, maxBytes);
    // A 204 may have no body, not even an empty one.
    return new Response(body.byteLength > 0 ? body : null, response);
  } finally {
    endWait(done);
  }
}

/** Leaves the connection as soon as there is more. */
async function readAtMost({ body }: Response, maxBytes: number): Promise<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new RangeError('the response is too long');
    pieces.push(piece);
  }
  return new Blob(pieces).arrayBuffer();
}
