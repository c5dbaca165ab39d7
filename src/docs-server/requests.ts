/**
 * What every operation of the service asks of a request first, and the one shape of its refusals. In: a request. Out: its
 * JSON, or a refusal.
 */
import type { Context } from 'hono';
import type { ErrorBody } from '../wire/api.ts';
import { parseJson } from '../wire/json.ts';

/** Statuses that the service refuses with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503;

/** A refusal with a sentence for whoever wrote the client; `retryMs` says when it may work. */
export function refuse(context: Context, status: RefusalStatus, sentence: string, retryMs?: number): Response {
  const body: ErrorBody = { error: sentence };
  const headers = retryMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryMs / 1_000))) };
  return context.json(body, status, headers);
}

/** The body as JSON that says something, or the refusal. */
export async function readJson(context: Context): Promise<{ readonly json: unknown } | Response> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    return refuse(context, 415, 'The body must be JSON: send Content-Type: application/json.');
  }
  const json = parseJson(await context.req.text());
  return json === undefined ? refuse(context, 400, 'The body is no JSON.') : { json };
}
