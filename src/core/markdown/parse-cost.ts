/**
 * What it costs to parse a text, estimated from its lines and marks: about a microsecond of a slow machine for each unit.
 * Linear. Pure.
 */

import { definitionOf, type Line, scan } from './block-scanner.ts';
import { boundCost } from './bound-cost.ts';

/** Measured on texts that are nothing but one construct, with the parser of `parse.ts`. */
const cost = {
  character: 0.5,
  line: 10,
  /** A quote or an item that begins, and each one that continues, on each line. */
  opened: 20,
  container: 6,
  mark: 5,
  cell: 7,
  address: 12,
  /** The address of a link or an image. */
  resource: 7,
  heading: 8,
  /** Label and address each have a tokenizer of their own. */
  definition: 16,
  footnote: 20,
} as const;

/**
 * No text that costs more is parsed in one go: together with rendering its tree, ten to fifteen milliseconds on a slow machine.
 * The densest tables and lists that people read in one message cost less.
 */
export const maxParseCost = 7_200;

const marks = /[*_~`[\]<&\\@!]/g;
const addresses = /:\/\/|www\./gi;
const resources = /\]\(/g;
const footnote = /^\[\^[^\]]+\]:/;

/** In code only the line ends are read. */
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

/** The cost of a block besides its characters and marks. */
function blockCost(line: Line, words: string): number {
  if (line.kind === 'heading' || line.kind === 'underline') return cost.heading;
  if (definitionOf(line)) return cost.definition;
  return footnote.test(words) ? cost.footnote : 0;
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
