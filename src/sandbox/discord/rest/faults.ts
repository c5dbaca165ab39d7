/** Planned faults: the next calls of a route fail in a given way. */
import type { Json } from '../../json.ts';

/** Fields can be combined, for instance `delayMs` and `status`. */
export interface Fault {
  /** Responds with this HTTP status. Without `code` the body is not JSON, as from a proxy. */
  readonly status?: number;
  /** Discord's error code, in the body; implies its `status`. */
  readonly code?: number;
  /** A 429 with this Retry-After, in seconds. */
  readonly retryAfter?: number;
  /** For a 429. `network`: from the proxy in front of Discord, without a scope header or JSON. */
  readonly scope?: 'user' | 'shared' | 'global' | 'network';
  /** Responds with this instead of the call's result, and does not run it. */
  readonly json?: Json;
  /** Never responds. */
  readonly hang?: boolean;
  /** Runs the call, then breaks the connection before the response. */
  readonly loseAnswer?: boolean;
  /** Runs the call, and responds after this delay. */
  readonly responseDelayMs?: number;
  readonly delayMs?: number;
}

export type FaultPlan = ReturnType<typeof createFaultPlan>;

export function createFaultPlan() {
  let planned: { readonly route: string | RegExp; readonly fault: Fault; times: number }[] = [];
  return { failNext, take };

  /** `route`: its name (`PATCH /channels/:id/messages/:id`), `*`, or a pattern for `METHOD /path`. */
  function failNext(route: string | RegExp, fault: Fault, times = 1): void {
    planned.push({ route, fault, times });
  }

  /** The planned fault of this call, if there is one. */
  function take(name: string, request: string): Fault | undefined {
    const found = planned.find(({ route }) =>
      typeof route === 'string' ? route === '*' || route === name : route.test(request),
    );
    if (!found) return undefined;
    found.times -= 1;
    planned = planned.filter((fault) => fault.times > 0);
    return found.fault;
  }
}
