/** Feedback on answers, and the stored answer that it refers to. */
import { type FeedbackReason, feedbackReasons } from '../../../kit/wire/feedback-reason.ts';
import type { MessageRef, PlaceKind, ThreadRef } from './conversation.ts';
import type { Source } from './source.ts';

export type { FeedbackReason };

export type Mark = 'helpful' | 'not_helpful';

/** The choices in the form: helpers may also take the answer back as wrong. */
export type ReasonChoice = FeedbackReason | 'take_back';

export function reasonChoices(mayTakeBack: boolean): readonly ReasonChoice[] {
  return mayTakeBack ? [...feedbackReasons, 'take_back'] : feedbackReasons;
}

export function isReasonChoice(value: unknown): value is ReasonChoice {
  return reasonChoices(true).some((choice) => choice === value);
}

export function isFeedbackReason(value: unknown): value is FeedbackReason {
  return feedbackReasons.some((reason) => reason === value);
}

/** Limit of a comment on an answer, so that reports stay readable. */
export const maxCommentChars = 1_000;

/** One person's mark on the answer to one question. */
export interface Feedback {
  /** The turn's id. */
  readonly turn: string;
  /** In the form of `Question.asker`. */
  readonly person: string;
  readonly mark: Mark;
  readonly via: 'button' | 'reaction';
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Why a reader marked an answer as not helpful, with their comment if they wrote one. */
export interface FeedbackDetail {
  readonly reason: FeedbackReason;
  readonly comment?: string;
  /** The comment is a helper's correction. */
  readonly isCorrection?: true;
}

/** A stored answer. */
export interface Answer {
  /** The turn's id. */
  readonly turn: string;
  readonly conversation: string;
  /** The thread that it was posted in. */
  readonly thread: ThreadRef;
  readonly asker: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly Source[];
  /** The kind of place of its question, with all that it carried; undefined if that is not known. */
  readonly place?: PlaceKind;
  /** Still being written. */
  readonly isOpen: boolean;
  /** Answered by the assistant, not with a fixed sentence. */
  readonly isAsked: boolean;
  readonly timesAgain: number;
  /** Its messages, in order. */
  readonly messages: readonly MessageRef[];
  /** The link to its first message, if it has one. */
  readonly link?: string;
}
