/** A route of the API: its address, its rate limit, and its action. */
import type { Json } from '../../json.ts';

export interface Call {
  /** The path parameter at this position, counted from the first `:id`. */
  readonly id: (place: number) => string;
  readonly query: URLSearchParams;
  /** undefined: no body was sent. */
  readonly body: Json | undefined;
  /** Records a doubtful call: Discord accepts it, but an app should not make it. */
  note(detail: string): void;
  /** Counts the call towards another limit, separately per `key`; responds with 429 once that is used up. */
  countInto(quota: Quota, key: string): void;
}

/** The response; refusals are thrown. */
export interface Outcome {
  readonly status: number;
  /** undefined: no body. */
  readonly body?: Json;
}

/** `limit` requests within a window of `windowMs`; numbers that Discord does not publish are as observed. */
export interface Quota {
  /** Routes with the same bucket share it. */
  readonly bucket: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly scope?: 'user' | 'shared';
}

export interface Route {
  /** `PATCH /channels/:id/messages/:id` */
  readonly name: string;
  readonly quota: Quota;
  /** Callable without the bot's token, and not counted by the global limit. */
  readonly open: boolean;
  run(call: Call): Outcome;
}

/** No default is published; 50 per second is the global limit. */
const roomy: Omit<Quota, 'bucket'> = { limit: 50, windowMs: 1_000 };

/** Without `quota` the route has its own bucket, as large as the global limit. */
export function route(
  name: string,
  run: (call: Call) => Outcome,
  options: { readonly quota?: Quota; readonly open?: boolean } = {},
): Route {
  return { name, run, quota: options.quota ?? { bucket: name, ...roomy }, open: options.open ?? false };
}

export function ok(body: Json): Outcome {
  return { status: 200, body };
}

export const noContent: Outcome = { status: 204 };

/** A route with its path parameters, in order. */
export interface Found {
  readonly route: Route;
  readonly ids: readonly string[];
}

/** The route for a request. Path parts may be percent-encoded. */
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
