/** Feedback on an answer, and the stored answer that it is about. */
import type { MessageRef, ThreadRef } from './conversation.ts';
import type { Source } from './source.ts';

export type Mark = 'helpful' | 'not_helpful';

/** Why an answer did not help. */
const feedbackReasons = ['wrong', 'outdated', 'missing', 'unclear', 'other'] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];

/** What the form offers: those who help there may also take the answer back as wrong. */
export type ReasonChoice = FeedbackReason | 'take_back';

export function reasonChoices(mayTakeBack: boolean): readonly ReasonChoice[] {
  return mayTakeBack ? ['take_back', ...feedbackReasons] : feedbackReasons;
}

export function isReasonChoice(value: unknown): value is ReasonChoice {
  return reasonChoices(true).some((each) => each === value);
}

export function isFeedbackReason(value: unknown): value is FeedbackReason {
  return feedbackReasons.some((each) => each === value);
}

/** Of what somebody writes about an answer, so that a report stays readable. */
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

/** Why somebody marked an answer as not helpful, in their words where they wrote some. */
export interface FeedbackDetail {
  readonly reason: FeedbackReason;
  readonly comment?: string;
  /** It says what is right, in the words of somebody who helps there. */
  readonly isCorrection?: true;
}

/** What is stored of an answer. */
export interface Answer {
  /** The turn's id. */
  readonly turn: string;
  readonly conversation: string;
  /** Where it stands. */
  readonly thread: ThreadRef;
  readonly asker: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly Source[];
  /** It is being written. */
  readonly isOpen: boolean;
  /** The assistant was asked. */
  readonly isAsked: boolean;
  readonly timesAgain: number;
  /** Its messages, in order. */
  readonly messages: readonly MessageRef[];
  /** The link to its first message; missing where it has none. */
  readonly link?: string;
}
