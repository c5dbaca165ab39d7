/**
 * The index of a reading of the docs: one or more segments, and which of their pages are still served. Positions of pages and
 * sections count across all segments. Removed pages count in the statistics until segments are merged, as in Lucene.
 * Immutable: an update creates a new index, mostly of the same segments.
 */
import type { Page, PageInfo } from '../../content/page.ts';
import { type Analyzer, analyzerOf, stemOf } from './analyzer.ts';
import { conjunction, idf, type PostingList } from './inverted-index.ts';
import type { QueryTerm } from './proximity.ts';
import type { Level, Segment } from './segment.ts';
import { editsOf, maxCorrections, nearest } from './spelling.ts';

/** Below 1, since words of questions are more often rare by chance than words of the docs. */
const rarityPower = 0.85;

/** The matches in one segment. */
export interface SegmentMatch extends PostingList {
  /** Position of the segment's first text. */
  readonly first: number;
  /** The factor for each score. */
  readonly scale: number;
}

/** The texts that contain some words. */
export interface Match {
  readonly count: number;
  readonly bySegment: readonly SegmentMatch[];
}

export interface PlacedSegment {
  readonly segment: Segment;
  readonly firstPage: number;
  readonly firstSection: number;
  /** 1 for each page that is no longer served. */
  readonly gone: Uint8Array;
}

export class WordIndex {
  readonly segments: readonly PlacedSegment[];
  /** Includes texts that are no longer served. */
  readonly counts: Readonly<Record<Level, number>>;
  /** Of the languages of its pages. */
  readonly #analyzers: readonly Analyzer[];
  #byPrefix: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(segments: readonly { readonly segment: Segment; readonly gone: Uint8Array }[]) {
    const counts = { sections: 0, pages: 0 };
    this.segments = segments.map(({ segment, gone }) => {
      const placed = { segment, gone, firstPage: counts.pages, firstSection: counts.sections };
      counts.pages += segment.infos.length;
      counts.sections += segment.sectionCount;
      return placed;
    });
    this.counts = counts;
    const infos = segments.flatMap(({ segment }) => segment.infos);
    this.#analyzers = [...new Set(infos.map(({ facets }) => analyzerOf(facets.language)))];
  }

  /** Positions of the pages that are served. */
  *served(): Iterable<number> {
    for (const { segment, firstPage, gone } of this.segments) {
      for (let at = 0; at < segment.infos.length; at += 1) if (!gone[at]) yield firstPage + at;
    }
  }

  info(page: number): PageInfo {
    const { segment, firstPage } = this.segmentOf(page);
    const info = segment.infos[page - firstPage];
    if (!info) throw new RangeError(`no page ${page}`);
    return info;
  }

  page(page: number): Page {
    const { segment, firstPage } = this.segmentOf(page);
    return segment.page(page - firstPage);
  }

  segmentOf(page: number): PlacedSegment {
    const placed = this.segments.findLast(({ firstPage }) => firstPage <= page);
    if (!placed) throw new RangeError(`no page ${page}`);
    return placed;
  }

  /** How many sections or pages contain a stem. */
  documentFrequency(stem: string, level: Level = 'sections'): number {
    return this.segments.reduce((sum, { segment }) => sum + segment.postings(stem, level).texts.length, 0);
  }

  /** The stems under which a word is found: one for each language of the docs. */
  stemsOf(word: string): readonly string[] {
    return this.#analyzers.map(({ stemOf }) => stemOf(word));
  }

  /** Whether the docs in one of their languages use all these words, wherever. */
  uses(words: readonly string[]): boolean {
    return this.#analyzers.some(({ stemOf }) => words.every((word) => this.documentFrequency(stemOf(word)) > 0));
  }

  /** The stems of the docs that are the nearest to a word which they do not use, for each of their languages. */
  nearest(word: string): readonly string[] {
    return this.#analyzers.flatMap(({ prefix, stemOf }) =>
      nearest(stemOf(word).slice(prefix.length), this.#vocabulariesOf(prefix), (stem) =>
        this.documentFrequency(prefix + stem),
      ),
    );
  }

  /** The English words one edit away from a word which the docs do not use, whose stems they use the most. */
  respelt(word: string): readonly string[] {
    const used = new Map<string, { readonly word: string; readonly count: number }>();
    for (const edit of editsOf(word)) {
      const stem = stemOf(edit);
      const count = used.has(stem) ? 0 : this.documentFrequency(stem);
      if (count > 0) used.set(stem, { word: edit, count });
    }
    const most = [...used.values()].sort((a, b) => b.count - a.count).slice(0, maxCorrections);
    return most.map((one) => one.word);
  }

  /** The stems of one language, without its prefix. */
  #vocabulariesOf(prefix: string): readonly Iterable<string>[] {
    if (prefix === '' && this.#analyzers.length === 1) return this.segments.map(({ segment }) => segment.stems());
    // Grouped once, so that a word of a question is compared with each stem once, however many languages there are.
    this.#byPrefix ??= withoutPrefixes(this.segments);
    return [this.#byPrefix.get(prefix) ?? []];
  }

  /** The texts that contain all these words in one language, with the lowest of their scores. */
  match(words: readonly string[], level: Level): Match {
    const byLanguage = this.#analyzers.map(({ stemOf }) => words.map(stemOf));
    const scales = words.map((_, at) => {
      const containing = byLanguage.reduce((sum, stems) => sum + this.documentFrequency(stems[at] ?? '', level), 0);
      return idf(containing, this.counts[level]) ** rarityPower;
    });
    const bySegment = byLanguage.flatMap((stems) =>
      this.segments.map(({ segment, firstPage, firstSection }): SegmentMatch => {
        const first = level === 'pages' ? firstPage : firstSection;
        const lists = stems.map((stem) => segment.postings(stem, level));
        const [list] = lists;
        if (list && lists.length === 1) return { ...list, first, scale: scales[0] ?? 1 };
        return { ...conjunction(lists, scales), first, scale: 1 };
      }),
    );
    return { count: bySegment.reduce((sum, { texts }) => sum + texts.length, 0), bySegment };
  }

  /** The proximity score of a section of a page; `sought` is by stem. */
  proximity(page: number, section: number, sought: ReadonlyMap<string, QueryTerm>): number {
    const { segment, firstPage, firstSection } = this.segmentOf(page);
    const byNumber = new Map([...sought].map(([stem, word]) => [segment.numberOf(stem), word]));
    return segment.proximity(page - firstPage, section - firstSection, byNumber);
  }
}

/** The stems of each language by its prefix. */
function withoutPrefixes(segments: readonly PlacedSegment[]): ReadonlyMap<string, readonly string[]> {
  const byPrefix = new Map<string, string[]>();
  for (const stem of segments.flatMap(({ segment }) => [...segment.stems()])) {
    const end = stem.indexOf(':') + 1;
    const prefix = stem.slice(0, end);
    const stems = byPrefix.get(prefix) ?? [];
    if (stems.length === 0) byPrefix.set(prefix, stems);
    stems.push(stem.slice(end));
  }
  return byPrefix;
}
