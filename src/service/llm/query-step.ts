/**
 * The query step: where the words of a question are not those to search for (a follow-up, another language, nothing found), the
 * model first writes it as a question that stands alone, with a few searches in the language of the docs. Their results and those
 * of the question as asked are fused by rank. Without the model's reply, the question as asked decides.
 */
import { generateText, type LanguageModel, type LanguageModelUsage } from 'ai';
import { type Clock, within } from '../../kit/base/clock.ts';
import { isSameLanguage } from '../../kit/base/language-tags.ts';
import { asksNothing, isAnswerable } from '../answers/refusal.ts';
import type { AnswerRequest } from '../answers/responder.ts';
import { languageName } from '../answers/wording.ts';
import { ModelError } from '../model-endpoint/failures.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { Edition } from '../search/ranking/editions.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import { toHistory } from './prompt.ts';
import { clipped } from './text-size.ts';

export interface QueryStepOptions {
  readonly model: LanguageModel;
  /** People's text as it may be sent. */
  readonly outgoing: (text: string) => string;
  /** How long the model may take; 0: the step is never taken. */
  readonly maxMs: number;
  readonly clock: Clock;
  readonly onUsage: (usage: LanguageModelUsage) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Returns what to search for besides the question as asked; nothing if it needs no step, or the step fails. */
export type QueryStep = (
  asked: AnswerRequest,
  edition: Edition,
  found: SearchResult,
  signal: AbortSignal,
) => Promise<readonly string[]>;

/** After a failure, the step is not taken for so long: an ill endpoint should not cost every reader the wait. */
const restMs = 60_000;
const maxQueryTokens = 300;
/** The end of a conversation says what a follow-up is about. */
const maxHistoryTokens = 600;
const maxQuestionChars = 2_000;
const maxQueries = 3;
const maxQueryChars = 300;

export function createQueryStep({ model, outgoing, maxMs, clock, onUsage, onFailure }: QueryStepOptions): QueryStep {
  let restsUntil = 0;
  return async (asked, edition, found, signal) => {
    if (maxMs === 0 || clock.now() < restsUntil || !isNeeded(asked, edition, found)) return [];
    const ending = new AbortController();
    try {
      const replying = generateText({
        model,
        instructions: instructionsFor(edition.language),
        messages: [
          ...toHistory(asked.history, maxHistoryTokens).map(({ role, text }) => ({ role, content: outgoing(text) })),
          { role: 'user', content: outgoing(clipped(asked.question, maxQuestionChars)) },
        ],
        maxOutputTokens: maxQueryTokens,
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, ending.signal]),
      });
      const reply = await within(replying, maxMs, clock);
      if (reply === 'late') throw new ModelError('timed_out');
      onUsage(reply.usage);
      return queriesIn(reply.text);
    } catch (error) {
      if (signal.aborted) return [];
      restsUntil = clock.now() + restMs;
      onFailure(error);
      return [];
    } finally {
      ending.abort();
    }
  };
}

/** A question stands alone that begins the conversation in the language of the pages and whose words find an answer. */
function isNeeded(asked: AnswerRequest, edition: Edition, found: SearchResult): boolean {
  if (asksNothing(found) && asked.history.length === 0) return false;
  if (asked.history.length > 0 || !isAnswerable(found)) return true;
  return edition.askedIn !== undefined && !isSameLanguage(edition.askedIn, edition.language);
}

function instructionsFor(language: string): string {
  const name = languageName(language, 'en');
  return `You prepare a search of a documentation that is written in ${name}. Read the conversation; do not answer it.
Reply with these lines and nothing else:
QUESTION: the last message as one question in ${name} that can be understood without the conversation
SEARCH: two to five words in ${name} that a page about it would use
SEARCH: other such words, for the same
Names, code and error messages stay as they are written.`;
}

/** The lines as models write them. */
function queriesIn(text: string): readonly string[] {
  const queries = text.split('\n').flatMap((line) => {
    const [, query = ''] = /^[\s*_\x60>-]{0,8}(?:QUESTION|SEARCH)[\s*_\d]{0,4}:([^\n]*)$/i.exec(line) ?? [];
    const plain = query
      .replaceAll(/[*_\x60"]/g, ' ')
      .trim()
      .slice(0, maxQueryChars);
    return plain === '' ? [] : [plain];
  });
  return [...new Set(queries)].slice(0, maxQueries);
}

interface Searched {
  readonly reading: Reading;
  /** The asker's: the model's words do not change it. */
  readonly edition: Edition;
  readonly turn: () => Promise<void>;
}

/** Searches for each query, and fuses the results with those of the question as asked. */
export async function searchedToo(
  queries: readonly string[],
  found: SearchResult,
  asked: AnswerRequest,
  { reading, edition, turn }: Searched,
): Promise<SearchResult> {
  const results = [found];
  for (const question of queries) {
    await turn();
    results.push(await hybridSearch(reading, { ...asked, question, before: [] }, edition));
  }
  return fusedByRank(results, asked.limit);
}

/** Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion", SIGIR 2009. */
const rankOffset = 60;

/** Reciprocal rank fusion. The docs answer if they answer any of the queries. */
export function fusedByRank(results: readonly SearchResult[], limit: number): SearchResult {
  const [first] = results;
  if (!first) throw new TypeError('there is nothing to fuse');
  const fused = new Map<
    PageHit['page']['path'],
    { readonly hit: PageHit; readonly rank: number; readonly score: number }
  >();
  for (const { pages } of results) {
    for (const [rank, hit] of pages.entries()) {
      const before = fused.get(hit.page.path);
      const score = (before?.score ?? 0) + 1 / (rankOffset + rank);
      const best = before && before.rank <= rank ? before : { hit, rank };
      fused.set(hit.page.path, { ...best, score });
    }
  }
  const pages = [...fused.values()].sort((a, b) => b.score - a.score).map(({ hit }) => hit);
  const answerability = Math.max(...results.map((result) => result.answerability));
  return { ...first, pages: pages.slice(0, limit), answerability };
}
