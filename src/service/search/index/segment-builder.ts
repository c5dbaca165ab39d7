/** Builds a segment. In: pages, one by one. Out: the arrays of a segment. Takes a few milliseconds per page. */
import { compressJson } from '../../../kit/base/compressed-json.ts';
import type { Work } from '../../../kit/base/time-slices.ts';
import type { Page } from '../../content/page.ts';
import type { PageLinks } from '../../content/page-links.ts';
import type { Origin } from '../../content/page-origin.ts';
import { titleStemsOf } from './analyzer.ts';
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
    for (const stem of titleStemsOf(page.title)) this.#titles.push(this.#numberOf(stem));
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

  /** `base`: another segment that is searched together with this one; field lengths are compared with the mean of both. */
  *finish(base?: SegmentArrays): Work<SegmentArrays> {
    const pages = this.#infos.ends.length;
    const forward = {
      tokens: this.#tokens.view(),
      fieldEnds: Uint32Array.from(this.#fieldEnds.view()),
      firstSections: Uint32Array.from([...this.#firstSections.view(), this.#leads.length]),
      leads: Uint8Array.from(this.#leads.view()),
    };
    const stems = this.#numbers.size;
    const texts = { sections: () => sectionTexts(forward, pages), pages: () => pageTexts(forward, pages) };
    const lengths = {
      sections: lengthsOf(texts.sections(), sectionFields.length),
      pages: lengthsOf(texts.pages(), pageFields.length),
    };
    const sectionOptions: PostingOptions = {
      ...{ weights: weightsOf(sectionFields, this.#weights), stems },
      lengths: added(lengths.sections, base?.sectionLengths),
      count: this.#leads.length + (base?.leads.length ?? 0),
    };
    const pageOptions: PostingOptions = {
      ...{ weights: weightsOf(pageFields, this.#weights), stems },
      lengths: added(lengths.pages, base?.pageLengths),
      count: pages + (base?.infoEnds.length ?? 0),
    };
    const bySection = yield* buildPostings(texts.sections, sectionOptions);
    const byPage = yield* buildPostings(texts.pages, pageOptions);
    return {
      ...{ stems: Buffer.from([...this.#numbers.keys()].map((stem) => `${stem}\n`).join('')), ...forward },
      ...{ titles: this.#titles.view(), titleEnds: Uint32Array.from(this.#titleEnds.view()) },
      ...{ sectionLengths: lengths.sections, pageLengths: lengths.pages },
      ...{ sectionOffsets: bySection.offsets, sectionTexts: bySection.texts, sectionScores: bySection.scores },
      ...{ pageOffsets: byPage.offsets, pageTexts: byPage.texts, pageScores: byPage.scores },
      ...{ infos: this.#infos.view(), infoEnds: endsOf(this.#infos) },
      ...{ bodies: this.#bodies.view(), bodyEnds: endsOf(this.#bodies) },
      ...{ origins: this.#origins.view(), originEnds: endsOf(this.#origins) },
      ...{ links: this.#links.view(), linkEnds: endsOf(this.#links) },
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
  return Uint32Array.from(ends.view());
}

class GrowingArray {
  #numbers = new Int32Array(1 << 10);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Int32Array(this.#length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }

  /** A view, until the next `push`. */
  view(): Int32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}

/** Concatenated pieces of bytes. */
class GrowingBytes {
  readonly ends = new GrowingArray();
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  push(piece: Uint8Array): void {
    const end = this.#length + piece.length;
    if (end > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = end;
    this.ends.push(end);
  }

  /** A view, until the next `push`. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
