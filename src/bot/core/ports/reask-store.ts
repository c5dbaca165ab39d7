/** The part of the Store for questions that are asked again after a deployment. Types only. */
import type { AskedQuestion } from '../model/asked-question.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { AskableQuestion, Reask, ReaskedQuestion } from '../model/deployment.ts';
import type { Claim } from './claim.ts';
import type { CountedWindow, UseWindow } from './use-window.ts';

/** What people in one workspace or server may read: questions from there, and from platforms that are not kept apart. */
export interface SeenFrom extends Pick<ThreadRef, 'platform' | 'installation'> {
  /** Platforms whose workspaces must learn nothing about each other. */
  readonly apart: readonly string[];
}

export interface ReaskStore {
  /** Like `claimTurn`, but without an order. */
  claimReask(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Reask | undefined>;
  saveReask(reask: Claim, asked: readonly ReaskedQuestion[]): Promise<void>;
  /** Releases the claim. Of the questions, only the ids of those answered now are kept. */
  endReask(reask: Claim, answered: readonly string[], now: number): Promise<void>;
  /** Turns that were found to be answered after deployments that ended since then. */
  answeredAfterReask(since: number): Promise<ReadonlySet<string>>;
  /**
   * Questions since then, oldest first; the newest ones if there are more than `limit`. `seen`: omitted if only the operator
   * reads them.
   */
  askedSince(since: number, limit: number, seen?: SeenFrom): Promise<readonly AskedQuestion[]>;
  /** undefined if the turn is not, or no longer, stored. */
  findAskable(turn: string): Promise<AskableQuestion | undefined>;
  /** Counts one more use of the windows and returns the new counts; undefined if one of them is used up. */
  countUse(windows: readonly UseWindow[], now: number): Promise<readonly CountedWindow[] | undefined>;
}
