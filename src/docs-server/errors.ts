/**
 * Every failure of the documentation service that an operator must mend, by code. In: a code and a sentence for the
 * operator. Out: an error that carries both. Pure.
 */

/**
 * folder_missing: there is no such folder. folder_empty: it holds no page that can be served. address_in_use and
 * address_refused: nothing can listen there.
 */
export type DocsServerCode = 'folder_missing' | 'folder_empty' | 'address_in_use' | 'address_refused';

/** The documentation service cannot start or cannot reload. Its message is a sentence that names what is wrong. */
export class DocsServerError extends Error {
  override readonly name = 'DocsServerError';
  readonly code: DocsServerCode;

  constructor(code: DocsServerCode, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.code = code;
  }
}
