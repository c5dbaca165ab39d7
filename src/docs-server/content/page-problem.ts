/** Pages that are not served, and why. Pure. */

/** A page that is not served, and why. */
export interface PageProblem {
  /** Relative to the docs folder, with forward slashes. */
  readonly file: string;
  /** A plain sentence. */
  readonly reason: string;
  /** The exception, where the fault is a bug of the reader. */
  readonly cause?: unknown;
}

/** The reader failed on this page, which is a bug; the other pages are served. The error's words may quote the page. */
export function readerFailed(file: string, cause: unknown): PageProblem {
  const name = cause instanceof Error ? cause.name : 'unknown error';
  return { file, reason: `Docent failed to read it (${name}); please report this.`, cause };
}

/** The reader needs more time for this page than all others need together; these are served. */
export function tookTooLong(file: string): PageProblem {
  return { file, reason: 'Docent needs too long to read it; please report this.' };
}

/** `guides/a.md: The file is not valid UTF-8.` The folder itself has no name in it. */
export function toLine({ file, reason }: PageProblem): string {
  return file === '' ? reason : `${file}: ${reason}`;
}
