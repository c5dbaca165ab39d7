/** The failures of the documentation service that an operator must fix, by code. */

/**
 * folder_missing: the folder does not exist. folder_empty: it has no page that can be served. pages_broken: most of its
 * pages cannot be read. address_in_use and address_refused: the service cannot listen there. git_missing: no git command.
 * git_failed: the repository cannot be read; branch_missing: it has no such branch. site_failed: the website cannot be read, or
 * has no page that can. config_wrong: a setting is not valid.
 * model_failed: the embedding model does not answer. docs_failed: a bug; its cause is in the log.
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
  | 'site_failed'
  | 'config_wrong'
  | 'model_failed'
  | 'docs_failed';

/** The documentation service cannot start or update. The message is a sentence for the operator that names what is wrong. */
export class DocsServerError extends Error {
  override readonly name = 'DocsServerError';
  readonly code: DocsServerCode;
  /** When there are several problems, one per line. */
  readonly lines: readonly string[];

  constructor(code: DocsServerCode, sentence: string, cause?: unknown, lines: readonly string[] = []) {
    super(sentence, { cause });
    this.code = code;
    this.lines = lines;
  }
}
