/** A website for one test, and crawls of it into a folder of the test's own. No network, and time moved by hand. */

import type { Clock } from '../../../src/kit/base/clock.ts';
import type { PublicFetch } from '../../../src/kit/base/public-fetch.ts';
import { toSiteAddress } from '../../../src/service/content/addresses.ts';
import { nothingKnown } from '../../../src/service/content/known-pages.ts';
import { readChanges } from '../../../src/service/content/pages.ts';
import { DocsServerError } from '../../../src/service/errors.ts';
import type { Checkout } from '../../../src/service/projects/folder-source.ts';
import { createSiteSource } from '../../../src/service/projects/site-source.ts';
import { type CrawlSettings, defaultCrawl } from '../../../src/service/sites/crawl-settings.ts';
import { docsFolder } from '../folder.ts';

/** HTML, or anything else that a server may answer. */
export type Route =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      readonly error?: Error;
    };
export type Routes = Record<string, Route | ((request: number) => Route)>;

export interface Website {
  readonly fetch: PublicFetch;
  /** Nothing else happens while a crawl waits, so every wait is over at once. */
  readonly clock: Clock;
  /** By path, or by whole address for another host. They may be changed. */
  readonly routes: Routes;
  /** What was asked for, in this order. */
  readonly requests: {
    readonly path: string;
    readonly at: number;
    readonly headers: Readonly<Record<string, string>>;
  }[];
}

export const origin = 'https://docs.example.com';

export function website(routes: Routes): Website {
  let now = Date.UTC(2026, 0, 5, 9);
  const clock: Clock = {
    now: () => now,
    async wait(waitMs) {
      now += waitMs;
    },
  };
  const requests: Website['requests'] = [];
  const fetch: PublicFetch = {
    async get(url, { headers, maxBytes }) {
      const path = url.origin === origin ? url.pathname : url.href;
      requests.push({ path, at: clock.now(), headers });
      const found = routes[path] ?? { status: 404 };
      const nth = requests.filter((request) => request.path === path).length;
      const route = typeof found === 'function' ? found(nth) : found;
      const answer = typeof route === 'string' ? { headers: { 'content-type': 'text/html' }, body: route } : route;
      if (answer.error) throw answer.error;
      const { status = 200, headers: sent = {}, body = '' } = answer;
      const isSame = sent.etag !== undefined && headers['if-none-match'] === sent.etag;
      const bytes = isSame ? new Uint8Array() : Buffer.from(body);
      if (bytes.length > maxBytes) throw new RangeError('the response is too long');
      return { status: isSame ? 304 : status, header: (name) => sent[name], bytes };
    },
    close: async () => {},
  };
  return { fetch, clock, routes, requests };
}

export function page(title: string, ...links: readonly string[]): string {
  const list = links.map((href) => `<a href="${href}">${href}</a>`).join(' ');
  return `<!doctype html><html><head><title>${title}</title></head><body><nav>${list}</nav><main><h1>${title}</h1>
<p>This page explains ${title} in a whole sentence, long enough to be one.</p></main></body></html>`;
}

export interface CrawlOutcome {
  /** The addresses that answers would name. */
  readonly addresses: readonly string[];
  readonly titles: readonly string[];
  /** All that the pages say. */
  readonly text: string;
  /** Of the update's log. */
  readonly lines: readonly string[];
  readonly checkout: Checkout;
}

/** Crawls of the same site and folder, one after the other; each is served unless it fails. */
export function crawling(
  site: Website,
  settings: Partial<CrawlSettings> = {},
  dataDir = docsFolder({}),
): () => Promise<CrawlOutcome> {
  const all = { ...defaultCrawl, delayMs: 0, url: `${origin}/`, ...settings };
  const source = createSiteSource(all, dataDir, 'docs', site);
  return async () => {
    const lines: string[] = [];
    const log = async (line: string): Promise<void> => void lines.push(line);
    const checkout = await source.fetch(log, new AbortController().signal);
    const read = { siteUrl: origin, site: { generator: 'published' } };
    const { changed } = await readChanges(checkout.docsDir, nothingKnown, read);
    await checkout.markServed();
    const pages = changed.map((one) => one.page());
    return {
      addresses: pages.map(({ path }) => toSiteAddress(path, origin)).sort(),
      titles: pages.map(({ title }) => title).sort(),
      text: JSON.stringify(pages),
      lines,
      checkout,
    };
  };
}

/** The sentence with which a crawl fails. */
export async function failureOf(crawl: () => Promise<unknown>): Promise<string> {
  try {
    await crawl();
  } catch (error) {
    if (error instanceof DocsServerError) return error.message;
    throw error;
  }
  throw new Error('the crawl did not fail');
}
