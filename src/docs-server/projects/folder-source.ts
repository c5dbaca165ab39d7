/**
 * Where a project's docs come from: what every source offers, and the plainest one. In: a folder. Out: folders to read.
 */
import type { StoredCommit } from '../../store/service/updates.ts';

/** A folder to read, and the commit that it shows where it shows one. */
export interface Checkout {
  readonly docsDir: string;
  /** What its operator calls it. */
  readonly name: string;
  readonly commit?: StoredCommit;
  /** It is served now: the next start begins with it. */
  markServed(): Promise<void>;
  /** It was read and is not needed any more. */
  remove(): Promise<void>;
}

/** Fails with DocsServerError. */
export interface Source {
  /** What was served last, without the network. undefined: nothing was. */
  last(): Promise<Checkout | undefined>;
  /** The newest there is. `log` gets sentences for the update's log. */
  fetch(log: (line: string) => Promise<void>, signal: AbortSignal): Promise<Checkout>;
}

/** A folder on this machine, read where it stands. */
export function createFolderSource(docsDir: string): Source {
  const nothing = async (): Promise<void> => {};
  const checkout: Checkout = { docsDir, name: docsDir, markServed: nothing, remove: nothing };
  return { last: async () => checkout, fetch: async () => checkout };
}
