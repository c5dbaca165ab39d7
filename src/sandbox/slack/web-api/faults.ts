/** Failures on demand: the next calls of a method fail in a given way. */

/** Several may be given together: `delayMs` with `error`, for one. */
export interface Fault {
  /** The HTTP status, with a page in place of JSON. */
  readonly status?: number;
  /** Slack's error word in a 200 answer. */
  readonly error?: string;
  /** A 429 with this Retry-After, in seconds. */
  readonly retryAfter?: number;
  /** No answer, ever. */
  readonly hang?: boolean;
  /** The call is done, its answer is lost: the connection breaks. */
  readonly loseAnswer?: boolean;
  /** A 200 that is not JSON. */
  readonly garbled?: boolean;
  readonly delayMs?: number;
}

export type FaultPlan = ReturnType<typeof createFaultPlan>;

export function createFaultPlan() {
  let planned: { readonly method: string; readonly fault: Fault; times: number }[] = [];
  return { failNext, take, clear };

  /** `method` may be `*`. */
  function failNext(method: string, fault: Fault, times = 1): void {
    planned.push({ method, fault, times });
  }

  function clear(): void {
    planned = [];
  }

  function take(method: string): Fault | undefined {
    const found = planned.find((one) => one.method === method || one.method === '*');
    if (!found) return undefined;
    found.times -= 1;
    planned = planned.filter((one) => one.times > 0);
    return found.fault;
  }
}
