/**
 * The answers of the bench and their clocks. In: a shape. Out: tokens, and when each is to be sent. Pure.
 */

export interface Shape {
  readonly name: string;
  readonly tokens: number;
  readonly perSecond: number;
  readonly firstMs: number;
  /** One long line, or paragraphs. */
  readonly layout: 'paragraphs' | 'line';
}

export const quick: Shape = {
  name: '300 tokens at 30/s',
  tokens: 300,
  perSecond: 30,
  firstMs: 300,
  layout: 'paragraphs',
};
export const quickLine: Shape = { ...quick, name: '300 tokens at 30/s, one line', layout: 'line' };
export const slow: Shape = { name: '480 tokens at 8/s', tokens: 480, perSecond: 8, firstMs: 300, layout: 'paragraphs' };

/** Plain words, so that what a reader sees can be compared letter by letter whatever dialect it is written in. */
const words = 'set the token in your file then start it again and read what each page says of it'.split(' ');

/**
 * The tokens of an answer; a word each, with what is between it and the word before. Answers of other numbers begin
 * elsewhere in the words, and their sentences with the number, so that nothing that is remembered of one serves another.
 */
export function tokensOf(shape: Shape, answer = 0): readonly string[] {
  return Array.from({ length: shape.tokens }, (_, index) => {
    const sentenceEnds = index % 15 === 0;
    const word = `${words[(index + answer) % words.length]}${sentenceEnds && answer > 0 ? answer : ''}`;
    if (index === 0) return word;
    if (!sentenceEnds) return ` ${word}`;
    return index % 60 === 0 && shape.layout === 'paragraphs' ? `.\n\n${word}` : `. ${word}`;
  });
}

/** Milliseconds after the request at which a token is due. */
export function dueMs(shape: Shape, index: number): number {
  return shape.firstMs + (index * 1_000) / shape.perSecond;
}

/** The letters alone: neither white space nor what is invisible. */
export function lettersOf(text: string): string {
  return text.replaceAll(/[\s\p{Cf}]/gu, '');
}
