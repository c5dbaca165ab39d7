/**
 * What a route of the API is: its address, its limit, what it does. In: method and path. Out: the route and the values
 * in its path. Pure.
 */
import type { Json } from '../../json.ts';

/** One request, as a route sees it. */
export interface Call {
  /** The value at this place of the path, counted from the first `:id`. */
  readonly id: (place: number) => string;
  readonly query: URLSearchParams;
  /** undefined: none was sent. */
  readonly body: Json | undefined;
  /** Notes something that Discord would let pass and that should not have been sent. */
  note(detail: string): void;
  /** Counts the call into one more limit, of which each `key` has its own; a 429 when that is used up. */
  countInto(quota: Quota, key: string): void;
}

/** What a route gives; refusals are thrown. */
export interface Outcome {
  readonly status: number;
  /** undefined: no body. */
  readonly body?: Json;
}

/** `limit` requests within a window of `windowMs`; the numbers that Discord does not publish are as observed. */
export interface Quota {
  /** Routes that name the same one share it. */
  readonly bucket: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly scope?: 'user' | 'shared';
}

/** One route. */
export interface Route {
  /** `PATCH /channels/:id/messages/:id` */
  readonly name: string;
  readonly quota: Quota;
  /** Called without the bot's token, and outside the global limit. */
  readonly open: boolean;
  run(call: Call): Outcome;
}

/** Source of the default: none is published; 50 a second is the limit of all routes together. */
const roomy: Omit<Quota, 'bucket'> = { limit: 50, windowMs: 1_000 };

/** `quota` missing: the route has a roomy bucket of its own. */
export function route(
  name: string,
  run: (call: Call) => Outcome,
  options: { readonly quota?: Quota; readonly open?: boolean } = {},
): Route {
  return { name, run, quota: options.quota ?? { bucket: name, ...roomy }, open: options.open ?? false };
}

/** 200 with a body. */
export function ok(body: Json): Outcome {
  return { status: 200, body };
}

/** 204. */
export const noContent: Outcome = { status: 204 };

/** A route with the values in its path, in order. */
export interface Found {
  readonly route: Route;
  readonly ids: readonly string[];
}

/** The route for a request. Path parts may come percent-encoded. */
export function findRoute(routes: readonly Route[], method: string, path: string): Found | undefined {
  const parts = path.split('/').map(decode);
  for (const one of routes) {
    const ids = match(one.name, method, parts);
    if (ids) return { route: one, ids };
  }
  return undefined;
}

function match(name: string, method: string, parts: readonly string[]): string[] | undefined {
  const [wanted, pattern = ''] = name.split(' ');
  const steps = pattern.split('/');
  if (wanted !== method || steps.length !== parts.length) return undefined;
  const ids: string[] = [];
  for (const [index, step] of steps.entries()) {
    const part = parts[index] ?? '';
    if (step === ':id' && part !== '') ids.push(part);
    else if (step !== part) return undefined;
  }
  return ids;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
