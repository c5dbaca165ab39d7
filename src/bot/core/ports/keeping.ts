/** How a helper keeps a message as an answer, as a platform passes it to the core. Types only. */
import type { Wording } from '../../wording/wording.ts';
import type { Question, ThreadRef } from '../model/conversation.ts';
import type { KeepTerms } from '../model/kept-answer.ts';
import type { PostedMessage } from './feedback-store.ts';
import type { Presser } from './presses.ts';

/** A helper chose a message. */
export interface KeepRequest {
  /** The message as a question about it is read: its text and place, with the helper as the asker. */
  readonly said: Question;
  readonly posted: PostedMessage;
  /** Who wrote it, in the form of `Question.asker`; undefined for an app. */
  readonly author?: string;
  /** The id of the question that opened its thread, if it is in one. */
  readonly root?: string;
}

/** What the form shows, for the helper to check and change. */
export interface KeepForm {
  readonly question: string;
  readonly answer: string;
  readonly terms: KeepTerms;
  /** What was changed in the answer, in at most 100 characters. */
  readonly note?: string;
  /** That this question has an answer already, in at most 100 characters. */
  readonly earlier?: string;
}

/** The submitted form. */
export interface SentAnswer extends Presser, Pick<KeepForm, 'question' | 'answer' | 'terms'> {
  readonly thread: ThreadRef;
  readonly posted: PostedMessage;
  readonly isConfirmed: boolean;
  /** Replaces the earlier answer to this question. */
  readonly replaces: boolean;
}

/** `says` is shown to the helper only. */
export interface Keeping {
  /** Fails with StoreError. */
  draft(request: KeepRequest, wording: Wording): Promise<KeepForm | { readonly says: string }>;
  /** Fails with StoreError. */
  keep(sent: SentAnswer, wording: Wording): Promise<{ readonly isKept: boolean; readonly says: string }>;
}
