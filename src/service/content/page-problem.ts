/** Problems of pages that are not served, or not with all that they include. Pure. */

/** A page that is not served, and why; or what of a served page is left out. */
export interface PageProblem {
  /** Relative to the docs folder, with forward slashes. */
  readonly file: string;
  /** A plain sentence. */
  readonly reason: string;
  /** The page is served, without something that it includes. */
  readonly isServed?: true;
  /** The exception, if it is a bug of the reader. */
  readonly cause?: unknown;
}

/** The reader failed on this page, which is a bug. Without the error's message, which may quote the page. */
export function readerFailed(file: string, cause: unknown): PageProblem {
  const name = cause instanceof Error ? cause.name : 'unknown error';
  return { file, reason: `Docent failed to read it (${name}); please report this.`, cause };
}

/** Reading this page was given up, so that the others can be served. */
export function tookTooLong(file: string): PageProblem {
  return { file, reason: 'Docent takes too long to read it; please report this.' };
}

/** `guides/a.md: The file is not valid UTF-8.` A problem of the folder itself has no file name. */
export function toLine({ file, reason }: PageProblem): string {
  return file === '' ? reason : `${file}: ${reason}`;
}

/** The problems of pages that are not served. */
export function unserved(problems: readonly PageProblem[]): readonly PageProblem[] {
  return problems.filter(({ isServed }) => isServed !== true);
}
