/**
 * Updates an index from a docs folder. In: the folder, and the segments of an earlier reading, if any. Out: segments of all
 * its pages: the previous ones where possible, and a small one with what has changed.
 */
import { inSlices, type Work } from '../../../kit/base/time-slices.ts';
import type { KnownPages } from '../../content/known-pages.ts';
import type { PageInfo } from '../../content/page.ts';
import type { Origin } from '../../content/page-origin.ts';
import type { PageProblem } from '../../content/page-problem.ts';
import { type DocsChanges, type ReadOptions, readChanges } from '../../content/pages.ts';
import type { SiteSettings } from '../../content/site.ts';
import type { DocsSummary } from '../../content/summary.ts';
import { packArrays, unpackArrays } from '../index/packed-arrays.ts';
import { infoAt, linksAt, originAt, pageAt, type SegmentArrays } from '../index/segment.ts';
import { SegmentBuilder } from '../index/segment-builder.ts';

/** A segment as threads share it. */
export interface SharedSegment {
  /** Globally unique. */
  readonly id: string;
  /** Packed SegmentArrays. */
  readonly bytes: SharedArrayBuffer;
  /** 1 for each page that is no longer served. */
  readonly gone: Uint8Array;
}

export interface IndexRequest {
  readonly docsDir: string;
  /** Must be that of the given segments. */
  readonly siteUrl: string | undefined;
  readonly site?: SiteSettings | undefined;
  /** Of an earlier reading: none, one, or one and a second with what has changed since. */
  readonly segments: readonly SharedSegment[];
}

export interface UpdatedIndex {
  readonly segments: readonly SharedSegment[];
  readonly problems: readonly PageProblem[];
  readonly summary: DocsSummary;
  /** How many pages were read. */
  readonly changed: number;
}

export function arraysOf({ bytes }: SharedSegment): SegmentArrays {
  // Packed by `toShared`.
  return unpackArrays(bytes) as unknown as SegmentArrays;
}

export type UpdateOptions = Pick<ReadOptions, 'onProgress' | 'signal'>;

/** Fails with DocsServerError: folder_missing, folder_empty; and with the signal's reason. */
export async function updateIndex(
  { docsDir, siteUrl, site, segments }: IndexRequest,
  { onProgress, signal }: UpdateOptions = {},
): Promise<UpdatedIndex> {
  const known = segments.flatMap((segment) => pagesOf(segment));
  const changes = await readChanges(docsDir, toKnownPages(known), { siteUrl, site, onProgress, signal });
  const { changed, problems, summary } = changes;
  const isSame = changed.length === 0 && changes.kept.size === known.length;
  if (isSame) return { segments, problems, summary, changed: 0 };
  return {
    segments: await inSlices(withChanges(segments, known, changes), { signal }),
    problems,
    summary,
    changed: changed.length,
  };
}

/** A page that is served, and where it is stored. */
interface KeptPage {
  readonly segment: SharedSegment;
  readonly arrays: SegmentArrays;
  readonly at: number;
  readonly info: PageInfo;
  readonly origin: Origin;
}

function pagesOf(segment: SharedSegment): readonly KeptPage[] {
  const arrays = arraysOf(segment);
  return [...segment.gone.keys()].flatMap((at) =>
    segment.gone[at] ? [] : [{ segment, arrays, at, info: infoAt(arrays, at), origin: originAt(arrays, at) }],
  );
}

function toKnownPages(pages: readonly KeptPage[]): KnownPages {
  const byFile = new Map(pages.map((page) => [page.info.file, page]));
  const pageOf = (file: string): KeptPage => {
    const page = byFile.get(file);
    if (!page) throw new RangeError(`no page ${file}`);
    return page;
  };
  return {
    files: new Map(pages.map(({ info, origin }) => [info.file, { path: info.path, origin }])),
    links(file) {
      const { arrays, at } = pageOf(file);
      return linksAt(arrays, at);
    },
    page(file) {
      const { arrays, at } = pageOf(file);
      return pageAt(arrays, at);
    },
  };
}

/**
 * With fewer pages than this, all are indexed again. With more, changed pages get a segment of their own, until they exceed
 * this share of the first one.
 */
const minBasePages = 300;
const maxChangedShare = 0.1;

/** One segment of all pages, or the unchanged first one and another with all that has changed since. */
function* withChanges(
  segments: readonly SharedSegment[],
  known: readonly KeptPage[],
  { changed, kept }: DocsChanges,
): Work<readonly SharedSegment[]> {
  const unchanged = known.filter(({ info }) => kept.has(info.file));
  const [base] = segments;
  const inBase = unchanged.filter(({ segment }) => segment === base);
  const rest = unchanged.length - inBase.length + changed.length;
  const isBaseKept = base && inBase.length >= minBasePages && rest <= maxChangedShare * inBase.length;
  const builder = new SegmentBuilder();
  for (const [segment, pages] of Map.groupBy(unchanged, ({ segment }) => segment)) {
    if (isBaseKept && segment === base) continue;
    const positions = pages.map(({ at }) => at);
    yield* builder.copy(arraysOf(segment), positions);
  }
  for (const { page, origin, links } of changed) {
    builder.add(page(), origin, links);
    yield;
  }
  const built = toShared(yield* builder.finish(isBaseKept ? arraysOf(base) : undefined));
  if (!isBaseKept) return [built];
  const gone = new Uint8Array(base.gone.length).fill(1);
  for (const { at } of inBase) gone[at] = 0;
  return rest === 0 ? [{ ...base, gone }] : [{ ...base, gone }, built];
}

function toShared(arrays: SegmentArrays): SharedSegment {
  const gone = new Uint8Array(arrays.infoEnds.length);
  return { id: crypto.randomUUID(), bytes: packArrays({ ...arrays }), gone };
}
