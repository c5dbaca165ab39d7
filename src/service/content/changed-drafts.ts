/**
 * Finds the pages of a folder that must be rebuilt: those whose file, includes or navigation entry have changed since an
 * earlier reading, and those whose links therefore lead elsewhere. Reads the folder.
 */
import { baseOfLinks, type LinkPlace, resolveLink, toSitePath, withBase } from './addresses.ts';
import type { ReadFile } from './files.ts';
import type { KnownPages } from './known-pages.ts';
import { type Listed, listedAs } from './navigation.ts';
import { type Draft, readDraft } from './page-drafts.ts';
import { isUnchanged, type Origin } from './page-origin.ts';
import { type PageProblem, readerFailed } from './page-problem.ts';
import type { SiteFile } from './site-file.ts';

export interface Reader {
  readonly folder: string;
  readonly read: ReadFile;
  readonly known: KnownPages;
  readonly site: SiteFile;
  readonly onProblem: (problem: PageProblem) => void;
  readonly signal: AbortSignal | undefined;
}

/** A file that is a page. */
export interface Found {
  readonly file: string;
  readonly origin: Origin;
}

/** By file; each is deleted once its page has been built. */
export type Drafts = Map<string, Draft>;

/** All pages, and drafts of those that are new or have changed. */
export async function findChanges(
  reader: Reader,
  files: readonly string[],
): Promise<{ readonly found: readonly Found[]; readonly drafts: Drafts }> {
  const found: Found[] = [];
  const drafts: Drafts = new Map();
  for (const file of files) {
    reader.signal?.throwIfAborted();
    const listed = listedIn(reader.site, file);
    if (listed === 'left out') continue;
    const origin = reader.known.files.get(file)?.origin;
    if (origin && (await isUnchanged(file, origin, { ...reader, listed }))) {
      found.push({ file, origin });
      continue;
    }
    const draft = await draftOf(reader, file, listed);
    if (!draft) continue;
    found.push({ file, origin: draft.origin });
    drafts.set(file, draft);
  }
  for (const { file, origin } of found)
    for (const reason of origin.refused) reader.onProblem({ file, reason, isServed: true });
  return { found, drafts };
}

/** undefined: the file is not a page that can be served. */
async function draftOf(reader: Reader, file: string, listed: Listed | undefined): Promise<Draft | undefined> {
  const draft = await readDraft(file, { ...reader, listed }).catch((cause) => readerFailed(file, cause));
  if (!draft || !('reason' in draft)) return draft;
  reader.onProblem(draft);
  return undefined;
}

function listedIn(site: SiteFile, file: string): Listed | undefined | 'left out' {
  if (site.isPresent && /^snippets\//.test(file)) return 'left out';
  return site.navigation && (listedAs(site.navigation, file) ?? 'left out');
}

/** Where the site shows each page, by file. */
export type Places = ReadonlyMap<string, LinkPlace>;

export function placesOf(found: readonly Found[], site: SiteFile, siteUrl: string | undefined): Places {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const { file, origin } of found) {
    const preferred = toSitePath(file, { keepNumbers: site.isPresent, slug: origin.slug });
    const path = taken.has(preferred) ? toSitePath(file, { keepNumbers: true }) : preferred;
    taken.add(path);
    paths.set(file, path);
  }
  const base = baseOfLinks(
    found.map(({ origin }) => origin.rooted),
    taken,
  );
  return new Map(
    [...paths].map(([file, path]) => [file, { file, path: withBase(base, path), base, paths, taken, siteUrl }]),
  );
}

/** Adds drafts of further pages whose own address has changed, or that of a page that they link to. */
export async function addMoved(reader: Reader, found: readonly Found[], places: Places, drafts: Drafts): Promise<void> {
  const { known } = reader;
  if (places.size === known.files.size && found.every(({ file }) => isInPlace(file))) return;
  for (const { file } of found) {
    if (drafts.has(file) || (isInPlace(file) && isLinkedAlike(file))) continue;
    const listed = listedIn(reader.site, file);
    const draft = listed === 'left out' ? undefined : await draftOf(reader, file, listed);
    if (draft) drafts.set(file, draft);
  }

  function isInPlace(file: string): boolean {
    return known.files.get(file)?.path === places.get(file)?.path;
  }

  function isLinkedAlike(file: string): boolean {
    const place = places.get(file);
    return place !== undefined && known.links(file).hrefs.every(([href, target]) => target === targetOf(href, place));
  }
}

function targetOf(href: string, place: LinkPlace): string | null {
  const target = resolveLink(href, place);
  return target ? target.path + target.anchor : null;
}
