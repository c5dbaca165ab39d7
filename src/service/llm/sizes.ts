/**
 * How much a language model is shown, by what it can read at once. In: its context window and the limits of an answer. Out:
 * sizes that together fit. Pure.
 */
import type { ModelLimits, ModelSettings } from '../model-endpoint/settings.ts';
import { charsOfToken } from './text-size.ts';

/** In characters of English (text-size.ts), except where a name says tokens. */
export interface Sizes {
  /** The pages that the first search found. */
  readonly pagesChars: number;
  /** All results of the model's own tools together. */
  readonly toolsChars: number;
  /** Docs of at most this size are shown whole; 0: never. */
  readonly wholeDocsTokens: number;
  readonly historyTokens: number;
  readonly outputTokens: number;
  readonly questionChars: number;
  readonly selectionChars: number;
}

/** Measured (docs/search-quality.md): all facts of 93 % of the questions are in this much text of ten pages, and of 86 % in 12,000 of five. */
export const usualPagesChars = 32_000;
const usualToolsChars = 48_000;
/** The beginning of a pasted log or file shows what it is about, its end often the error. */
const usualQuestionChars = 8_000;
const usualSelectionChars = 4_000;
/** What most hosted models read at once. */
const usualContextTokens = 128_000;
/** The instructions with what is known of the docs, and the definitions of the tools. */
const fixedTokens = 1_500;
/** Below this, a page says nothing. */
const leastPagesChars = 1_500;

/** Local models that read this much at once are common. */
const smallWindowTokens = 8_000;

/** For an endpoint that reads less than it is said to: of a small window, at most half of the one that it is said to have. */
export function smallSizesFor(settings: ModelSettings, limits: ModelLimits): Sizes {
  const { contextTokens = usualContextTokens } = settings;
  const small = Math.min(smallWindowTokens, Math.floor(contextTokens / 2));
  return sizesFor({ ...settings, contextTokens: small, wholeDocsTokens: 0 }, limits);
}

export function sizesFor(
  { contextTokens = usualContextTokens, wholeDocsTokens = 0 }: ModelSettings,
  { maxOutputTokens, maxHistoryTokens }: ModelLimits,
): Sizes {
  const outputTokens = Math.min(maxOutputTokens, Math.floor(contextTokens / 4));
  const historyTokens = Math.min(maxHistoryTokens, Math.floor(contextTokens / 8));
  const questionChars = Math.min(usualQuestionChars, Math.floor(contextTokens / 2));
  const selectionChars = Math.min(usualSelectionChars, Math.floor(contextTokens / 4));
  const asked = (questionChars + selectionChars) / charsOfToken;
  const freeTokens = Math.max(0, Math.floor(contextTokens - outputTokens - historyTokens - asked - fixedTokens));
  const freeChars = freeTokens * charsOfToken;
  const pagesChars = Math.max(leastPagesChars, Math.min(usualPagesChars, Math.floor(freeChars / 2)));
  return {
    pagesChars,
    toolsChars: Math.max(0, Math.min(usualToolsChars, freeChars - pagesChars)),
    wholeDocsTokens: Math.min(wholeDocsTokens, freeTokens),
    historyTokens,
    outputTokens,
    questionChars,
    selectionChars,
  };
}
