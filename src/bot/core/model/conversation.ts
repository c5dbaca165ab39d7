/** Threads, questions, turns and deployments. Types only. */
import type { Source } from './source.ts';

/**
 * A place on a platform where a conversation is held. `channel` and `thread` are opaque: only the platform that made them
 * reads them. Two refs that agree in the first four fields are the same thread.
 */
export interface ThreadRef {
  /** `slack` or `discord`. */
  readonly platform: string;
  /** Slack: the installation (team or enterprise id). Discord: the guild id, or `@me` for direct messages. */
  readonly installation: string;
  readonly channel: string;
  readonly thread: string;
  /** Discord: the channel's category, if known. Not part of the thread's identity. */
  readonly category?: string;
  /**
   * How to post where ids are not enough (a response URL, an interaction token, the message to reply to). Secret: never
   * logged.
   */
  readonly address?: string;
}

/** A platform's identifier of a posted message. Opaque: only that platform reads it. */
export type MessageRef = string;

/**
 * How a question reached us. `follow_up`: a message without a mention in a thread; a question only if Docent answers in that
 * thread. `auto`: a message without a mention in a channel; a question only where the route's mode is `auto`.
 */
export type Addressed = 'mention' | 'direct' | 'follow_up' | 'command' | 'auto';

/**
 * The kind of place where something is said. direct: direct messages of two. group: those of several people. private: a channel
 * or thread that only its members see. public: everyone in the workspace or server may read it.
 */
export type PlaceKind = 'direct' | 'group' | 'private' | 'public';

/** A file attached to a message. All fields are untrusted. */
export interface AttachedFile {
  readonly name: string;
  /** MIME type, if the platform reports one. */
  readonly type?: string;
  readonly bytes?: number;
  /** Download URL, unset if the platform sent none. May contain a secret: stored, never logged. */
  readonly url?: string;
  /** Set if the event has only an id, so that the rest must be looked up (`Files.describe`). */
  readonly id?: string;
}

/** A kind of part that is not read. `other`: one that no other word says; `length`: the rest of a long message. */
export type UnreadPart = 'call' | 'chart' | 'file' | 'forward' | 'image' | 'length' | 'other' | 'video';

/** How a message was read. Names and texts are untrusted. */
export interface Reading {
  /** The name of the person whose message is the question, because the asker only pointed at it. */
  readonly of?: string;
  readonly unread?: readonly UnreadPart[];
  /** Somebody's message that it replies to, which goes along as context; `unread`: it was deleted, or may not be read. */
  readonly repliesTo?: RepliedTo | 'unread';
  /** It opens a forum post without mentioning us. */
  readonly isPost?: true;
}

/** A message that a question replies to. */
export interface RepliedTo {
  readonly name: string;
  readonly text: string;
}

/** A question has at most this many characters. Readers of messages that show more leave out the rest and say so. */
export const maxQuestionChars = 10_000;

/** One message meant for us. */
export interface Question {
  /** The platform's id of the message or command, unique within the platform; a redelivery has the same id. */
  readonly id: string;
  /** The delivery's id; one question may arrive in several deliveries. */
  readonly eventId: string;
  readonly thread: ThreadRef;
  /** `slack:<team>:<user>` or `discord:<user>`. */
  readonly asker: string;
  readonly addressed: Addressed;
  /**
   * Markdown as typed, with tokens resolved (but see `Profiles.resolveNames`) and our own name removed. Empty if the message
   * only mentions us.
   */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Whose words the text contains besides the asker's, in the form of `asker`. Stored only as keyed hashes, to forget them. */
  readonly about?: readonly string[];
  /** The other places where quoted words were written. They decide who may read the question; not stored. */
  readonly quotedFrom?: readonly ThreadRef[];
  /** What the reply must say about how the message was read. */
  readonly reading?: Reading;
  /** The kind of place where it was asked. If the event does not say, the platform is asked before it is accepted. */
  readonly place?: PlaceKind;
  /** Mentions or replies to somebody else. Not stored. */
  readonly isToSomebody?: boolean;
  /** Mentions us only by replying to one of our messages, not by name. Not stored. */
  readonly isReply?: boolean;
  /** The platform's interface language for the asker, or for everyone there: `pt-BR`. If unset, see `Profiles.localeOf`. */
  readonly locale?: string;
  /** The asker's groups, if the event lists them (`discord:<role>`). Not stored. */
  readonly groups?: readonly string[];
  /** Set if it opens a forum post without mentioning us: ids and names of the post's tags. Not stored. */
  readonly postTags?: readonly string[];
  /**
   * Set if the thread must first be created (a Discord thread from a message, a Slack root message for a command): what
   * `Platform.open` needs to do so. Opaque, may contain a secret: stored, never logged.
   */
  readonly opens?: string;
  /**
   * The id of an answered question, whose text and answer this one shows to everyone without asking the assistant. Stored as
   * the turn's answer.
   */
  readonly shares?: string;
  readonly files?: readonly AttachedFile[];
  /** Set if it was expressed with a button; a typed wish is a word in the text. Not stored. */
  readonly wish?: Wish;
  /**
   * Our message in a channel that it replies to. If that is an answer, the question belongs to its conversation, with this
   * `ThreadRef.address`. Not stored.
   */
  readonly continues?: { readonly message: MessageRef; readonly postedAt: number; readonly address: string };
  /** After this much silence the next question starts a new conversation (direct messages on Discord). */
  readonly endsAfterSilenceMs?: number;
}

