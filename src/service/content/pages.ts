/**
 * Reads the pages of a docs folder. In: a folder with Markdown and MDX, and its pages from an earlier reading. Out: the pages
 * that can be served, and problems of those that cannot. Of known pages, only changed ones are read again.
 */
import { compressJson, expandJson } from '../../kit/base/compressed-json.ts';
import { inSlices, OverTimeError, type Work, withinTime } from '../../kit/base/time-slices.ts';
import { DocsServerError } from '../errors.ts';
import { type LinkPlace, withSiteLinks } from './addresses.ts';
import { addMoved, type Drafts, findChanges, type Places, placesOf, type Reader } from './changed-drafts.ts';
import { createFileReader, findFiles } from './files.ts';
import { type KnownPages, nothingKnown } from './known-pages.ts';
import { type Page, sentenceAround, toPage, type Uncited } from './page.ts';
import type { Draft } from './page-drafts.ts';
import { type Citation, changedCitations, type PageLinks, summarized } from './page-links.ts';
import type { Origin } from './page-origin.ts';
import { type PageProblem, readerFailed, toLine, tookTooLong } from './page-problem.ts';
import { readSiteFile } from './site-file.ts';

/** A docs folder as it was read. */
export interface DocsFolder {
  readonly pages: readonly Page[];
  readonly problems: readonly PageProblem[];
}

/** Called after each page: how many have been read, and of how many. */
export type OnProgress = (done: number, of: number) => void;

/** A page that was read, with the facts that later show whether it has changed. */
export interface ReadPage {
  readonly file: string;
  /** Pages stay compressed until all have been read: large docs would not fit in memory otherwise. */
  readonly page: () => Page;
  readonly origin: Origin;
  readonly links: PageLinks;
}

/** How a folder differs from an earlier reading. */
export interface DocsChanges {
  /** Pages that are new or have changed. */
  readonly changed: readonly ReadPage[];
  /** Files of unchanged pages. */
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
  return { pages: changed.map(({ page }) => page()), problems };
}

/**
 * Reads what has changed since an earlier reading with the same site address. Drafts, hidden pages, pages that the site's
 * own navigation does not list, and files whose names begin with `_` or `.` are skipped silently.
 * Fails with DocsServerError: folder_missing, folder_empty; and with the signal's reason.
 */
export async function readChanges(folder: string, known: KnownPages, options: ReadOptions): Promise<DocsChanges> {
  const { siteUrl, onProgress, signal } = options;
  const problems: PageProblem[] = [];
  const onProblem = (problem: PageProblem): void => void problems.push(problem);
  const files = await findFiles(folder, onProblem);
  const read = await createFileReader(folder);
  const site = await readSiteFile(read, files, onProblem);
  const reader: Reader = { folder, read, known, site, onProblem, signal };
  const { found, drafts } = await findChanges(reader, files);
  const places = placesOf(found, site, siteUrl);
  await addMoved(reader, found, places, drafts);
  const kept = new Set(found.map(({ file }) => file).filter((file) => !drafts.has(file)));
  const made = await inSlices(toPages(drafts, places, onProblem, onProgress), { signal });
  const changed = withCitations(made, kept, known);
  if (changed.length + kept.size === 0) throw emptyFolder(folder, files.length, problems);
  for (const { file } of changed) kept.delete(file);
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

/** A page without its inbound links. */
interface MadePage extends Pick<PageLinks, 'hrefs' | 'cites'> {
  readonly file: string;
  readonly path: string;
  readonly origin: Origin;
  /** An Uncited. */
  readonly compressed: Uint8Array;
}

/** The longest page takes seconds; a busy machine may need ten times as long. */
const maxPageMs = 60_000;

function* toPages(
  drafts: Drafts,
  places: Places,
  onProblem: (problem: PageProblem) => void,
  onProgress: OnProgress | undefined,
): Work<readonly MadePage[]> {
  const made: MadePage[] = [];
  const count = drafts.size;
  for (const [file, draft] of drafts) {
    const place = places.get(file);
    try {
      if (place) made.push(yield* withinTime(toMadePage(draft, place), maxPageMs));
    } catch (cause) {
      onProblem(cause instanceof OverTimeError ? tookTooLong(file) : readerFailed(file, cause));
    }
    drafts.delete(file);
    onProgress?.(count - drafts.size, count);
    yield;
  }
  return made;
}

function* toMadePage(draft: Draft, place: LinkPlace): Work<MadePage> {
  const cites: Citation[] = [];
  const hrefs = new Map<string, string | null>();
  const page = yield* toPage(draft, place.path, (text) =>
    withSiteLinks(text, place, ({ href, target, at }) => {
      hrefs.set(href, target ? target.path + target.anchor : null);
      if (target && target.path !== place.path) cites.push({ path: target.path, sentence: sentenceAround(text, at) });
    }),
  );
  const { file, origin } = draft;
  return { file, path: place.path, origin, compressed: compressJson(page), hrefs: [...hrefs], cites };
}

/** The built pages, and those that they cite or used to cite, with their current citations. */
function withCitations(made: readonly MadePage[], kept: ReadonlySet<string>, known: KnownPages): readonly ReadPage[] {
  const before = [...known.files].filter(([file]) => !kept.has(file));
  const fileOf = new Map([...known.files].map(([file, { path }]) => [path, file]));
  const cited = changedCitations(
    before.map(([file, { path }]) => ({ path, cites: known.links(file).cites })),
    made,
    new Set(made.map(({ path }) => path).filter((path) => !fileOf.has(path))),
    {
      citedBy: (path) => citedByBefore(path),
      kept: () =>
        [...kept].map((file) => ({ path: known.files.get(file)?.path ?? '', cites: known.links(file).cites })),
    },
  );
  const newlyCited = [...cited].flatMap(([path, citedBy]): readonly ReadPage[] => {
    const file = fileOf.get(path);
    const origin = file !== undefined && kept.has(file) ? known.files.get(file)?.origin : undefined;
    if (file === undefined || !origin || JSON.stringify(citedBy) === JSON.stringify(citedByBefore(path))) return [];
    const page = (): Page => ({ ...known.page(file), ...summarized(citedBy) });
    return [{ file, page, origin, links: { ...known.links(file), citedBy } }];
  });
  return [...made.map(toRead), ...newlyCited];

  function toRead({ file, path, origin, compressed, hrefs, cites }: MadePage): ReadPage {
    const citedBy = cited.get(path) ?? citedByBefore(path) ?? [];
    // Compressed by `toMadePage`.
    const page = (): Page => ({ ...(expandJson(compressed) as Uncited), ...summarized(citedBy) });
    return { file, page, origin, links: { hrefs, cites, citedBy } };
  }

  function citedByBefore(path: string): readonly Citation[] | undefined {
    const file = fileOf.get(path);
    return file === undefined ? undefined : known.links(file).citedBy;
  }
}
