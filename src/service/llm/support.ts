/**
 * Whether a page supports the sentence that cites it. In: the text before a link, and what the model was shown of the page. The
 * page must share one of the sentence's facts: code, names as code has them, numbers. A sentence without any is not judged. Pure.
 */

/** The facts of what a link stands behind. */
export interface Facts {
  /** Identifiers, in lower case. */
  readonly names: readonly string[];
  readonly numbers: readonly string[];
}

/** Longer sentences are judged by their end. */
const maxSentenceChars = 500;
const maxFacts = 12;

/** Of the sentence that ends with `before`, after its last link. */
export function factsBefore(before: string): Facts {
  const near = before.slice(-maxSentenceChars);
  const sentence = near.slice(lastEnd(near, /[.!?:。！？]\s|\n/g));
  const part = sentence.slice(lastEnd(sentence, /\]\([^()\s]*\)/g));
  const code = [...part.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => identifiersIn(text));
  const names = identifiersIn(part).filter((name) => looksLikeCode.test(name));
  const numbers = [...part.matchAll(/(?<![\p{L}\d])\d[\d.,]*\d(?![\p{L}\d])/gu)].map(([number]) => plain(number));
  const distinct = new Set([...code, ...names].map((name) => name.toLowerCase()));
  return { names: [...distinct].slice(0, maxFacts), numbers: numbers.slice(0, maxFacts) };
}

/** The words and numbers of a text, in which facts are looked up. */
export function vocabularyOf(text: string): ReadonlySet<string> {
  const numbers = text.match(/\d[\d.,]*/g) ?? [];
  return new Set([...identifiersIn(text.toLowerCase()), ...numbers.map(plain)]);
}

/** One number alone may be the model's own arithmetic. */
export function isSupported({ names, numbers }: Facts, shown: ReadonlySet<string>): boolean {
  if (names.length === 0 && numbers.length < 2) return true;
  return names.some((name) => shown.has(name)) || numbers.some((number) => shown.has(number));
}

/** `1,500` and `1500` are the same. */
function plain(number: string): string {
  return number.replaceAll(/[.,]/g, '');
}

/** camelCase, snake_case, CAPITALS, and words with digits. */
const looksLikeCode = /\p{Ll}\p{Lu}|_|^\p{Lu}{3,}$|\p{L}\d/u;

function identifiersIn(text: string): readonly string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]{2,60}/gu) ?? [];
}

function lastEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) end = index + found.length;
  return end;
}
