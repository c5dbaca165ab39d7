/**
 * The checks at the beginning of every operation: the method, the site and the JSON body. They throw a Refusal, which
 * routes.ts turns into an error body.
 */
import type { Context, Handler } from 'hono';
import type * as z from 'zod';
import { parseJson } from '../../kit/base/json.ts';
import type { ErrorBody } from '../../kit/wire/api.ts';
import type { Filter } from '../content/page-metadata.ts';
import type { Caller } from '../keys.ts';
import type { Site } from '../projects/site.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import { validationMessage } from './validation-messages.ts';

/** Statuses that the service refuses with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503;

/** A refused request. The message is a sentence for the client's developer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  /** Additional response headers. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: RefusalStatus, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

export function toResponse({ status, message, headers }: Refusal): Response {
  return Response.json({ error: message } satisfies ErrorBody, { status, headers });
}

/** For all methods that an operation does not support: register it after them, on the same path. */
export function refuseOtherMethods(allow: string): Handler {
  return () => {
    throw new Refusal(405, `This operation supports only ${allow}.`, { allow });
  };
}

/** The site of a path, which must be the caller's. Fails with Refusal: 404, 403. */
export function siteOf(domain: string, caller: Caller, sites: ReadonlyMap<string, Site>): Site {
  const site = sites.get(domain);
  if (!site) throw new Refusal(404, 'There are no docs for this domain: check the name in the path.');
  if (site.organization === caller.organization) return site;
  throw new Refusal(403, 'This API key belongs to a different organization than these docs.');
}

/** The filter of a request, which narrows within the key's groups: a key without groups reads only pages for everybody. */
export function filterOf({ groups }: Caller, filter: Filter | null | undefined): Filter {
  const asked = filter?.groups;
  return { ...filter, groups: asked ? groups.filter((group) => asked.includes(group)) : groups };
}

/** The docs of a site. Fails with Refusal: 503. */
export function servedBy(site: Site): Reading {
  const corpus = site.corpus();
  if (!corpus) throw new Refusal(503, 'The docs for this domain could not be read yet.');
  return corpus.current();
}

/** The body, validated against its schema. Fails with Refusal: 415, 400. */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  return valid(await readJson(context), schema, 'body');
}

/** The parameters after the path, validated; of one that is repeated, the first counts. Fails with Refusal: 400. */
export function readQuery<T>(context: Context, schema: z.ZodType<T>): T {
  return valid(context.req.query(), schema, 'query');
}

function valid<T>(value: unknown, schema: z.ZodType<T>, whole: string): T {
  const read = schema.safeParse(value, { error: validationMessage });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal(400, `${issue?.path.join('.') || whole}: ${issue?.message ?? 'not as specified'}`);
}

/** The body as JSON. Fails with Refusal: 415, 400. */
export async function readJson(context: Context): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(context.req.header('content-type') ?? '');
  if (!isJson || !/^(?:identity)?$/i.test(context.req.header('content-encoding') ?? '')) {
    throw new Refusal(415, 'The body must be JSON: send Content-Type: application/json, and no Content-Encoding.');
  }
  const text = decode(await context.req.arrayBuffer());
  if (text !== undefined && isTooDeep(text))
    throw new Refusal(400, `The body is nested deeper than ${maxDepth} levels.`);
  const json = text === undefined ? undefined : parseJson(text);
  if (json === undefined) throw new Refusal(400, 'The body is not JSON in UTF-8.');
  return json;
}

/** Deeper values would overflow the stack of recursive functions. */
const maxDepth = 100;

/** Checks the depth of JSON text before it is parsed: a megabyte of brackets is refused immediately. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length && depth <= maxDepth; at += 1) {
    const char = text[at];
    if (isInString && char === '\\') at += 1;
    else if (char === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
  }
  return depth > maxDepth;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** undefined: not valid UTF-8. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
