/**
 * Defuses text that would take the Markdown parser quadratic time, so that parsing untrusted text takes linear time.
 * Text written for people to read is not changed. Pure.
 */
import { definitionOf, type Line, scan } from './block-scanner.ts';
import { anyMarker, maxDepth } from './containers.ts';
import { isUnderline } from './line-kinds.ts';
import { sanitize } from './sanitize.ts';

const deepMarkers = new RegExp(`^((?:${anyMarker}){${maxDepth}})(?:${anyMarker})+`, 'gm');

/** How many marks of each kind a paragraph may contain: for each, the parser may search the whole paragraph for its match. */
const boundedMarks: readonly { readonly max: number; readonly mark: RegExp }[] = [
  { max: 400, mark: /\\[\s\S]|[*_~`[\]]/g },
  // Comments, processing instructions and declarations, which may be unclosed.
  { max: 20, mark: /\\[\s\S]|<(?=[!?])/g },
];

/** How many setext headings a text may contain: for each, the parser copies everything read so far. */
const maxUnderlines = 100;
const maybeUnderline = /^[ \t>]*(?:=+|-+)[ \t]*$/gm;

/**
 * Sanitizes the text, removes quote and list markers beyond the 20th of a line, and escapes marks and underlines beyond
 * their bounds.
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

function countOf(mark: RegExp, text: string): number {
  return text.match(mark)?.length ?? 0;
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
