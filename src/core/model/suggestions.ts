/**
 * Questions that an assistant proposes to ask next, made fit for buttons. In: its texts. Out: questions. Pure.
 *
 * A button says no more than its label, so the label is the whole question: what is too long for one is left out, and not
 * cut. The texts are a model's: what shows nothing, or shows something else than it says, is dropped.
 */

/** How many a reply offers. */
export const maxSuggestions = 3;
/** UTF-16 units of a label. Source: docs.slack.dev reference/block-kit/block-elements/button-element (75), Discord takes 80; 2026-11-21. */
const maxChars = 75;

/** Distinct questions in their order, one line each. */
export function toSuggestions(texts: readonly string[]): readonly string[] {
  const questions = texts.map(toOneLine).filter((text) => text.length <= maxChars && /[\p{L}\p{N}]/u.test(text));
  return [...new Set(questions)].slice(0, maxSuggestions);
}

/** Without line breaks, controls, and marks that turn or hide text; but for the one that holds an emoji together. */
function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/(?!\u200d)\p{Cf}/gu, '')
    .trim();
}
