/** How a helper makes something of a message, in a form that only they see, as a platform passes it to the core. Types only. */
import type { Wording } from '../../wording/wording.ts';
import type { Question, ThreadRef } from '../model/conversation.ts';
import type { DraftTerms } from '../model/draft.ts';
import type { PostedMessage } from './feedback-store.ts';
import type { Presser } from './presses.ts';

/** A helper chose a message. */
export interface ChosenMessage {
  /** The message as a question about it is read: its text and place, with the helper as the asker. */
  readonly said: Question;
  readonly posted: PostedMessage;
  /** Who wrote it, in the form of `Question.asker`; undefined for an app. */
  readonly author?: string;
  /** The id of the question that opened its thread, if it is in one. */
  readonly root?: string;
}

/** What the form shows, for the helper to check and change. */
export interface Draft {
  readonly title: string;
  readonly text: string;
  readonly terms: DraftTerms;
  /** What was changed in the text, in at most 100 characters. */
  readonly note?: string;
  /** That it was done before, in at most 100 characters. */
  readonly earlier?: string;
}

/** The submitted form. */
export interface SentDraft extends Presser, Pick<Draft, 'title' | 'text' | 'terms'> {
  readonly thread: ThreadRef;
  readonly posted: PostedMessage;
  readonly isConfirmed: boolean;
  /** They want it although it was done before. */
  readonly isAgain: boolean;
}

/** `says` is shown to the helper only. */
export interface Drafting {
  /** Fails with StoreError. */
  draft(chosen: ChosenMessage, wording: Wording): Promise<Draft | { readonly says: string }>;
  /** Unless it is done, the form can be corrected and sent again. Fails with StoreError. */
  submit(sent: SentDraft, wording: Wording): Promise<{ readonly isDone: boolean; readonly says: string }>;
}
