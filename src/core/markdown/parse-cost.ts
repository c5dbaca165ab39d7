/**
 * What it costs to parse a text, estimated from its lines and marks: about a microsecond of a slow machine for each unit.
 * Linear. Pure.
 */
import { type Line, scan } from './block-scanner.ts';

/** Measured on texts that are nothing but one construct, with the parser of `parse.ts`. */
const cost = {
  character: 0.5,
  line: 10,
  /** A quote or an item that begins, and each one that goes on, on each line. */
  opened: 20,
  container: 6,
  mark: 5,
  cell: 7,
  address: 12,
} as const;

/**
 * No text that costs more is parsed at once: with what is done with its tree, ten to fifteen milliseconds on a slow machine.
 * The densest tables and lists that people read in one message cost less.
 */
export const maxParseCost = 8_000;

const marks = /[*_~`[\]<&\\@]/g;
const addresses = /:\/\/|www\./gi;

/** In code nothing but the lines themselves is read. */
const verbatim: ReadonlySet<Line['kind']> = new Set(['code', 'indented', 'blank', 'rule', 'fence-end']);

export function parseCost(text: string): number {
  return scan(text).reduce((sum, line) => sum + lineCost(text, line), 0);
}

function lineCost(text: string, { kind, start, end, content, opened, containers }: Line): number {
  const nesting = opened * cost.opened + containers.length * cost.container;
  const own = (end - start) * cost.character + cost.line + nesting;
  if (verbatim.has(kind)) return own;
  const words = text.slice(content, end);
  const cells = kind === 'row' || kind === 'head' ? countOf(/\|/g, words) : 0;
  return own + countOf(marks, words) * cost.mark + countOf(addresses, words) * cost.address + cells * cost.cell;
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
