/**
 * What boosts a title, a heading, a description: the field weights and parameters of BM25F, set by hand; no script fits
 * them. A word in a field of weight 4 counts as four words of plain text.
 */

/** What a word in a field counts. */
export interface Field {
  readonly weight: number;
  /** From 0 to 1: how far a word of a long text counts less than one of a short text. */
  readonly b: number;
}

const shortFieldB = 0.3;
const longFieldB = 0.75;

/** Of a section: `lead` is the page's description and keywords, which belong to its beginning. */
export const sectionFields = {
  title: { weight: 1.5, b: shortFieldB },
  heading: { weight: 3.5, b: shortFieldB },
  path: { weight: 2, b: shortFieldB },
  lead: { weight: 4, b: shortFieldB },
  prose: { weight: 1, b: longFieldB },
  code: { weight: 0.35, b: longFieldB },
} as const satisfies Readonly<Record<string, Field>>;

/** Of a page as one document: `cited` are the sentences in which other pages link to it. */
export const pageFields = {
  title: { weight: 4, b: shortFieldB },
  path: { weight: 2, b: shortFieldB },
  lead: { weight: 6, b: shortFieldB },
  headings: { weight: 3, b: longFieldB },
  prose: { weight: 0.35, b: longFieldB },
  code: { weight: 0.1, b: longFieldB },
  cited: { weight: 0.5, b: longFieldB },
} as const satisfies Readonly<Record<string, Field>>;

/** `k1` of BM25: from about this many a further mention counts little. */
export const sectionK1 = 2;
export const pageK1 = 1.2;
