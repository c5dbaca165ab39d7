/** The rate limits of a platform. Types only. */

/**
 * A rate limit: at most `limit` actions within any `windowMs`, and at most `burst` of them at once, counted over everybody
 * who names the same bucket.
 */
export interface Budget {
  readonly bucket: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly burst: number;
  /** Upper bound of a burst whose size is not published: probed one call at a time. */
  readonly maxBurst?: number;
  /** Budgets of one group allow the same share of their windows at once, so what is learnt of one holds for all. */
  readonly burstGroup?: string;
  /** The platform counts calls when they arrive; since travel times differ, a margin is kept. */
  readonly countedOnArrival?: boolean;
  /** Intermediate updates are spread over the window so that it lasts; otherwise they are sent as soon as they may be. */
  readonly spread?: boolean;
  /** A call that has waited this long ignores the budget; missing: nobody ignores it. */
  readonly maxHoldMs?: number;
  /** Shared by all processes: each takes an equal part of it. */
  readonly shared?: boolean;
  /**
   * The limit that the platform reported last, where it reports any; undefined while nothing is known. No room is kept for
   * final updates then: such windows are short.
   */
  readonly reported?: () => ReportedLimit | undefined;
}

/** What remains of a window. Times are milliseconds since 1970; actions sent after `reportedAt` are not counted in it. */
export interface ReportedLimit {
  readonly remaining: number;
  readonly resetAt: number;
  readonly reportedAt: number;
}
