/** The answers that helpers keep, each a file of one folder. Types only. */
import type { ThreadRef } from '../model/conversation.ts';
import type { FoundPage } from '../model/source.ts';

/** An answer from the team, to readers who ask the same. */
export interface KeptAnswer {
  readonly question: string;
  /** Markdown. */
  readonly text: string;
  /** `2026-05-03` */
  readonly keptOn: string;
  /** Who agreed that it is kept: its author, who kept it, or, as the helper says, somebody else who wrote it. */
  readonly consent: 'author' | 'confirmed';
  /** Where it was said, if that was in public. */
  readonly source?: string;
  /** Only readers of this site get it, and only where the search is narrowed alike, since that decides their version. */
  readonly site: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Where it was kept: people of other workspaces must not learn of it. */
  readonly place: Pick<ThreadRef, 'platform' | 'installation'>;
  /** The pages that it cites, as a search showed them when it was kept. */
  readonly pages: readonly FoundPage[];
  /** The day on which one of them was seen to have changed. */
  readonly staleSince?: string;
  /** The access groups that it is limited to: only where the filter gives them, or from a service that knows its readers. */
  readonly groups: readonly string[];
}

/** With the name of its file. */
export interface NamedAnswer extends KeptAnswer {
  readonly name: string;
}

/** A file as it was written. */
export interface KeptFile {
  readonly name: string;
  readonly text: string;
}

export interface KeptAnswers {
  /** Those that can be read now. Never fails. */
  all(): Promise<readonly NamedAnswer[]>;
  /** `replaces`: the file that it takes the place of. Fails with StoreError. */
  save(answer: KeptAnswer, replaces?: string): Promise<KeptFile>;
  /** Never fails. */
  markStale(name: string, day: string): Promise<void>;
  /** A link to a filled-in form for this file in a repository, if there is one, and whether its text fits into that. */
  readonly proposal: ((file: KeptFile) => { readonly link: string; readonly isWhole: boolean }) | undefined;
}
