/**
 * A fetch with a file of recordings: known requests get the recorded response, new ones are sent and recorded. A change of
 * the code is thus measured against the same responses at no cost; a change of the prompt queries the model again.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A line of the file. `request` is a hash of the request's body. */
interface Recorded {
  readonly request: string;
  readonly type: string;
  readonly body: string;
}

/** Records only successful responses. Fails with a SystemError when the file cannot be read or written. */
export function createRecordedFetch(file: string, send: typeof fetch): typeof fetch {
  // Written by this function.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as Recorded).map((entry) => [entry.request, entry]));
  return async (input, init) => {
    const request = createHash('sha256').update(String(init?.body)).digest('base64url');
    const before = known.get(request);
    if (before) return toResponse(before);
    const response = await send(input, init);
    if (!response.ok) return response;
    const recorded = { request, type: response.headers.get('content-type') ?? '', body: await response.text() };
    known.set(request, recorded);
    appendFileSync(file, `${JSON.stringify(recorded)}\n`);
    return toResponse(recorded);
  };
}

function toResponse({ type, body }: Recorded): Response {
  return new Response(body, { headers: { 'content-type': type } });
}
