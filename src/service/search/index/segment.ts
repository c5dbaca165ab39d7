/**
 * A segment: some pages of the docs, indexed together and immutable (as in Lucene). Everything is in typed arrays, which
 * threads can share and a file can store as they are; page texts are compressed, and loaded when a page is shown.
 */
import { expandJson } from '../../../kit/base/compressed-json.ts';
import type { Work } from '../../../kit/base/time-slices.ts';
import type { PageLinks } from '../../content/inbound-links.ts';
import type { Page, PageInfo } from '../../content/page.ts';
import type { Origin } from '../../content/page-origin.ts';
import type { FieldTokens, PostingList, Postings } from './inverted-index.ts';
import { proximity, type QueryTerm } from './proximity.ts';

/** The arrays of a segment. `…Ends`: where each entry of the array ends. */
export interface SegmentArrays {
  /** UTF-8, one per line, in the order of their numbers. */
  readonly stems: Uint8Array;
  /**
   * The words of all fields as stem numbers. For each page: title, path, lead, cited; then heading, prose and code of each
   * section.
   */
  readonly tokens: Int32Array;
  readonly fieldEnds: Uint32Array;
  /** The first section of each page, then the number of sections. */
  readonly firstSections: Uint32Array;
  /** 1 for a section that is its page's beginning. */
  readonly leads: Uint8Array;
  /** Stems of the titles, each once. */
  readonly titles: Int32Array;
  readonly titleEnds: Uint32Array;
  /** The total length of each field, over all sections and over all pages. */
  readonly sectionLengths: Float64Array;
  readonly pageLengths: Float64Array;
  readonly sectionOffsets: Uint32Array;
  readonly sectionTexts: Int32Array;
  readonly sectionScores: Float32Array;
  readonly pageOffsets: Uint32Array;
  readonly pageTexts: Int32Array;
  readonly pageScores: Float32Array;
  /** A PageInfo for each page, as JSON. */
  readonly infos: Uint8Array;
  readonly infoEnds: Uint32Array;
  /** The rest of each Page, as compressed JSON. */
  readonly bodies: Uint8Array;
  readonly bodyEnds: Uint32Array;
  /** For each page an Origin as JSON, and PageLinks as compressed JSON, which show whether it must be read again. */
  readonly origins: Uint8Array;
  readonly originEnds: Uint32Array;
  readonly links: Uint8Array;
  readonly linkEnds: Uint32Array;
}

/** The number of fields of a page outside of its sections. */
const pageOwnFields = 4;
const fieldsOfSection = 3;

type Forward = Pick<SegmentArrays, 'tokens' | 'fieldEnds' | 'firstSections' | 'leads'>;

/** The position of the page's first field; the fields of its sections follow after its own. */
function firstField({ firstSections }: Forward, page: number): number {
  return pageOwnFields * page + fieldsOfSection * (firstSections[page] ?? 0);
}

function tokensOf({ tokens, fieldEnds }: Forward, field: number): Int32Array {
  return tokens.subarray(field === 0 ? 0 : fieldEnds[field - 1], fieldEnds[field]);
}

/** The words of each field of a page and its sections, in stored order. */
export function* fieldsOfPage(forward: Forward, page: number): Iterable<Int32Array> {
  const end = firstField(forward, page + 1);
  for (let field = firstField(forward, page); field < end; field += 1) yield tokensOf(forward, field);
}

/** The stems of a page's title. */
export function titleOf({ titles, titleEnds }: SegmentArrays, page: number): Int32Array {
  return titles.subarray(page === 0 ? 0 : titleEnds[page - 1], titleEnds[page]);
}

/** A page's words by field, as `pageFields` orders them. */
export function pageTokens(forward: Forward, page: number): readonly FieldTokens[] {
  const first = firstField(forward, page);
  const own = [0, 1, 2, 6].map((field, at) => ({ field, tokens: tokensOf(forward, first + at) }));
  const count = (forward.firstSections[page + 1] ?? 0) - (forward.firstSections[page] ?? 0);
  for (let at = 0; at < fieldsOfSection * count; at += 1) {
    const field = 3 + (at % fieldsOfSection);
    own.push({ field, tokens: tokensOf(forward, first + pageOwnFields + at) });
  }
  return own;
}

/** A section's words by field, as `sectionFields` orders them. */
export function sectionTokens(forward: Forward, page: number, section: number): readonly FieldTokens[] {
  const first = firstField(forward, page);
  const own = first + pageOwnFields + fieldsOfSection * (section - (forward.firstSections[page] ?? 0));
  const places = [first, own, first + 1, ...(forward.leads[section] ? [first + 2] : []), own + 1, own + 2];
  const fields = forward.leads[section] ? [0, 1, 2, 3, 4, 5] : [0, 1, 2, 4, 5];
  return places.map((place, at) => ({ field: fields[at] ?? 0, tokens: tokensOf(forward, place) }));
}

