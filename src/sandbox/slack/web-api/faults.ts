/** Planned faults: the next calls of a method fail in a given way. */

/** Fields can be combined, for instance `delayMs` and `error`. */
export interface Fault {
  /** Responds with this HTTP status and an HTML page instead of JSON. */
  readonly status?: number;
  /** Slack's error code, in a 200 response. */
  readonly error?: string;
  /** A 429 with this Retry-After, in seconds. */
  readonly retryAfter?: number;
  /** Never responds. */
  readonly hang?: boolean;
  /** Runs the call, then breaks the connection before the response. */
  readonly loseAnswer?: boolean;
  /** A 200 response with null in place of every list and object that Slack would send. */
  readonly nulls?: boolean;
  /** A 200 response that is not JSON. */
  readonly garbled?: boolean;
  readonly delayMs?: number;
}

export type FaultPlan = ReturnType<typeof createFaultPlan>;

export function createFaultPlan() {
  let planned: { readonly method: string; readonly fault: Fault; times: number }[] = [];
  return { failNext, take, clear };

  /** `method`: `*` means any. */
  function failNext(method: string, fault: Fault, times = 1): void {
    planned.push({ method, fault, times });
  }

  function clear(): void {
    planned = [];
  }

  /** The planned fault of this call, if there is one. */
  function take(method: string): Fault | undefined {
    const found = planned.find((fault) => fault.method === method || fault.method === '*');
    if (!found) return undefined;
    found.times -= 1;
    planned = planned.filter((fault) => fault.times > 0);
    return found.fault;
  }
}
