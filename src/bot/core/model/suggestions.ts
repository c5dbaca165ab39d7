/**
 * Follow-up questions suggested by an assistant, prepared as button labels. Pure.
 *
 * A button's label is the whole question, so one that is too long is dropped rather than cut. The texts are a model's:
 * characters that hide or reorder text are removed, and texts without visible characters are dropped.
 */

/** A reply offers at most this many. */
export const maxSuggestions = 3;
/**
 * UTF-16 units of a label. Source: docs.slack.dev reference/block-kit/block-elements/button-element (75), Discord takes 80;
 * 2026-11-21.
 */
const maxChars = 75;

/** As many buttons as one row holds on both platforms. More choices are a menu. */
export const maxButtons = 5;
/** Options of a menu on Discord; Slack takes 100. Source: developer docs "Components: Reference", 2026-11-28. */
const maxChoices = 25;

/** Distinct questions in their original order, one line each. */
export function toSuggestions(texts: readonly string[]): readonly string[] {
  return toLabels(texts).slice(0, maxSuggestions);
}

/** Replies to a question back: all of them or none, because a choice of some would hide that there are others. */
export function toChoices(texts: readonly string[]): readonly string[] {
  const labels = toLabels(texts);
  return labels.length === texts.length && labels.length <= maxChoices ? labels : [];
}

function toLabels(texts: readonly string[]): readonly string[] {
  const labels = texts.map(toOneLine).filter((text) => text.length <= maxChars && /[\p{L}\p{N}]/u.test(text));
  return [...new Set(labels)];
}

/** Removes line breaks, control and format characters, except the zero-width joiner that holds emoji together. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/(?!\u200d)\p{Cf}/gu, '')
    .trim();
}
