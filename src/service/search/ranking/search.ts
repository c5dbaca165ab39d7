/**
 * A question -> ranked pages: the question's terms, those of the question before it where it is a follow-up, and compounds of
 * neighbouring words are matched, their BM25F scores summed (`matching.ts` takes the best spelling of each: dis-max), and
 * the pages ranked by the features of `page-features.ts`.
 */

import { atOnce, type Work } from '../../../kit/base/time-slices.ts';
import { languageOf } from '../../content/language.ts';
import type { Page, PageInfo } from '../../content/page.ts';
import type { FieldWeights } from '../index/field-weights.ts';
import { Segment } from '../index/segment.ts';
import { SegmentBuilder } from '../index/segment-builder.ts';
import { WordIndex } from '../index/word-index.ts';
import { isDependent, type Query, type Term, toQuery } from '../query/query.ts';
import { createSynonyms, generalSynonyms, type Synonyms, type SynonymTable } from '../query/synonyms.ts';
import { answerabilityFeatures, answerabilityOf } from './answerability.ts';
import { corrected, scoreTerm, takenApart } from './matching.ts';
import { rankPages } from './page-ranking.ts';
import type { SearchResult } from './search-result.ts';
import { TermScores } from './term-scores.ts';
import { fittedWeights, type RankingWeights } from './weights.ts';

/** A searchable corpus. */
export interface SearchIndex {
  /** How many pages it holds. */
  readonly length: number;
  /** A page by position, read from where it is kept; undefined beyond the end. */
  at(position: number): Page | undefined;
  /**
   * `before`: earlier questions of the conversation, oldest first, which say what a follow-up is about. Pages that `isShown`
   * rejects are left out.
   */
  search(
    question: string,
    limit: number,
    before?: readonly string[],
    isShown?: (page: PageInfo) => boolean,
  ): SearchResult;
  /** The same pages, searched with other operator's synonyms. */
  withSynonyms(own: SynonymTable): SearchIndex;
}

/** The settings of a search. */
export interface SearchIndexOptions {
  /** The operator's own, in addition to the general ones. */
  readonly synonyms?: SynonymTable | undefined;
  /** Default: the fitted ones. */
  readonly weights?: RankingWeights;
}

/** Also used for indexing. */
export interface NewIndexOptions extends SearchIndexOptions {
  /** Default: the fitted ones. */
  readonly fieldWeights?: FieldWeights;
}

/** Builds an index of the pages. Blocks the event loop until it is done. */
export function createSearchIndex(pages: readonly Page[], options: NewIndexOptions = {}): SearchIndex {
  return toSearchIndex(atOnce(buildWordIndex(pages, options.fieldWeights)), options);
}

function* buildWordIndex(pages: readonly Page[], fieldWeights?: FieldWeights): Work<WordIndex> {
  const builder = new SegmentBuilder(fieldWeights);
  for (const page of pages) {
    builder.add(page);
    yield;
  }
  const segment = yield* Segment.open(yield* builder.finish());
  return new WordIndex([{ segment, gone: new Uint8Array(pages.length) }]);
}

/** The index and settings of a search. */
interface Searched {
  readonly index: WordIndex;
  readonly scores: TermScores;
  readonly synonyms: Synonyms;
  readonly weights: RankingWeights;
}

/** Searches an index. */
export function toSearchIndex(
  index: WordIndex,
  { synonyms: own, weights = fittedWeights }: SearchIndexOptions = {},
): SearchIndex {
  const scores = new TermScores(index.counts);
  const positions = [...index.served()];
  return searchIndexOf({ index, scores, weights, synonyms: own ? createSynonyms(own) : generalSynonyms }, positions);
}

function searchIndexOf(searched: Searched, positions: readonly number[]): SearchIndex {
  return {
    length: positions.length,
    at(position) {
      const page = positions[position];
      return page === undefined ? undefined : searched.index.page(page);
    },
    search: (question, limit, before = [], isShown = () => true) =>
      search(searched, { question: beginningOf(question), limit, before: before.map(beginningOf), isShown }),
    withSynonyms: (own) => searchIndexOf({ ...searched, synonyms: createSynonyms(own) }, positions),
  };
}

/** Longer questions are logs or files, whose beginning says what they are about. */
const maxChars = 10_000;

function beginningOf(question: string): string {
  return question.slice(0, maxChars);
}

interface IndexRequest {
  readonly question: string;
  readonly limit: number;
  readonly before: readonly string[];
  readonly isShown: (page: PageInfo) => boolean;
}

/** The weight of compounds: "stream text" in the question may be `streamText` on the page. */
const nameWeight = 0.3;
/** The weight of terms of the previous question. */
const contextWeight = 0.4;

function search({ index, scores, synonyms, weights }: Searched, request: IndexRequest): SearchResult {
  const { question, limit, before, isShown } = request;
  const query = toQuery(question, synonyms);
  scores.clear();
  const terms = query.terms.flatMap((term) => takenApart(index, term));
  const own = terms.map((term) => scoreTerm(index, scores, corrected(index, term, terms.length)));
  const context = contextOf(question, query, before, synonyms);
  for (const term of context) scoreTerm(index, scores, term, { weight: contextWeight, covers: false });
  for (const name of query.names) scoreTerm(index, scores, nameTerm(name), { weight: nameWeight, covers: false });
  const pages = rankPages(index, { own, scores, weights: weights.page, isShown, limit });
  const [best] = pages;
  const askedIn = languageOf(question, clearWords);
  const evidence = best && own.length > 0 ? answerabilityFeatures(own, index, best, weights, askedIn) : undefined;
  const answerability = evidence ? answerabilityOf(evidence, weights.answerability) : 0;
  return { terms: own.map(({ term }) => term), pages, answerability, evidence };
}

/** English questions have single words of other languages: "per". */
const clearWords = 1.5;

function nameTerm(name: string): Term {
  return { text: name, parts: [name], spellings: [{ words: [name], weight: 1 }], isPhrase: false };
}

/** Terms of the previous question, if this one depends on it. */
function contextOf(question: string, query: Query, before: readonly string[], synonyms: Synonyms): readonly Term[] {
  const last = before.at(-1);
  if (last === undefined || !isDependent(question, query.terms)) return [];
  const known = new Set(query.terms.map((term) => term.text));
  return toQuery(last, synonyms).terms.filter((term) => !known.has(term.text));
}
