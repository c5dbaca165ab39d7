/**
 * Reads the pages of a website into a folder that the reader of folders reads: a file for each page, under its address. What to
 * read says llms-full.txt, else llms.txt, else the sitemap, else the links of the pages. Network and file system.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../kit/base/clock.ts';
import type { PublicFetch } from '../../kit/base/public-fetch.ts';
import { isHtmlPage } from '../content/formats/formats.ts';
import { directivesIn, htmlSigns, permissionsOf } from '../content/formats/html-signs.ts';
import { DocsServerError } from '../errors.ts';
import type { CrawlReport, FoundBy } from './crawl-report.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import { linksIn, pagesIn } from './llms-text.ts';
import { fileIn, fileOf, keyOf, looksEndless, pageIn, pageOfMarkdown, type Scope, scopeOf } from './page-address.ts';
import { type Answer, type KeptAnswer, type NoAnswer, openSite, type SiteClient, shown } from './site-client.ts';
import { maxSitemapBytes, maxSitemaps, parseSitemap } from './sitemap.ts';

/** A page in the folder, and the answer that it is from. */
export interface CrawledPage {
  readonly url: string;
  readonly file: string;
  readonly type: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface CrawlOptions {
  readonly settings: CrawlSettings;
  readonly fetch: PublicFetch;
  readonly clock: Clock;
  readonly version: string;
  /** Where the pages are written. */
  readonly folder: string;
  /** The answer of the crawl that is served, by the address that was asked. */
  readonly kept: (url: URL) => KeptAnswer | undefined;
  /** Whether pages of an earlier crawl are served, which this one must not make worse. */
  readonly isUpdate: boolean;
  readonly onPage: (done: number, known: number) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface Crawled {
  readonly pages: readonly CrawledPage[];
  readonly report: CrawlReport;
}

/** Fails with DocsServerError: site_failed, if nothing can be read, or too much of what is served could not be read again. */
export async function crawl(options: CrawlOptions): Promise<Crawled> {
  const start = new URL(options.settings.url);
  start.hash = '';
  start.search = '';
  const found = await new Crawl(start, options).run();
  if (!(found instanceof URL)) return found;
  return crawl({ ...options, settings: { ...options.settings, url: found.href } });
}

/** The reader of folders reads no longer ones. */
const maxPageBytes = 5_000_000;
/** Of addresses: pages that are made up may link to as many as they like. */
const maxKnown = 100_000;
const maxTextBytes = 50_000_000;
const concurrency = 2;
/** A page of llms-full.txt alone is no documentation. */
const leastTextPages = 2;
const maxIndexes = 20;
/** Enough to tell a page from a list, see `isHtmlPage`. */
const headChars = 4_096;
/** What is shown while scripts load. */
const leastTextChars = 60;
/** So many failures in a row: the site is down. */
const maxFailures = 10;
/** The share of pages of which a crawl may fail. */
const failedShare = 0.1;

class Crawl {
  readonly #options: CrawlOptions;
  readonly #start: URL;
  readonly #scope: Scope;
  #queue: URL[] = [];
  readonly #known = new Set<string>();
  readonly #hashes = new Set<string>();
  readonly #pages: CrawledPage[] = [];
  readonly #notes = new Map<string, string[]>();
  #bytes = 0;
  #visited = 0;
  #unchanged = 0;
  #failedInRow = 0;
  #stopped: string | undefined;
  /** Pages that could not be read, though they can be or could be before. */
  readonly #lost: string[] = [];

  constructor(start: URL, options: CrawlOptions) {
    this.#options = options;
    this.#start = start;
    this.#scope = scopeOf(start);
  }

  /** An address: the site is there now. */
  async run(): Promise<Crawled | URL> {
    const { clock, fetch, isUpdate, kept, signal, settings, version } = this.#options;
    const options = { fetch, clock, delayMs: settings.delayMs, signal, kept };
    const client = await openSite(this.#scope.origin, options, version);
    const first = await this.#page(client, this.#start);
    if ('kind' in first && first.kind !== 'gone') {
      const { target } = first;
      // The same site, with encryption.
      if (target?.protocol === 'https:' && target.hostname === this.#start.hostname && this.#start.protocol === 'http:')
        return new URL(this.#start.pathname, target.origin);
      throw this.#failed(`${shown(this.#start)} ${first.reason}${adviceFor(first)}.`);
    }
    const foundBy = await this.#read(client, first);
    if (this.#pages.length === 0) throw this.#nothingRead();
    if (isUpdate && this.#lost.length > this.#visited * failedShare) throw this.#tooMuchLost();
    return {
      pages: this.#pages,
      report: {
        foundBy,
        pages: this.#pages.length,
        unchanged: this.#unchanged,
        notes: this.#notes,
        stopped: this.#stopped,
      },
    };
  }

  async #read(client: SiteClient, first: Answer | NoAnswer): Promise<FoundBy> {
    if (await this.#readFullText(client)) return 'llms-full.txt';
    const texts = await this.#listedInText(client);
    if (texts.length > 0) {
      for (const url of texts) this.#add(url);
      await this.#drain(client, first, false);
      return 'llms.txt';
    }
    this.#add(this.#start);
    const listed = await this.#listedInSitemap(client);
    for (const url of listed) this.#add(url);
    await this.#drain(client, first, listed.length === 0);
    return listed.length === 0 ? 'links' : 'sitemap';
  }

  /** Whether the site has it, with the address of each page. */
  async #readFullText(client: SiteClient): Promise<boolean> {
    const answer = await this.#text(client, 'llms-full.txt');
    if (!answer) return false;
    const pages = pagesIn(answer.text).flatMap(({ address, markdown }) => {
      const url = fileIn(this.#scope, address, answer.url);
      return url ? [{ url: pageOfMarkdown(url), markdown }] : [];
    });
    if (pages.length < leastTextPages) return false;
    for (const { url, markdown } of pages) {
      if (this.#isFull()) break;
      if (!client.robots.allows(url.pathname)) this.#leaveOut(kinds.disallowed, url);
      else if (this.#isNew(url)) await this.#save(url, markdown, 'md', { url, type: 'text/markdown' });
    }
    return true;
  }

  /** Files and pages of an llms.txt, and of those that it lists. */
  async #listedInText(client: SiteClient): Promise<readonly URL[]> {
    const first = await this.#text(client, 'llms.txt');
    const open = first ? [first] : [];
    const indexes = new Set(open.map(({ url }) => url.href));
    const found: URL[] = [];
    for (let index = open.shift(); index; index = open.shift()) {
      for (const href of linksIn(index.text)) {
        const url = fileIn(this.#scope, href, index.url);
        if (!url) continue;
        if (!/\/llms(?:-[\w-]+)?\.txt$/.test(url.pathname)) {
          if (isMarkdown(url) || pageIn(this.#scope, href, index.url)) found.push(url);
        } else if (!indexes.has(url.href) && indexes.size < maxIndexes) {
          indexes.add(url.href);
          const inner = await this.#textAt(client, url);
          if (inner) open.push(inner);
        }
      }
    }
    return found;
  }

  async #listedInSitemap(client: SiteClient): Promise<readonly URL[]> {
    const { origin } = this.#scope;
    const named = client.robots.sitemaps.length > 0 ? client.robots.sitemaps : this.#places('sitemap.xml');
    const open = named.map((address) => URL.parse(address, origin));
    const found: URL[] = [];
    const seen = new Set<string>();
    for (let url = open.shift(); url !== undefined; url = open.shift()) {
      if (url?.origin !== origin || seen.has(url.href) || seen.size === maxSitemaps) continue;
      seen.add(url.href);
      const answer = await client.get(url, { maxBytes: maxSitemapBytes, isInside: (to) => to.origin === origin });
      if ('kind' in answer && answer.kind === 'failed') throw this.#failed(`${shown(url)} ${answer.reason}.`);
      if ('kind' in answer) continue;
      const { isIndex, listed } = parseSitemap(answer.text);
      if (isIndex) open.push(...listed.map((address) => URL.parse(address, answer.url.href)));
      else found.push(...listed.flatMap((address) => pageIn(this.#scope, address, answer.url) ?? []));
    }
    return found;
  }

  /** A text beside the pages, or at the root of the site. */
  async #text(client: SiteClient, name: string): Promise<Answer | undefined> {
    for (const path of this.#places(name)) {
      const answer = await this.#textAt(client, new URL(path, this.#scope.origin));
      if (answer) return answer;
    }
    return undefined;
  }

  /** undefined: there is none, or the site answers with a page. */
  async #textAt(client: SiteClient, url: URL): Promise<Answer | undefined> {
    const isInside = (to: URL): boolean => to.origin === this.#scope.origin;
    const answer = await client.get(url, { maxBytes: maxTextBytes, isInside });
    return 'kind' in answer || isHtml(answer) ? undefined : answer;
  }

  #places(name: string): readonly string[] {
    return [...new Set([`${this.#scope.folder}${name}`, `/${name}`])];
  }

  #page(client: SiteClient, url: URL): Promise<Answer | NoAnswer> {
    const isInside = (to: URL): boolean => fileIn(this.#scope, to.href, to) !== undefined;
    return client.get(url, { maxBytes: maxPageBytes, isInside });
  }

  /** `first` is what the start answered. */
  async #drain(client: SiteClient, first: Answer | NoAnswer, follows: boolean): Promise<void> {
    while (this.#queue.length > 0 && !this.#isFull()) {
      const next = this.#queue.splice(0, concurrency);
      await Promise.all(
        next.map(async (url) => {
          const answer = url.href === this.#start.href ? first : await this.#page(client, url);
          await this.#take(url, answer, follows);
        }),
      );
      this.#visited += next.length;
      await this.#options.onPage(this.#visited, this.#visited + this.#queue.length);
    }
  }

  /** Sets why, if it is. */
  #isFull(): boolean {
    const { maxPages, maxMegabytes } = this.#options.settings;
    const more = this.#queue.length > 0 ? ` with ${this.#queue.length} addresses unread` : '';
    if (this.#pages.length >= maxPages) this.#stopped = `maxPages is ${maxPages}, reached${more}`;
    // Pages that are not served are read, too.
    else if (this.#visited >= 2 * maxPages + concurrency)
      this.#stopped = `of ${this.#visited} addresses only ${this.#pages.length} are pages`;
    else if (this.#bytes >= maxMegabytes * 1_000_000) this.#stopped = `maxMegabytes is ${maxMegabytes}, reached${more}`;
    return this.#stopped !== undefined;
  }

  /** Queues an address that is new. */
  #add(url: URL): void {
    if (!this.#isNew(isMarkdown(url) ? pageOfMarkdown(url) : url)) return;
    if (looksEndless(url)) this.#leaveOut('addresses that look endless', url);
    else this.#queue.push(url);
  }

  #isNew(url: URL): boolean {
    const key = keyOf(url);
    if (this.#known.has(key) || this.#known.size === maxKnown) return false;
    this.#known.add(key);
    return true;
  }

  async #take(url: URL, answer: Answer | NoAnswer, follows: boolean): Promise<void> {
    if ('kind' in answer) return this.#lose(url, answer);
    this.#failedInRow = 0;
    const isMoved = keyOf(answer.url) !== keyOf(url);
    if (isMoved && !this.#isNew(answer.url)) return this.#leaveOut('another address of a page', url);
    const hash = createHash('sha256').update(answer.text).digest('base64');
    if (this.#hashes.has(hash)) return this.#leaveOut('the same as another page', url);
    this.#hashes.add(hash);
    if (isHtml(answer)) return this.#takeHtml(answer, follows);
    if (!isMarkdown(answer.url) && answer.type !== 'text/markdown') return this.#leaveOut('not HTML', url);
    await this.#save(pageOfMarkdown(answer.url), answer.text, 'md', answer);
  }

  async #takeHtml(answer: Answer, follows: boolean): Promise<void> {
    const { url, text } = answer;
    const signs = htmlSigns(text);
    const base = URL.parse(signs.base ?? '', url.href) ?? url;
    const said = permissionsOf(new Set(directivesIn(answer.robots)));
    if (follows && signs.isFollowed && said.isFollowed) {
      for (const href of signs.links) {
        const page = pageIn(this.#scope, href, base);
        if (page) this.#add(page);
      }
    }
    if (!signs.isIndexed || !said.isIndexed) return this.#leaveOut('marked noindex', url);
    const canonical = pageIn(this.#scope, signs.canonical ?? '', base);
    // A template that names the start page on every page is wrong.
    if (
      signs.canonical !== undefined &&
      canonical &&
      ![url, this.#start].some((one) => keyOf(one) === keyOf(canonical))
    ) {
      this.#add(canonical);
      return this.#leaveOut('another address of a page', url);
    }
    if (!isHtmlPage(text.slice(0, headChars), url.pathname.slice(1))) return this.#leaveOut('lists and redirects', url);
    if (signs.hasScripts && signs.textChars < leastTextChars) return this.#leaveOut(withoutText, url);
    await this.#save(url, text, 'html', answer);
  }

  async #lose(url: URL, { kind, reason }: NoAnswer): Promise<void> {
    const before = this.#options.kept(url);
    // A failure that may pass takes no page away.
    const text = kind === 'failed' ? await before?.text() : undefined;
    const why = kind === 'broken' || kind === 'failed' ? reason : kinds[kind];
    if (text === undefined) this.#leaveOut(why, url);
    else this.#note(`Kept as it was, since the site ${why}`, url);
    if (kind === 'failed' || (kind === 'forbidden' && before)) this.#lost.push(url.href);
    this.#failedInRow = kind === 'failed' ? this.#failedInRow + 1 : 0;
    if (this.#failedInRow >= maxFailures)
      throw this.#failed(
        `${this.#failedInRow} pages in a row could not be read, the last one ${shown(url)}, which ${reason}.`,
      );
    if (!before || text === undefined) return;
    if (isMarkdown(url) || before.type === 'text/markdown')
      await this.#save(pageOfMarkdown(url), text, 'md', { ...before, url });
    else await this.#save(url, text, 'html', { ...before, url });
  }

  async #save(
    url: URL,
    text: string,
    ending: 'html' | 'md',
    { url: asked, type, etag, lastModified, isUnchanged }: Pick<Answer, 'url' | 'type'> & Partial<Omit<Answer, 'text'>>,
  ): Promise<void> {
    const file = fileOf(url, ending);
    if (file === undefined) return this.#leaveOut('addresses that no file can have', url);
    const path = join(this.#options.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    this.#bytes += Buffer.byteLength(text);
    if (isUnchanged) this.#unchanged += 1;
    this.#pages.push({ url: asked.href, file, type, etag, lastModified });
  }

  #leaveOut(why: string, url: URL): void {
    this.#note(`Left out, ${why}`, url);
  }

  #note(what: string, url: URL): void {
    const others = this.#notes.get(what);
    if (others) others.push(shown(url));
    else this.#notes.set(what, [shown(url)]);
  }

  #failed(sentence: string): DocsServerError {
    return new DocsServerError('site_failed', sentence);
  }

  #nothingRead(): DocsServerError {
    const start = shown(this.#start);
    if (this.#notes.has(`Left out, ${withoutText}`)) {
      const advice =
        'name the folder or repository of the docs, or have the site publish rendered pages or llms-full.txt';
      return this.#failed(`The pages of ${start} have no text without JavaScript: ${advice}.`);
    }
    const [first] = this.#notes;
    const why = first ? ` ${first[0]}: ${first[1][0]}.` : '';
    return this.#failed(`${start} has no page that can be read.${why}`);
  }

  #tooMuchLost(): DocsServerError {
    const [first] = this.#lost;
    return this.#failed(
      `Of ${this.#visited} pages of ${shown(this.#start)}, ${this.#lost.length} could not be read (${first}).`,
    );
  }
}

const kinds = {
  disallowed: 'disallowed by robots.txt',
  gone: 'not found',
  forbidden: 'forbidden',
  elsewhere: 'redirects out of the site',
} as const;

const withoutText = 'without text unless scripts run';

function isHtml({ type, text }: Answer): boolean {
  return type === '' ? /^\s*<(?:!doctype|html)\b/i.test(text) : /^(?:text\/html|application\/xhtml\+xml)$/.test(type);
}

function isMarkdown({ pathname }: URL): boolean {
  return /\.(?:mdx?|txt)$/i.test(pathname);
}

function adviceFor({ kind, target, reason }: NoAnswer): string {
  if (kind === 'elsewhere') return `: name ${target ? shown(target) : 'that'} instead`;
  if (kind === 'forbidden') return ': the site does not let Docent read it';
  return reason.includes('private network') ? ' (crawl.privateAddresses in docs.yaml allows it)' : '';
}
