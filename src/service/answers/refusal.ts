/**
 * Decides when an answer is "The docs do not say", and what else it says. A question is refused by its answerability, a
 * likelihood that is computed from what the search found (search/ranking/answerability.ts) and compared with fitted
 * thresholds (search/ranking/weights.json, `thresholds`). answer.ts also refuses when no passage is picked, and a language
 * model by its instructions (llm/prompt.ts), whose words llm/llm-responder.ts holds back where nothing found is answerable.
 * Pure.
 */
import { stopWords } from '../search/index/stop-words.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import { fittedWeights } from '../search/ranking/weights.ts';
import { type Address, pageLink } from './page-links.ts';
import { type Wording, wordingIn } from './wording.ts';

/** False if the docs clearly do not answer. */
export function isAnswerable({ answerability }: SearchResult): boolean {
  return answerability >= fittedWeights.thresholds.refuse;
}

/** Whether the answer is doubtful and therefore headed “Closest I found”. */
export function isUncertain({ answerability }: SearchResult): boolean {
  return answerability < fittedWeights.thresholds.closest;
}

/** A greeting, thanks or another message that asks for nothing. */
export function asksNothing({ terms }: SearchResult): boolean {
  return terms.every(({ text }) => stopWords.has(text));
}

const maxNearest = 3;

/** The sentence with the nearest pages, or a question in return if nothing was asked. */
export function refusalText(
  found: SearchResult,
  address: Address,
  wording: Wording = wordingIn('en'),
  sentence = wording.docsDoNotSay,
): string {
  if (asksNothing(found)) return wording.nothingAsked;
  const nearest = found.pages.slice(0, maxNearest).map((hit) => `- ${pageLink(hit, address)}`);
  return nearest.length === 0 ? sentence : `${sentence} ${wording.nearestPages}\n${nearest.join('\n')}`;
}
