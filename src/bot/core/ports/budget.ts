/** The rate limits of a platform. Types only. */

/**
 * A rate limit: at most `limit` actions within any `windowMs`, in bursts of at most `burst`, counted across all callers that
 * name the same bucket.
 */
export interface Budget {
  readonly bucket: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly burst: number;
  /** Upper bound of a burst size that is not published and is probed one call at a time. */
  readonly maxBurst?: number;
  /** Budgets of a group allow bursts of the same share of their windows, so what is learnt from one applies to all. */
  readonly burstGroup?: string;
  /** The platform counts calls on arrival; a margin allows for varying latency. */
  readonly countedOnArrival?: boolean;
  /** Spreads intermediate updates over the window; otherwise they are sent as soon as the budget allows. */
  readonly spread?: boolean;
  /** A call that has waited this long ignores the budget; if unset, none does. */
  readonly maxHoldMs?: number;
  /** Shared by all processes: each uses an equal share. */
  readonly shared?: boolean;
  /**
   * Returns the limit that the platform last reported, if it reports any; undefined until then. Such budgets reserve no room
   * for final updates, since their windows are short.
   */
  readonly reported?: () => ReportedLimit | undefined;
}

/** What remains of a window. Times are milliseconds since 1970; actions sent after `reportedAt` are not counted in it. */
export interface ReportedLimit {
  readonly remaining: number;
  readonly resetAt: number;
  readonly reportedAt: number;
}