/** What a reader may want in a thread besides answers: a person, or to mark it as solved. */
export type Wish = 'human' | 'solved';

/**
 * Replies that need no assistant. over_limit: the asker has too many open turns. others_joined: somebody else has joined the
 * thread. muted: somebody asked for silence. unmuted: somebody ended it. new: a new conversation starts. help: how to use
 * Docent. slow_down: too many replies in this thread. limit_…: a limit on questions or calls is reached. human: people are
 * called; human_none: nobody is configured to be called; human_direct: not possible in direct messages; human_called: already
 * called within the hour. solved: the thread is marked as solved; solved_already: it was before; solved_not_yours: only the
 * asker and helpers may; solved_none: nothing was asked there. nothing_to_stop: asked for silence where Docent only speaks
 * when asked. taken_back: a helper said that the answer is wrong.
 */
export type FixedReply =
  | 'over_limit'
  | 'others_joined'
  | 'muted'
  | 'unmuted'
  | 'new'
  | 'help'
  | 'slow_down'
  | 'limit_minute'
  | 'limit_channel'
  | 'limit_day'
  | 'limit_month'
  | 'limit_address'
  | 'limit_hour'
  | 'limit_calls'
  | 'human'
  | 'human_none'
  | 'human_direct'
  | 'human_called'
  | 'solved'
  | 'solved_already'
  | 'solved_not_yours'
  | 'solved_none'
  | 'nothing_to_stop'
  | 'taken_back';

/** Which messages of a thread may be questions without a mention: the asker's, or none. */
export type Listening = 'asker' | 'mention';

/** The assistant's side of a conversation: its thread id and, if the service issued one, that thread's key. */
export interface AssistantThread {
  readonly id: string;
  readonly key?: string;
  /** The site that created it and continues it. If unset, the site that applies in that place. */
  readonly site?: string;
}

/** Why a conversation takes place somewhere unexpected, or in a thread with another title. Shown once, under its first reply. */
export type OpenNotice = 'no_thread_right' | 'threads_limited' | 'title_refused' | 'private_only';

/** Our record of one thread. */
export interface Conversation {
  readonly id: string;
  readonly thread: ThreadRef;
  readonly assistantThread?: AssistantThread;
  /** The assistant does not remember it any more, because a question was deleted. Said once, under the next answer. */
  readonly isRestarted?: true;
  /** Set if the thread was opened somewhere unexpected. */
  readonly notice?: OpenNotice;
}

/**
 * asked: stored, not being worked on. answering: a process is working on it, or died doing so. Then one of three final
 * states. answered: the whole answer is shown. failed: a sentence says why not. stopped: the reader stopped or deleted the
 * reply.
 */
export type TurnState = 'asked' | 'answering' | 'answered' | 'failed' | 'stopped';

/** What one posted message of a reply currently shows. */
export interface Shown {
  /** Empty while it is being posted: it may or may not exist. */
  readonly message: MessageRef;
  /** The range of the reply's text that it shows, at most, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Digest of the body shown, so that an equal body is not sent again. Empty while that is uncertain. */
  readonly digest: string;
  /** Where the text that is certainly shown ends; defaults to `to`, or to `from` while the digest is empty. */
  readonly least?: number;
  /** It also shows sentences of ours, such as that the answer was cut off, which longer text has to replace. */
  readonly hasNotices?: true;
  /** No longer edited; the text from `to` on is in the messages after it. */
  readonly frozen?: true;
  /** Being removed. */
  readonly removing?: true;
  /** Removed. Stays at the end of the list, so that a message posted in its place gets a different key. */
  readonly removed?: true;
}

