/**
 * Which texts say a word, and how strongly: posting lists in typed arrays, with the BM25F score of each posting worked out
 * beforehand but for the rarity of the word (idf), which a search multiplies in. Pure.
 */
import type { Work } from '../../../base/time-slices.ts';
import { b, k1 } from './field-weights.ts';

/** The texts that say a stem or several, ascending, and how strongly each does. */
export interface PostingList {
  readonly texts: Int32Array;
  readonly scores: Float32Array;
}

/** All posting lists, one behind the other: those of a stem stand from its offset to that of the next. */
export interface Postings extends PostingList {
  readonly offsets: Uint32Array;
}

/** A piece of a field of a text: numbers of stems. */
export interface FieldTokens {
  /** Position among the fields. */
  readonly field: number;
  readonly tokens: Int32Array;
}

/** Of few texts, each word would seem common: docs of a page or two are taken for a part of more. */
export const minTexts = 200;

/** What a word says that stands in so many of the texts: near 0 for one that stands in all. */
export function idf(saying: number, count: number): number {
  const texts = Math.max(count, minTexts);
  return Math.log(1 + (texts - saying + 0.5) / (saying + 0.5));
}

export interface PostingOptions {
  /** What a word in each field counts. */
  readonly weights: readonly number[];
  /** Lengths of the fields of all texts together. */
  readonly lengths: Float64Array;
  /** How many texts these are the lengths of. */
  readonly count: number;
  /** How many stems there are. */
  readonly stems: number;
}

/** Reads the texts twice: to count the postings of each stem, and to write them where they belong. */
export function* buildPostings(
  textsOf: () => Iterable<readonly FieldTokens[]>,
  { weights, lengths, count, stems }: PostingOptions,
): Work<Postings> {
  const means = weights.map((_, field) => Math.max(1, (lengths[field] ?? 0) / Math.max(1, count)));
  const mentions = new Float64Array(stems);
  const offsets = new Uint32Array(stems + 1);
  for (const text of textsOf()) {
    for (const stem of countMentions(text, weights, means, mentions)) {
      offsets[stem + 1] = (offsets[stem + 1] ?? 0) + 1;
      mentions[stem] = 0;
    }
    yield;
  }
  for (let stem = 0; stem < stems; stem += 1) offsets[stem + 1] = (offsets[stem + 1] ?? 0) + (offsets[stem] ?? 0);
  const ends = offsets.slice();
  const texts = new Int32Array(offsets[stems] ?? 0);
  const scores = new Float32Array(texts.length);
  let at = 0;
  for (const text of textsOf()) {
    for (const stem of countMentions(text, weights, means, mentions)) {
      const times = mentions[stem] ?? 0;
      const end = ends[stem] ?? 0;
      texts[end] = at;
      scores[end] = ((k1 + 1) * times) / (k1 + times);
      ends[stem] = end + 1;
      mentions[stem] = 0;
    }
    at += 1;
    yield;
  }
  return { offsets, texts, scores };
}

/** Adds a text's mentions of each stem, by field weight and length, and returns the stems. */
function countMentions(
  text: readonly FieldTokens[],
  weights: readonly number[],
  means: readonly number[],
  mentions: Float64Array,
): readonly number[] {
  const own = weights.map(() => 0);
  for (const { field, tokens } of text) own[field] = (own[field] ?? 0) + tokens.length;
  const stems: number[] = [];
  for (const { field, tokens } of text) {
    const worth = (weights[field] ?? 0) / (1 - b + (b * (own[field] ?? 0)) / (means[field] ?? 1));
    for (const stem of tokens) {
      const before = mentions[stem] ?? 0;
      if (before === 0) stems.push(stem);
      mentions[stem] = before + worth;
    }
  }
  return stems;
}

/** The texts that say all stems, as strongly as the weakest of them; `scales` are what the scores of each count. */
export function conjunction(lists: readonly PostingList[], scales: readonly number[]): PostingList {
  const [first, ...others] = lists;
  if (!first) return { texts: new Int32Array(), scores: new Float32Array() };
  const texts = first.texts.slice();
  const scores = first.scores.map((score) => score * (scales[0] ?? 1));
  let length = texts.length;
  for (const [at, other] of others.entries()) {
    const scale = scales[at + 1] ?? 1;
    let [kept, place] = [0, 0];
    for (let i = 0; i < length; i += 1) {
      const text = texts[i] ?? 0;
      while ((other.texts[place] ?? Number.POSITIVE_INFINITY) < text) place += 1;
      if (other.texts[place] !== text) continue;
      texts[kept] = text;
      scores[kept++] = Math.min(scores[i] ?? 0, (other.scores[place] ?? 0) * scale);
    }
    length = kept;
  }
  return { texts: texts.subarray(0, length), scores: scores.subarray(0, length) };
}