/** The parts of a page that are stored compressed. */
type PageBody = Omit<Page, keyof PageInfo>;

export function toInfo({ file, path, title, facets, linkedFrom, keptOn }: Page): PageInfo {
  return { file, path, title, facets, linkedFrom, ...(keptOn !== undefined && { keptOn }) };
}

export function toBody({ description, keywords, sections, citedAs }: Page): PageBody {
  return { description, keywords, sections, citedAs };
}

/** As written by `SegmentBuilder`. */
export function infoAt({ infos, infoEnds }: SegmentArrays, at: number): PageInfo {
  return JSON.parse(textOf(entryAt(infos, infoEnds, at))) as PageInfo;
}

export function pageAt(arrays: SegmentArrays, at: number): Page {
  const { bodies, bodyEnds } = arrays;
  return { ...infoAt(arrays, at), ...(expandJson(entryAt(bodies, bodyEnds, at)) as PageBody) };
}

export function originAt({ origins, originEnds }: SegmentArrays, at: number): Origin {
  return JSON.parse(textOf(entryAt(origins, originEnds, at))) as Origin;
}

export function linksAt({ links, linkEnds }: SegmentArrays, at: number): PageLinks {
  return expandJson(entryAt(links, linkEnds, at)) as PageLinks;
}

export type Level = 'sections' | 'pages';

/** A segment, ready to be searched. */
export class Segment {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #postings: Readonly<Record<Level, Postings>>;
  /** A weak cache: a page that is still referenced is not loaded again. */
  readonly #shown = new Map<number, WeakRef<Page>>();
  readonly arrays: SegmentArrays;
  readonly infos: readonly PageInfo[];

  /** Works in slices, since tens of thousands of stems become strings. */
  static *open(arrays: SegmentArrays): Work<Segment> {
    const numbers = new Map<string, number>();
    for (const stem of linesOf(arrays.stems)) {
      numbers.set(stem, numbers.size);
      yield;
    }
    const infos: PageInfo[] = [];
    for (let at = 0; at < arrays.infoEnds.length; at += 1) {
      infos.push(infoAt(arrays, at));
      yield;
    }
    return new Segment(arrays, numbers, infos);
  }

  private constructor(arrays: SegmentArrays, numbers: ReadonlyMap<string, number>, infos: readonly PageInfo[]) {
    this.arrays = arrays;
    this.#numbers = numbers;
    this.infos = infos;
    const { sectionOffsets, sectionTexts, sectionScores, pageOffsets, pageTexts, pageScores } = arrays;
    this.#postings = {
      sections: { offsets: sectionOffsets, texts: sectionTexts, scores: sectionScores },
      pages: { offsets: pageOffsets, texts: pageTexts, scores: pageScores },
    };
  }

  get sectionCount(): number {
    return this.arrays.leads.length;
  }

  stems(): Iterable<string> {
    return this.#numbers.keys();
  }

  /** -1 for a stem that no page contains. */
  numberOf(stem: string): number {
    return this.#numbers.get(stem) ?? -1;
  }

  /** The posting list of a stem. */
  postings(stem: string, level: Level): PostingList {
    const { offsets, texts, scores } = this.#postings[level];
    const number = this.numberOf(stem);
    const [from, to] = number === -1 ? [0, 0] : [offsets[number], offsets[number + 1]];
    return { texts: texts.subarray(from, to), scores: scores.subarray(from, to) };
  }

  page(at: number): Page {
    const shown = this.#shown.get(at)?.deref();
    if (shown) return shown;
    const page = pageAt(this.arrays, at);
    this.#shown.set(at, new WeakRef(page));
    return page;
  }

  /** The proximity score of a section; `sought` is by stem number. */
  proximity(page: number, section: number, sought: ReadonlyMap<number, QueryTerm>): number {
    const texts = sectionTokens(this.arrays, page, section).filter(({ field }) => field !== pathField);
    return proximity(
      texts.map(({ tokens }) => tokens),
      sought,
    );
  }
}

/** Words of an address have no meaningful proximity. */
const pathField = 2;

export function entryAt(entries: Uint8Array, ends: Uint32Array, at: number): Uint8Array {
  return entries.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

export function* linesOf(bytes: Uint8Array): Iterable<string> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    yield textOf(bytes.subarray(from, end));
    from = end + 1;
  }
}
