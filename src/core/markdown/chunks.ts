/**
 * A Markdown text in chunks that a parser reads independently: none of them changes with what stands in another one, so that
 * of a growing text only the last is new. Pure.
 */
import { type Line, scan } from './block-scanner.ts';

export interface Chunk {
  /** Its offset in the text. */
  readonly from: number;
  readonly text: string;
}

/**
 * A text with footnotes is one chunk: what their references mean depends on the definitions. So is one with a byte order mark,
 * which the parser drops where a text begins.
 */
const maybeWhole = /\[\^|\uFEFF/;

export function chunksOf(text: string): readonly Chunk[] {
  if (maybeWhole.test(text)) return [{ from: 0, text }];
  const lines = scan(text);
  const starts = lines.filter((line, index) => isFresh(line, lines[index - 1])).map(({ start }) => start);
  return starts.map((from, index) => ({ from, text: text.slice(from, starts[index + 1]) }));
}

/** Whether a line starts a chunk: after a blank line, a block in no container that is the continuation of none. */
function isFresh(line: Line, before: Line | undefined): boolean {
  if (!before) return true;
  return before.kind === 'blank' && line.containers.length === 0 && line.content === line.start && fresh.has(line.kind);
}

const fresh: ReadonlySet<Line['kind']> = new Set(['paragraph', 'heading', 'fence']);
