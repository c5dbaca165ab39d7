/**
 * Splits a Markdown text into chunks that can be parsed independently, so that only the last chunk of a growing text has to
 * be parsed again. Pure.
 */
import { type Line, scan } from './block-scanner.ts';

export interface Chunk {
  /** Its offset in the text. */
  readonly from: number;
  readonly text: string;
}

/**
 * A text with footnotes is one chunk, since what a reference means depends on the definitions. So is a text with a byte order
 * mark, which the parser drops at the start of its input.
 */
const maybeWhole = /\[\^|\uFEFF/;

export function chunksOf(text: string): readonly Chunk[] {
  if (maybeWhole.test(text)) return [{ from: 0, text }];
  const lines = scan(text);
  const starts = lines.filter((line, index) => startsChunk(line, lines[index - 1])).map(({ start }) => start);
  return starts.map((from, index) => ({ from, text: text.slice(from, starts[index + 1]) }));
}

/** Whether a line starts a chunk: it follows a blank line, and begins a block outside containers that continues no other. */
function startsChunk(line: Line, before: Line | undefined): boolean {
  if (!before) return true;
  return (
    before.kind === 'blank' && line.containers.length === 0 && line.content === line.start && starting.has(line.kind)
  );
}

const starting: ReadonlySet<Line['kind']> = new Set(['paragraph', 'heading', 'fence']);
