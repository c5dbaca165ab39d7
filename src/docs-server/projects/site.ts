/** The docs of one domain, as the HTTP operations see them. Types only. */
import type { Corpus } from '../search/ranking/corpus.ts';

/** The docs of one domain. */
export interface Site {
  readonly domain: string;
  readonly organization: string;
  /** undefined while they could not be read yet. */
  corpus(): Corpus | undefined;
}
