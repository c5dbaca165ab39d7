/**
 * Docs folder -> pages. In: a folder with Markdown and MDX, and what is known of its pages from before. Out: the pages that
 * can be served, and those that cannot, each with the reason; of pages that are known, only those that would differ are read.
 */
import { inSlices, type Work } from '../../base/time-slices.ts';
import { DocsServerError } from '../errors.ts';
import { baseOfLinks, type LinkPlace, resolveLink, toSitePath, withBase, withSiteLinks } from './addresses.ts';
import { createIncludeReader, findFiles } from './files.ts';
import type { ReadInclude } from './includes.ts';
import { type Listed, listedAs } from './navigation.ts';
import { type Page, sentenceAround, toPage, type Uncited } from './page.ts';
import { type Draft, readDraft } from './page-drafts.ts';
import { type Citation, changedCitations, type PageLinks, summarized } from './page-links.ts';
import { isUnchanged, type Origin } from './page-origin.ts';
import { type PageProblem, readerFailed, toLine } from './page-problem.ts';
import { readSiteFile, type SiteFile } from './site-file.ts';

/** A docs folder as it was read. */
export interface DocsFolder {
  readonly pages: readonly Page[];
  readonly problems: readonly PageProblem[];
}

/** Told of each page that was read: how many are, and of how many. */
export type OnProgress = (done: number, of: number) => void;

/** A page that was read, with what tells later whether it would be read alike. */
export interface ReadPage {
  readonly page: Page;
  readonly origin: Origin;
  readonly links: PageLinks;
}

/** The pages of an earlier reading, by file. */
export interface KnownPages {
  readonly files: ReadonlyMap<string, { readonly path: string; readonly origin: Origin }>;
  links(file: string): PageLinks;
  page(file: string): Page;
}

/** How a folder differs from an earlier reading. */
export interface DocsChanges {
  /** Pages that are new, or differ. */
  readonly changed: readonly ReadPage[];
  /** Files of the pages that stay as they are. */
  readonly kept: ReadonlySet<string>;
  readonly problems: readonly PageProblem[];
}

