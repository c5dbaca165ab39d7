/**
 * The answers of the bench: their tokens, and when each is sent. Pure.
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

/** Plain words, so that the shown text can be compared letter by letter in every dialect. */
const words = 'set the token in your file then start it again and read what each page says of it'.split(' ');

/**
 * The tokens of an answer: one word each, with the separator before it. Answers with other numbers start elsewhere in the words,
 * and put the number in each sentence, so that nothing cached for one answer helps with another.
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

/** When a token is due, in milliseconds after the request. */
export function dueMs(shape: Shape, index: number): number {
  return shape.firstMs + (index * 1_000) / shape.perSecond;
}

/** Without white space and invisible characters. */
export function lettersOf(text: string): string {
  return text.replaceAll(/[\s\p{Cf}]/gu, '');
}
