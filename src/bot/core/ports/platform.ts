/**
 * A chat platform: what each one must offer, and the powers that it may offer, each a contract of its own: all of its members
 * or none. What a platform calls in the core: handlers.ts. Types only.
 */

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
  UnreadPart,
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
  | keyof Pick<Platform, 'open' | 'post' | 'edit' | 'remove' | 'working'>
  | keyof Pick<Streaming, 'begin' | 'append' | 'end'>;

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
  readonly unread?: readonly UnreadPart[];
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
  /** Its workspaces belong to different people, who must learn nothing about each other; if not, to the same people. */
  readonly isolatesWorkspaces: boolean;
  /** Connects and listens. Resolves once connected; fails with ConfigError if credentials or permissions are refused. */
  start(handlers: Handlers): Promise<void>;
  /** Stops taking events and closes the connections. Posts fail afterwards. */
  stop(): Promise<void>;
  health(): Health;
  /** Milliseconds since the connection last delivered anything; undefined without a connection, or before that. */
  silentMs(): number | undefined;
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
  readonly working: WorkingIndicator;
  /** Whether the rendered body fits into one message. Pure. */
  fits(body: Body): boolean;
  /** The budgets that an action costs, narrowest first. Pure. */
  budgets(action: PlatformAction, thread: ThreadRef): readonly Budget[];
  /**
   * Whether a reply can be shown there while it grows; if not, it is posted once, when settled. `message`: whether this one
   * can be edited; if not, newer text is posted below it. Pure.
   */
  isLive(thread: ThreadRef, message?: MessageRef): boolean;
  readonly places: Places;

  readonly streaming?: Streaming;
  readonly people?: People;
  readonly profiles?: Profiles;
  readonly files?: Files;
  readonly threads?: Threads;
  readonly buttons?: Buttons;
  readonly notices?: Notices;
  readonly privately?: Privately;
  readonly deployCommand?: DeployCommand;
}

/** Shows that an answer is being written. */
export interface WorkingIndicator {
  /** Shows or clears it. `step`: the current search. `wording`: defaults to English. */
  set(thread: ThreadRef, on: boolean, step?: Step, wording?: Wording): Promise<void>;
  /** How long it lasts before it must be renewed, in milliseconds. */
  readonly lastsMs: number;
  /** The platform clears it itself. */
  readonly clearsItself: boolean;
  /** Where searches are shown before there is text: in a message that the text replaces, or in the indicator. */
  readonly stepsIn: 'message' | 'indicator';
}

/** What the platform knows of places. */
export interface Places {
  /** The kind of place that a thread is in, if the event does not say; undefined if it cannot be known now. Never fails. */
  kindOf(thread: ThreadRef): Promise<PlaceKind | undefined>;
  /** Whether we can see the workspace or server, or the channel or category, with this id. */
  canSee(kind: 'server' | 'channel', id: string): Promise<boolean>;
}

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
  steps(steps: readonly Step[], appended: readonly Step[]): readonly Step[];
  /** `reader`: who asked. */
  begin(thread: ThreadRef, text: string, reader: string, key: string): Promise<MessageRef>;
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

/** Who people are, and what they may do. A person is given in the form of `Question.asker`. */
export interface People {
  /** The name of a person who was there. Never fails. */
  nameOf(person: string, thread: ThreadRef): Promise<string | undefined>;
  /** Whether a person is known to be one of those who can read a channel now. */
  mayRead(person: string, thread: ThreadRef): Promise<boolean>;
  /** Whether the person belongs to a group that a list names (`slack:S…`, `discord:<role>`). */
  isMember(person: Person, group: string): Promise<boolean>;
}

/** What must be looked up about people because events do not say it. Absent if they say all of it. */
export interface Profiles {
  /**
   * Replaces people's ids in a question's text with their names. Called only when the question goes to the assistant, since
   * it may take a second and later questions must not overtake it. Never fails.
   */
  resolveNames(text: string, thread: ThreadRef): Promise<string>;
  /** The interface language of a person who wrote there, such as `pt-BR`. Never fails. */
  localeOf(person: string, thread: ThreadRef): Promise<string | undefined>;
  /** The requester's status in the workspace or server. */
  membershipOf(request: DeploymentRequest): Promise<Membership>;
}

/** Files that people attach to questions. Each method takes a few seconds at most, and never fails. */
export interface Files {
  /** Looks up a file by its id; returns it unchanged if that fails. */
  describe(file: AttachedFile, thread: ThreadRef): Promise<AttachedFile>;
  /** The bytes of a file, at most `maxBytes`; undefined if it cannot be read. */
  read(file: AttachedFile, maxBytes: number, thread: ThreadRef): Promise<Uint8Array | undefined>;
}

/** Threads with what people wrote in them. */
export interface Threads {
  /**
   * What people said in a thread before a question was asked there, with their names, oldest first; the newest messages
   * suffice. Empty if the question starts the thread; `unread` if the messages cannot be read, ever or right now. Never fails.
   */
  earlierIn(thread: ThreadRef, question: Question): Promise<readonly EarlierMessage[] | 'unread'>;
  /** A URL at which people can open a message of ours. */
  linkTo(thread: ThreadRef, message: MessageRef): string | undefined;
  /** Adds this tag (id or name) to a forum post; does nothing elsewhere, or if the forum has no such tag. */
  markAnswered(thread: ThreadRef, tag: string): Promise<void>;
  /** Removes a thread that we opened if nothing was said in it; does nothing otherwise. */
  removeIfEmpty(thread: ThreadRef): Promise<void>;
}

/** Buttons of messages that nothing else is changed in. */
export interface Buttons {
  /** Removes those of a message, at the cost of an edit; does nothing where there are none, or no message. */
  remove(thread: ThreadRef, message: MessageRef): Promise<void>;
}

/** Messages outside of replies. A recipient is the platform's id of a person or channel: `slack:U…`, `slack:T…:U…`. */
export interface Notices {
  /** Sends plain text. `near`: where the person was. */
  tell(recipient: string, text: string, near?: ThreadRef): Promise<void>;
  /** Idempotent by key, like `post`. */
  postTo(recipient: string, body: Body, key: string, earlier?: EarlierPost): Promise<PostedAt>;
  /** Posts a message near one of ours, optionally mentioning a person. Idempotent by key, like `post`. */
  notify(note: Note): Promise<void>;
}

/** Texts that one person sees in a thread. Absent if only responses to presses can be private. */
export interface Privately {
  tell(person: string, thread: ThreadRef, text: string): Promise<void>;
}

/** The deploy command, as people type it and as it is responded to. */
export interface DeployCommand {
  /** How to type a field of the command. Pure. */
  field(name: 'action' | 'project' | 'text', value: string): string;
  /** Tells only the requester something more, replacing the response to their command if the platform can. */
  tellRequester(request: DeploymentRequest, reply: PrivateReply): Promise<void>;
}
