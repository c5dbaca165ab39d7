/**
 * Suggestions of what to ask next, made from the titles and headings of pages that were found but not cited. Out: a
 * `suggestions` block that ends the answer, as hosted services write it. Pure.
 */

import type { Page } from '../content/page.ts';
import { toPageQuestion } from '../content/page-question.ts';
import { stemOf, titleStemsOf } from '../search/index/analyzer.ts';
import { stopWords } from '../search/index/stop-words.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';
import type { AnswerSource } from './answer.ts';
import { isAnswerable } from './refusal.ts';

const maxProposals = 3;
/** The least score of a suggested page, relative to the best one. */
const leastScore = 0.4;

/** Empty if the docs do not answer, or no other page fits. */
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
  const lines = others.flatMap((hit) => {
    const question = questionOf(hit, found.terms);
    return question === undefined ? [] : [`(${question})[${pathOf(hit.page)}]`];
  });
  if (lines.length === 0) return '';
  return `\n\n\`\`\`suggestions\n${lines.slice(0, maxProposals).join('\n')}\n\`\`\`\n`;
}

/**
 * The question to suggest for a page; undefined if neither its title nor a heading makes one. Headings are tried best section
 * first, and must share a word with the question that was asked.
 */
export function questionOf({ page, sections }: PageHit, terms: SearchResult['terms']): string | undefined {
  const asked = new Set(terms.filter(({ text }) => !stopWords.has(text)).flatMap(({ parts }) => parts.map(stemOf)));
  const headings = sections.map(({ section }) => section.heading);
  return toPageQuestion(
    page.title,
    headings.filter((heading) => titleStemsOf(heading).some((stem) => asked.has(stem))),
  );
}
