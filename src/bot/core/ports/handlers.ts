/** The core's handlers that a platform calls: questions, commands, presses and reactions. Types only. */
import type { PlainKey } from '../../wording/catalogue.ts';
import type { Wording } from '../../wording/wording.ts';
import type { DeploymentRequest, Question, ThreadRef } from '../model/conversation.ts';
import type { DeploymentCommand, DeploymentPress, PrivateReply } from '../model/deployment.ts';
import type { DraftKind } from '../model/draft.ts';
import type { IgnoredReason } from '../model/ignored-reason.ts';
import type { Drafting } from './drafting.ts';
import type { ClearedReactions, ControlPress, GivenReason, PressAnswer, Reaction } from './presses.ts';

/** Each handler resolves once the event is stored. A platform acknowledges the event only after that. */
export interface Handlers {
  /** Fails with StoreError. Do not acknowledge then, so that the event is delivered again. */
  question(question: Question): Promise<QuestionResult>;
  /**
   * Returns the reply for the requester only; what everyone may see is posted in the command's thread. undefined: this command
   * was handled before, and nothing needs to be said. Fails with StoreError.
   */
  deployment(command: DeploymentCommand): Promise<PrivateReply | undefined>;
  /**
   * A press of a button in a private reply. The returned reply replaces that one or is shown in addition to it; undefined
   * leaves it unchanged.
   */
  deploymentPress(press: DeploymentPress): Promise<PrivateReply | undefined>;
  /** The report command, like `deployment`. Fails with StoreError. */
  report(command: DeploymentCommand): Promise<PrivateReply | undefined>;
  /** The report command in a message to us, like `deploymentIn`. */
  reportIn(message: Pick<Question, 'text' | 'thread'>): string | undefined;
  /**
   * The deploy command in a message to us, without its first word; undefined for a question, and where the mode is `off`.
   * Needs no I/O.
   */
  deploymentIn(message: Pick<Question, 'text' | 'thread'>): string | undefined;
  /** Docent's sentences in the language of that place, for a person with this locale. Needs no I/O. */
  wordingFor(thread: ThreadRef, locale: string | undefined): Wording;
  /** Whether commands there are answered for the asker only. Needs no I/O. */
  isPrivate(thread: ThreadRef): boolean;
  /** Deletes a person's data. Returns what to tell them privately. Fails with StoreError. */
  forgetMe(person: string): Promise<PlainKey>;
  /** Takes a few seconds at most. Never fails. */
  home(person: Person, wording: Wording): Promise<HomePage>;
  /** Questions that are suggested there to start with. Never fails. */
  prompts(thread: ThreadRef, wording: Wording): Promise<readonly string[]>;
  /** Sends the notice to the operators, once. Never fails. */
  tellOperators(notice: OperatorNotice): void;
  /** Somebody stopped the answer being written there with the platform's own Stop button. Never fails. */
  stop(place: Place, by: string): Promise<void>;
  /** A press of one of our controls. Fails with StoreError. */
  press(press: ControlPress): Promise<PressAnswer>;
  /** Somebody said why an answer did not help. `say` is shown to them only. Fails with StoreError. */
  reason(reason: GivenReason): Promise<{ readonly isTaken: boolean; readonly say: PlainKey }>;
  /** What helpers can make of a message; what is not set up is missing. */
  readonly drafting: Readonly<Partial<Record<DraftKind, Drafting>>>;
  /** Somebody reacted to one of our messages. Fails with StoreError. */
  reaction(reaction: Reaction): Promise<void>;
  /** Everyone's reactions were removed from one of our messages. Fails with StoreError. */
  reactionsCleared(cleared: ClearedReactions): Promise<void>;
  /** A message that may have been a question was edited: its new content, and when. Fails with StoreError. */
  edited(question: Question, at: number): Promise<void>;
  /** The app was removed from a workspace: deletes all of its data. Fails with StoreError. */
  removed(installation: string): Promise<void>;
  /** A message that may have been a question was deleted. Fails with StoreError. */
  deleted(question: Pick<Question, 'id' | 'thread'>): Promise<void>;
  /**
   * Read cursors by place, as the platform names places: everything up to this time, in milliseconds since 1970, has been
   * handled. A platform that does not redeliver events reads what it missed from there on. Both fail with StoreError.
   */
  readonly readCursors: {
    load(): Promise<ReadonlyMap<string, number>>;
    save(until: ReadonlyMap<string, number>): Promise<void>;
  };
}

/**
 * The result for a question. Only an `accepted` one is answered; a `joined` one is answered together with the one before it;
 * `stopped` ended the answer being written. gone: the answer to share is not, or no longer, stored. For the others, see
 * ignored-reason.ts.
 */
export type QuestionResult =
  | 'accepted'
  | 'joined'
  | 'duplicate'
  | 'stopped'
  | 'off'
  | 'no_tag'
  | 'not_allowed'
  | 'unchecked'
  | 'gone'
  | IgnoredQuestion;

/** Why a message in one of our threads is not answered. */
export type IgnoredQuestion = Extract<
  IgnoredReason,
  | 'not_ours'
  | 'over_limit'
  | 'quiet'
  | 'to_somebody'
  | 'no_question'
  | 'slow_down'
  | `limit_${string}`
  | `human_${string}`
  | `solved_${string}`
>;

/** What the app's home page shows to one person. */
export interface HomePage {
  /** The name and URL of the docs, if configured. */
  readonly docs: { readonly name?: string; readonly url?: string };
  /** undefined if not known. */
  readonly isAssistantThere: boolean | undefined;
  /** Suggested questions. */
  readonly prompts: readonly string[];
  /** Titles of the projects that the person may deploy. */
  readonly mayDeploy: readonly string[];
}

/** A problem that only an operator can fix: a missing scope, intent or permission, or a budget running out. */
export interface OperatorNotice {
  /** The same each time the problem occurs. */
  readonly id: string;
  /** What is wrong and how to fix it. Never contains a secret. */
  readonly detail: string;
}

/** A person, in the place where they wrote. */
export type Person = Pick<DeploymentRequest, 'identities' | 'thread'>;

/** A place where messages can be posted. */
export type Place = Pick<ThreadRef, 'platform' | 'installation' | 'channel' | 'thread'>;
