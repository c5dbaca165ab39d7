/** How a process names what it claimed. Types only. */

/**
 * A turn or deployment as one process claimed it. Each claim counts one more try, so the two together name the claim:
 * writes of an earlier claimant are refused.
 */
export interface Claim {
  readonly id: string;
  readonly tries: number;
}
