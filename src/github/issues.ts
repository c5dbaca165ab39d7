/** An IssueTracker that uses GitHub's REST API. The client is loaded on first use: most bots never file an issue. */
import type { Clock } from '../base/clock.ts';
import { fetchWithin } from '../base/http-call.ts';
import { stringAt, valueAt } from '../base/json.ts';
import { type IssueCode, IssueError } from '../core/model/errors.ts';
import type { IssueTracker, NewIssue } from '../core/ports/issues.ts';

export interface GithubOptions {
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  /** Without a trailing slash. Defaults to GitHub's own. */
  readonly apiUrl?: string;
  readonly clock: Clock;
}

const limitMs = 10_000;
/** Source: docs.github.com rest/issues/issues, List repository issues (per_page: max 100), 2026-11-23. */
const maxListed = 100;

export function createIssueTracker({ repository, token, apiUrl, clock }: GithubOptions): IssueTracker {
  const [owner = '', repo = ''] = repository.split('/');

  return {
    async open({ title, body }: NewIssue) {
      const response = await call('POST /repos/{owner}/{repo}/issues', { title, body });
      const url = stringAt(response, 'html_url');
      if (url === undefined) throw new IssueError('unavailable');
      return url;
    },
    async find(marker, since) {
      const newest = { state: 'all', sort: 'created', direction: 'desc', per_page: maxListed };
      const range = { since: new Date(since).toISOString() };
      const listed = await call('GET /repos/{owner}/{repo}/issues', { ...newest, ...range });
      const found = Array.isArray(listed)
        ? listed.find((issue) => stringAt(issue, 'body')?.includes(marker))
        : undefined;
      return stringAt(found, 'html_url');
    },
  };

  /** The body of the response. */
  async function call(route: string, parameters: object): Promise<unknown> {
    const { request } = await import('@octokit/request');
    try {
      const { data } = await request(route, {
        ...(apiUrl !== undefined && { baseUrl: apiUrl }),
        headers: { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' },
        request: { fetch: (url: string, init: RequestInit) => fetchWithin(clock, limitMs, url, init) },
        ...{ owner, repo },
        ...parameters,
      });
      return data;
    } catch (error) {
      throw toIssueError(error);
    }
  }
}

/**
 * Translates by the response's status and headers; without a response, it is unknown whether the request arrived. The error's
 * request, which contains the token, is dropped.
 */
function toIssueError(error: unknown): IssueError {
  const response = valueAt(error, 'response');
  const status = valueAt(response, 'status');
  const headers = valueAt(response, 'headers');
  const cause = new Error(error instanceof Error ? error.message : 'no response');
  const isLimited = valueAt(headers, 'x-ratelimit-remaining') === '0' || valueAt(headers, 'retry-after') !== undefined;
  if (status === 429 || (status === 403 && isLimited)) return new IssueError('rate_limited', { cause });
  return new IssueError(codes.get(Number(status)) ?? 'unavailable', { cause });
}

/** Source: docs.github.com rest/issues/issues, Create an issue (status codes), 2026-11-23. */
const codes: ReadonlyMap<number, IssueCode> = new Map([
  [400, 'rejected'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [410, 'disabled'],
  [422, 'rejected'],
]);
