/** The part of the Store that remembers of what an issue was prepared. Types only. */
import type { ThreadRef } from '../model/conversation.ts';

/** What an issue is about. */
export interface IssueSubject extends Pick<ThreadRef, 'platform' | 'installation'> {
  /** The id of the turn if it is an answer of ours, else of the message. */
  readonly id: string;
}

export interface IssueStore {
  /** When an issue about this was last prepared. */
  issuePreparedAt(subject: IssueSubject): Promise<number | undefined>;
  /** Records who prepares one. If one was prepared, it does nothing and returns when, unless `isAgain`. */
  prepareIssue(subject: IssueSubject, by: string, at: number, isAgain: boolean): Promise<{ readonly earlier?: number }>;
}
