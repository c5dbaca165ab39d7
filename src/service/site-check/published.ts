/**
 * The addresses of a published site: those of the HTML files of a built one, or those that a sitemap lists. Reads the file
 * system, or the network.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { DocsServerError } from '../errors.ts';
import { maxSitemapBytes, maxSitemaps, parseSitemap } from '../sites/sitemap.ts';

export interface Published {
  /** Rooted, decoded, and without a slash at the end. */
  readonly paths: ReadonlySet<string>;
  /** The ids in the HTML of a page. undefined: only its address is known. */
  idsOf(path: string): Promise<ReadonlySet<string> | undefined>;
}

/** `site`: a folder, a sitemap, or an address. Fails with DocsServerError: config_wrong. */
export async function readPublished(site: string, signal: AbortSignal): Promise<Published> {
  if (isAddress(site)) return fromSitemap(sitemapOf(site), signal);
  const found = await stat(site).catch(() => undefined);
  if (found?.isDirectory()) return fromFolder(site);
  if (!found)
    throw new DocsServerError(
      'config_wrong',
      `No built site or sitemap at ${site}: name the folder of the built site, its sitemap.xml, or its address.`,
    );
  return fromSitemap(site, signal);
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

async function fromFolder(folder: string): Promise<Published> {
  const names = await readdir(folder, { recursive: true });
  const pages = names.filter((name) => /\.html?$/i.test(name));
  if (pages.length === 0) throw new DocsServerError('config_wrong', `The folder ${folder} holds no .html file.`);
  const files = new Map<string, string>();
  for (const name of pages) {
    const path = `/${name.split(sep).join('/')}`;
    // Hosts show `a.html` at `/a`, too.
    for (const shown of [path, path.replace(/\.html?$/i, '')]) files.set(toPlainPath(shown), join(folder, name));
  }
  return {
    paths: new Set(files.keys()),
    async idsOf(path) {
      const file = files.get(path);
      const html = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
      return html === undefined
        ? undefined
        : new Set([...html.matchAll(id)].map((found) => found[1] ?? found[2] ?? found[3] ?? ''));
    },
  };
}

const id = /\s(?:id|name)=(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"'<>=]{1,500}))/g;

/** `/a/index.html` and `/a/` -> `/a` */
export function toPlainPath(path: string): string {
  return path.replace(/\/(?:index(?:\.html?)?)?$/i, '') || '/';
}

function sitemapOf(address: string): string {
  return /\.xml$/i.test(new URL(address).pathname) ? address : `${address.replace(/\/$/, '')}/sitemap.xml`;
}

async function fromSitemap(first: string, signal: AbortSignal): Promise<Published> {
  const paths = new Set<string>();
  const open = [first];
  for (let count = 0; ; count += 1) {
    const next = open.shift();
    if (next === undefined) break;
    if (count === maxSitemaps)
      throw new DocsServerError(
        'config_wrong',
        `The sitemap ${first} lists more than ${maxSitemaps} sitemaps. Give a built site with --site.`,
      );
    const text = await readSitemap(next, next === first && !isAddress(first), signal);
    const { isIndex, listed } = parseSitemap(text);
    if (isIndex) open.push(...listed);
    else for (const address of listed) paths.add(toPlainPath(pathOf(address)));
  }
  if (paths.size === 0) throw new DocsServerError('config_wrong', `The sitemap ${first} lists no page.`);
  return { paths, idsOf: async () => undefined };
}

function pathOf(address: string): string {
  const path = URL.parse(address)?.pathname ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign.
    return path;
  }
}

const fetchMs = 30_000;

/** Only the sitemap that the operator names may be a file; what a sitemap lists is fetched. */
async function readSitemap(place: string, isFile: boolean, signal: AbortSignal): Promise<string> {
  try {
    return isFile ? await readFile(place, 'utf8') : await fetched(place, signal);
  } catch (cause) {
    signal.throwIfAborted();
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    throw new DocsServerError(
      'config_wrong',
      `The sitemap ${place} cannot be read${why}. Give another with --site.`,
      cause,
    );
  }
}

async function fetched(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.text()).slice(0, maxSitemapBytes);
}
