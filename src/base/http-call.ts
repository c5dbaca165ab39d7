/** HTTP calls with a deadline for the whole response, body included. */
import { type Clock, endWait } from './clock.ts';

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
