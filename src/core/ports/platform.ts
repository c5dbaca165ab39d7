/** A chat platform, and what the core offers it. Types only. */

import type { PlainKey } from '../../wording/catalogue.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Body } from '../model/body.ts';
import type {
  AttachedFile,
  DeploymentRequest,
  MessageRef,
  OpenNotice,
  PersonKind,
  Question,
  ThreadRef,
} from '../model/conversation.ts';
import type { DeploymentCommand, DeploymentPress, PrivateReply } from '../model/deployment.ts';
import type { IgnoredReason } from '../model/ignored-reason.ts';
import type { Step } from '../model/step.ts';
import type { ControlPress, GivenReason, PressAnswer, Reaction } from './presses.ts';

/** Whether the connection works, judged by what it delivers. `dead`: it does not recover by itself. */
export interface Health {
  readonly state: 'starting' | 'ready' | 'reconnecting' | 'dead';
  /** One plain sentence for the operator: what is wrong and what to do. Never contains a secret. */
  readonly detail?: string;
}

/**
 * A rate limit: at most `limit` actions within any `windowMs`, and at most `burst` of them at once, counted over everybody
 * who names the same bucket.
 */
export interface Budget {
  readonly bucket: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly burst: number;
  /** Upper bound of a burst whose size is not published: probed one call at a time. */
  readonly maxBurst?: number;
  /** Budgets of one group allow the same share of their windows at once, so what is learnt of one holds for all. */
  readonly burstGroup?: string;
  /** The platform counts calls when they arrive; since travel times differ, a margin is kept. */
  readonly countedOnArrival?: boolean;
  /** Intermediate updates are spread over the window so that it lasts; otherwise they are sent as soon as they may be. */
  readonly spread?: boolean;
  /** Whoever has waited this long ignores the budget; missing: nobody ignores it. */
  readonly maxHoldMs?: number;
  /** Shared by all processes: each takes an equal part of it. */
  readonly shared?: boolean;
  /**
   * The limit that the platform reported last, where it reports any; undefined while nothing is known. No room is kept for
   * final updates then: such windows are short.
   */
  readonly reported?: () => ReportedLimit | undefined;
}

/** What remains of a window. Times are milliseconds since 1970; actions sent after `reportedAt` are not counted in it. */
export interface ReportedLimit {
  readonly remaining: number;
  readonly resetAt: number;
  readonly reportedAt: number;
}

/** The actions on a thread; each costs some budgets. */
export type PlatformAction =
  | 'open'
  | 'post'
  | 'edit'
  | 'remove'
  | 'working'
  | keyof Pick<Streaming, 'begin' | 'append' | 'end'>;

/**
 * Streamed messages, where a platform has them: text is appended, which is cheaper than an edit. One call at a time for each
 * message. Also fails with `not_streaming` when a message takes no more text or may not be begun, and with `stopped` when
 * the reader pressed Stop.
 */
export interface Streaming {
  /** Whether a stream may be begun now; a refusal is remembered. */
  canBegin(thread: ThreadRef): boolean;
  /** How long after its beginning a stream should be ended, in milliseconds. */
  readonly maxDurationMs: number;
  /** Markdown as it is appended. Where one Markdown begins with another, so do the results. Pure. */
  text(markdown: string): string;
  /** Which steps to append to a message to which these were appended, in the form in which there is room for them. Pure. */
  steps?(steps: readonly Step[], appended: readonly Step[]): readonly Step[];
  /** `reader`: who asked. `steps` stand before the text. */
  begin(thread: ThreadRef, text: string, reader: string, key: string, steps?: readonly Step[]): Promise<MessageRef>;
  append(thread: ThreadRef, message: MessageRef, added: string, steps?: readonly Step[]): Promise<void>;
  /** Appends the final text with the body's footer; afterwards the message is like any other. */
  end(
    thread: ThreadRef,
    message: MessageRef,
    added: string,
    body: Body,
    key: string,
    steps?: readonly Step[],
  ): Promise<void>;
}

/** A member in full may do what the allow list says; nobody else may, whatever it says. */
export interface Standing {
  readonly kind: PersonKind;
  readonly name?: string;
}

/** A post whose outcome is not known, by this process or by one that died. */
export interface EarlierPost {
  /** It was not made before this time, in milliseconds since 1970. */
  readonly since: number;
  /** Messages of the same reply that are known: it is none of them. */
  readonly others: readonly MessageRef[];
}

