/** The handlers that the core offers a platform: for questions, commands, presses and reactions. Types only. */
import type { PlainKey } from '../../wording/catalogue.ts';
import type { Wording } from '../../wording/wording.ts';
import type { DeploymentRequest, Question, ThreadRef } from '../model/conversation.ts';
import type { DeploymentCommand, DeploymentPress, PrivateReply } from '../model/deployment.ts';
import type { IgnoredReason } from '../model/ignored-reason.ts';
import type { ClearedReactions, ControlPress, GivenReason, PressAnswer, Reaction } from './presses.ts';

/** What a platform calls. Each resolves once the event is stored, so acknowledge afterwards. */
export interface Handlers {
  /** Fails with StoreError: do not acknowledge then, so that the platform delivers it again. */
  question(question: Question): Promise<QuestionResult>;
  /**
   * The reply is for the requester only; what everybody may see is posted into the command's thread. undefined: this command
   * was taken before, and nothing is to be said. Fails with StoreError.
   */
  deployment(command: DeploymentCommand): Promise<PrivateReply | undefined>;
  /**
   * A press of a private reply's button. The reply takes the place of the one that was pressed, or stands beside it;
   * undefined leaves it.
   */
  deploymentPress(press: DeploymentPress): Promise<PrivateReply | undefined>;
  /** The report command, likewise. Fails with StoreError. */
  report?(command: DeploymentCommand): Promise<PrivateReply | undefined>;
  /** The report command in what somebody said to us, without its first word; likewise. */
  reportIn?(said: Pick<Question, 'text' | 'thread'>): string | undefined;
  /**
   * The deploy command in what somebody said to us, without its first word; undefined for a question, and where nobody is
   * answered. From memory.
   */
  deploymentIn(said: Pick<Question, 'text' | 'thread'>): string | undefined;
  /** Our own sentences as they read there, for somebody who uses the platform in this locale. From memory. */
  wordingFor(thread: ThreadRef, locale: string | undefined): Wording;
  /** Whether a command is answered for its asker only there; missing: never. From memory. */
  isPrivate?(thread: ThreadRef): boolean;
  /** Somebody wants to be forgotten. What is said is for them only. Fails with StoreError. */
  forgetMe?(person: string): Promise<PlainKey>;
  /** Takes some seconds at most. Never fails. */
  home?(person: Person, wording: Wording): Promise<HomePage>;
  /** What somebody may ask there to begin with. Never fails. */
  prompts?(thread: ThreadRef, wording: Wording): Promise<readonly string[]>;
  /** Told to the operators, once. Never fails. */
  tellOperators?(notice: OperatorNotice): void;
  /** Somebody stopped the answer that is written there, by the platform's own means. Never fails. */
  stop?(place: Place, by: string): Promise<void>;
  /** Somebody pressed one of our controls. Fails with StoreError. */
  press?(press: ControlPress): Promise<PressAnswer>;
  /** Somebody said why an answer did not help. What is said is for them only. Fails with StoreError. */
  reason?(given: GivenReason): Promise<{ readonly isTaken: boolean; readonly say: PlainKey }>;
  /** Somebody reacted to one of our messages. Fails with StoreError. */
  reaction?(reaction: Reaction): Promise<void>;
  /** Reactions of all were taken away from one of our messages. Fails with StoreError. */
  reactionsCleared?(cleared: ClearedReactions): Promise<void>;
  /** A message was edited that may have been a question: as it reads now, and when that was. Fails with StoreError. */
  edited?(question: Question, at: number): Promise<void>;
  /** The app was removed from a workspace: nothing of it is kept. Fails with StoreError. */
  removed?(installation: string): Promise<void>;
  /** A message was deleted that may have been a question. Fails with StoreError. */
  deleted?(question: Pick<Question, 'id' | 'thread'>): Promise<void>;
  /**
   * Read cursors: everything up to there has been handled, in milliseconds since 1970, by places that the platform names.
   * A platform that does not deliver events again reads from there what it missed. Both fail with StoreError.
   */
  readonly readCursors?: {
    load(): Promise<ReadonlyMap<string, number>>;
    save(until: ReadonlyMap<string, number>): Promise<void>;
  };
  /** The platform's shards, divided among processes. Both fail with StoreError. */
  readonly shards?: {
    /**
     * To be called every few seconds: renews this process's leases, and may lease one more of `count` shards, `apartMs`
     * after the last one that any process leased.
     */
    lease(count: number, apartMs: number): Promise<ShardLease>;
    release(shards: readonly number[]): Promise<void>;
  };
}

/**
 * The result for a question. Only an `accepted` one is answered; a `joined` one is answered with the one before it; `stopped`
 * ended the answer that was being written. gone: the answer that it shares is not stored (any more). The others: see
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

/** Why nobody answers a message in our thread. */
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

/** What an app's own page says to one person. */
export interface HomePage {
  /** What the docs are called, and where they are; missing where nobody said. */
  readonly docs: { readonly name?: string; readonly url?: string };
  /** undefined: not known. */
  readonly isAssistantThere: boolean | undefined;
  /** Questions to begin with. */
  readonly prompts: readonly string[];
  /** Titles of the projects that the person may deploy. */
  readonly mayDeploy: readonly string[];
}

/** Something that only an operator can fix: a scope, an intent or a right that is missing, a budget that ends. */
export interface OperatorNotice {
  /** The same for each time that it is so. */
  readonly id: string;
  /** What is wrong, and the step that fixes it. Never contains a secret. */
  readonly detail: string;
}

/** Somebody, in the place where they wrote. */
export type Person = Pick<DeploymentRequest, 'identities' | 'thread'>;

/** A place to write in. */
export type Place = Pick<ThreadRef, 'platform' | 'installation' | 'channel' | 'thread'>;

/** The shards that only this process holds; `toRelease`: those of them that it should release. */
export interface ShardLease {
  readonly shards: readonly number[];
  readonly toRelease: readonly number[];
  /** By the process's clock, milliseconds since 1970. */
  readonly until: number;
}
