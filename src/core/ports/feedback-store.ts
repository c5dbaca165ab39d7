/** What the Store keeps of feedback on answers. Types only. */
import type { MessageRef, ThreadRef } from '../model/conversation.ts';
import type { Answer, Feedback, FeedbackDetail } from '../model/feedback.ts';

/** A message of a platform's, and when it was posted, in milliseconds since 1970. */
export interface PostedMessage {
  readonly platform: string;
  /** `ThreadRef.channel`, where the message's ref alone does not name it. */
  readonly channel?: ThreadRef['channel'];
  /** `ThreadRef.installation`, as `channel`. */
  readonly installation?: ThreadRef['installation'];
  readonly message: MessageRef;
  readonly postedAt: number;
}

/**
 * The result of a mark. `same`: it was there already; `explained`: with a reason. `gone`: the turn is not stored (any more).
 */
export type MarkResult = 'new' | 'changed' | 'same' | 'explained' | 'gone';

export interface FeedbackStore {
  /** undefined: it is not stored (any more). */
  findAnswer(turn: string): Promise<Answer | undefined>;
  /** The answer that this message shows, or a part of. */
  findAnswerIn(message: PostedMessage): Promise<Answer | undefined>;
  /** What the assistant answered in a conversation before a turn, newest first, at most `limit`. */
  answersBefore(
    of: { readonly conversation: string; readonly turn: string },
    limit: number,
  ): Promise<readonly Answer[]>;
  /**
   * Records who takes over a call for help, unless somebody did, and opens its turn, so that all of its messages show it.
   * False: the turn is not stored (any more).
   */
  takeCall(turn: string, by: string, at: number): Promise<boolean>;
  /** One mark per person and turn: another one takes its place, and its reason goes. */
  saveFeedback(feedback: Feedback): Promise<MarkResult>;
  /** Who took an answer back, and what is right in their words. */
  findCorrection(turn: string): Promise<{ readonly person: string; readonly comment?: string } | undefined>;
  /** Adds the reason to a mark. False when there is no such mark (any more). */
  saveFeedbackDetail(of: Pick<Feedback, 'turn' | 'person'>, detail: FeedbackDetail): Promise<boolean>;
  /** Removes a mark if it is still this one. */
  removeFeedback(feedback: Omit<Feedback, 'at'>): Promise<void>;
  /** Removes the marks by reaction of all people, or those of one kind. */
  removeReactions(turn: string, mark?: Feedback['mark']): Promise<void>;
}