/** A message that notifies one person. */
export interface Note {
  readonly thread: ThreadRef;
  /** Ours, in that thread: the note goes into its thread, or replies to it. */
  readonly message: MessageRef;
  readonly person: string;
  readonly body: Body;
  readonly key: string;
  readonly since?: number;
  /** Set for a long note: opens a thread of this name where the platform needs one opened. */
  readonly title?: string;
}

/** Something that only an operator can mend: a scope, an intent or a right that is missing, a budget that ends. */
export interface OperatorNotice {
  /** The same for each time that it is so. */
  readonly id: string;
  /** What is wrong, and the step that mends it. Never contains a secret. */
  readonly detail: string;
}

/** What an app's own page says to one person. */
export interface HomePage {
  /** What the docs are called, and where they are; missing where nobody said. */
  readonly docs: { readonly name?: string; readonly url?: string };
  /** undefined: nobody can tell. */
  readonly isAssistantThere: boolean | undefined;
  /** Titles of the projects that the person may deploy. */
  readonly mayDeploy: readonly string[];
}

/** A place to write in. */
export type Place = Pick<ThreadRef, 'platform' | 'channel' | 'thread'>;

/**
 * What became of a question. Only an `accepted` one is answered; a `joined` one is answered with the one before it; `stopped`
 * ended the answer that was being written. gone: the answer that it shares is not stored (any more). The others: see
 * ignored-reason.ts.
 */
export type QuestionResult =
  | 'accepted'
  | 'joined'
  | 'duplicate'
  | 'not_ours'
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
  | 'over_limit'
  | 'quiet'
  | 'to_somebody'
  | 'no_question'
  | 'slow_down'
  | 'limited'
  | `human_${string}`
  | `solved_${string}`
>;

/** Somebody, in the place where they wrote. */
export type Person = Pick<DeploymentRequest, 'identities' | 'thread'>;

