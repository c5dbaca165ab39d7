/** Presses of buttons, forms and reactions, as a platform hands them to the core. Types only. */
import type { PlainKey } from '../../wording/catalogue.ts';
import type { Control } from '../model/body.ts';
import type { Mark, ReasonChoice } from '../model/feedback.ts';
import type { PostedMessage } from './feedback-store.ts';

/** Somebody who presses or reacts. */
export interface Presser {
  /** In the form of `Question.asker`. */
  readonly by: string;
  /** As in `Question`. */
  readonly groups?: readonly string[];
  /** As in `Question`. */
  readonly locale?: string;
}

/** Somebody pressed a control under a reply. */
export interface ControlPress extends Presser {
  readonly control: Control;
  /**
   * Where only they see the message with the button: how it is reached now, as `ThreadRef.address`. Secret: never logged.
   */
  readonly address?: string;
  /** Asked only where the one who pressed did not ask the question. Never fails. */
  isModerator(): Promise<boolean>;
}

/** What a press shows to the one who pressed. */
export interface PressAnswer {
  /** For them only. */
  readonly say?: PlainKey;
  /** The form that asks why the answer did not help; where it cannot be shown, that is said. */
  readonly asksReason?: { readonly mayTakeBack: boolean };
}

/** Somebody sent the form back. */
export interface GivenReason extends Presser {
  /** The turn's id. */
  readonly turn: string;
  readonly choice: ReasonChoice;
  readonly comment?: string;
}

/** A moderator took all thumbs away from a message of ours, or all of one kind: nobody is named. */
export interface ClearedReactions {
  readonly message: PostedMessage;
  readonly mark?: Mark;
}

/** Somebody added or removed a thumb under a message of ours. */
export interface Reaction extends Presser {
  readonly message: PostedMessage;
  readonly mark: Mark;
  readonly isAdded: boolean;
}
