/**
 * What the core asks of whatever keeps its questions, turns and deployments: the Store. Types only.
 */
import type {
  AssistantThread,
  Deployment,
  DeploymentRequest,
  DeploymentState,
  Exchange,
  OpenNotice,
  Question,
  Shown,
  ThreadRef,
  Turn,
  TurnState,
} from '../model/conversation.ts';
import type { Source } from '../model/reply.ts';
import type { Place, ShardLease } from './platform.ts';

/** How a turn ended. */
export interface TurnEnd {
  readonly state: Extract<TurnState, 'answered' | 'failed' | 'stopped'>;
  /** An error's code, or none. */
  readonly code?: string;
  readonly answer: string;
  readonly sources: readonly Source[];
}

/**
 * A turn or deployment as one process claimed it. Each claim counts one more try, so the two together name the claim: what
 * an earlier claimant still writes is refused.
 */
export interface Claim {
  readonly id: string;
  readonly tries: number;
}

/**
 * What is kept. Every method fails with StoreError; those that take a claim fail with ClaimLostError when another process
 * claimed or ended it since. Times are milliseconds since 1970. A claim has an owner and a time until which it holds; one
 * that ran out may be taken by anybody.
 */
export interface Store {
  /**
   * One transaction: the conversation is found or made, the turn is written. `duplicate`: this question was accepted
   * before. `not_ours`: a follow-up in a thread that has no conversation.
   */
  accept(question: Question): Promise<{ readonly result: 'accepted' | 'duplicate' | 'not_ours' }>;
  /**
   * Claims the oldest open turn of these platforms that nobody holds and that is the first open one of its
   * conversation; counts one more try. `busy`: ids that this process works on already, whatever became of their claims.
   */
  claimTurn(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Turn | undefined>;
  /** The thread was made, perhaps elsewhere than expected; the turn's question needs not be opened again. */
  saveOpenedThread(turn: Turn, thread: ThreadRef, notice: OpenNotice | undefined): Promise<void>;
  /** undefined forgets it. */
  saveAssistantThread(turn: Claim, thread: AssistantThread | undefined): Promise<void>;
  /** Ended turns of the conversation before this turn, newest first, at most `limit`. */
  history(turn: Turn, limit: number): Promise<readonly Exchange[]>;
  /** `answer`: the text of which it shows the shares. */
  saveTurnShown(turn: Claim, shown: readonly Shown[], answer: string): Promise<void>;
  endTurn(turn: Claim, end: TurnEnd, now: number): Promise<void>;

  acceptDeployment(request: DeploymentRequest): Promise<{ readonly result: 'accepted' | 'duplicate' }>;
  /** Like claimTurn; deployments know no order. */
  claimDeployment(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Deployment | undefined>;
  saveDeploymentShown(deployment: Claim, shown: readonly Shown[]): Promise<void>;
  /** With an end state the claim is released. */
  saveDeployment(
    deployment: Claim,
    change: { readonly state: DeploymentState; readonly statusId?: string; readonly code?: string },
    now: number,
  ): Promise<void>;

  /**
   * The time by which claims hold: the database's, where several processes share it, since their own clocks differ and
   * jump.
   */
  now(): Promise<number>;
  /** Holds these claims of this owner until then. */
  renew(owner: string, ids: readonly string[], until: number): Promise<void>;
  /** This process has work, until then at most unless it says so again. Gives how many have. */
  announce(owner: string, now: number, until: number): Promise<number>;
  /** Lets go of every claim of this owner, which no longer counts as alive; or of one turn or deployment. */
  release(owner: string, id?: string): Promise<void>;
  /** Until when a platform has taken all that was said, by its own names for places. */
  readCursors(platform: string): Promise<ReadonlyMap<string, number>>;
  /** A later time stays. */
  saveReadCursors(platform: string, until: ReadonlyMap<string, number>): Promise<void>;
  /** What Handlers.shards does, for this owner. */
  leaseShards(holding: {
    readonly platform: string;
    readonly owner: string;
    /** Shards are numbered from 0 and below it. */
    readonly count: number;
    readonly apartMs: number;
    readonly now: number;
    readonly until: number;
  }): Promise<Omit<ShardLease, 'until'>>;
  releaseShards(platform: string, owner: string, shards: readonly number[]): Promise<void>;
  /** Tells whoever writes there, in whichever process, that the reader wants no more; at once, but without a promise. */
  stop(place: Place): Promise<void>;
  /** Calls back when somebody is told so; until what it gives is called. Never fails. */
  onStop(place: Place, stopped: () => void): () => void;
  /** When the oldest question was asked that nobody works on. */
  waitingSince(now: number): Promise<number | undefined>;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
