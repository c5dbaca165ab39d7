/**
 * Which texts say a word, and how strongly. In: texts, each a few fields of word stems. Out: scores by stem, worked out
 * beforehand (BM25F), so that a search only adds them up. Pure.
 */
import type { Work } from '../../../base/time-slices.ts';

/** Scores by position of the text. */
export type Scores = ReadonlyMap<number, number>;

/** What a word in this field counts. */
export interface Field {
  readonly weight: number;
  /** From 0 to 1: how far a word of a long text counts less than one of a short text. */
  readonly b: number;
}

/** Texts taken in one by one. */
export interface InvertedIndexBuilder {
  /** Stems by field. */
  add(fields: readonly (readonly string[])[]): void;
  finish(): Work<InvertedIndex>;
}

/** What says one stem: positions of texts, and the score of each. */
export interface PostingList {
  readonly texts: Int32Array;
  readonly scores: Float32Array;
}

export interface InvertedIndex {
  readonly byStem: ReadonlyMap<string, PostingList>;
  /** Texts taken in. */
  readonly count: number;
}

/** Of few texts, each word would seem common: docs of a page or two are taken for a part of more. */
const minTexts = 200;

/** In the words of people, a rare one is rare by chance more often than in those of the docs. */
const rarityPower = 0.85;

/** What a word says that stands in so many of the texts: near 0 for one that stands in all. */
export function idf(saying: number, count: number): number {
  const texts = Math.max(count, minTexts);
  return Math.log(1 + (texts - saying + 0.5) / (saying + 0.5));
}

/** `k1`: from about this many a further mention counts little. */
export function buildInvertedIndex(fields: readonly Field[], k1: number): InvertedIndexBuilder {
  const lengths: Uint32Array[] = [];
  const mentions = createMentions();
  return {
    add(texts) {
      const at = lengths.push(Uint32Array.from(texts, (stems) => stems.length)) - 1;
      for (const [field, stems] of texts.entries()) {
        for (const [stem, times] of countsOf(stems)) mentions.add(stem, { at, field, times });
      }
    },
    *finish() {
      const means = fields.map((_, field) => mean(lengths.map((own) => own[field] ?? 0)));
      const byStem = new Map<string, PostingList>();
      for (const stem of mentions.stems()) {
        const said = new Map<number, number>();
        for (const { at, field, times } of mentions.of(stem)) {
          const { weight, b } = fields[field] ?? { weight: 0, b: 0 };
          const length = (lengths[at]?.[field] ?? 0) / (means[field] ?? 1);
          said.set(at, (said.get(at) ?? 0) + (weight * times) / (1 - b + b * length));
        }
        const worth = idf(said.size, lengths.length) ** rarityPower * (k1 + 1);
        const scores = Float32Array.from(said.values(), (times) => (worth * times) / (k1 + times));
        byStem.set(stem, { texts: Int32Array.from(said.keys()), scores });
        yield;
      }
      return { byStem, count: lengths.length };
    },
  };
}

/** So many times in one field of one text. */
interface Mention {
  readonly at: number;
  readonly field: number;
  readonly times: number;
}

interface Mentions {
  add(stem: string, mention: Mention): void;
  stems(): Iterable<string>;
  of(stem: string): Iterable<Mention>;
}

/** A million of them stand in one row of numbers, each with where the one before of its stem stands: objects take ten times the memory. */
function createMentions(): Mentions {
  const last = new Map<string, number>();
  let row = new Int32Array(1 << 16);
  let end = 0;
  return {
    add(stem, { at, field, times }) {
      if (end + 4 > row.length) {
        const longer = new Int32Array(row.length * 2);
        longer.set(row);
        row = longer;
      }
      const before = last.get(stem) ?? -1;
      last.set(stem, end);
      for (const number of [before, at, field, times]) row[end++] = number;
    },
    stems: () => last.keys(),
    *of(stem) {
      for (let place = last.get(stem) ?? -1; place >= 0; place = row[place] ?? -1) {
        yield { at: row[place + 1] ?? 0, field: row[place + 2] ?? 0, times: row[place + 3] ?? 0 };
      }
    },
  };
}

/** What says all these stems: as strongly as the weakest of them. */
export function scoresOf({ byStem }: InvertedIndex, stems: readonly string[]): Scores {
  let all: Map<number, number> | undefined;
  for (const stem of stems) {
    const posting = byStem.get(stem);
    if (!posting) return new Map();
    const both = new Map<number, number>();
    for (const [place, text] of posting.texts.entries()) {
      const score = posting.scores[place] ?? 0;
      const before = all === undefined ? score : all.get(text);
      if (before !== undefined) both.set(text, Math.min(before, score));
    }
    all = both;
  }
  return all ?? new Map();
}

function countsOf(stems: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** At least 1, so that it can be divided by. */
function mean(lengths: readonly number[]): number {
  return Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
}
