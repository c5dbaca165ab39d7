/** Windows of time in which questions are counted. Types only. */
import type { FixedReply } from '../model/conversation.ts';

/** A window of time in which at most `max` questions are answered. */
export interface UseWindow {
  readonly limit: Extract<FixedReply, `limit_${string}`>;
  /** Whom or what it counts: a person, a channel, a site. */
  readonly of: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly max: number;
}

export interface CountedWindow extends UseWindow {
  /** Questions counted so far. */
  readonly used: number;
}
