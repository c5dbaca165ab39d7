/**
 * What every operation of the service asks of a request first, and the one shape of its refusals. In: a request. Out: its
 * JSON, or a refusal.
 */
import type { Context } from 'hono';
import type { ErrorBody } from '../../wire/api.ts';

/** Statuses that the service refuses with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503;

/** A refusal with a sentence for whoever wrote the client; `retryMs` says when it may work. */
export function refuse(context: Context, status: RefusalStatus, sentence: string, retryMs?: number): Response {
  const body: ErrorBody = { error: sentence };
  return context.json(body, status, {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(retryMs !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryMs / 1_000))) }),
  });
}

/** The body as JSON that says something, or the refusal. */
export async function readJson(context: Context): Promise<{ readonly json: unknown } | Response> {
  const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '');
  if (!isJson || !/^(?:identity)?$/i.test(context.req.header('content-encoding') ?? '')) {
    return refuse(context, 415, 'The body must be JSON: send Content-Type: application/json, and no Content-Encoding.');
  }
  const json = toJson(await context.req.arrayBuffer());
  return json === undefined ? refuse(context, 400, 'The body is no JSON in UTF-8.') : { json };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** undefined: it is none. */
function toJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
