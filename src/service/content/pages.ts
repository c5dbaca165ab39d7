/**
 * Reads the pages of a docs folder. In: a folder with Markdown and MDX, and its pages from an earlier reading. Out: the pages
 * that can be served, and problems of those that cannot. Of known pages, only changed ones are read again.
 */
import { posix } from 'node:path';
import { compressJson, expandJson } from '../../kit/base/compressed-json.ts';
import { inSlices, OverTimeError, type Work, withinTime } from '../../kit/base/time-slices.ts';
import { DocsServerError } from '../errors.ts';
import { type LinkPlace, linkedFile, mustLead, withSiteLinks } from './addresses.ts';
import { addMoved, type Drafts, findChanges, type Places, placesOf, type Reader } from './changed-drafts.ts';
import { type FolderFiles, findFiles, unreadFormat } from './files.ts';
import { formatOf } from './formats/formats.ts';
import { type Citation, changedCitations, type PageLinks, summarized } from './inbound-links.ts';
import { type KnownPages, nothingKnown } from './known-pages.ts';
import { isIndex, type Page, sentenceAround, toPage, type Uncited } from './page.ts';
import type { Draft } from './page-drafts.ts';
import type { Origin } from './page-origin.ts';
import { type PageProblem, readerFailed, toLine, tookTooLong, unserved } from './page-problem.ts';
import { keyOf, type PhrasesFile, readPhrases } from './phrases.ts';
import { findSurroundings, openSite, type Site, type SiteSettings } from './site.ts';
import { createSummary, type DocsSummary, type LostLink, leftOutLine } from './summary.ts';
import { isMarkdownName } from './visibility.ts';

/** A docs folder as it was read. */
export interface DocsFolder {
  readonly pages: readonly Page[];
  readonly problems: readonly PageProblem[];
  readonly summary: DocsSummary;
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
  readonly summary: DocsSummary;
}

export interface ReadOptions {
  readonly siteUrl?: string | undefined;
  readonly site?: SiteSettings | undefined;
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
  const { changed, problems, summary } = await readChanges(folder, nothingKnown, { siteUrl, onProgress, signal });
  return { pages: changed.map(({ page }) => page()), problems, summary };
}

/**
 * Reads what has changed since an earlier reading with the same site address. What is left out is counted in the summary.
 * Fails with DocsServerError: folder_missing, folder_empty; and with the signal's reason.
 */
export async function readChanges(folder: string, known: KnownPages, options: ReadOptions): Promise<DocsChanges> {
  const { siteUrl, onProgress, signal } = options;
  const problems: PageProblem[] = [];
  const onProblem = (problem: PageProblem): void => void problems.push(problem);
  const summary = createSummary();
  const surroundings = await findSurroundings(folder, options.site);
  const all = await findFiles(folder, onProblem, summary.leaveOut);
  const phrases = await readPhrases(surroundings.folder);
  const site = withPhrases(await openSite(surroundings, all, onProblem), phrases);
  const files = all.filter((file) => {
    const kind = site.rules.excluded?.(file) ?? (formatOf(file)?.hasParts ? doubled(file, all) : leftOut(file, site));
    if (kind !== undefined) summary.leaveOut(kind, file);
    return kind === undefined;
  });
  const { read, exists } = surroundings;
  const named = namesOf(all);
  const reader: Reader = {
    folder,
    read,
    known,
    site,
    onProblem,
    signal,
    onLeftOut: summary.leaveOut,
    fileNamed: (name) => named.get(name.toLowerCase()) ?? named.get(`${name.toLowerCase()}.md`),
  };
  const { found, drafts } = await findChanges(reader, files);
  const places = placesOf(found, site, siteUrl);
  await addMoved(reader, found, places, drafts);
  const kept = new Set(found.map(({ file }) => file).filter((file) => !drafts.has(file)));
  const made = await inSlices(toPages(drafts, places, site, onProblem, onProgress), { signal });
  const changed = withCitations(made, kept, known).map((page) => phrased(page, phrases));
  if (changed.length + kept.size === 0)
    throw emptyFolder(folder, all.length, problems, summary.toSummary(site.generator));
  for (const { file } of changed) kept.delete(file);
  summary.add(found, await lostLinks(linksOf(changed, kept, known), namedBy(all), exists), unserved(problems));
  return { changed, kept, problems, summary: summary.toSummary(site.generator) };
}

/** New phrases change the index of any page, so all are read again. */
function withPhrases(site: Site, { fingerprint }: PhrasesFile): Site {
  return fingerprint === '' ? site : { ...site, fingerprint: site.fingerprint + fingerprint };
}

