/** The Store: questions, turns, claims and cursors; it extends the stores in the other files. Types only. */

import type { AnsweredQuestion } from '../model/asked-question.ts';
import type {
  AssistantThread,
  AttachedFile,
  Exchange,
  FixedReply,
  Listening,
  MessageRef,
  OpenNotice,
  PostedCard,
  Question,
  Shown,
  ThreadRef,
  Turn,
  TurnState,
} from '../model/conversation.ts';
import type { Source } from '../model/source.ts';
import type { Claim } from './claim.ts';
import type { DeploymentStore } from './deployment-store.ts';
import type { FeedbackStore } from './feedback-store.ts';
import type { IgnoredQuestion, Place, QuestionResult } from './handlers.ts';
import type { ReaskStore } from './reask-store.ts';
import type { CountedWindow, UseWindow } from './use-window.ts';

/** How a turn ended. */
export interface TurnEnd {
  readonly state: Extract<TurnState, 'answered' | 'failed' | 'stopped'>;
  /** Why it did not end with an ordinary answer: an error's code, a fixed reply, or how it was stopped. */
  readonly code?: string;
  readonly answer: string;
  readonly sources: readonly Source[];
  readonly isByAi?: true;
  /** It says so. */
  readonly hasAiNotice?: true;
  /** A link to the first message of the reply. */
  readonly link?: string;
  /** When the first text of the answer arrived. Unset if none did, or if a process that died received it. */
  readonly firstTextAt?: number;
  /** Its last message has buttons, which those of all other answers in its thread then lose, except of a newer one. */
  readonly hasButtons?: boolean;
}

/** Buttons that have to go. */
export interface OldButtons {
  /** The turn's id. */
  readonly turn: string;
  readonly thread: ThreadRef;
  /** undefined if it is not, or no longer, stored. */
  readonly message?: MessageRef;
}

export type TurnSignal = 'restart' | { readonly stoppedBy: string };

export type TurnName = { readonly id: string } | Pick<Question, 'id' | 'thread'>;

/** The facts about a turn that decide whether it may be stopped or asked again. */
export interface TurnFacts {
  readonly id: string;
  readonly asker: string;
  readonly text: string;
  readonly askedAt: number;
  /** When it was last asked again; `askedAt` if never. */
  readonly lastAskedAt: number;
  readonly isOpen: boolean;
  /** Answered by the assistant, not with a fixed sentence. */
  readonly isAsked: boolean;
  /** How often it has been asked again. */
  readonly timesAgain: number;
  readonly files?: readonly AttachedFile[];
  /** Its first message was deleted. */
  readonly isDeleted: boolean;
  /** Quick messages that are part of `text`, oldest first. Set if the turn was found by a message. */
  readonly joined?: readonly JoinedMessage[];
  /** The id of the joined message that it was found by; unset if found by its first message. */
  readonly foundBy?: string;
}

/** A quick message that is part of the question before it; its text is empty once it has been deleted. */
export interface JoinedMessage {
  readonly id: string;
  readonly text: string;
}

/** What a message carries besides its text. */
export type Carried = Pick<Question, 'files' | 'reading' | 'about' | 'place'>;

export interface Reopening {
  /**
   * Its messages show this instead of another answer: that it was wrong, or who took over a call for help. The stored answer
   * is kept.
   */
  readonly shows?: Extract<FixedReply, 'taken_back' | 'human'>;
  /** The new text. If unset, the question is the same, and its answer stays until there is a new one. */
  readonly text?: string;
  /** The joined message that was edited, with its new text. */
  readonly joined?: JoinedMessage;
  /** What the joined or edited message carries, in addition to what the question carried before. */
  readonly carried?: Carried;
  /** The edited message is the whole question: its files and what was unread replace the earlier ones. */
  readonly isWhole?: boolean;
  readonly at: number;
  /** The new `ThreadRef.address` of its thread. */
  readonly address?: string;
}

export interface Reopened {
  /** changed: the turn has changed since the facts were read. limit_…: that limit is reached. */
  readonly result: 'reopened' | 'changed' | UseWindow['limit'];
  /** The notice about the limit has already been shown as often as allowed. */
  readonly isSaidAlready?: true;
  /** The windows that it was counted in, including this use. */
  readonly uses?: readonly CountedWindow[];
}

