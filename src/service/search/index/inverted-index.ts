/**
 * The inverted index: posting lists in typed arrays, with precomputed BM25F scores, except for the rarity of the word (idf),
 * which a search multiplies in. Pure.
 */
import type { Work } from '../../../kit/base/time-slices.ts';
import { b, k1 } from './field-weights.ts';

/** The texts that contain one or more stems, ascending, with their scores. */
export interface PostingList {
  readonly texts: Int32Array;
  readonly scores: Float32Array;
}

/** All posting lists, concatenated: that of a stem runs from its offset to the next one. */
export interface Postings extends PostingList {
  readonly offsets: Uint32Array;
}

/** A piece of a text's field, as stem numbers. */
export interface FieldTokens {
  /** Position among the fields. */
  readonly field: number;
  readonly tokens: Int32Array;
}

/** Among few texts every word would seem common, so idf assumes at least this many. */
export const minTexts = 200;

/** The idf of a word that `containing` of `count` texts contain: near 0 for a word in all of them. */
export function idf(containing: number, count: number): number {
  const texts = Math.max(count, minTexts);
  return Math.log(1 + (texts - containing + 0.5) / (containing + 0.5));
}

export interface PostingOptions {
  /** The weight of a word in each field. */
  readonly weights: readonly number[];
  /** The total length of each field over all texts. */
  readonly lengths: Float64Array;
  /** How many texts these lengths cover. */
  readonly count: number;
  /** How many stems there are. */
  readonly stems: number;
}

/** Reads the texts twice: to count the postings of each stem, then to write them in place. */
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

/** Adds up a text's mentions of each stem, weighted by field and length, and returns the stems. */
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

/** The texts that contain all stems, with the lowest of their scores (fuzzy AND); `scales` has the weight of each stem. */
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
