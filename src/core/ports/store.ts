/** The Store: questions, turns and deployments. Types only. */

import type { AnsweredQuestion } from '../model/asked-question.ts';
import type {
  AssistantThread,
  AttachedFile,
  Exchange,
  FixedReply,
  Listening,
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
import type { IgnoredQuestion, Place, QuestionResult, ShardLease } from './handlers.ts';
import type { IssueStore } from './issues.ts';
import type { ReaskStore } from './reask-store.ts';
import type { CountedWindow, UseWindow } from './use-window.ts';

/** How a turn ended. */
export interface TurnEnd {
  readonly state: Extract<TurnState, 'answered' | 'failed' | 'stopped'>;
  /** An error's code, or none. */
  readonly code?: string;
  readonly answer: string;
  readonly sources: readonly Source[];
  /** A link to the first message of the reply. */
  readonly link?: string;
  /** When the first words of the answer came. Missing: none came, or a process that died had them first. */
  readonly firstTextAt?: number;
}

export type TurnSignal = 'restart' | { readonly stoppedBy: string };

export type TurnName = { readonly id: string } | Pick<Question, 'id' | 'thread'>;

/** The facts of a turn that decide whether it may be stopped or asked again. */
export interface TurnFacts {
  readonly id: string;
  readonly asker: string;
  readonly text: string;
  readonly askedAt: number;
  /** When it was last asked again; `askedAt` when never. */
  readonly lastAskedAt: number;
  readonly isOpen: boolean;
  /** The assistant answers it. */
  readonly isAsked: boolean;
  /** How often it was asked again. */
  readonly timesAgain: number;
  /** Its first message was deleted. */
  readonly isDeleted: boolean;
  /** Quick messages that are part of `text`, oldest first. Where it is found by a message. */
  readonly joined?: readonly JoinedMessage[];
  /** The id of the one that it was found by; missing: by its first message. */
  readonly foundBy?: string;
}

/** A quick message that is part of the question before it; empty once it was deleted. */
export interface JoinedMessage {
  readonly id: string;
  readonly text: string;
}

export interface Reopening {
  /**
   * Its messages show this in place of another answer: that it was wrong, or who took over a call for help. What was answered
   * stays stored.
   */
  readonly shows?: Extract<FixedReply, 'taken_back' | 'human'>;
  /** Missing: the same question; then its answer stays until there is another one. */
  readonly text?: string;
  /** A part of it that reads like this now. */
  readonly joined?: JoinedMessage;
  /** Attached beside those that it has. */
  readonly files?: readonly AttachedFile[];
  readonly at: number;
  /** How its thread is reached from now on. */
  readonly address?: string;
}

export interface Reopened {
  /** changed: that was done since the facts were read. A limit: it is reached. */
  readonly result: 'reopened' | 'changed' | UseWindow['limit'];
  /** The sentence about it was said as often as it may be. */
  readonly isSaidAlready?: true;
  /** Those that it was counted in, with it. */
  readonly uses?: readonly CountedWindow[];
}

/** What is known when a question arrives. */
export interface QuestionFacts {
  /** Open turns of its asker: those that the assistant answers, and those that say that there are too many. */
  readonly open: { readonly accepted: number; readonly overLimit: number };
  /** Missing when the question begins one. */
  readonly conversation?: ConversationFacts;
  /**
   * The newest one beside the one that the question begins: in direct messages where each message may begin one; in a channel
   * one that the same person began there with a message that is not answered yet.
   */
  readonly nearby?: ConversationFacts;
  /** Of the windows that it counts in. */
  readonly uses: readonly CountedWindow[];
}

export interface ConversationFacts {
  /** Who asked its first question. */
  readonly asker: string;
  readonly listening: Listening;
  /** Who asked the question that is being answered now, if any is. */
  readonly answering?: string;
  /** Turns of its thread within the last minute. */
  readonly recentTurns: number;
  /** When people were last called to its thread. */
  readonly calledAt?: number;
  readonly isSolved?: true;
  /** Its last answer ends with a question. Known where what is said may answer that: unless we are mentioned by name. */
  readonly asksBack?: true;
  /** The newest question, while nothing is shown of its answer. */
  readonly waiting?: TurnFacts;
}

/** Rows that hold no words and ids any more; they stay, and are counted. */
export interface RemovedCounts {
  readonly turns: number;
  readonly deployments: number;
}

/** Decides what happens to a question. Pure: it may run more than once. */
export type Decide = (question: Question, facts: QuestionFacts) => Decision;

export type Decision =
  | TakeDecision
  | { readonly ignore: IgnoredQuestion }
  | { readonly stop: true }
  /** `ConversationFacts.waiting` is asked again, with this text. */
  | { readonly joined: string };

export interface TakeDecision {
  /** Answered with this sentence; missing: by the assistant. */
  readonly fixedReply?: FixedReply;
  /** From now on. */
  readonly listening?: Listening;
  /** The conversation so far ends first. */
  readonly startsOver?: true;
}

/**
 * What is stored. Every method fails with StoreError; those that take a claim fail with ClaimLostError when another process
 * claimed or ended it since. Times are milliseconds since 1970. A claim has an owner and a time at which it expires; then
 * anybody may claim.
 */
export interface Store extends DeploymentStore, FeedbackStore, ReaskStore, IssueStore {
  /**
   * Finds or begins the conversation, decides and stores the turn, in one transaction. `duplicate`: this question was
   * accepted before. `not_ours`: a follow-up in a thread that has no conversation. Without `decide` every question is taken.
   * `windows`: those that a question counts in; `uses`: those that it was counted in, with it.
   */
  accept(
    question: Question,
    decide?: Decide,
    windows?: readonly UseWindow[],
  ): Promise<{ readonly result: QuestionResult; readonly uses?: readonly CountedWindow[] }>;
  /**
   * Claims the oldest unclaimed turn of these platforms that is the first open one of its conversation, and counts one more
   * try. `busy`: ids that this process works on already, even where their claims have expired.
   */
  claimTurn(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Turn | undefined>;
  /** The thread was opened, perhaps elsewhere than expected; it is not opened again for this turn. */
  saveOpenedThread(turn: Turn, thread: ThreadRef, notice: OpenNotice | undefined): Promise<void>;
  /** undefined deletes it. */
  saveAssistantThread(turn: Claim, thread: AssistantThread | undefined): Promise<void>;
  /** Ended turns of the conversation before this turn, newest first, at most `limit`. */
  history(turn: Turn, limit: number): Promise<readonly Exchange[]>;
  /**
   * `answer`: the text of which it shows the shares. `flush`: whether it must outlive the machine, and not only the process;
   * missing: it must.
   */
  saveTurnShown(turn: Claim, shown: readonly Shown[], answer: string, flush?: boolean): Promise<void>;
  /** The operators' cards of a call for help. */
  saveCards(turn: Claim, cards: readonly PostedCard[]): Promise<void>;
  endTurn(turn: Claim, end: TurnEnd, now: number): Promise<void>;

  /**
   * The time by which claims expire: the database's, where several processes share it, since their own clocks differ and
   * jump.
   */
  now(): Promise<number>;
  /** Extends these claims of this owner. */
  renew(owner: string, ids: readonly string[], until: number): Promise<void>;
  /** This process has work, for which it counts until then. Returns how many processes have. */
  announce(owner: string, now: number, until: number): Promise<number>;
  /** Releases every claim of this owner, which no longer counts as having work; or the one of this id. */
  release(owner: string, id?: string): Promise<void>;
  /**
   * Releases the claims of processes that died, where the database can tell: of those that were dead at the previous call,
   * too. To be called every few seconds.
   */
  releaseDead(): Promise<void>;
  /** The read cursors of a platform, by its own names for places. */
  readCursors(platform: string): Promise<ReadonlyMap<string, number>>;
  /** A cursor never goes back. */
  saveReadCursors(platform: string, until: ReadonlyMap<string, number>): Promise<void>;
  /** What Handlers.shards does, for this owner. */
  leaseShards(request: {
    readonly platform: string;
    readonly owner: string;
    /** Shards are numbered from 0. */
    readonly count: number;
    readonly apartMs: number;
    readonly now: number;
    readonly until: number;
  }): Promise<Omit<ShardLease, 'until'>>;
  releaseShards(platform: string, owner: string, shards: readonly number[]): Promise<void>;
  /**
   * The turn with this id, or with this message as its question or a part of it; undefined: there is none. Of an old turn a
   * hash of the asker is kept: `by` is recognised by it.
   */
  findTurn(name: TurnName, by?: string): Promise<TurnFacts | undefined>;
  /** Whether this message stands in a channel below one of the same person that is not answered yet. */
  isWaiting(question: Pick<Question, 'id' | 'asker' | 'thread'>): Promise<boolean>;
  /** The turn that is being answered in this place. */
  runningIn(place: Place): Promise<TurnFacts | undefined>;
  /**
   * Stores that somebody stopped an open turn and signals the process that works on it: at once, but not reliably.
   * `by`: who, or `questionDeleted`, which an ended turn keeps, too. False when the turn has ended.
   */
  stopTurn(id: string, by: string): Promise<boolean>;
  /**
   * Asks a turn again, in place: its messages show the next answer. The process that works on it loses the claim, gets a
   * signal as in `stopTurn`, and releases it. `windows`: those that it counts in, if none is at its limit, else those of the
   * sentences that say so.
   */
  reopen(facts: TurnFacts, change: Reopening, windows?: readonly UseWindow[]): Promise<Reopened>;
  /**
   * Calls back when the turn of this claim is to stop or to be asked again. Returns a function that unsubscribes. Never
   * fails.
   */
  onSignal(claim: Claim, act: (signal: TurnSignal) => void): () => void;
  /** When the oldest unclaimed question was asked. */
  waitingSince(now: number): Promise<number | undefined>;
  /** Answered questions of a workspace or server among the newest `limit` of all since then, the newest first. */
  answeredSince(
    place: Pick<ThreadRef, 'platform' | 'installation'>,
    since: number,
    limit: number,
  ): Promise<readonly AnsweredQuestion[]>;
  /**
   * Claims something that is done once, by its name: a report, a warning about a budget. False: it is done, or another
   * process is doing it until its claim expires.
   */
  claimRun(name: string, now: number, until: number): Promise<boolean>;
  /** `isDone`: it is never claimed again; otherwise at once. */
  endRun(name: string, isDone: boolean): Promise<void>;
  /** Removes what is known of a person, their words and the answers to them; their open turns end. */
  forget(person: string, now: number): Promise<RemovedCounts>;
  /** Platforms with workspaces that installed the app, for whichever process: those learn nothing of each other. */
  platformsApart(): Promise<readonly string[]>;
  /** Removes everything of a workspace, whose open turns end: the app was removed there. */
  removeInstallation(of: Pick<ThreadRef, 'platform' | 'installation'>, now: number): Promise<void>;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