/** What a platform calls. Each resolves once the event is stored, so acknowledge afterwards. */
export interface Handlers {
  /** Fails with StoreError: do not acknowledge then, so that the platform delivers it again. */
  question(question: Question): Promise<QuestionResult>;
  /**
   * The reply is for the requester alone; what everybody may see is posted into the command's thread. undefined: this command
   * was taken before, and nothing is to be said. Fails with StoreError.
   */
  deployment(command: DeploymentCommand): Promise<PrivateReply | undefined>;
  /** A press of a private reply's button. The reply takes the place of the one that was pressed; undefined leaves it. */
  deploymentPress(press: DeploymentPress): Promise<PrivateReply | undefined>;
  /**
   * The deploy command in what somebody said to us, without its first word; undefined for a question, and where nobody is
   * answered. From memory.
   */
  deploymentIn(said: Pick<Question, 'text' | 'thread'>): string | undefined;
  /** Our own sentences as they read there, for whoever uses the platform in this locale. From memory. */
  wordingFor(thread: ThreadRef, locale: string | undefined): Wording;
  /** Whether a command is answered for its asker alone there; missing: never. From memory. */
  isPrivate?(thread: ThreadRef): boolean;
  /** Somebody wants to be forgotten. What is said is for them alone. Fails with StoreError. */
  forgetMe?(person: string): Promise<PlainKey>;
  /** Takes some seconds at most. Never fails. */
  home?(person: Person): Promise<HomePage>;
  /** What somebody may ask there to begin with. From memory. */
  prompts?(thread: ThreadRef, wording: Wording): readonly string[];
  /** Told to the operators, once. Never fails. */
  tellOperators?(notice: OperatorNotice): void;
  /** Somebody stopped the answer that is written there, by the platform's own means. Never fails. */
  stop?(place: Place, by: string): Promise<void>;
  /** Somebody pressed one of our controls. Fails with StoreError. */
  press?(press: ControlPress): Promise<PressAnswer>;
  /** Somebody said why an answer did not help. What is said is for them alone. Fails with StoreError. */
  reason?(given: GivenReason): Promise<{ readonly isTaken: boolean; readonly say: PlainKey }>;
  /** Somebody reacted to one of our messages. Fails with StoreError. */
  reaction?(reaction: Reaction): Promise<void>;
  /** A message was edited that may have been a question: as it reads now, and when that was. Fails with StoreError. */
  edited?(question: Question, at: number): Promise<void>;
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

/** The shards that this process alone holds; `toRelease`: those of them that it should release. */
export interface ShardLease {
  readonly shards: readonly number[];
  readonly toRelease: readonly number[];
  /** By the process's clock, milliseconds since 1970. */
  readonly until: number;
}

/**
 * Slack or Discord. Every method but `start` may be called only between start and stop, and fails with PlatformError and
 * nothing else. Methods neither wait for rate limits nor retry: a limit is `rate_limited` with `waitMs`.
 */
export interface Platform {
  /** `slack` or `discord`. */
  readonly name: string;
  /** Connects and listens. Resolves when connected; fails with ConfigError when credentials or rights are refused. */
  start(handlers: Handlers): Promise<void>;
  /** Takes no more events and closes the connections. Posts fail afterwards. */
  stop(): Promise<void>;
  health(): Health;
  /** Milliseconds since the connection last delivered anything; undefined where there is none, or not yet. */
  silentMs?(): number | undefined;
  /**
   * Opens the thread that a question asks for (`question.opens`). A second call for the same question resolves to the same
   * thread. Where none may be opened, resolves to the nearest place that may be answered in, and why. `wording`: of what it
   * says there; missing: English.
   */
  open(question: Question, wording?: Wording): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }>;
  /**
   * Posts a new message. The idempotency `key` ends in a colon and the message's position in its reply: a repeated post
   * with the same key makes no second message, but brings the first one to this body. `earlier`: the message may be there
   * already; where it is, and may not be edited, this fails with `edit_refused` and names it.
   */
  post(thread: ThreadRef, body: Body, key: string, earlier?: EarlierPost): Promise<MessageRef>;
  edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void>;
  /** Removing a message that is gone is not a failure. */
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
  /** Shows or clears the working indicator; `step`: what is being done; `wording`: of what it says, missing: English. */
  working(thread: ThreadRef, on: boolean, step?: Step, wording?: Wording): Promise<void>;
  /** How long the working indicator lasts, in milliseconds, before it must be renewed. */
  readonly workingLastsMs: number;
  /** The indicator disappears by itself and need not be cleared. */
  readonly workingClearsItself?: boolean;
  /** Where searches are shown before there is text: in a message that the text replaces, or in the working indicator. */
  readonly stepsIn?: 'message' | 'indicator';
  /** Whether the body, rendered, is within the platform's limits of one message. Pure. */
  fits(body: Body): boolean;
  /** The budgets that one action costs, the narrowest first. Pure. */
  budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[];
  /** Whether a reply can be shown while it grows; if not, it is posted once, when it is settled. Pure. */
  isLive(thread: ThreadRef): boolean;
  /** Whether one person alone sees it; missing: never. Pure. */
  isPrivate?(thread: ThreadRef): boolean;
  readonly streaming?: Streaming;
  /**
   * A question's text with people's names in place of their ids. Looked up only when the question is asked, since that may
   * take a second and later questions must not overtake it. Never fails.
   */
  resolveNames?(text: string): Promise<string>;
  /** The locale in which the platform shows itself to a person, such as `pt-BR`. Missing: events say so. Never fails. */
  localeOf?(person: string): Promise<string | undefined>;
  /** A person's name, by the form of `Question.asker`. Never fails. */
  nameOf?(person: string): Promise<string | undefined>;
  /**
   * What people said in a thread before a question was asked there, with their names, oldest first; the newest are enough.
   * Empty where the question begins the thread; `unread` where we may not read, or not now. Never fails.
   */
  earlierIn?(thread: ThreadRef, question: Question): Promise<readonly string[] | 'unread'>;
  /** The bytes of an attached file, `maxBytes` at most; undefined where it cannot be read. Takes some seconds at most. Never fails. */
  readFile?(file: AttachedFile, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Whether the person belongs to a group of the platform's that a list names (`slack:S…`, `discord:<role>`). */
  isMember?(person: Person, group: string): Promise<boolean>;
  /** Whether the workspace or server, or the channel or category, of this id is there for us. */
  canSee?(kind: 'server' | 'channel', id: string): Promise<boolean>;
  /** What the requester is to the workspace or server. Missing: every request says so itself. */
  standing?(request: DeploymentRequest): Promise<Standing>;
  /** Says something more to the requester alone; in place of the answer to their command, where the platform can. */
  tellRequester?(request: DeploymentRequest, reply: PrivateReply): Promise<void>;
  /** Where a message of ours can be opened, for people. */
  linkTo?(thread: ThreadRef, message: MessageRef): string | undefined;
  /** Gives a forum post this tag (id or name), where it is one and has such a tag. */
  markAnswered?(thread: ThreadRef, tag: string): Promise<void>;
  /** Writes plain text, or posts a body, to a person or into a channel, by the platform's id with its prefix (`slack:U…`). */
  tell?(recipient: string, message: string | Body): Promise<void>;
  /** Posts a message that notifies one person, near a message of ours. Idempotent by its key as `post` is. */
  notify?(note: Note): Promise<void>;
}
