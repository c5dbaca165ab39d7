/** The drafts that staff make of a message, what their form holds, and what must be confirmed in it. */

/** keep: an answer that is kept. issue: a link to a filled-in form for a new issue. */
export const draftKinds = ['keep', 'issue'] as const;
export type DraftKind = (typeof draftKinds)[number];

export function isDraftKind(value: unknown): value is DraftKind {
  return draftKinds.some((kind) => kind === value);
}

/** Slack's inputs take 3,000 characters, Discord's 4,000. Source: block-elements/plain-text-input-element, 2026-11-22. */
export const maxTitleChars: Readonly<Record<DraftKind, number>> = { keep: 300, issue: 120 };
export const maxTextChars = 3_000;

/**
 * What must be confirmed. author: somebody else wrote it, and agrees. public: it was said in private, and everyone may read it.
 * none: the helper wrote it in public, or it is an answer of ours.
 */
const draftTerms = ['none', 'author', 'public', 'both'] as const;
export type DraftTerms = (typeof draftTerms)[number];

export function isDraftTerms(value: unknown): value is DraftTerms {
  return draftTerms.some((terms) => terms === value);
}

export function termsFor(isOthers: boolean, isPrivate: boolean): DraftTerms {
  if (isOthers) return isPrivate ? 'both' : 'author';
  return isPrivate ? 'public' : 'none';
}

/** Whether it was said in a place that not everyone can read. */
export function isFromPrivate(terms: DraftTerms): boolean {
  return terms === 'public' || terms === 'both';
}

/** Whether somebody else wrote it. */
export function isByOthers(terms: DraftTerms): boolean {
  return terms === 'author' || terms === 'both';
}
