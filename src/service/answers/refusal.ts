/**
 * Decides when an answer is "I found no page about …", and what else it says. A question is refused by its answerability, a
 * likelihood that is computed from what the search found (search/ranking/answerability.ts) and compared with fitted
 * thresholds (search/ranking/weights.json, `thresholds`). answer.ts also refuses when no passage is picked, and a language
 * model by its instructions (llm/prompt.ts), whose words llm/llm-responder.ts holds back where nothing found is answerable.
 * Pure.
 */

import { frequentWordsOf } from '../content/language.ts';
import { wordsOf } from '../search/index/analyzer.ts';
import { fillerWords, stopWords } from '../search/index/stop-words.ts';
import { type Edition, isInOtherLanguage } from '../search/ranking/editions.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { fittedWeights } from '../search/ranking/weights.ts';
import { type Address, escapeMarkdown, pageLink } from './page-links.ts';
import { languageName, wordingIn } from './wording.ts';

/** False if the docs clearly do not answer. */
export function isAnswerable({ answerability }: SearchResult): boolean {
  return answerability >= fittedWeights.thresholds.refuse;
}

/** A greeting, thanks or another message that asks for nothing. */
export function asksNothing({ terms }: SearchResult): boolean {
  return terms.every(({ text }) => stopWords.has(text));
}

const maxNearest = 3;
/** Docs in more languages than this name the most frequent ones. */
const maxLanguages = 4;

/** The languages of the question and of the docs. */
export type AskedEdition = Pick<Edition, 'askedIn' | 'languages'>;

/** That no page was found, with the nearest pages; or a question in return if nothing was asked. */
export function refusalText(
  found: SearchResult,
  address: Address,
  edition: AskedEdition,
  sentence = notFound(found, edition),
): string {
  const wording = wordingIn(edition.askedIn);
  if (asksNothing(found)) return wording.smallTalk.greeting;
  const nearest = found.pages.slice(0, maxNearest).map((hit) => `- ${pageLink(hit, address)}`);
  return nearest.length === 0 ? sentence : `${sentence} ${wording.nearestPages}\n${nearest.join('\n')}`;
}

/** In no language of the docs, their words cannot be found: that does not mean that the docs lack them. */
function notFound({ terms }: SearchResult, edition: AskedEdition): string {
  const { askedIn, languages } = edition;
  const wording = wordingIn(askedIn);
  const about = toldTerms(terms, askedIn);
  const named = languages.slice(0, maxLanguages).map((language) => languageName(language, askedIn ?? 'en'));
  return [
    ...(isInOtherLanguage(edition) ? [wording.docsAreIn(named)] : []),
    about.length > 0 ? wording.notFoundAbout(about) : wording.notFound,
  ].join(' ');
}

const maxTerms = 6;
const maxTermChars = 40;

/** As they are in terms: without accents. */
const fillers = new Set(wordsOf(fillerWords.join(' ')));

/** The terms that say most of what was asked about, in the order of the question. */
function toldTerms(terms: SearchResult['terms'], askedIn: string | undefined): readonly string[] {
  const frequent = wordsOf(frequentWordsOf(askedIn).join(' '));
  const own = terms.filter(
    ({ text, isPhrase }) =>
      !isPhrase &&
      !stopWords.has(text) &&
      !fillers.has(text) &&
      !frequent.includes(text) &&
      text.length <= maxTermChars,
  );
  const most = own.toSorted((a, b) => b.weight - a.weight).slice(0, maxTerms);
  return own.filter((term) => most.includes(term)).map(({ text }) => escapeMarkdown(text));
}
