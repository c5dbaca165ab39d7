/**
 * Compares the pages of a docs folder with the site that is published from it: the address of every page, and its anchors where
 * the site was built here.
 */
import { decoded } from '../content/addresses.ts';
import { nothingKnown } from '../content/known-pages.ts';
import type { Page } from '../content/page.ts';
import { readChanges } from '../content/pages.ts';
import type { SiteSettings } from '../content/site.ts';
import { type DocsSummary, summaryLine } from '../content/summary.ts';
import { type Published, readPublished, toPlainPath } from './published.ts';

export interface SiteCheckOptions {
  readonly docsDir: string;
  readonly siteUrl?: string | undefined;
  readonly settings?: SiteSettings | undefined;
  /** A built site, a sitemap, or an address. undefined: the addresses are only computed. */
  readonly site?: string | undefined;
  readonly signal: AbortSignal;
}

/** A page, and where the site should show it. */
export interface Place {
  readonly file: string;
  /** Rooted; of an anchor with its `#`. */
  readonly address: string;
}

export interface SiteCheck {
  /** What is read and what is left out, in one line. */
  readonly line: string;
  readonly summary: DocsSummary;
  /** Of all pages. */
  readonly places: readonly Place[];
  readonly compared?: Comparison;
}

export interface Comparison {
  /** Pages that the site does not have at their address. */
  readonly missing: readonly Place[];
  /** Headings without their anchor on the built page. */
  readonly anchors: readonly Place[];
  /** Addresses of the site that no page has. */
  readonly others: readonly string[];
}

/** Fails as `readChanges` and `readPublished` do. */
export async function checkSite({ docsDir, siteUrl, settings, site, signal }: SiteCheckOptions): Promise<SiteCheck> {
  const published = site === undefined ? undefined : await readPublished(site, signal);
  const { changed, summary } = await readChanges(docsDir, nothingKnown, { siteUrl, site: settings, signal });
  const pages = changed.map(({ page }) => page());
  return {
    line: summaryLine(summary, pages),
    summary,
    places: pages.map(({ file, path }) => ({ file, address: path })),
    ...(published && { compared: await compare(pages, published, siteUrl) }),
  };
}

async function compare(pages: readonly Page[], published: Published, siteUrl: string | undefined): Promise<Comparison> {
  const { paths } = published;
  const own = siteUrl === undefined ? [] : [new URL(siteUrl).pathname.replace(/\/$/, '')];
  const onSite = placing(pages, paths, own);
  const missing: Place[] = [];
  const anchors: Place[] = [];
  const known = new Set<string>();
  for (const { file, path, sections } of pages) {
    const shown = onSite(path);
    known.add(shown);
    if (!paths.has(shown)) {
      missing.push({ file, address: shown });
      continue;
    }
    const ids = await published.idsOf(shown);
    for (const { anchor } of ids ? sections : [])
      if (anchor !== '' && !ids?.has(anchor)) anchors.push({ file, address: `${shown}#${anchor}` });
  }
  const isShown = (path: string): boolean => known.has(path) || known.has(path.replace(/\.html?$/i, ''));
  return { missing, anchors, others: [...paths].filter((path) => !isShown(path) && !isDouble(path, paths)).sort() };
}

/** The same file with and without its ending. */
function isDouble(path: string, paths: ReadonlySet<string>): boolean {
  return !/\.html?$/i.test(path) && paths.has(`${path}.html`);
}

/**
 * Where the site shows an address of ours: below the path of its address, or that with which most pages are found; a site that
 * is built does not have the path below which it will be published.
 */
function placing(pages: readonly Page[], paths: ReadonlySet<string>, own: readonly string[]): (path: string) => string {
  const bases = new Set([...own, '', ...[...paths].map(firstOf)]);
  const shared = new Set(pages.map(({ path }) => firstOf(path)));
  const [cut = ''] = shared.size === 1 ? shared : [];
  const candidates = [
    ...[...bases].slice(0, maxBases).map((base) => (path: string) => base + path),
    (path: string) => path.slice(cut.length),
  ].map((shift) => (path: string) => toPlainPath(decoded(shift(path))));
  const counted = candidates.map((place) => ({
    place,
    count: pages.filter(({ path }) => paths.has(place(path))).length,
  }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).place;
}

/** `/a/b` -> `/a` */
function firstOf(path: string): string {
  return /^\/[^/]+/.exec(path)?.[0] ?? '';
}

const maxBases = 200;
