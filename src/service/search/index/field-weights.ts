/**
 * Boosts of titles, headings and descriptions: the field weights and parameters of BM25F. A weight is the number of words of
 * prose that a word in that field counts as. `npm run fit` fits the two weights; `k1` and `b` are from the textbook.
 * A page whose title covers much of the question gets a further boost, by `titleCoverage` in ranking/page-features, whose
 * weight is in ranking/weights.json.
 */
import fitted from './field-weights.json' with { type: 'json' };

export interface FieldWeights {
  /** The fields that name a page or a section: titles, headings, the words of the address, description and keywords. */
  readonly names: number;
  readonly code: number;
}

/** The parts of a section that are indexed: `lead` is the page's description and keywords, which belong to its beginning. */
export const sectionFields = ['title', 'heading', 'path', 'lead', 'prose', 'code'] as const;

/** The parts of a page that are indexed as one document: `cited` are the sentences in which other pages link to it. */
export const pageFields = ['title', 'path', 'lead', 'headings', 'prose', 'code', 'cited'] as const;

type Field = (typeof sectionFields)[number] | (typeof pageFields)[number];

/** In the order of the fields. */
export function weightsOf(fields: readonly Field[], { names, code }: FieldWeights): readonly number[] {
  return fields.map((field) => {
    if (field === 'code') return code;
    return field === 'prose' || field === 'cited' ? 1 : names;
  });
}

/**
 * Saturation: beyond about this many mentions, further ones count little. Source: Manning et al., "Introduction to IR",
 * 11.4.3: 1.2 to 2.
 */
export const k1 = 2;
/** Length normalization, from 0 to 1: how much less a word counts in a long text. Source: as above. */
export const b = 0.75;

export const fittedFieldWeights: FieldWeights = fitted;
