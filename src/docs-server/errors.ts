/**
 * Every failure of the documentation service that an operator must mend, by code. In: a code and a sentence for the
 * operator. Out: an error that carries both. Pure.
 */

/**
 * folder_missing: there is no such folder. folder_empty: it holds no page that can be served. pages_broken: most of its
 * pages cannot be read. address_in_use and address_refused: nothing can listen there. git_missing: no git command.
 * git_failed: the repository cannot be read; branch_missing: it has no such branch. config_wrong: the configuration file
 * is not as it should be. model_failed: the embedding model cannot be asked. docs_failed: a bug; its cause is in the log.
 */
export type DocsServerCode =
  | 'folder_missing'
  | 'folder_empty'
  | 'pages_broken'
  | 'address_in_use'
  | 'address_refused'
  | 'git_missing'
  | 'git_failed'
  | 'branch_missing'
  | 'config_wrong'
  | 'model_failed'
  | 'docs_failed';

/** The documentation service cannot start or cannot reload. Its message is a sentence that names what is wrong. */
export class DocsServerError extends Error {
  override readonly name = 'DocsServerError';
  readonly code: DocsServerCode;
  /** Of many faults each one, a line of its own. */
  readonly lines: readonly string[];

  constructor(code: DocsServerCode, sentence: string, cause?: unknown, lines: readonly string[] = []) {
    super(sentence, { cause });
    this.code = code;
    this.lines = lines;
  }
}