/** What is known when a question arrives. */
export interface QuestionFacts {
  /** The asker's open turns: those for the assistant, and those that only say that there are too many. */
  readonly open: { readonly accepted: number; readonly overLimit: number };
  /** Unset if the question starts one. */
  readonly conversation?: ConversationFacts;
  /**
   * The newest conversation beside the one that the question starts: in direct messages, where each message may start one; in
   * a channel, one that the same person started there with a message not yet answered.
   */
  readonly nearby?: ConversationFacts;
  /** The windows that it counts in. */
  readonly uses: readonly CountedWindow[];
}

export interface ConversationFacts {
  /** Who asked its first question. */
  readonly asker: string;
  readonly listening: Listening;
  /** Who asked the question that is being answered now, if any. */
  readonly answering?: string;
  /** Turns in its thread within the last minute. */
  readonly recentTurns: number;
  /** When people were last called to its thread. */
  readonly calledAt?: number;
  readonly isSolved?: true;
  /** Its last answer ends with a question. Looked up only if the message may answer it, i.e. does not name us. */
  readonly asksBack?: true;
  /** The newest question, until something of its answer is shown. */
  readonly waiting?: TurnFacts;
}

/** How many rows were stripped of texts and ids; the rows themselves stay. */
export interface RemovedCounts {
  readonly turns: number;
  readonly deployments: number;
  /** Another process kept the words in the write-ahead log of the database. */
  readonly isLogKept?: true;
}

/** What an issue is about. */
export interface IssueSubject extends Pick<ThreadRef, 'platform' | 'installation'> {
  /** The id of the turn if it is an answer of ours, else of the message. */
  readonly id: string;
}

/** Decides what happens to a question. Pure, since it may be called more than once. */
export type Decide = (question: Question, facts: QuestionFacts) => Decision;

export type Decision =
  | TakeDecision
  /** `isToTell`: counts as a notice about that limit. */
  | { readonly ignore: IgnoredQuestion; readonly isToTell?: true }
  | { readonly stop: true }
  /** `ConversationFacts.waiting` is asked again with this text. */
  | { readonly joined: string };

export interface TakeDecision {
  /** The fixed sentence to answer with; if unset, the assistant answers. */
  readonly fixedReply?: FixedReply;
  /** Counts as a use although the assistant does not answer. */
  readonly isCounted?: true;
  /** Applies from now on. */
  readonly listening?: Listening;
  /** Ends the conversation so far. */
  readonly startsOver?: true;
}

/**
 * The database. Every method fails with StoreError; those that take a claim fail with ClaimLostError if another process has
 * claimed or ended it in the meantime. Times are milliseconds since 1970. A claim has an owner and expires at a given time,
 * after which any process may claim.
 */
