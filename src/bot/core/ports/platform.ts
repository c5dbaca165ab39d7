/** A chat platform: posting, streaming, reading, people. What it calls in the core: handlers.ts. Types only. */

import type { Wording } from '../../wording/wording.ts';
import type { Body } from '../model/body.ts';
import type {
  AttachedFile,
  DeploymentRequest,
  MessageRef,
  OpenNotice,
  PersonKind,
  PlaceKind,
  Question,
  ThreadRef,
} from '../model/conversation.ts';
import type { PrivateReply } from '../model/deployment.ts';
import type { Step } from '../model/step.ts';
import type { Budget } from './budget.ts';
import type { Handlers, Person } from './handlers.ts';

/** Whether the connection works, judged by what it delivers. `dead`: it will not recover on its own. */
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
 * Streamed messages, on platforms that have them: appending text is cheaper than editing. One call at a time per message.
 * Also fails with `not_streaming` if a message takes no more text or may not be started, and with `stopped` if the reader
 * pressed Stop.
 */
export interface Streaming {
  /** Whether a stream may be started now; a refusal is cached. */
  canBegin(thread: ThreadRef): boolean;
  /** How long after its start a stream should be ended, in milliseconds. */
  readonly maxDurationMs: number;
  /** Converts Markdown to the text to append. If one input is a prefix of another, so are the results. Pure. */
  text(markdown: string): string;
  /** The steps to append to a message that already has `appended`, shortened to fit. Pure. */
  steps?(steps: readonly Step[], appended: readonly Step[]): readonly Step[];
  /** `reader`: who asked. `steps` are shown before the text. */
  begin(thread: ThreadRef, text: string, reader: string, key: string, steps?: readonly Step[]): Promise<MessageRef>;
  append(thread: ThreadRef, message: MessageRef, added: string, steps?: readonly Step[]): Promise<void>;
  /** Appends the final text and the body's footer; afterwards the message is an ordinary one. */
  end(
    thread: ThreadRef,
    message: MessageRef,
    added: string,
    body: Body,
    key: string,
    steps?: readonly Step[],
  ): Promise<void>;
}

/** A person's status and name. Only full members may do what an allow list permits. */
export interface Membership {
  readonly kind: PersonKind;
  readonly name?: string;
}

/** An earlier post with an unknown outcome, by this process or by one that died. */
export interface EarlierPost {
  /** It was not posted before this time, in milliseconds since 1970. */
  readonly since: number;
  /** Known messages of the same reply, which it cannot be. */
  readonly others: readonly MessageRef[];
}

/** Where a message was posted, for editing it later. */
export interface PostedAt {
  readonly thread: ThreadRef;
  readonly message: MessageRef;
}

/** A message to post near one of ours. */
export interface Note {
  readonly thread: ThreadRef;
  /** Our message: the note is posted in its thread or as a reply to it. */
  readonly message: MessageRef;
  /** Whom to mention, if anyone. */
  readonly person?: string;
  readonly body: Body;
  readonly key: string;
  readonly since?: number;
  /** Set for a long note: the name of the thread to open, if the platform needs one opened. */
  readonly title?: string;
}

/** What a person said before. Both may contain anything, line breaks too. */
export interface EarlierMessage {
  readonly name: string;
  readonly text: string;
  readonly files?: readonly AttachedFile[];
  /** Kinds of parts that were not read, as in `Reading`. */
  readonly unread?: readonly string[];
  /** Whose words these are, its author's included, and where others were written: as in `Question`. */
  readonly about?: readonly string[];
  readonly quotedFrom?: readonly ThreadRef[];
}

/**
 * Slack or Discord. Every method except `start` may be called only between start and stop, and fails only with
 * PlatformError. Methods neither wait for rate limits nor retry: a limit is `rate_limited` with `waitMs`.
 */