function phrased(read: ReadPage, { byKey }: PhrasesFile): ReadPage {
  if (byKey.size === 0) return read;
  const page = (): Page => {
    const made = read.page();
    return { ...made, phrases: byKey.get(keyOf(made)) };
  };
  return { ...read, page };
}

/** Generators of descriptions often write both: JSON is read faster. */
function doubled(file: string, all: readonly string[]): string | undefined {
  const inJson = file.replace(/\.ya?ml$/i, '.json');
  return inJson !== file && all.includes(inJson) ? 'descriptions in YAML beside the same in JSON' : undefined;
}

/** The kind of a file that the generator makes no page of. */
function leftOut(file: string, { rules }: Site): string | undefined {
  const { endings = [] } = rules;
  const isPage = isMarkdownName(file) || endings.some((ending) => file.toLowerCase().endsWith(ending));
  return (isPage ? undefined : unreadFormat(file)) ?? rules.leftOut?.(file);
}

/** Files by their last part and by their path, in lower case: embeds name them so. */
function namesOf(files: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    const bare = file.toLowerCase().replace(/\.mdx?$/, '');
    for (const name of [bare, bare.slice(bare.lastIndexOf('/') + 1)]) if (!names.has(name)) names.set(name, file);
  }
  return names;
}

function* linksOf(
  changed: readonly ReadPage[],
  kept: ReadonlySet<string>,
  known: KnownPages,
): Iterable<readonly [file: string, href: string, target: string | null]> {
  for (const { file, links } of changed) for (const [href, target] of links.hrefs) yield [file, href, target];
  for (const file of kept) for (const [href, target] of known.links(file).hrefs) yield [file, href, target];
}

/** Docs by all paths that lead to them: a folder with an index leads to that. */
function namedBy(docs: readonly string[]): ReadonlySet<string> {
  return new Set(docs.flatMap((file) => (isIndex(file) ? [file, posix.dirname(file)] : [file])));
}

/** Without those to files and folders of the repository that are no docs, such as code, pictures and settings. */
async function lostLinks(
  links: ReturnType<typeof linksOf>,
  docs: ReadonlySet<string>,
  exists: FolderFiles['exists'],
): Promise<readonly LostLink[]> {
  const lost: LostLink[] = [];
  for (const [file, href, target] of links) {
    if (target !== null || !mustLead(href)) continue;
    const path = linkedFile(href, file);
    const leads = path !== undefined && !docs.has(path.replace(/\/$/, '')) && (await exists(path));
    if (!leads) lost.push({ file, href });
  }
  return lost;
}

function emptyFolder(
  folder: string,
  files: number,
  problems: readonly PageProblem[],
  summary: DocsSummary,
): DocsServerError {
  const [first] = problems;
  if (first) {
    const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
    const sentence = `No page of the docs folder ${folder} can be read. ${toLine(first)}${more}`;
    return new DocsServerError('folder_empty', sentence, undefined, problems.map(toLine));
  }
  const why = files === 0 ? 'holds no file in a format that Docent reads' : 'holds only pages that are not published';
  const left = leftOutLine(summary);
  return new DocsServerError(
    'folder_empty',
    `The docs folder ${folder} ${why}.${left === undefined ? '' : ` ${left}`}`,
  );
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
  site: Site,
  onProblem: (problem: PageProblem) => void,
  onProgress: OnProgress | undefined,
): Work<readonly MadePage[]> {
  const made: MadePage[] = [];
  const count = drafts.size;
  for (const [file, { draft }] of drafts) {
    const place = places.get(file);
    try {
      if (place) made.push(yield* withinTime(toMadePage(draft(), place, site), maxPageMs));
    } catch (cause) {
      onProblem(cause instanceof OverTimeError ? tookTooLong(file) : readerFailed(file, cause));
    }
    drafts.delete(file);
    onProgress?.(count - drafts.size, count);
    yield;
  }
  return made;
}

function* toMadePage(draft: Draft, place: LinkPlace, { rules }: Site): Work<MadePage> {
  const cites: Citation[] = [];
  const hrefs = new Map<string, string | null>();
  const linked = (text: string): string =>
    withSiteLinks(text, place, ({ href, target, at }) => {
      hrefs.set(href, target ? target.path + target.anchor : null);
      if (target && target.path !== place.path) cites.push({ path: target.path, sentence: sentenceAround(text, at) });
    });
  const page = yield* toPage(draft, place.path, linked, rules.anchors);
  const { file, origin } = draft;
  // A part of a string keeps the whole in memory, a copy does not.
  return {
    file,
    path: place.path,
    origin,
    compressed: compressJson(page),
    ...structuredClone({ hrefs: [...hrefs], cites }),
  };
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
