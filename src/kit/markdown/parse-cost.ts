/**
 * Estimates the cost of parsing a text from its lines and marks. One unit is about a microsecond on a slow machine.
 * Linear. Pure.
 */

import { definitionOf, type Line, scan } from './block-scanner.ts';
import { boundCost } from './bound-cost.ts';

/** Measured with the parser of `parse.ts` on texts that consist of a single construct. */
const cost = {
  character: 0.5,
  line: 10,
  /** Per line: each quote or item that begins on it, and each one that it is in. */
  opened: 20,
  container: 6,
  mark: 5,
  cell: 7,
  address: 12,
  /** The destination of a link or an image. */
  resource: 7,
  heading: 8,
  /** Its label and its destination are tokenized separately. */
  definition: 16,
  footnote: 20,
} as const;

/**
 * A text that costs more is never parsed in one go: together with rendering the tree, this takes ten to fifteen milliseconds
 * on a slow machine. The densest tables and lists that people read in one message cost less.
 */
export const maxParseCost = 7_200;

const marks = /[*_~`[\]<&\\@!]/g;
const addresses = /:\/\/|www\./gi;
const resources = /\]\(/g;
const footnote = /^\[\^[^\]]+\]:/;

/** Within code, only line endings are tokenized. */
const verbatim: ReadonlySet<Line['kind']> = new Set(['code', 'indented', 'blank', 'fence-end']);

export function parseCost(text: string): number {
  const bounded = boundCost(text);
  return scan(bounded).reduce((sum, line) => sum + lineCost(bounded, line), 0);
}

function lineCost(text: string, line: Line): number {
  const { kind, start, end, content, opened, containers } = line;
  const nesting = opened * cost.opened + containers.length * cost.container;
  const own = (end - start) * cost.character + cost.line + nesting;
  if (verbatim.has(kind)) return own;
  const words = text.slice(content, end);
  const cells = kind === 'row' || kind === 'head' ? countOf(/\|/g, words) : 0;
  const links = countOf(resources, words) * cost.resource + countOf(addresses, words) * cost.address;
  return own + blockCost(line, words) + countOf(marks, words) * cost.mark + links + cells * cost.cell;
}

/** The cost of a block in addition to its characters and marks. */
function blockCost(line: Line, words: string): number {
  if (line.kind === 'heading' || line.kind === 'underline') return cost.heading;
  if (definitionOf(line)) return cost.definition;
  return footnote.test(words) ? cost.footnote : 0;
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
