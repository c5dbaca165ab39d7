/** A function that reads text from others, with the longest text that the product lets it read. */

export type Read = (text: string) => unknown;

export interface Reader {
  /** Longer text never reaches it. */
  readonly maxChars: number;
  /** Shorter text is a different case, such as an answer in one message. */
  readonly minChars: number;
  /** The result does not matter. */
  readonly read: Read;
}

/** Readers by the folder under src that the function is in, and its name. */
export type Readers = Readonly<Record<string, Reader>>;

export function upTo(maxChars: number, reads: Readonly<Record<string, Read>>, minChars = 125): Readers {
  return Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, { maxChars, minChars, read }]));
}

/** Pieces about as long as what a model writes at a time. */
export function inPieces(text: string, chars = 7): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, at) => text.slice(at * chars, (at + 1) * chars));
}
