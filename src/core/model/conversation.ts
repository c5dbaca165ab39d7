/** Threads, questions, turns and deployments. Types only. */
import type { Source } from './source.ts';

/**
 * One place on a platform where a conversation is held. `channel` and `thread` are opaque: only the platform that made
 * them reads them. Two refs with the same four fields are the same thread.
 */
export interface ThreadRef {
  /** `slack` or `discord`. */
  readonly platform: string;
  /** Slack: the installation (team or enterprise id). Discord: the guild id, or `@me` for direct messages. */
  readonly installation: string;
  readonly channel: string;
  readonly thread: string;
  /** Discord: the category that holds the channel, where it is known. No part of what names the thread. */
  readonly category?: string;
  /** How to reach a place that ids alone do not reach (a response URL, an interaction token). Secret: never logged. */
  readonly address?: string;
}

/** One posted message, as its platform names it. Opaque: only the platform that made it reads it. */
export type MessageRef = string;

/**
 * How a question came to us. `follow_up`: an unmentioned message, a question only in a thread that Docent answers in. `auto`: one
 * in a channel, a question only where Docent answers what addresses nobody.
 */
export type Addressed = 'mention' | 'direct' | 'follow_up' | 'command' | 'auto';

/** A file that was attached to a message. All of it is foreign. */
export interface AttachedFile {
  readonly name: string;
  /** MIME, where the platform says one. */
  readonly type?: string;
  readonly bytes?: number;
  /** Where it can be read; may hold a secret: stored, never logged. Missing: the platform did not say. */
  readonly url?: string;
  /** Set where its message says nothing more of it, and the platform knows the rest. */
  readonly id?: string;
}

/** One message meant for us. */
export interface Question {
  /** The platform's own name of the message or command, unique in the platform; a second delivery has the same id. */
  readonly id: string;
  /** The delivery's id; one question may come in several deliveries. */
  readonly eventId: string;
  readonly thread: ThreadRef;
  /** `slack:<team>:<user>` or `discord:<user>`. */
  readonly asker: string;
  readonly addressed: Addressed;
  /**
   * Markdown as typed, tokens resolved (but see `Platform.resolveNames`), our own name removed. Empty when somebody only
   * mentioned us.
   */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** In a group direct message. Stored of its channel, since not every event says so. */
  readonly isInGroup?: boolean;
  /** It mentions or answers somebody else. Not stored. */
  readonly isToSomebody?: boolean;
  /** It mentions us by replying to a message of ours, and not by name. Not stored. */
  readonly isReply?: boolean;
  /** In which language the platform shows itself to the asker, or to all there: `pt-BR`. Missing: see `Platform.localeOf`. */
  readonly locale?: string;
  /** Groups of the asker, where the event names them (`discord:<role>`). Not stored. */
  readonly groups?: readonly string[];
  /** It begins a forum post and mentions nobody of us: the ids and names of the post's tags. Not stored. */
  readonly postTags?: readonly string[];
  /**
   * Set when the thread must first be made (a Discord thread from a message, a Slack root message for a command):
   * what `Platform.open` needs for it. Opaque, may hold a secret: stored, never logged.
   */
  readonly opens?: string;
  /**
   * The id of an answered question: this one shows its question and answer to all, and the assistant is not asked. Stored as
   * the turn's answer.
   */
  readonly shares?: string;
  readonly files?: readonly AttachedFile[];
  /** A button for this was pressed; typed, it is a word of the text. Not stored. */
  readonly wish?: Wish;
  /** The conversation ends after this silence and the next question begins a new one (direct messages on Discord). */
  readonly endsAfterSilenceMs?: number;
}

/** What somebody may want in a thread but an answer: a person, or to mark it as solved. */
export type Wish = 'human' | 'solved';

/**
 * Replies that need no assistant. over_limit: the asker has too many open turns. others_joined: somebody else writes in the
 * thread. muted: somebody asked for silence. new: a fresh conversation begins. help. slow_down: too many replies in this thread.
 * limit_…: as many questions as the limits allow were asked. human: people are called; human_none: there is nobody to call;
 * human_direct: not in direct messages; human_called: they were called within the hour. solved: the thread is marked so;
 * solved_already: it was; solved_not_yours: the asker and those who help may; solved_none: nothing was asked there.
 * nothing_to_stop: somebody asked for silence where nothing is said unasked. taken_back: somebody who helps there said that the
 * answer is wrong.
 */
export type FixedReply =
  | 'over_limit'
  | 'others_joined'
  | 'muted'
  | 'new'
  | 'help'
  | 'slow_down'
  | 'limit_minute'
  | 'limit_channel'
  | 'limit_day'
  | 'limit_month'
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

/** Which unmentioned messages of a thread may be questions: the asker's, or none until a mention. */
export type Listening = 'asker' | 'mention';

/** The assistant's side of a conversation: its thread id and, where the service gives one, the key that goes with it. */
export interface AssistantThread {
  readonly id: string;
  readonly key?: string;
  /** The site that made it and answers on in it. Missing: the one that applies there. */
  readonly site?: string;
}

/** Why a conversation is held somewhere unexpected. Shown once, under its first reply. */
export type OpenNotice = 'no_thread_right' | 'threads_limited' | 'private_only';

