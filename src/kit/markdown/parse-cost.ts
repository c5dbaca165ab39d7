/**
 * What parsing a text costs. Text that would take the parser quadratic time is defused, so that untrusted text takes linear
 * time; text written for people to read is not changed. The cost of the rest is estimated from its lines and marks. Linear.
 * Pure.
 */
import { definitionOf, type Line, scan } from './block-scanner.ts';
import { anyMarker, maxDepth } from './containers.ts';
import { isUnderline } from './line-kinds.ts';
import { sanitize } from './sanitize.ts';

const deepMarkers = new RegExp(`^((?:${anyMarker}){${maxDepth}})(?:${anyMarker})+`, 'gm');

/**
 * How many marks of each kind a paragraph may contain: for each, the parser may search the whole paragraph for its match.
 */
const boundedMarks: readonly { readonly max: number; readonly mark: RegExp }[] = [
  { max: 400, mark: /\\[\s\S]|[*_~`[\]]/g },
  // Comments, processing instructions and declarations, which may be unclosed.
  { max: 20, mark: /\\[\s\S]|<(?=[!?])/g },
];

/** How many setext headings a text may contain: for each, the parser copies everything read so far. */
const maxUnderlines = 100;
const maybeUnderline = /^[ \t>]*(?:=+|-+)[ \t]*$/gm;

/**
 * Sanitizes the text, which leaves what people read as it is, removes quote and list markers beyond the 20th of a line, and
 * escapes marks and underlines beyond their bounds.
 */
export function boundCost(text: string): string {
  return withFewMarks(withFewUnderlines(sanitize(text).replace(deepMarkers, '$1')));
}

function withFewUnderlines(text: string): string {
  if (countOf(maybeUnderline, text) <= maxUnderlines) return text;
  let underlines = 0;
  let bounded = '';
  for (const { kind, start, content, end, next } of scan(text)) {
    if (kind === 'underline') underlines += 1;
    // Once an underline is escaped, a similar line below it would take effect as one.
    const isEscaped = underlines > maxUnderlines && flat.has(kind) && isUnderline(text.slice(content, end));
    bounded += isEscaped ? `${text.slice(start, content)}\\${text.slice(content, next)}` : text.slice(start, next);
  }
  return bounded;
}

const flat: ReadonlySet<Line['kind']> = new Set(['underline', 'paragraph', 'rule']);

function withFewMarks(text: string): string {
  if (boundedMarks.every(({ mark, max }) => countOf(mark, text) <= max)) return text;
  return leaves(scan(text))
    .map(({ from, to, holdsMarks }) => (holdsMarks ? bound(text.slice(from, to)) : text.slice(from, to)))
    .join('');
}

interface Leaf {
  readonly from: number;
  readonly to: number;
  readonly holdsMarks: boolean;
}

/** Splits the text into lines, but keeps the lines of a paragraph together, except link reference definitions. */
function leaves(lines: readonly Line[]): readonly Leaf[] {
  const found: Leaf[] = [];
  for (const line of lines) {
    const { start, next, leaf, content, kind } = line;
    const last = found.at(-1);
    const holdsMarks = kind !== 'code' && kind !== 'indented' && !definitionOf(line);
    if (last?.holdsMarks && holdsMarks && leaf < start && kind === 'paragraph')
      found[found.length - 1] = { ...last, to: next };
    else found.push({ from: start, to: next, holdsMarks: holdsMarks && content < next });
  }
  return found;
}

/** Escapes the marks of a paragraph beyond the bounds. */
function bound(paragraph: string): string {
  return boundedMarks.reduce((text, { mark, max }) => {
    let marks = 0;
    return text.replace(mark, (found) => {
      if (found.startsWith('\\')) return found;
      marks += 1;
      return marks > max ? `\\${found}` : found;
    });
  }, paragraph);
}

/** Units of about a microsecond on a slow machine, measured with the parser on texts that consist of a single construct. */
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