/** `Turn.stoppedBy` if nobody pressed Stop but the question was deleted. */
export const questionDeleted = 'question_deleted';

/** A card that notifies operators of a call for help, and where it was posted. */
export interface PostedCard {
  /** A hash of the recipient. */
  readonly reader: string;
  readonly thread: ThreadRef;
  readonly message: MessageRef;
}

/** One question and its reply, as seen by the process that claimed it. */
export interface Turn {
  readonly id: string;
  readonly conversation: Conversation;
  readonly question: Question;
  readonly state: TurnState;
  /** How often it has been claimed; 1 the first time. */
  readonly tries: number;
  /** The messages posted so far, in order, and the text that their ranges refer to. */
  readonly shown: readonly Shown[];
  readonly answer: string;
  /** Claims since it was asked, or last asked again; 1 the first time. */
  readonly attempt: number;
  /** When it was asked, or last asked again. */
  readonly openedAt: number;
  /** How often it has been asked again. */
  readonly timesAgain: number;
  /** Prefix of the idempotency keys of its reply's messages. */
  readonly replyKey: string;
  /** The reply from before it was asked again, shown until the new one has text. */
  readonly earlier?: { readonly text: string; readonly sources: readonly Source[] };
  /** Who stopped it, in the form of `Question.asker`, or `questionDeleted`. */
  readonly stoppedBy?: string;
  /** For a call for help: the operators' cards. */
  readonly cards?: readonly PostedCard[];
  /** For a call for help: who took it over, in the form of `Question.asker`. */
  readonly takenBy?: string;
  /** Answered with a fixed sentence instead of by the assistant. */
  readonly fixedReply?: FixedReply;
  /** The answer that it shares; the assistant is not asked. */
  readonly shared?: { readonly text: string; readonly sources: readonly Source[]; readonly isByAi?: true };
  /** Its row cannot be read; the other fields only suffice to say so in the thread. */
  readonly corrupt?: true;
}

/** An earlier question of the conversation and its answer, sent to the assistant as history. */
export interface Exchange {
  readonly turnId: string;
  readonly question: string;
  readonly answer: string;
  readonly askedAt: number;
}

/** requested: stored. running: triggered, and its status id is known. Then succeeded, failed, or lost (outcome unknown). */
export type DeploymentState = 'requested' | 'running' | 'succeeded' | 'failed' | 'lost';

/** A person's status in a workspace or server. */
export type PersonKind = 'member' | 'guest' | 'stranger' | 'bot' | 'deactivated';

/**
 * How long a platform's answer about a person's rights is cached, in milliseconds. A revoked right can still be used for this
 * long.
 */
export const rightsLastMs = 30_000;

/** A person's request to deploy the docs. */
export interface DeploymentRequest {
  /** The platform's own id of the command or press. */
  readonly id: string;
  /** Where progress is posted, visible to everyone there. */
  readonly thread: ThreadRef;
  readonly requester: string;
  /** The requester's name, if the platform sent it. Untrusted text. */
  readonly requesterName?: string;
  /** What the allow list may name: `slack:U…`, or `discord:<user>` and one `discord:<role>` for each role. */
  readonly identities: readonly string[];
  /** Set if the platform sends it with the command, along with all groups in `identities`; otherwise both are looked up. */
  readonly kind?: PersonKind;
  /** The platform's interface language for the requester, if it sends that with the command. */
  readonly locale?: string;
  readonly requestedAt: number;
  /**
   * What the platform needs to tell only the requester something later, if `thread` is not enough (an interaction token).
   * Opaque and secret: never logged.
   */
  readonly replyAddress?: string;
}

/** A state that the service reported, in its own words, and when it was first seen. */
export interface DeploymentStep {
  readonly word: string;
  readonly at: number;
}

/** One update of the docs. */
export interface Deployment {
  readonly id: string;
  /** The project's name in the configuration. */
  readonly project: string;
  readonly request: DeploymentRequest;
  readonly state: DeploymentState;
  readonly statusId?: string;
  readonly steps: readonly DeploymentStep[];
  readonly tries: number;
  /** When it was first claimed. */
  readonly startedAt: number;
  readonly shown: readonly Shown[];
}
