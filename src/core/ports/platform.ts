/** A chat platform: posting, streaming, reading, people. What the core offers it: handlers.ts. Types only. */

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
import type { PrivateReply } from '../model/deployment.ts';
import type { Step } from '../model/step.ts';
import type { Budget } from './budget.ts';
import type { Handlers, Person } from './handlers.ts';

/** Whether the connection works, judged by what it delivers. `dead`: it does not recover by itself. */
export interface Health {
  readonly state: 'starting' | 'ready' | 'reconnecting' | 'dead';
  /** One plain sentence for the operator: what is wrong and what to do. Never contains a secret. */
  readonly detail?: string;
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
  /** Whether a stream may be begun now; a refusal is cached. */
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

/** Where a message was posted, by which it can be edited. */
export interface PostedAt {
  readonly thread: ThreadRef;
  readonly message: MessageRef;
}

/** A message near one of ours. */
export interface Note {
  readonly thread: ThreadRef;
  /** Ours, in that thread: the note goes into its thread, or replies to it. */
  readonly message: MessageRef;
  /** Whom it notifies. Missing: nobody. */
  readonly person?: string;
  readonly body: Body;
  readonly key: string;
  readonly since?: number;
  /** Set for a long note: opens a thread of this name where the platform needs one opened. */
  readonly title?: string;
}

/**
 * Slack or Discord. Every method except `start` may be called only between start and stop, and fails with PlatformError and
 * nothing else. Methods neither wait for rate limits nor retry: a limit is `rate_limited` with `waitMs`.
 */
export interface Platform {
  /** `slack` or `discord`. */
  readonly name: string;
  /** Its workspaces belong to different people, who learn nothing of each other; missing: to the same. */
  readonly keepsApart?: boolean;
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
  /** Whether only one person sees it; missing: never. Pure. */
  isPrivate?(thread: ThreadRef): boolean;
  /** Whether everybody there may read it, as far as is known; missing: that is not known. From memory. */
  isPublic?(thread: ThreadRef): boolean;
  readonly streaming?: Streaming;
  /**
   * A question's text with people's names in place of their ids. Looked up only when the question is asked, since that may
   * take a second and later questions must not overtake it. Never fails.
   */
  resolveNames?(text: string, thread: ThreadRef): Promise<string>;
  /**
   * The locale in which the platform shows itself to a person who wrote there, such as `pt-BR`. Missing: events say so. Never
   * fails.
   */
  localeOf?(person: string, thread: ThreadRef): Promise<string | undefined>;
  /** The name of a person who was there, by the form of `Question.asker`. Never fails. */
  nameOf?(person: string, thread: ThreadRef): Promise<string | undefined>;
  /**
   * What people said in a thread before a question was asked there, with their names, oldest first; the newest are enough.
   * Empty where the question begins the thread; `unread` where we may not read, or not now. Never fails.
   */
  earlierIn?(thread: ThreadRef, question: Question): Promise<readonly string[] | 'unread'>;
  /** A file with an id, as the platform describes it; the same where it does not say. Takes some seconds at most. Never fails. */
  describeFile?(file: AttachedFile, thread: ThreadRef): Promise<AttachedFile>;
  /**
   * The bytes of an attached file, `maxBytes` at most; undefined where it cannot be read. Takes some seconds at most. Never
   * fails.
   */
  readFile?(file: AttachedFile, maxBytes: number, thread: ThreadRef): Promise<Uint8Array | undefined>;
  /** Whether the person belongs to a group of the platform's that a list names (`slack:S…`, `discord:<role>`). */
  isMember?(person: Person, group: string): Promise<boolean>;
  /** Whether the workspace or server, or the channel or category, of this id is there for us. */
  canSee?(kind: 'server' | 'channel', id: string): Promise<boolean>;
  /** What the requester is to the workspace or server. Missing: every request says so itself. */
  standing?(request: DeploymentRequest): Promise<Standing>;
  /** Says something more to the requester only; in place of the answer to their command, where the platform can. */
  tellRequester?(request: DeploymentRequest, reply: PrivateReply): Promise<void>;
  /** Where a message of ours can be opened, for people. */
  linkTo?(thread: ThreadRef, message: MessageRef): string | undefined;
  /** Adds this tag (id or name) to a forum post, where it is one and has such a tag. */
  markAnswered?(thread: ThreadRef, tag: string): Promise<void>;
  /**
   * Writes plain text to a person or into a channel, by the platform's id with its prefix: `slack:U…`, `slack:T…:U…`. `near`:
   * where the person was.
   */
  tell?(recipient: string, text: string, near?: ThreadRef): Promise<void>;
  /** Shows plain text in a thread to one person alone. Missing where only the response to a press can be private. */
  tellAlone?(person: string, thread: ThreadRef, text: string): Promise<void>;
  /** Posts a message to a person or into a channel, by its id as in `tell`. Idempotent by its key as `post` is. */
  postTo?(recipient: string, body: Body, key: string, earlier?: EarlierPost): Promise<PostedAt>;
  /** Posts a message near one of ours that may notify one person. Idempotent by its key as `post` is. */
  notify?(note: Note): Promise<void>;
}
