/** Presses of buttons, submitted forms and reactions, as a platform passes them to the core. Types only. */
import type { PlainKey } from '../../wording/catalogue.ts';
import type { Control } from '../model/body.ts';
import type { Mark, ReasonChoice } from '../model/feedback.ts';
import type { PostedMessage } from './feedback-store.ts';

/** The person who pressed or reacted. */
export interface Presser {
  /** In the form of `Question.asker`. */
  readonly by: string;
  /** As in `Question`. */
  readonly groups?: readonly string[];
  /** As in `Question`. */
  readonly locale?: string;
}

/** A press of a control under a reply. */
export interface ControlPress extends Presser {
  readonly control: Control;
  /** For a message that only they see: its current `ThreadRef.address`. Secret: never logged. */
  readonly address?: string;
  /** Called only if the question is not their own. Never fails. */
  isModerator(): Promise<boolean>;
}

/** What to show to the person who pressed. */
export interface PressAnswer {
  /** Shown to them only. */
  readonly say?: PlainKey;
  /** Buttons below `say`; a press of one replaces it with the answer. */
  readonly offers?: readonly Control[];
  /** Show the form that asks why the answer did not help, or `say` if it cannot be shown. */
  readonly asksReason?: { readonly mayTakeBack: boolean };
}

/** The submitted form. */
export interface GivenReason extends Presser {
  /** The turn's id. */
  readonly turn: string;
  readonly choice: ReasonChoice;
  readonly comment?: string;
}

/** A moderator removed all thumbs, or all of one kind, from a message of ours; the event names no people. */
export interface ClearedReactions {
  readonly message: PostedMessage;
  readonly mark?: Mark;
}

/** Somebody added or removed a thumb on a message of ours. */
export interface Reaction extends Presser {
  readonly message: PostedMessage;
  readonly mark: Mark;
  readonly isAdded: boolean;
}
