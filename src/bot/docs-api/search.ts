/**
 * Searches a documentation service for the pages closest to a question. Hosted services and ours have the same
 * operation.
 */
import { parseJson } from '../../kit/base/json.ts';
import { searchPath } from '../../kit/wire/api.ts';
import { readSearchResults } from '../../kit/wire/search-call.ts';
import type { Source } from '../core/model/source.ts';
import { type Http, HttpFailure, textOf } from './http.ts';
import { createToUrl } from './page-urls.ts';

export interface SearchOptions {
  readonly domain: string;
  readonly siteUrl?: string | undefined;
}

export interface SearchQuery {
  readonly query: string;
  readonly filter?: object;
}

const limitMs = 5_000;
const maxPages = 5;
/** Enough for five whole pages; anything longer is not a list of results. */
const maxBodyChars = 1024 * 1024;
/** More than any search reads. */
const maxQueryChars = 2_000;

/**
 * Returns distinct pages of the site that can be linked, and none if the service cannot search. Takes at most 5 s, and
 * never fails.
 */
export async function searchAt(
  http: Http,
  { domain, siteUrl }: SearchOptions,
  { query, filter }: SearchQuery,
  signal: AbortSignal,
): Promise<readonly Source[]> {
  const body = { query: query.slice(0, maxQueryChars).toWellFormed(), pageSize: maxPages, ...(filter && { filter }) };
  const ending = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    const response = await http.send({ method: 'POST', path: searchPath(domain), body, signal: ending });
    const text = await textOf(response, maxBodyChars);
    const pages = text === undefined ? [] : readSearchResults(parseJson(text));
    const toUrl = createToUrl(siteUrl);
    const sources = pages.flatMap(({ path, title }) => {
      const url = toUrl(path);
      return url && isOn(url, siteUrl) ? [{ path, url, ...(title !== undefined && { title }) }] : [];
    });
    return [...new Map(sources.toReversed().map((source) => [source.url, source])).values()]
      .toReversed()
      .slice(0, maxPages);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return [];
  }
}

/** If the site is not configured, any URL that the service returns is accepted. */
function isOn(url: string, siteUrl: string | undefined): boolean {
  return siteUrl === undefined || new URL(url).origin === new URL(siteUrl).origin;
}
