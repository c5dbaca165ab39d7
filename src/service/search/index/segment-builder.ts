/** Builds a segment. In: pages, one by one. Out: the arrays of a segment. Takes a few milliseconds per page. */
import { compressJson } from '../../../kit/base/compressed-json.ts';
import type { Work } from '../../../kit/base/time-slices.ts';
import type { PageLinks } from '../../content/inbound-links.ts';
import type { Page } from '../../content/page.ts';
import type { Origin } from '../../content/page-origin.ts';
import { analyzerOf, titleStemsOf } from './analyzer.ts';
import { type FieldWeights, fittedFieldWeights, pageFields, sectionFields, weightsOf } from './field-weights.ts';
import { buildPostings, type FieldTokens, type PostingOptions } from './inverted-index.ts';
import { stemsOfPage } from './page-stems.ts';
import {
  entryAt,
  fieldsOfPage,
  linesOf,
  pageTokens,
  type SegmentArrays,
  sectionTokens,
  titleOf,
  toBody,
  toInfo,
} from './segment.ts';

export class SegmentBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #tokens = new GrowingArray();
  readonly #fieldEnds = new GrowingArray();
  readonly #firstSections = new GrowingArray();
  readonly #leads = new GrowingArray();
  readonly #titles = new GrowingArray();
  readonly #titleEnds = new GrowingArray();
  readonly #infos = new GrowingBytes();
  readonly #bodies = new GrowingBytes();
  readonly #origins = new GrowingBytes();
  readonly #links = new GrowingBytes();
  readonly #weights: FieldWeights;

  constructor(weights: FieldWeights = fittedFieldWeights) {
    this.#weights = weights;
  }

  /** `origin` and `links` are needed only to check later whether the page has changed. */
  add(page: Page, origin?: Origin, links?: PageLinks): void {
    const { title, path, lead, cited, sections } = stemsOfPage(page);
    this.#firstSections.push(this.#leads.length);
    for (const stems of [title, path, lead, cited]) this.#addField(stems);
    for (const { heading, prose, code, isLead } of sections) {
      for (const stems of [heading, prose, code]) this.#addField(stems);
      this.#leads.push(isLead ? 1 : 0);
    }
    for (const stem of titleStemsOf(page.title, analyzerOf(page.facets.language)))
      this.#titles.push(this.#numberOf(stem));
    this.#titleEnds.push(this.#titles.length);
    this.#infos.push(Buffer.from(JSON.stringify(toInfo(page))));
    this.#bodies.push(compressJson(toBody(page)));
    this.#origins.push(origin ? Buffer.from(JSON.stringify(origin)) : nothing);
    this.#links.push(links ? compressJson(links) : nothing);
  }

  /** Copies pages of another segment, without reading them again. */
  *copy(arrays: SegmentArrays, pages: Iterable<number>): Work<void> {
    const stems = [...linesOf(arrays.stems)];
    const numbers = new Int32Array(stems.length).fill(-1);
    const renumber = (number: number): number => {
      if (numbers[number] === -1) numbers[number] = this.#numberOf(stems[number] ?? '');
      return numbers[number] ?? -1;
    };
    for (const at of pages) {
      this.#firstSections.push(this.#leads.length);
      for (const tokens of fieldsOfPage(arrays, at)) {
        for (const number of tokens) this.#tokens.push(renumber(number));
        this.#fieldEnds.push(this.#tokens.length);
      }
      for (const lead of arrays.leads.subarray(arrays.firstSections[at], arrays.firstSections[at + 1])) {
        this.#leads.push(lead);
      }
      for (const number of titleOf(arrays, at)) this.#titles.push(renumber(number));
      this.#titleEnds.push(this.#titles.length);
      this.#infos.push(entryAt(arrays.infos, arrays.infoEnds, at));
      this.#bodies.push(entryAt(arrays.bodies, arrays.bodyEnds, at));
      this.#origins.push(entryAt(arrays.origins, arrays.originEnds, at));
      this.#links.push(entryAt(arrays.links, arrays.linkEnds, at));
      yield;
    }
  }

  #addField(stems: readonly string[]): void {
    for (const stem of stems) this.#tokens.push(this.#numberOf(stem));
    this.#fieldEnds.push(this.#tokens.length);
  }

  #numberOf(stem: string): number {
    const number = this.#numbers.get(stem) ?? this.#numbers.size;
    this.#numbers.set(stem, number);
    return number;
  }

  /** Empties the builder. `base`: another segment that is searched together with this one; field lengths are compared with the mean of both. */
  *finish(base?: SegmentArrays): Work<SegmentArrays> {
    const pages = this.#infos.ends.length;
    const sections = this.#leads.length;
    this.#firstSections.push(sections);
    const forward = {
      tokens: this.#tokens.take(),
      fieldEnds: Uint32Array.from(this.#fieldEnds.take()),
      firstSections: Uint32Array.from(this.#firstSections.take()),
      leads: Uint8Array.from(this.#leads.take()),
    };
    const stems = this.#numbers.size;
    const texts = { sections: () => sectionTexts(forward, pages), pages: () => pageTexts(forward, pages) };
    const lengths = {
      sections: lengthsOf(texts.sections(), sectionFields.length),
      pages: lengthsOf(texts.pages(), pageFields.length),
    };
    const sectionOptions: PostingOptions = {
      weights: weightsOf(sectionFields, this.#weights),
      stems,
      lengths: added(lengths.sections, base?.sectionLengths),
      count: sections + (base?.leads.length ?? 0),
    };
    const pageOptions: PostingOptions = {
      weights: weightsOf(pageFields, this.#weights),
      stems,
      lengths: added(lengths.pages, base?.pageLengths),
      count: pages + (base?.infoEnds.length ?? 0),
    };
    const bySection = yield* buildPostings(texts.sections, sectionOptions);
    const byPage = yield* buildPostings(texts.pages, pageOptions);
    return {
      stems: Buffer.from([...this.#numbers.keys()].map((stem) => `${stem}\n`).join('')),
      ...forward,
      titles: this.#titles.take(),
      titleEnds: Uint32Array.from(this.#titleEnds.take()),
      sectionLengths: lengths.sections,
      pageLengths: lengths.pages,
      sectionOffsets: bySection.offsets,
      sectionTexts: bySection.texts,
      sectionScores: bySection.scores,
      pageOffsets: byPage.offsets,
      pageTexts: byPage.texts,
      pageScores: byPage.scores,
      infos: this.#infos.take(),
      infoEnds: endsOf(this.#infos),
      bodies: this.#bodies.take(),
      bodyEnds: endsOf(this.#bodies),
      origins: this.#origins.take(),
      originEnds: endsOf(this.#origins),
      links: this.#links.take(),
      linkEnds: endsOf(this.#links),
    };
  }
}

type Forward = Parameters<typeof pageTokens>[0];

const nothing = new Uint8Array();

function* pageTexts(forward: Forward, pages: number): Iterable<readonly FieldTokens[]> {
  for (let page = 0; page < pages; page += 1) yield pageTokens(forward, page);
}

function* sectionTexts(forward: Forward, pages: number): Iterable<readonly FieldTokens[]> {
  for (let page = 0; page < pages; page += 1) {
    const end = forward.firstSections[page + 1] ?? 0;
    for (let at = forward.firstSections[page] ?? 0; at < end; at += 1) yield sectionTokens(forward, page, at);
  }
}

function lengthsOf(texts: Iterable<readonly FieldTokens[]>, fields: number): Float64Array {
  const lengths = new Float64Array(fields);
  for (const text of texts) {
    for (const { field, tokens } of text) lengths[field] = (lengths[field] ?? 0) + tokens.length;
  }
  return lengths;
}

function added(lengths: Float64Array, others: Float64Array = new Float64Array()): Float64Array {
  return lengths.map((length, field) => length + (others[field] ?? 0));
}

function endsOf({ ends }: GrowingBytes): Uint32Array {
  return Uint32Array.from(ends.take());
}

const chunkLength = 1 << 16;

/** Grows by chunks: an array that doubles holds three times its contents at times. */
class GrowingArray {
  #chunks: Int32Array[] = [];
  /** How much of the last chunk is used. */
  #used = chunkLength;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#used === chunkLength) {
      this.#chunks.push(new Int32Array(chunkLength));
      this.#used = 0;
    }
    const last = this.#chunks.at(-1);
    if (last) last[this.#used++] = number;
    this.#length += 1;
  }

  /** The numbers in an array of their own; the memory of this one is free for what is pushed next. */
  take(): Int32Array {
    const all = new Int32Array(this.#length);
    for (const [at, chunk] of this.#chunks.entries())
      all.set(chunk.subarray(0, this.#length - at * chunkLength), at * chunkLength);
    this.#chunks = [];
    this.#used = chunkLength;
    this.#length = 0;
    return all;
  }
}

const chunkBytes = 1 << 20;

/** Concatenated pieces of bytes, copied: a piece may be part of a larger buffer, which would be kept with it. */
class GrowingBytes {
  readonly ends = new GrowingArray();
  #chunks: Uint8Array[] = [];
  /** How much of the last chunk is used. */
  #used = chunkBytes;
  #length = 0;

  push(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      if (this.#used === chunkBytes) {
        this.#chunks.push(new Uint8Array(chunkBytes));
        this.#used = 0;
      }
      const part = piece.subarray(at, at + chunkBytes - this.#used);
      this.#chunks.at(-1)?.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
    this.#length += piece.length;
    this.ends.push(this.#length);
  }

  take(): Uint8Array {
    const all = new Uint8Array(this.#length);
    for (const [at, chunk] of this.#chunks.entries())
      all.set(chunk.subarray(0, this.#length - at * chunkBytes), at * chunkBytes);
    this.#chunks = [];
    this.#used = chunkBytes;
    this.#length = 0;
    return all;
  }
}
