/** The tracker for issues about the docs, and the part of the Store for them. Types only. */

export interface IssueTracker {
  /** Files an issue and returns its URL. Fails with IssueError; after `unavailable` it may have been filed. */
  open(issue: NewIssue): Promise<string>;
  /** The URL of the issue with this marker filed since then (milliseconds since 1970). Fails with IssueError. */
  find(marker: string, since: number): Promise<string | undefined>;
}

export interface NewIssue {
  readonly title: string;
  /** GitHub-flavoured Markdown. The last line is the marker, an HTML comment. */
  readonly body: string;
}

/**
 * The result of claiming the issue about some turns. opened: it has been filed. busy: another process is filing it. claimed:
 * the caller should file it; `begunAt`: when it was first attempted, in which case it may exist.
 */
export type IssueClaim =
  | { readonly state: 'opened'; readonly url: string }
  | { readonly state: 'busy' }
  | { readonly state: 'claimed'; readonly id: string; readonly begunAt?: number };

export interface IssueStore {
  /** Claims one issue for these turns and all turns that share an issue with any of them. */
  claimIssue(turns: readonly string[], now: number, until: number): Promise<IssueClaim>;
  saveIssue(id: string, url: string): Promise<void>;
  /** Gives up the claim, so that the issue can be filed later. */
  releaseIssue(id: string): Promise<void>;
}
