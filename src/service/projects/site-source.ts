/**
 * A website as a source of docs. Each crawl has a folder of its own in the data folder; the one that is served is named in
 * `crawl.json` beside it, with what the site said about each page, so that the next crawl fetches only what has changed.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import { parseJson } from '../../kit/base/json.ts';
import { createPublicFetch, type PublicFetch } from '../../kit/base/public-fetch.ts';
import { version } from '../../kit/base/version.ts';
import type { OnProgress } from '../content/pages.ts';
import { type CrawledPage, crawl } from '../sites/crawl.ts';
import { reportLines } from '../sites/crawl-report.ts';
import type { CrawlSettings } from '../sites/crawl-settings.ts';
import type { KeptAnswer } from '../sites/site-client.ts';
import type { Checkout, Source } from './folder-source.ts';

export interface SiteSourceOptions {
  readonly clock?: Clock;
  /** Default: one for each crawl. */
  readonly fetch?: PublicFetch;
  readonly onProgress?: OnProgress | undefined;
}

/** A crawl that is served. */
interface Kept {
  readonly version: typeof formVersion;
  readonly url: string;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly pages: readonly CrawledPage[];
}

/** Of what is kept: one of another version is crawled anew. */
const formVersion = 1;
const requestMs = 30_000;
/** A line in the log of an update. */
const pagesPerLine = 100;

/** The folders are in `dataDir/NAME.site`. */
export function createSiteSource(
  settings: CrawlSettings,
  dataDir: string,
  name: string,
  { clock = systemClock, fetch: given, onProgress }: SiteSourceOptions = {},
): Source {
  const root = resolve(dataDir, `${name}.site`);
  const file = join(root, 'crawl.json');
  return {
    async last() {
      const kept = await readKept(file, settings.url);
      return kept && checkoutOf(kept);
    },
    async fetch(log, signal) {
      const before = await readKept(file, settings.url);
      await removeOthers(root, before?.folder);
      const fetchedAt = clock.now();
      await mkdir(root, { recursive: true });
      const folder = basename(await mkdtemp(join(root, 'pages-')));
      // The reader looks for settings and includes up to the root of a repository.
      await mkdir(join(root, folder, '.git'));
      const { privateAddresses: allowsPrivate } = settings;
      const fetch = given ?? createPublicFetch({ clock, limitMs: requestMs, allowsPrivate });
      try {
        const { pages, report } = await crawl({
          settings,
          fetch,
          clock,
          version,
          folder: join(root, folder),
          kept: answersOf(root, before),
          isUpdate: before !== undefined,
          async onPage(done, known) {
            onProgress?.(done, known);
            if (done % pagesPerLine === 0) await log(`${done} of ${known} pages have been fetched.`);
          },
          signal,
        });
        for (const line of reportLines(report)) await log(line);
        return checkoutOf({ version: formVersion, url: settings.url, folder, fetchedAt, pages });
      } catch (error) {
        await rm(join(root, folder), { recursive: true, force: true });
        throw error;
      } finally {
        await fetch.close();
      }
    },
  };

  function checkoutOf(kept: Kept): Checkout {
    return {
      docsDir: join(root, kept.folder),
      name: settings.url,
      fetchedAt: kept.fetchedAt,
      async markServed() {
        await writeFile(`${file}.new`, JSON.stringify(kept));
        await rename(`${file}.new`, file);
        await removeOthers(root, kept.folder);
      },
      remove: async () => {},
    };
  }
}

/** undefined: there is none, or one of another site. */
async function readKept(file: string, url: string): Promise<Kept | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  // Written above, by this version.
  const kept = parseJson(text) as Partial<Kept> | undefined;
  return kept?.version === formVersion && kept.url === url ? (kept as Kept) : undefined;
}

async function removeOthers(root: string, served: string | undefined): Promise<void> {
  const names = await readdir(root).catch(() => []);
  const others = names.filter((name) => name.startsWith('pages-') && name !== served);
  await Promise.all(others.map((name) => rm(join(root, name), { recursive: true, force: true })));
}

function answersOf(root: string, before: Kept | undefined): (url: URL) => KeptAnswer | undefined {
  const pages = new Map(before?.pages.map((page) => [page.url, page]));
  return ({ href }) => {
    const page = pages.get(href);
    return (
      page && {
        ...page,
        text: () => readFile(join(root, before?.folder ?? '', page.file), 'utf8').catch(() => undefined),
      }
    );
  };
}
