/** Where issues about the docs are filed, and what the Store keeps of them. Types only. */

export interface IssueTracker {
  /** Files an issue and returns its address. Fails with IssueError; `unavailable`: it may have been filed. */
  open(issue: NewIssue): Promise<string>;
  /** The address of the issue with this marker that was filed since then, in milliseconds since 1970. Fails with IssueError. */
  find(marker: string, since: number): Promise<string | undefined>;
}

export interface NewIssue {
  readonly title: string;
  /** GitHub's Markdown. Its last line is the marker, which nobody sees. */
  readonly body: string;
}

/**
 * The result of a claim on the issue of some turns. opened: it is filed. busy: another process files it. claimed: it is to be
 * filed; `begunAt`: somebody tried before, first at that time, so it may be there.
 */
export type IssueClaim =
  | { readonly state: 'opened'; readonly url: string }
  | { readonly state: 'busy' }
  | { readonly state: 'claimed'; readonly id: string; readonly begunAt?: number };

export interface IssueStore {
  /** One issue for these turns, and for all turns that have one with any of them. */
  claimIssue(turns: readonly string[], now: number, until: number): Promise<IssueClaim>;
  saveIssue(id: string, url: string): Promise<void>;
  /** Nobody files it now; the next process may. */
  releaseIssue(id: string): Promise<void>;
}
