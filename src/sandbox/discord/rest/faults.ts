/**
 * Failures on demand for the REST API. In: "the next N calls of this route shall fail so". Out: whether a call shall fail,
 * and how.
 */

/** Several may be given together: `delayMs` with `status`, for one. */
export interface Fault {
  /** An error of this HTTP status; 429 with `retryAfter`. Without `code` its body is no JSON, as from a proxy. */
  readonly status?: number;
  /** Discord's error code, in the body; `status` follows from it when it is not given. */
  readonly code?: number;
  /** A 429 with this Retry-After, in seconds. */
  readonly retryAfter?: number;
  /** `network`: by the proxy before Discord, which names no scope and knows no JSON. */
  readonly scope?: 'user' | 'shared' | 'global' | 'network';
  /** No answer, ever. */
  readonly hang?: boolean;
  /** The call is done, its answer is lost: the connection breaks. */
  readonly loseAnswer?: boolean;
  /** The call is done, its answer comes this much later. */
  readonly answerAfterMs?: number;
  readonly delayMs?: number;
}

/** What is planned to fail. */
export type FaultPlan = ReturnType<typeof createFaultPlan>;

/** A plan in which nothing fails yet. */
export function createFaultPlan() {
  let planned: { readonly route: string | RegExp; readonly fault: Fault; times: number }[] = [];
  return { failNext, take };

  /** `route`: its name (`PATCH /channels/:id/messages/:id`), `*`, or a pattern for `METHOD /path`. */
  function failNext(route: string | RegExp, fault: Fault, times = 1): void {
    planned.push({ route, fault, times });
  }

  function take(name: string, request: string): Fault | undefined {
    const found = planned.find(({ route }) =>
      typeof route === 'string' ? route === '*' || route === name : route.test(request),
    );
    if (!found) return undefined;
    found.times -= 1;
    planned = planned.filter((one) => one.times > 0);
    return found.fault;
  }
}
