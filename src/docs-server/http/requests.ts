/**
 * What every operation checks first: the key and the JSON body. Whatever is wrong with a request is thrown as a Refusal,
 * which routes.ts turns into the one shape of error bodies.
 */
import type { Context } from 'hono';
import { parseJson } from '../../base/json.ts';
import type { ErrorBody } from '../../wire/api.ts';
import type { Caller, CheckKey, KeyKind } from '../keys.ts';

/** Statuses that the service refuses with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503;

/** A refused request. The message is a sentence for whoever wrote the client. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  /** After how long the request may work. */
  readonly retryMs: number | undefined;

  constructor(status: RefusalStatus, sentence: string, retryMs?: number) {
    super(sentence);
    this.status = status;
    this.retryMs = retryMs;
  }
}

export function toResponse(context: Context, { status, message, retryMs }: Refusal): Response {
  const body: ErrorBody = { error: message };
  return context.json(body, status, {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(retryMs !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryMs / 1_000))) }),
  });
}

/** The caller whose Bearer key the request carries. Fails with Refusal: 401, 403, and with StoreError. */
export async function authorize(context: Context, checkKey: CheckKey, kind: KeyKind): Promise<Caller> {
  const checked = await checkKey(context.req.header('authorization'), kind);
  if ('status' in checked) throw new Refusal(checked.status, checked.sentence);
  return checked;
}

/** The body as JSON. Fails with Refusal: 415, 400. */
export async function readJson(context: Context): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '');
  if (!isJson || !/^(?:identity)?$/i.test(context.req.header('content-encoding') ?? '')) {
    throw new Refusal(415, 'The body must be JSON: send Content-Type: application/json, and no Content-Encoding.');
  }
  const text = decode(await context.req.arrayBuffer());
  const json = text === undefined ? undefined : parseJson(text);
  if (json === undefined) throw new Refusal(400, 'The body is not JSON in UTF-8.');
  return json;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** undefined: it is not UTF-8. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
