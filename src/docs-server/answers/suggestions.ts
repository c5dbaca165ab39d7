/**
 * Suggestions of what to read next: the pages that were found besides those that an answer cites. In: found and cited pages.
 * Out: a `suggestions` block to end the answer with, as hosted services write it. Pure.
 */

import type { Page } from '../content/page.ts';
import { toPageQuestion } from '../content/page-question.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import type { AnswerSource } from './answer.ts';
import { isAnswerable } from './refusal.ts';

const maxProposals = 3;
/** Pages that fit much worse than the best one are not good advice. */
const leastScore = 0.4;

/** Empty where the docs do not answer, or nothing else fits. */
export function toSuggestions(
  found: SearchResult,
  sources: readonly AnswerSource[],
  pathOf: (page: Page) => string,
): string {
  if (!isAnswerable(found)) return '';
  const [best] = found.pages;
  const cited = new Set(sources.map(({ page }) => page.title));
  const near = found.pages.filter(({ score }) => score >= (best?.score ?? 0) * leastScore);
  const others = near.filter(({ page }) => !cited.has(page.title));
  if (others.length === 0) return '';
  const lines = others.slice(0, maxProposals).map(({ page }) => `(${toPageQuestion(page.title)})[${pathOf(page)}]`);
  return `\n\n\`\`\`suggestions\n${lines.join('\n')}\n\`\`\`\n`;
}
