/** The docs of one domain, as the HTTP operations see them. */
import type { Corpus } from '../search/ranking/corpus.ts';

/** The docs of one domain. */
export interface Site {
  readonly domain: string;
  readonly organization: string;
  /** undefined until they have been read. */
  corpus(): Corpus | undefined;
}
