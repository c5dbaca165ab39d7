/** What the Store keeps of questions that are asked again after a deployment. Types only. */
import type { AskedQuestion } from '../model/asked-question.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { AskableQuestion, Reask, ReaskedQuestion } from '../model/deployment.ts';
import type { Claim } from './claim.ts';
import type { CountedWindow, UseWindow } from './use-window.ts';

/** What people in one workspace or server may read: what was asked there, and on platforms that are not kept apart. */
export interface SeenFrom extends Pick<ThreadRef, 'platform' | 'installation'> {
  /** Platforms whose workspaces learn nothing of each other. */
  readonly apart: readonly string[];
}

export interface ReaskStore {
  /** Like claimTurn; they have no order. */
  claimReask(
    owner: string,
    now: number,
    until: number,
    platforms: readonly string[],
    busy?: readonly string[],
  ): Promise<Reask | undefined>;
  saveReask(reask: Claim, asked: readonly ReaskedQuestion[]): Promise<void>;
  /** Its claim is released; of the questions only which of them are answered now stays stored. */
  endReask(reask: Claim, answered: readonly string[], now: number): Promise<void>;
  /** Turns that were found answered after deployments that ended since then. */
  answeredAfterReask(since: number): Promise<ReadonlySet<string>>;
  /**
   * What was asked since then, oldest first; of more than `limit` the newest. `seen`: missing where it is read by the
   * operator only who runs us.
   */
  askedSince(since: number, limit: number, seen?: SeenFrom): Promise<readonly AskedQuestion[]>;
  /** undefined: the turn is not stored (any more). */
  findAskable(turn: string): Promise<AskableQuestion | undefined>;
  /** Counts one more use of windows, and returns what is counted then; undefined: one of them allows no more. */
  countUse(windows: readonly UseWindow[], now: number): Promise<readonly CountedWindow[] | undefined>;
}