export interface Store extends DeploymentStore, FeedbackStore, ReaskStore {
  /**
   * Finds or starts the conversation, decides, and stores the turn, in one transaction. `duplicate`: this question was
   * accepted before. `not_ours`: a follow-up in a thread without a conversation. Without `decide` every question is taken.
   * `windows`: those that a question counts in; `uses`: those that it was counted in, including this use. `isToTell`: the
   * asker must be told privately why there is no answer.
   */
  accept(
    question: Question,
    decide?: Decide,
    windows?: readonly UseWindow[],
  ): Promise<{
    readonly result: QuestionResult;
    readonly uses?: readonly CountedWindow[];
    readonly isToTell?: true;
  }>;
  /**
   * Claims the oldest unclaimed turn of these platforms that is the first open one of its conversation, and increments its
   * `tries`. `busy`: ids that this process is already working on, even if their claims have expired.
   */
  claimTurn(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Turn | undefined>;
  /** Saves where the thread was opened, so that it is not opened again for this turn. */
  saveOpenedThread(turn: Turn, thread: ThreadRef, notice: OpenNotice | undefined): Promise<void>;
  /** undefined deletes it. */
  saveAssistantThread(turn: Claim, thread: AssistantThread | undefined): Promise<void>;
  /** Ended turns of the conversation before this turn, newest first, at most `limit`. */
  history(turn: Turn, limit: number): Promise<readonly Exchange[]>;
  /**
   * `answer`: the text that the ranges of `shown` refer to. `flush`: whether the write must survive a crash of the machine and
   * not only of the process; defaults to true.
   */
  saveTurnShown(turn: Claim, shown: readonly Shown[], answer: string, flush?: boolean): Promise<void>;
  /** The operators' cards of a call for help. */
  saveCards(turn: Claim, cards: readonly PostedCard[]): Promise<void>;
  endTurn(turn: Claim, end: TurnEnd, now: number): Promise<void>;
  /** Like `claimTurn`, of answers that are no longer the newest of their thread. */
  claimOldButtons(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<OldButtons | undefined>;
  /** They are gone, or stay for good. Not called, they are claimed again once the claim has expired. */
  endOldButtons(turn: string, owner: string): Promise<void>;

  /**
   * The clock by which claims expire: the database's if several processes share it, since their own clocks differ and jump.
   */
  now(): Promise<number>;
  /** Extends these claims of this owner, which counts as having work until then. Returns how many processes have work. */
  renew(owner: string, ids: readonly string[], now: number, until: number): Promise<number>;
  /** Releases the owner's claim on this id; without an id, all of them, and the owner no longer counts as having work. */
  release(owner: string, id?: string): Promise<void>;
  /**
   * Releases the claims of dead processes, if the database can tell: of those found dead in two calls in a row. Call it every
   * few seconds.
   */
  releaseDead(): Promise<void>;
  /** The read cursors of a platform, by its own names of places. */
  readCursors(platform: string): Promise<ReadonlyMap<string, number>>;
  /** Cursors never move backwards. */
  saveReadCursors(platform: string, until: ReadonlyMap<string, number>): Promise<void>;
  /**
   * The turn with this id, or whose question contains this message; undefined if there is none. Ended turns keep only a hash of
   * the asker, by which `by` is recognised.
   */
  findTurn(name: TurnName, by?: string): Promise<TurnFacts | undefined>;
  /** Whether this message follows an unanswered one of the same person in a channel. */
  isWaiting(question: Pick<Question, 'id' | 'asker' | 'thread'>): Promise<boolean>;
  /** The turn being answered in this place. */
  runningIn(place: Place): Promise<TurnFacts | undefined>;
  /**
   * Records who stopped an open turn and signals the process working on it, immediately but not reliably. False if the turn has
   * ended.
   */
  stopTurn(id: string, by: string): Promise<boolean>;
  /**
   * The turn's question was deleted: stops it, and removes its words once it has ended. They are never sent again: the
   * conversation gives up its thread at the assistant.
   */
  deleteQuestion(id: string): Promise<void>;
  /** The same for a message that was joined to a question, whose other words stay. */
  removeJoined(question: string, joined: string): Promise<void>;
  /**
   * Asks a turn again in place: its messages will show the next answer. The process working on it loses the claim, gets a
   * signal as in `stopTurn`, and releases it. `windows`: those that it counts in if none is at its limit; otherwise only the
   * windows of notices are counted.
   */
  reopen(facts: TurnFacts, change: Reopening, windows?: readonly UseWindow[]): Promise<Reopened>;
  /**
   * Calls back when the turn of this claim should stop or is asked again. Returns a function that unsubscribes. Never fails.
   */
  onSignal(claim: Claim, act: (signal: TurnSignal) => void): () => void;
  /**
   * Whether another answer in the channel says that an AI writes, or for an answer that only its asker sees, another one that
   * they saw.
   */
  hasAiNotice(turn: Pick<Turn, 'id' | 'question' | 'conversation'>): Promise<boolean>;
  /** When the oldest unclaimed question was asked. */
  waitingSince(now: number): Promise<number | undefined>;
  /**
   * Answered questions of a workspace or server, newest first, among the newest `limit` of all questions since then, or of all
   * that were marked as helpful since then.
   */
  answeredSince(
    place: Pick<ThreadRef, 'platform' | 'installation'>,
    since: number,
    limit: number,
    among: 'all' | 'helpful',
  ): Promise<readonly AnsweredQuestion[]>;
  /** When an issue about this was last prepared. */
  issuePreparedAt(subject: IssueSubject): Promise<number | undefined>;
  /** Records who prepares one. If one was prepared, it does nothing and returns when, unless `isAgain`. */
  prepareIssue(subject: IssueSubject, by: string, at: number, isAgain: boolean): Promise<{ readonly earlier?: number }>;
  /**
   * Claims a task that is done once, by its name: a report, a warning about a budget. False if it is done, or while another
   * process holds the claim.
   */
  claimRun(name: string, now: number, until: number): Promise<boolean>;
  /** `isDone`: it can never be claimed again; otherwise it can be claimed immediately. */
  endRun(name: string, isDone: boolean): Promise<void>;
  /** Deletes a person's data, including their questions and the answers; ends their open turns. */
  forget(person: string, now: number): Promise<RemovedCounts>;
  /** Platforms with installed workspaces, in any process; those workspaces must learn nothing about each other. */
  platformsApart(): Promise<readonly string[]>;
  /** Deletes all data of a workspace from which the app was removed; ends its open turns. */
  removeInstallation(of: Pick<ThreadRef, 'platform' | 'installation'>, now: number): Promise<void>;
  /** Fails if the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
