/** The part of the Store for feedback on answers. Types only. */
import type { MessageRef, ThreadRef } from '../model/conversation.ts';
import type { Answer, Feedback, FeedbackDetail } from '../model/feedback.ts';

/** A message on a platform, and when it was posted, in milliseconds since 1970. */
export interface PostedMessage {
  readonly platform: string;
  /** `ThreadRef.channel`, if the message's ref alone does not identify it. */
  readonly channel?: ThreadRef['channel'];
  /** `ThreadRef.installation`, likewise. */
  readonly installation?: ThreadRef['installation'];
  readonly message: MessageRef;
  readonly postedAt: number;
}

/** The result of a mark. `same`: it was stored before; `explained`: so was a reason. `gone`: the turn is not stored. */
export type MarkResult = 'new' | 'changed' | 'same' | 'explained' | 'gone';

export interface FeedbackStore {
  /** The answer of a turn, or the one that a message shows or shows a part of; undefined if it is not, or no longer, stored. */
  findAnswer(of: string | PostedMessage): Promise<Answer | undefined>;
  /** The assistant's answers in a conversation before a turn, newest first, at most `limit`. */
  answersBefore(
    of: { readonly conversation: string; readonly turn: string },
    limit: number,
  ): Promise<readonly Answer[]>;
  /**
   * Records who takes over a call for help, unless somebody already has, and reopens its turn so that all of its messages
   * show it. False if the turn is not, or no longer, stored.
   */
  takeCall(turn: string, by: string, at: number): Promise<boolean>;
  /** One mark per person and turn: a new one replaces it and deletes its reason. */
  saveFeedback(feedback: Feedback): Promise<MarkResult>;
  /** Who took an answer back, and their correction. */
  findCorrection(turn: string): Promise<{ readonly person: string; readonly comment?: string } | undefined>;
  /** Adds a reason to a mark. False if there is no such mark. */
  saveFeedbackDetail(of: Pick<Feedback, 'turn' | 'person'>, detail: FeedbackDetail): Promise<boolean>;
  /** Removes a mark unless it has been replaced. */
  removeFeedback(feedback: Omit<Feedback, 'at'>): Promise<void>;
  /** Removes everyone's marks by reaction, or only those of one kind. */
  removeReactions(turn: string, mark?: Feedback['mark']): Promise<void>;
}
