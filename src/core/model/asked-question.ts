/** Questions and how they ended, as reports and exports read them, without names of people. Pure. */
import type { Addressed, FixedReply, ThreadRef, TurnState } from './conversation.ts';
import type { Feedback, FeedbackDetail } from './feedback.ts';
import type { Source } from './source.ts';

export interface AskedQuestion {
  /** The turn's id. */
  readonly turn: string;
  readonly conversation: string;
  readonly platform: string;
  readonly addressed: Addressed;
  /** In a direct message, of a group too, or for its asker only. It has no words, link and remarks then. */
  readonly isPrivate: boolean;
  readonly text: string;
  readonly sources: readonly Source[];
  readonly state: TurnState;
  readonly fixedReply?: FixedReply;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** From asking, or asking again, to the whole reply. */
  readonly tookMs?: number;
  /** Likewise to the first words of the answer. */
  readonly firstTextMs?: number;
  /** A link to the reply. */
  readonly link?: string;
  /** Also those on an earlier answer to it. */
  readonly marks: readonly GivenMark[];
}

export interface NewestAsked {
  readonly asked: readonly AskedQuestion[];
  /** Their number, where there were more. */
  readonly newestOnly?: number;
}

/** At most `max` of questions of which one more was read, oldest first. */
export function newestOf(read: readonly AskedQuestion[], max: number): NewestAsked {
  return read.length > max ? { asked: read.slice(-max), newestOnly: max } : { asked: read };
}

/** A question that began a conversation and was answered from the docs, and that nobody found unhelpful. */
export interface AnsweredQuestion {
  readonly thread: ThreadRef;
  readonly asker: string;
  readonly text: string;
  readonly sources: readonly Source[];
}

/** What one person said about its answer. */
export interface GivenMark extends Pick<Feedback, 'mark' | 'via' | 'at'>, Partial<FeedbackDetail> {
  /** The question was asked again since. */
  readonly isOnEarlierAnswer?: true;
}