export interface ReadOptions {
  readonly siteUrl?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads all pages of a folder. Fails as `readChanges` does. */
export async function readDocs(
  folder: string,
  siteUrl?: string,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<DocsFolder> {
  const { changed, problems } = await readChanges(folder, nothingKnown, { siteUrl, onProgress, signal });
  return { pages: changed.map(({ page }) => page), problems };
}

export const nothingKnown: KnownPages = {
  files: new Map(),
  links: () => ({ hrefs: [], cites: [], citedBy: [] }),
  page: (file) => {
    throw new RangeError(`no page ${file}`);
  },
};

/**
 * Reads what differs from an earlier reading with the same address of the site. Drafts, hidden pages, those that the site's
 * own navigation does not list, and files whose names begin with `_` or `.` are left out silently.
 * Fails with DocsServerError: folder_missing, folder_empty; and with the signal's reason.
 */
export async function readChanges(folder: string, known: KnownPages, options: ReadOptions): Promise<DocsChanges> {
  const { siteUrl, onProgress, signal } = options;
  const problems: PageProblem[] = [];
  const onProblem = (problem: PageProblem): void => void problems.push(problem);
  const files = await findFiles(folder, onProblem);
  const read = await createIncludeReader(folder);
  const site = await readSiteFile(read, files, onProblem);
  const reader: Reader = { folder, read, known, site, onProblem, signal };
  const found = await findChanges(reader, files);
  const places = placesOf(found, site, siteUrl);
  const drafts = await withMovedLinks(reader, found, places);
  const made = await inSlices(toPages(drafts, places, onProblem, onProgress), { signal });
  const drafted = new Set(drafts.map(({ file }) => file));
  const kept = new Set(found.map(({ file }) => file).filter((file) => !drafted.has(file)));
  const changed = withCitations(made, kept, known);
  if (changed.length + kept.size === 0) throw emptyFolder(folder, files.length, problems);
  for (const { page } of changed) kept.delete(page.file);
  return { changed, kept, problems };
}

function emptyFolder(folder: string, files: number, problems: readonly PageProblem[]): DocsServerError {
  const [first] = problems;
  if (first) {
    const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
    const sentence = `No page of the docs folder ${folder} can be read. ${toLine(first)}${more}`;
    return new DocsServerError('folder_empty', sentence, undefined, problems.map(toLine));
  }
  const why = files === 0 ? 'holds no .md or .mdx file' : 'holds only drafts and hidden pages';
  return new DocsServerError('folder_empty', `The docs folder ${folder} ${why}.`);
}

interface Reader {
  readonly folder: string;
  readonly read: ReadInclude;
  readonly known: KnownPages;
  readonly site: SiteFile;
  readonly onProblem: (problem: PageProblem) => void;
  readonly signal: AbortSignal | undefined;
}

/** A file that is a page; without a draft where it is the same as before. */
interface Found {
  readonly file: string;
  readonly origin: Origin;
  readonly draft?: Draft;
}

async function findChanges(reader: Reader, files: readonly string[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const file of files) {
    reader.signal?.throwIfAborted();
    const listed = listedIn(reader.site, file);
    if (listed === 'left out') continue;
    const origin = reader.known.files.get(file)?.origin;
    if (origin && (await isUnchanged(file, origin, { ...reader, listed }))) found.push({ file, origin });
    else found.push(...(await foundDraft(reader, file)));
  }
  return found;
}

/** Nothing where the file is no page that can be served. */
async function foundDraft(reader: Reader, file: string): Promise<readonly Found[]> {
  const listed = listedIn(reader.site, file);
  if (listed === 'left out') return [];
  const draft = await readDraft(file, { ...reader, listed }).catch((cause) => readerFailed(file, cause));
  if (!draft) return [];
  if (!('reason' in draft)) return [{ file, origin: draft.origin, draft }];
  reader.onProblem(draft);
  return [];
}

function listedIn(site: SiteFile, file: string): Listed | undefined | 'left out' {
  if (site.isPresent && /^snippets\//.test(file)) return 'left out';
  return site.navigation && (listedAs(site.navigation, file) ?? 'left out');
}

/** Where the site shows the pages, by file. */
type Places = ReadonlyMap<string, LinkPlace>;

function placesOf(found: readonly Found[], site: SiteFile, siteUrl: string | undefined): Places {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const { file, origin } of found) {
    const wished = toSitePath(file, { keepNumbers: site.isPresent, slug: origin.slug });
    const path = taken.has(wished) ? toSitePath(file, { keepNumbers: true }) : wished;
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

/** The drafts, and those of further pages whose own address differs, or that of a page they link to. */
async function withMovedLinks(reader: Reader, found: readonly Found[], places: Places): Promise<readonly Draft[]> {
  const { known } = reader;
  const isSame = places.size === known.files.size && found.every(({ file }) => isInPlace(file));
  const drafts: Draft[] = [];
  for (const { file, draft } of found) {
    if (draft) drafts.push(draft);
    else if (!isSame && !(isInPlace(file) && isLinkedAlike(file))) {
      drafts.push(...(await foundDraft(reader, file)).flatMap((each) => each.draft ?? []));
    }
  }
  return drafts;

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

/** A page before it is known who cites it. */
interface MadePage extends Pick<PageLinks, 'hrefs' | 'cites'> {
  readonly page: Uncited;
  readonly origin: Origin;
}

function* toPages(
  drafts: readonly Draft[],
  places: Places,
  onProblem: (problem: PageProblem) => void,
  onProgress: OnProgress | undefined,
): Work<readonly MadePage[]> {
  const made: MadePage[] = [];
  for (const [at, draft] of drafts.entries()) {
    const place = places.get(draft.file);
    try {
      if (place) made.push(toMadePage(draft, place));
    } catch (cause) {
      onProblem(readerFailed(draft.file, cause));
    }
    onProgress?.(at + 1, drafts.length);
    yield;
  }
  return made;
}

function toMadePage(draft: Draft, place: LinkPlace): MadePage {
  const cites: Citation[] = [];
  const hrefs = new Map<string, string | null>();
  const page = toPage(draft, place.path, (text) =>
    withSiteLinks(text, place, ({ href, target, at }) => {
      hrefs.set(href, target ? target.path + target.anchor : null);
      if (target && target.path !== place.path) cites.push({ path: target.path, sentence: sentenceAround(text, at) });
    }),
  );
  return { page, origin: draft.origin, hrefs: [...hrefs], cites };
}

/** The pages that were made, and those that they cite, or did before, with who cites them now. */
function withCitations(made: readonly MadePage[], kept: ReadonlySet<string>, known: KnownPages): readonly ReadPage[] {
  const before = [...known.files].filter(([file]) => !kept.has(file));
  const fileOf = new Map([...known.files].map(([file, { path }]) => [path, file]));
  const cited = changedCitations(
    before.map(([file, { path }]) => ({ path, cites: known.links(file).cites })),
    made.map(({ page, cites }) => ({ path: page.path, cites })),
    new Set(made.map(({ page }) => page.path).filter((path) => !fileOf.has(path))),
    {
      citedBy: (path) => citedByBefore(path),
      kept: () =>
        [...kept].map((file) => ({ path: known.files.get(file)?.path ?? '', cites: known.links(file).cites })),
    },
  );
  const citedAnew = [...cited].flatMap(([path, citedBy]): readonly ReadPage[] => {
    const file = fileOf.get(path);
    const origin = file !== undefined && kept.has(file) ? known.files.get(file)?.origin : undefined;
    if (file === undefined || !origin || JSON.stringify(citedBy) === JSON.stringify(citedByBefore(path))) return [];
    return [
      { page: { ...known.page(file), ...summarized(citedBy) }, origin, links: { ...known.links(file), citedBy } },
    ];
  });
  return [
    ...made.map(({ page, origin, ...links }) => {
      const citedBy = cited.get(page.path) ?? citedByBefore(page.path) ?? [];
      return { page: { ...page, ...summarized(citedBy) }, origin, links: { ...links, citedBy } };
    }),
    ...citedAnew,
  ];

  function citedByBefore(path: string): readonly Citation[] | undefined {
    const file = fileOf.get(path);
    return file === undefined ? undefined : known.links(file).citedBy;
  }
}
