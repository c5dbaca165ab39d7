/**
 * The requests of one crawl: what robots.txt allows, a few at a time with a pause between them, redirects followed inside the
 * site, answers that have not changed taken from the crawl before.
 */
import { gunzipSync } from 'node:zlib';
import type { Clock } from '../../kit/base/clock.ts';
import { PrivateAddressError, type PublicFetch, type PublicResponse } from '../../kit/base/public-fetch.ts';
import { retryAfterMs } from '../../kit/base/retry-after.ts';
import { DocsServerError } from '../errors.ts';
import { parseRobots, type Robots } from './robots.ts';
import { maxSitemapBytes } from './sitemap.ts';

/** An answer that was kept. */
export interface KeptAnswer {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly type: string;
  /** undefined: it cannot be read any more. */
  text(): Promise<string | undefined>;
}

export interface Answer {
  /** After redirects. */
  readonly url: URL;
  readonly text: string;
  /** In lower case, without parameters. */
  readonly type: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** The header `X-Robots-Tag`. */
  readonly robots: string;
  readonly isUnchanged: boolean;
}

/** Why there is no answer. */
export interface NoAnswer {
  /** `failed` may pass; `broken` is an answer that cannot be used. */
  readonly kind: 'disallowed' | 'gone' | 'forbidden' | 'elsewhere' | 'broken' | 'failed';
  /** As a clause about the address: `answers 503`. */
  readonly reason: string;
  /** Where it redirects to, if `elsewhere`. */
  readonly target?: URL;
}

export interface SiteClientOptions {
  readonly fetch: PublicFetch;
  readonly clock: Clock;
  /** Between the beginnings of two requests; robots.txt may ask for more. */
  readonly delayMs: number;
  readonly signal: AbortSignal;
  /** The answer of an earlier crawl. */
  kept(url: URL): KeptAnswer | undefined;
}

export interface Wanted {
  readonly maxBytes: number;
  /** Whether a redirect may lead there. */
  isInside(url: URL): boolean;
}

export interface SiteClient {
  readonly robots: Robots;
  get(url: URL, wanted: Wanted): Promise<Answer | NoAnswer>;
}

/** The name by which robots.txt may address us. */
const agentName = 'docent';
const maxRobotsBytes = 500_000;
const maxRedirects = 5;
const maxTries = 3;
/** Longer waits that a site asks for are not worth it: the next crawl will come. */
const maxRetryMs = 60_000;
const retryMs = 2_000;
const maxDelayMs = 10_000;

