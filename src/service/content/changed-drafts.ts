/**
 * Finds the pages of a folder that must be rebuilt: those whose file, includes or navigation entry have changed since an
 * earlier reading, and those whose links therefore lead elsewhere. Reads the folder.
 */
import { posix } from 'node:path';
import { compressJson, expandJson } from '../../kit/base/compressed-json.ts';
import { OverTimeError } from '../../kit/base/time-slices.ts';
import { baseOfLinks, encoded, type LinkPlace, pagesByName, resolveLink, withBase } from './addresses.ts';
import type { ReadFile } from './files.ts';
import type { Label } from './formats/format.ts';
import { formatOf } from './formats/formats.ts';
import type { KnownPages } from './known-pages.ts';
import { type Draft, readDraft, readParts } from './page-drafts.ts';
import { isUnchanged, type Origin } from './page-origin.ts';
import { type PageProblem, readerFailed, tookTooLong } from './page-problem.ts';
import type { Site } from './site.ts';

export interface Reader {
  readonly folder: string;
  readonly read: ReadFile;
  readonly known: KnownPages;
  readonly site: Site;
  fileNamed(name: string): string | undefined;
  readonly onProblem: (problem: PageProblem) => void;
  readonly onLeftOut: (kind: string, file: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** A page, and the file that holds it among others, if any. */
export interface Found {
  readonly file: string;
  readonly origin: Origin;
  readonly within?: string;
}

/** By file; each is deleted once its page has been built. */
export type Drafts = Map<string, WaitingDraft>;

/** A draft that waits until all others have been read. */
export interface WaitingDraft extends Found {
  readonly draft: () => Draft;
}

/** All of the docs wait at the same time: their text is compressed meanwhile. */
function waiting({ body, ...rest }: Draft, within?: string): WaitingDraft {
  // A part of a string keeps the whole in memory, a copy does not.
  const kept = structuredClone(rest);
  const compressed = compressJson(body);
  return {
    file: kept.file,
    origin: kept.origin,
    ...(within !== undefined && { within }),
    // A string, compressed above.
    draft: () => ({ ...kept, body: expandJson(compressed) as string }),
  };
}

/** All pages, and drafts of those that are new or have changed. */
export async function findChanges(
  reader: Reader,
  files: readonly string[],
): Promise<{ readonly found: readonly Found[]; readonly drafts: Drafts }> {
  const found: Found[] = [];
  const drafts: Drafts = new Map();
  const partsOf = Map.groupBy(reader.known.files, ([file]) => posix.dirname(file));
  for (const file of files) {
    reader.signal?.throwIfAborted();
    if (formatOf(file)?.hasParts) {
      const before = partsOf.get(file) ?? [];
      const [, first] = before[0] ?? [];
      const isKept = first && (await isUnchanged(file, first.origin, { ...reader, listed: undefined }));
      if (isKept) found.push(...before.map(([part, { origin }]) => ({ file: part, origin, within: file })));
      for (const draft of isKept ? [] : await partsIn(reader, file)) {
        found.push(foundIn(draft));
        drafts.set(draft.file, draft);
      }
      continue;
    }
    const listed = reader.site.rules.listed?.(file);
    const origin = reader.known.files.get(file)?.origin;
    if (origin && (await isUnchanged(file, origin, { ...reader, listed }))) {
      found.push({ file, origin });
      continue;
    }
    const draft = await draftOf(reader, file, listed);
    if (!draft) continue;
    found.push(foundIn(draft));
    drafts.set(file, draft);
  }
  for (const { file, origin } of found)
    for (const reason of origin.problems) reader.onProblem({ file, reason, isServed: true });
  return { found, drafts };
}

/** Without its text, which is freed once the page has been built. */
function foundIn({ file, origin, within }: WaitingDraft): Found {
  return { file, origin, ...(within !== undefined && { within }) };
}

/** undefined: the file is not a page that can be served. */
async function draftOf(reader: Reader, file: string, listed: Draft['listed']): Promise<WaitingDraft | undefined> {
  const draft = await readDraft(file, { ...reader, listed }).catch((cause) => failed(file, cause));
  if (draft && !('reason' in draft)) return waiting(draft);
  if (draft) reader.onProblem(draft);
  else reader.onLeftOut('drafts and hidden pages', file);
  return undefined;
}

function failed(file: string, cause: unknown): PageProblem {
  return cause instanceof OverTimeError ? tookTooLong(file) : readerFailed(file, cause);
}

/** Empty: the file cannot be read. */
async function partsIn(reader: Reader, file: string): Promise<readonly WaitingDraft[]> {
  const drafts = await readParts(file, { ...reader, listed: undefined }).catch((cause) => failed(file, cause));
  if (!('reason' in drafts)) return drafts.map((draft) => waiting(draft, file));
  reader.onProblem(drafts);
  return [];
}

/** Where the site shows each page, by file. */
export type Places = ReadonlyMap<string, LinkPlace>;

export function placesOf(found: readonly Found[], { rules }: Site, siteUrl: string | undefined): Places {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const { file, origin } of found) {
    const preferred = encoded(origin.address);
    const path = taken.has(preferred) ? encoded(`/${file.replace(/\.[^./]+$/, '')}`) : preferred;
    taken.add(path);
    paths.set(file, path);
  }
  const base = rules.isBaseGuessed
    ? baseOfLinks(
        found.map(({ origin }) => origin.rooted),
        taken,
      )
    : '';
  const files = pagesByName(paths);
  const labels = new Map<string, Label & { readonly path: string }>();
  for (const { file, origin } of found) {
    const path = withBase(base, paths.get(file) ?? '');
    for (const label of origin.labels) if (!labels.has(label.name)) labels.set(label.name, { ...label, path });
  }
  const kinds = { hasLinksByName: rules.hasLinksByName === true, hasLinksByLabel: rules.hasLinksByLabel === true };
  const shared = { base, paths, taken, siteUrl, files, labels, ...kinds };
  return new Map([...paths].map(([file, path]) => [file, { file, path: withBase(base, path), ...shared }]));
}

/** Adds drafts of further pages whose own address has changed, or that of a page that they link to. */
export async function addMoved(reader: Reader, found: readonly Found[], places: Places, drafts: Drafts): Promise<void> {
  const { known } = reader;
  if (places.size === known.files.size && found.every(({ file }) => isInPlace(file))) return;
  const parts = new Map<string, readonly WaitingDraft[]>();
  for (const { file, within } of found) {
    if (drafts.has(file) || (isInPlace(file) && isLinkedAlike(file))) continue;
    if (within !== undefined && !parts.has(within)) parts.set(within, await partsIn(reader, within));
    const draft =
      within === undefined
        ? await draftOf(reader, file, reader.site.rules.listed?.(file))
        : parts.get(within)?.find((part) => part.file === file);
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
