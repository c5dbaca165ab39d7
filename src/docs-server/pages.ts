/**
 * Docs folder -> pages -> sections.
 */

/** A page that is not served, and why. */
export interface PageProblem {
  /** Relative to the docs folder, with forward slashes. */
  readonly file: string;
  /** A plain sentence. */
  readonly reason: string;
}