/** Reads robots.txt. Fails with DocsServerError: site_failed. */
export async function openSite(origin: string, options: SiteClientOptions, version: string): Promise<SiteClient> {
  const { fetch, clock, signal, kept } = options;
  const headers = { 'user-agent': `Docent/${version} (documentation assistant)`, accept: 'text/html,text/*;q=0.9' };
  let delayMs = options.delayMs;
  let nextAt = 0;

  // Where it redirects to is the site's own decision (RFC 9309, section 2.3.1.2).
  const rules = await followed(new URL('/robots.txt', origin), { maxBytes: maxRobotsBytes, isInside: () => true });
  if ('kind' in rules && rules.kind === 'failed')
    throw new DocsServerError('site_failed', `${origin} cannot be read: its robots.txt ${rules.reason}.`);
  const robots = parseRobots('kind' in rules ? '' : rules.text, agentName);
  delayMs = Math.max(delayMs, Math.min(robots.delayMs ?? 0, maxDelayMs));
  return { robots, get: (url, wanted) => followed(url, wanted, robots) };

  async function followed(first: URL, { maxBytes, isInside }: Wanted, rules?: Robots): Promise<Answer | NoAnswer> {
    const seen = new Set<string>();
    let url = first;
    while (!seen.has(url.href) && seen.size <= maxRedirects) {
      if (rules?.allows(url.pathname + url.search) === false)
        return { kind: 'disallowed', reason: 'is disallowed by robots.txt' };
      seen.add(url.href);
      const response = await tried(url, maxBytes);
      if ('kind' in response) return response;
      if (!isRedirect(response.status)) return toAnswer(url, response);
      const target = URL.parse(response.header('location') ?? '', url.href);
      if (!target || !/^https?:$/.test(target.protocol)) return { kind: 'broken', reason: 'redirects to no address' };
      target.hash = '';
      if (!isInside(target)) return { kind: 'elsewhere', reason: `redirects to ${shown(target)}`, target };
      url = target;
    }
    return { kind: 'broken', reason: 'redirects in a circle' };
  }

  async function tried(url: URL, maxBytes: number): Promise<PublicResponse | NoAnswer> {
    const before = kept(url);
    for (let tries = 1; ; tries += 1) {
      await turn();
      signal.throwIfAborted();
      const response = await fetch
        .get(url, {
          headers: {
            ...headers,
            ...(before?.etag !== undefined && { 'if-none-match': before.etag }),
            ...(before?.lastModified !== undefined && { 'if-modified-since': before.lastModified }),
          },
          maxBytes,
          signal,
        })
        .catch(toNoAnswer);
      signal.throwIfAborted();
      const mayPass = 'kind' in response ? response.kind === 'failed' : isBusy(response.status);
      if (!mayPass || tries === maxTries) return response;
      const asked = 'kind' in response ? undefined : retryAfterMs(response.header('retry-after'), clock.now());
      if ((asked ?? 0) > maxRetryMs) return response;
      nextAt = Math.max(nextAt, clock.now() + (asked ?? retryMs));
    }
  }

  /** Resolves when the next request may begin. */
  async function turn(): Promise<void> {
    const at = Math.max(nextAt, clock.now());
    nextAt = at + delayMs;
    if (at > clock.now()) await clock.wait(at - clock.now(), signal);
  }

  async function toAnswer(url: URL, { status, header, bytes }: PublicResponse): Promise<Answer | NoAnswer> {
    const old = status === 304 ? kept(url) : undefined;
    const before = await old?.text();
    if (before === undefined && status !== 200) return refusalOf(status);
    const plain = unzipped(bytes);
    if (plain === undefined) return { kind: 'broken', reason: 'cannot be decompressed' };
    const [type = '', parameters = ''] = (header('content-type') ?? '').toLowerCase().split(';', 2);
    return {
      url,
      text: before ?? decodedBytes(plain, parameters),
      // The answer that nothing has changed need not repeat them.
      type: old?.type ?? type.trim(),
      etag: header('etag') ?? old?.etag,
      lastModified: header('last-modified') ?? old?.lastModified,
      robots: header('x-robots-tag') ?? '',
      isUnchanged: before !== undefined,
    };
  }
}

const charset = /charset=["']?([\w-]{1,40})/i;
/** The standard has it there. */
const maxCharsetBytes = 1_024;

/** By the charset that the header says, else the page, else as UTF-8. */
function decodedBytes(bytes: Uint8Array, parameters: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, maxCharsetBytes));
  const [, named = 'utf-8'] = charset.exec(parameters) ?? charset.exec(head) ?? [];
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    // An encoding that does not exist.
    return new TextDecoder().decode(bytes);
  }
}

/** An address for messages, without its query. */
export function shown({ origin, pathname }: URL): string {
  return origin + pathname;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}

function refusalOf(status: number): NoAnswer {
  const reason = `answers ${status}`;
  if (status === 404 || status === 410) return { kind: 'gone', reason };
  if (isBusy(status)) return { kind: 'failed', reason };
  return { kind: status === 401 || status === 403 || status === 451 ? 'forbidden' : 'broken', reason };
}

function toNoAnswer(error: unknown): NoAnswer {
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof PrivateAddressError) return { kind: 'broken', reason: 'is in a private network' };
  if (cause instanceof RangeError) return { kind: 'broken', reason: 'is too large' };
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return { kind: 'failed', reason: 'does not answer in time' };
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return { kind: 'failed', reason: `cannot be reached${code}` };
}

/** A compressed sitemap comes as it is. undefined: it expands to more than any sitemap. */
function unzipped(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxSitemapBytes });
  } catch {
    return undefined;
  }
}
