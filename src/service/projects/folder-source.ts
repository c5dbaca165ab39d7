/** The contract of every source of docs, and the simplest one, a folder on this machine. */
import type { StoredCommit } from '../store/updates.ts';

/** A folder to read, and its commit, if any. */
export interface Checkout {
  readonly docsDir: string;
  /** For messages to the operator. */
  readonly name: string;
  readonly commit?: StoredCommit;
  /** When they were fetched, in milliseconds since 1970; missing for a folder that is read in place. */
  readonly fetchedAt?: number;
  /** Call it once this checkout is served, so that the next start begins with it. */
  markServed(): Promise<void>;
  /** Call it once this checkout has been read. */
  remove(): Promise<void>;
}

/** Fails with DocsServerError. */
export interface Source {
  /** The docs that were served last, without network access. undefined: there are none. */
  last(): Promise<Checkout | undefined>;
  /** The newest docs. `log` receives sentences for the update's log. */
  fetch(log: (line: string) => Promise<void>, signal: AbortSignal): Promise<Checkout>;
}

/** A folder on this machine, read in place. */
export function createFolderSource(docsDir: string): Source {
  const nothing = async (): Promise<void> => {};
  const checkout: Checkout = { docsDir, name: docsDir, markServed: nothing, remove: nothing };
  return { last: async () => checkout, fetch: async () => checkout };
}