export interface Platform {
  /** `slack` or `discord`. */
  readonly name: string;
  /** Its workspaces belong to different people, who must learn nothing about each other; if unset, to the same people. */
  readonly isolatesWorkspaces?: boolean;
  /** Connects and listens. Resolves once connected; fails with ConfigError if credentials or permissions are refused. */
  start(handlers: Handlers): Promise<void>;
  /** Stops taking events and closes the connections. Posts fail afterwards. */
  stop(): Promise<void>;
  health(): Health;
  /** Milliseconds since the connection last delivered anything; undefined without a connection, or before that. */
  silentMs?(): number | undefined;
  /**
   * Opens the thread that a question needs (`question.opens`). A second call for the same question resolves to the same
   * thread. If no thread may be opened, resolves to the nearest place where Docent may answer, and why. `wording`: for what it
   * posts there; defaults to English.
   */
  open(question: Question, wording?: Wording): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }>;
  /**
   * Posts a new message. The idempotency `key` ends in a colon and the message's position in its reply: a repeated post with
   * the same key makes no second message, but updates the first one to this body. `earlier`: the message may exist already; if
   * it does and may not be edited, this fails with `edit_refused` and the message as `found`.
   */
  post(thread: ThreadRef, body: Body, key: string, earlier?: EarlierPost): Promise<MessageRef>;
  edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void>;
  /** Removing a message that no longer exists is not a failure. */
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
  /** Shows or clears the working indicator. `step`: the current search. `wording`: defaults to English. */
  working(thread: ThreadRef, on: boolean, step?: Step, wording?: Wording): Promise<void>;
  /** How long the working indicator lasts before it must be renewed, in milliseconds. */
  readonly workingLastsMs: number;
  /** The platform clears the indicator itself. */
  readonly workingClearsItself?: boolean;
  /** Where searches are shown before there is text: in a message that the text replaces, or in the working indicator. */
  readonly stepsIn?: 'message' | 'indicator';
  /** Whether the rendered body fits into one message. Pure. */
  fits(body: Body): boolean;
  /** The budgets that an action costs, narrowest first. Pure. */
  budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[];
  /** Whether a reply can be shown while it grows; if not, it is posted once, when settled. Pure. */
  isLive(thread: ThreadRef): boolean;
  /** Whether a message can be edited; if not, newer text is posted below it; if absent, always. Pure. */
  isEditable?(message: MessageRef): boolean;
  /** Whether only one person sees it; if absent, never. Pure. */
  isPrivate?(thread: ThreadRef): boolean;
  /** The kind of place that a thread is in, if the event does not say; undefined if it cannot be known now. Never fails. */
  placeKind(thread: ThreadRef): Promise<PlaceKind | undefined>;
  readonly streaming?: Streaming;
  /**
   * Replaces people's ids in a question's text with their names. Called only when the question goes to the assistant, since
   * it may take a second and later questions must not overtake it. Never fails.
   */
  resolveNames?(text: string, thread: ThreadRef): Promise<string>;
  /**
   * The interface language of a person who wrote there, such as `pt-BR`. Absent if events contain it. Never fails.
   */
  localeOf?(person: string, thread: ThreadRef): Promise<string | undefined>;
  /** The name of a person who was there, given in the form of `Question.asker`. Never fails. */
  nameOf?(person: string, thread: ThreadRef): Promise<string | undefined>;
  /**
   * What people said in a thread before a question was asked there, with their names, oldest first; the newest messages
   * suffice. Empty if the question starts the thread; `unread` if the messages cannot be read, ever or right now. Never fails.
   */
  earlierIn?(thread: ThreadRef, question: Question): Promise<readonly EarlierMessage[] | 'unread'>;
  /** Looks up a file by its id; returns it unchanged if that fails. Takes a few seconds at most. Never fails. */
  describeFile?(file: AttachedFile, thread: ThreadRef): Promise<AttachedFile>;
  /**
   * The bytes of an attached file, at most `maxBytes`; undefined if it cannot be read. Takes a few seconds at most. Never
   * fails.
   */
  readFile?(file: AttachedFile, maxBytes: number, thread: ThreadRef): Promise<Uint8Array | undefined>;
  /** Whether a person, in the form of `Question.asker`, is one of those who can read a private channel now. */
  mayRead?(person: string, thread: ThreadRef): Promise<boolean>;
  /** Whether the person belongs to a group that a list names (`slack:S…`, `discord:<role>`). */
  isMember?(person: Person, group: string): Promise<boolean>;
  /** Whether we can see the workspace or server, or the channel or category, with this id. */
  canSee?(kind: 'server' | 'channel', id: string): Promise<boolean>;
  /** The requester's status in the workspace or server. Absent if every request contains it. */
  membershipOf?(request: DeploymentRequest): Promise<Membership>;
  /** Tells only the requester something more, replacing the response to their command if the platform can. */
  tellRequester?(request: DeploymentRequest, reply: PrivateReply): Promise<void>;
  /** How to type a field of the deploy command; if absent, only the values are typed, in this order. Pure. */
  deployField?(name: 'action' | 'project' | 'text', value: string): string;
  /** A URL at which people can open a message of ours. */
  linkTo?(thread: ThreadRef, message: MessageRef): string | undefined;
  /** Adds this tag (id or name) to a forum post; does nothing elsewhere, or if the forum has no such tag. */
  markAnswered?(thread: ThreadRef, tag: string): Promise<void>;
  /**
   * Sends plain text to a person or a channel, given by the platform's id with its prefix: `slack:U…`, `slack:T…:U…`. `near`:
   * where the person was.
   */
  tell?(recipient: string, text: string, near?: ThreadRef): Promise<void>;
  /** Shows plain text in a thread to one person only. Absent if only responses to presses can be private. */
  tellPrivately?(person: string, thread: ThreadRef, text: string): Promise<void>;
  /** Posts a message to a person or a channel, given as in `tell`. Idempotent by key, like `post`. */
  postTo?(recipient: string, body: Body, key: string, earlier?: EarlierPost): Promise<PostedAt>;
  /** Posts a message near one of ours, optionally mentioning a person. Idempotent by key, like `post`. */
  notify?(note: Note): Promise<void>;
}
