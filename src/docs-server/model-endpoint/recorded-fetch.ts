/**
 * A fetch that answers from a file of recordings: known requests get the recorded response, new ones are sent and recorded
 * there. So a change of code is measured against the same model, without its price; a change of the prompt asks again.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A line of the file. The request is a hash of its body, so that no question stands there twice. */
interface Recorded {
  readonly request: string;
  readonly type: string;
  readonly body: string;
}

/** Only what succeeded is kept. Fails with a SystemError where the file cannot be read or written. */
export function createRecordedFetch(file: string, send: typeof fetch): typeof fetch {
  // Written by this function.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as Recorded).map((each) => [each.request, each]));
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
