/** Windows of time in which questions are counted. Types only. */
import type { FixedReply } from '../model/conversation.ts';

/** A window of time in which at most `max` questions are answered, or refused with a sentence. */
export interface UseWindow {
  readonly limit: Extract<FixedReply, `limit_${string}`>;
  /** Whom or what it counts: a person, a channel, a workspace, an API key. */
  readonly of: string;
  /** Of a month: the site for which it is counted, or the workspace: `slack:T…`. */
  readonly site?: string;
  readonly workspace?: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly max: number;
  /** It counts the sentences that said so, not the questions. */
  readonly countsNotices?: true;
}

export interface CountedWindow extends UseWindow {
  /** Counted so far. */
  readonly used: number;
}
