/** Time windows in which questions are counted. Types only. */
import type { FixedReply } from '../model/conversation.ts';

/** A time window that allows at most `max` questions, or notices about a limit. */
export interface UseWindow {
  readonly limit: Extract<FixedReply, `limit_${string}`>;
  /** Whose questions it counts: those of a person, a channel, a workspace, an API key or a service. */
  readonly of: string;
  /** For a budget: its site, or its workspace (`slack:T…`). */
  readonly site?: string;
  readonly workspace?: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** Begins with its first use: `endsAt` applies only if none of it is running. */
  readonly rolls?: true;
  readonly max: number;
  /** Counts the notices that a limit is reached, not the questions. */
  readonly countsNotices?: true;
}

export interface CountedWindow extends UseWindow {
  /** The count so far. */
  readonly used: number;
}
