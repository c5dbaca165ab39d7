/** What the form for a kept answer holds, and what a helper must confirm in it. */

/** Slack's inputs take 3,000 characters, Discord's 4,000. Source: block-elements/plain-text-input-element, 2026-11-22. */
export const maxKeptQuestionChars = 300;
export const maxKeptAnswerChars = 3_000;

/**
 * What must be confirmed. author: somebody else wrote it, and agrees. public: it was said in private, and everyone may read it.
 * none: the helper wrote it in public, or it is an answer of ours.
 */
const keepTerms = ['none', 'author', 'public', 'both'] as const;
export type KeepTerms = (typeof keepTerms)[number];

export function isKeepTerms(value: unknown): value is KeepTerms {
  return keepTerms.some((terms) => terms === value);
}

export function termsFor(isOthers: boolean, isPrivate: boolean): KeepTerms {
  if (isOthers) return isPrivate ? 'both' : 'author';
  return isPrivate ? 'public' : 'none';
}

/** Whether it was said in a place that not everyone can read. */
export function isFromPrivate(terms: KeepTerms): boolean {
  return terms === 'public' || terms === 'both';
}

/** Whether somebody else wrote it. */
export function isByOthers(terms: KeepTerms): boolean {
  return terms === 'author' || terms === 'both';
}
