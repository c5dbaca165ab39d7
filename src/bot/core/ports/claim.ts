/** Identifies what a process has claimed. Types only. */

/**
 * A turn or deployment as claimed by one process. Each claim increments `tries`, so the two fields together identify the
 * claim: writes by an earlier claimant are refused.
 */
export interface Claim {
  readonly id: string;
  readonly tries: number;
}
