/** A function of ours that reads text of others, with the longest text that the product lets it read. */

export type Read = (text: string) => unknown;

export interface Reader {
  /** What is longer never reaches it. */
  readonly maxChars: number;
  /** What is shorter is another case, such as an answer in one message. */
  readonly minChars: number;
  /** What it makes of the text does not matter. */
  readonly read: Read;
}

/** Readers by the folder of src that the function is in, and its name. */
export type Readers = Readonly<Record<string, Reader>>;

export function upTo(maxChars: number, reads: Readonly<Record<string, Read>>, minChars = 125): Readers {
  return Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, { maxChars, minChars, read }]));
}

/** As long as the words that a model writes at a time. */
export function inPieces(text: string, chars = 7): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, at) => text.slice(at * chars, (at + 1) * chars));
}