/** Our record of one thread. */
export interface Conversation {
  readonly id: string;
  readonly thread: ThreadRef;
  readonly assistantThread?: AssistantThread;
  /** Set when the thread was opened somewhere unexpected. */
  readonly notice?: OpenNotice;
}

/**
 * asked: stored, nobody works on it. answering: a process works on it, or died doing so. Then one of three ends:
 * answered: the whole answer is shown. failed: a sentence says why not. stopped: the reader stopped or deleted the reply.
 */
export type TurnState = 'asked' | 'answering' | 'answered' | 'failed' | 'stopped';

/** One message of a reply as it stands in the thread now. */
export interface Shown {
  /** Empty while it is being posted: it may or may not be there. */
  readonly message: MessageRef;
  /** The share of the reply's text that it shows at most, in UTF-16 units of that text. */
  readonly from: number;
  readonly to: number;
  /** Digest of the body that it shows, so that an equal body is not sent again. Empty while that is uncertain. */
  readonly digest: string;
  /** Up to where it certainly shows the text. Missing: up to `to`, but nothing is certain while the digest is empty. */
  readonly least?: number;
  /** It is not changed any more; the rest of the text, from `to` on, is in the messages after it. */
  readonly frozen?: true;
  /** It is being removed. */
  readonly removing?: true;
  /** It is gone. It stays at the end of the list, since what is posted in its place has another key. */
  readonly removed?: true;
}

/** `Turn.stoppedBy` when nobody pressed Stop: the question was deleted. */
export const questionDeleted = 'question_deleted';

/** A card that tells operators of a call for help, where it was posted. */
export interface PostedCard {
  /** A hash of whom it is for. */
  readonly reader: string;
  readonly thread: ThreadRef;
  readonly message: MessageRef;
}

/** One question and its reply, as a process that claimed it sees it. */
export interface Turn {
  readonly id: string;
  readonly conversation: Conversation;
  readonly question: Question;
  readonly state: TurnState;
  /** How often it was claimed; 1 for the first time. */
  readonly tries: number;
  /** What was posted so far, in order, and the text that it refers to. */
  readonly shown: readonly Shown[];
  readonly answer: string;
  /** Claims since it was asked, or asked again; 1 for the first. */
  readonly attempt: number;
  /** When it was asked, or asked again. */
  readonly openedAt: number;
  /** How often it was asked again. */
  readonly timesAgain: number;
  /** Names the messages of its reply. */
  readonly replyKey: string;
  /** The reply from before it was asked again, which stands there until there is text of the new one. */
  readonly earlier?: { readonly text: string; readonly sources: readonly Source[] };
  /** Who stopped it, in the form of `Question.asker`; or `questionDeleted`. */
  readonly stoppedBy?: string;
  /** Of a call for help: the operators' cards. */
  readonly cards?: readonly PostedCard[];
  /** Of a call for help: who took it over, in the form of `Question.asker`. */
  readonly takenBy?: string;
  /** It is answered with a fixed sentence instead of by the assistant. */
  readonly fixedReply?: FixedReply;
  /** The answer that it shares; nobody is asked. */
  readonly shared?: { readonly text: string; readonly sources: readonly Source[] };
  /** Its row cannot be read; the other fields are just enough to say so in the thread. */
  readonly corrupt?: true;
}

/** An earlier question of the conversation with its answer, sent to the assistant as history. */
export interface Exchange {
  readonly turnId: string;
  readonly question: string;
  readonly answer: string;
  readonly askedAt: number;
}

/** requested: stored. running: triggered, its status id is known. Then succeeded, failed, or lost (its end is unknown). */
export type DeploymentState = 'requested' | 'running' | 'succeeded' | 'failed' | 'lost';

/** What somebody is to a workspace or server. */
export type PersonKind = 'member' | 'guest' | 'stranger' | 'bot' | 'deactivated';

/**
 * How long what a platform said about somebody's rights counts, in milliseconds: somebody who loses one may use it for this
 * long.
 */
export const rightsLastMs = 30_000;

/** Somebody wants the docs deployed. */
export interface DeploymentRequest {
  /** The platform's own id of the command or press. */
  readonly id: string;
  /** Where its progress is posted, for all to see. */
  readonly thread: ThreadRef;
  readonly requester: string;
  /** What the requester is called, where the platform said so. Foreign text. */
  readonly requesterName?: string;
  /** What the allow list may name: `slack:U…`, or `discord:<user>` and one `discord:<role>` for each role. */
  readonly identities: readonly string[];
  /** Where the platform says so with the command, and then names all groups in `identities`; elsewhere both are looked up. */
  readonly kind?: PersonKind;
  /** Likewise: the language in which the platform shows itself to the requester. */
  readonly locale?: string;
  readonly requestedAt: number;
  /**
   * What its platform needs to speak to the requester only later on, where `thread` is not enough (an interaction's token).
   * Opaque and secret: never logged.
   */
  readonly replyAddress?: string;
}

/** A state that the service reported, in its own word, and when it was first seen. */
export interface DeploymentStep {
  readonly word: string;
  readonly at: number;
}

/** One update of the docs. */
export interface Deployment {
  readonly id: string;
  /** Its name in the configuration. Empty for one that an earlier version accepted, which knew one project. */
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
