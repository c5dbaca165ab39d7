/**
 * Tables of reStructuredText: drawn as a grid, or with columns under borders. In: their lines. Out: nodes. Work that may pause.
 * Source: docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#tables.
 */
import type { Work } from '../../../../kit/base/time-slices.ts';
import type { BlockPlace, Node, ReadBlocks, Row } from './page.ts';
import { dedented } from './text.ts';

/** Larger ones are drawn by machines, and shown as they are. */
const maxColumns = 60;
const maxArea = 2_000_000;
/** A longer cell over several rows is shown in the first alone. */
const maxRepeatedChars = 200;

/** Where the grid table that begins here ends; undefined: it is none. */
export function gridTableEnd(lines: readonly string[], at: number): number | undefined {
  if (!/^\+(?:-[-+]*)\+$/.test(lines[at] ?? '')) return undefined;
  let end = at + 1;
  while (end < lines.length && /^[|+]/.test(lines[end] ?? '')) end += 1;
  while (end > at + 1 && !fullRule.test(lines[end - 1] ?? '')) end -= 1;
  return end - at < 3 ? undefined : end;
}

const fullRule = /^\+[-=+]+\+$/;

export function* readGridTable(lines: readonly string[], place: BlockPlace, read: ReadBlocks): Work<readonly Node[]> {
  const width = lines[0]?.length ?? 0;
  const borders = bordersOf(lines);
  if (borders.length > maxColumns || width * lines.length > maxArea) return [asDrawn(lines)];
  const rows: Row[] = [];
  let heads = 0;
  for (let at = 0; at < lines.length - 1; ) {
    let end = at + 1;
    while (end < lines.length - 1 && !fullRule.test(lines[end] ?? '')) end += 1;
    for (const row of yield* readBand(lines.slice(at + 1, end), borders, place, read)) rows.push(row);
    if ((lines[end] ?? '').includes('=')) heads = rows.length;
    at = end;
  }
  return [{ kind: 'table', title: '', heads, rows }];
}

/** Where columns begin and end: all corners. */
function bordersOf(lines: readonly string[]): readonly number[] {
  const corners = new Set<number>();
  for (const line of lines) {
    if (!line.startsWith('+') && !/\+[-=]/.test(line)) continue;
    for (const { index } of line.matchAll(/\+(?=[-=]|$)|(?<=[-=])\+/g)) corners.add(index);
  }
  return [...corners].sort((a, b) => a - b).slice(0, maxColumns + 1);
}

/** The lines between two rules from side to side; cells over several rows are repeated in each. */
function* readBand(
  lines: readonly string[],
  borders: readonly number[],
  place: BlockPlace,
  read: ReadBlocks,
): Work<readonly Row[]> {
  const open = borders.filter(
    (border, at) => at === 0 || at === borders.length - 1 || lines.every((line) => /[|+]/.test(line.charAt(border))),
  );
  const columns = open.slice(0, -1).map((from, at) => ({ from, to: open[at + 1] ?? from }));
  const isRule = (line: string, { from, to }: { from: number; to: number }): boolean =>
    /^[-=][-=+]*$/.test(line.slice(from + 1, to));
  const splits = lines.flatMap((line, at) => (columns.some((column) => isRule(line, column)) ? [at] : []));
  const parts = [-1, ...splits].map((from, at) => ({ from: from + 1, to: splits[at] ?? lines.length }));
  const cells: (readonly Node[])[][] = parts.map(() => []);
  for (const column of columns) {
    const covered = borders.filter((border) => border > column.from && border < column.to).length;
    for (let first = 0; first < parts.length; ) {
      let last = first;
      while (last < parts.length - 1 && !isRule(lines[parts[last]?.to ?? 0] ?? '', column)) last += 1;
      const text = lines.slice(parts[first]?.from ?? 0, parts[last]?.to ?? 0);
      const own = dedented(text.map((line) => line.slice(column.from + 1, column.to).trimEnd()));
      const nodes = yield* read(own, { ...place, depth: place.depth + 1, hasSections: false });
      const isShort = own.reduce((chars, line) => chars + line.length, 0) <= maxRepeatedChars;
      for (let at = first; at <= last; at += 1)
        cells[at]?.push(at === first || isShort ? nodes : [], ...Array.from({ length: covered }, () => []));
      first = last + 1;
    }
  }
  return cells;
}

function asDrawn(lines: readonly string[]): Node {
  return { kind: 'code', text: lines.join('\n'), language: '', title: '' };
}

export function isSimpleBorder(line: string): boolean {
  return /^=+(?: +=+)+$/.test(line);
}

/** Where the simple table that begins here ends: at the second or third border. undefined: it is none. */
export function simpleTableEnd(lines: readonly string[], at: number): number | undefined {
  let end: number | undefined;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (!/^=+(?: +=+)*$/.test(line)) continue;
    if (end === undefined && (lines[next + 1] ?? '') !== '') {
      end = next + 1;
      continue;
    }
    return next + 1;
  }
  return end;
}

export function* readSimpleTable(lines: readonly string[], place: BlockPlace, read: ReadBlocks): Work<readonly Node[]> {
  const starts = [...(lines[0] ?? '').matchAll(/=+/g)].map(({ index }) => index);
  if (starts.length > maxColumns) return [asDrawn(lines)];
  const rows: Row[] = [];
  let heads = 0;
  let open: string[] = [];
  const flush = function* (): Work<void> {
    if (open.length === 0) return;
    const cells: (readonly Node[])[] = [];
    const columns = columnsOf(open, starts);
    for (const [at, from] of columns.entries()) {
      const to = columns[at + 1];
      const own = open.map((line) => (from === undefined ? '' : line.slice(from, to).trimEnd()));
      const text = dedented(own.map((line) => (line.trim() === '\\' ? '' : line)));
      cells.push(yield* read(text, { ...place, depth: place.depth + 1, hasSections: false }));
    }
    rows.push(cells);
    open = [];
  };
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    if (/^=+(?: +=+)*$/.test(line)) {
      yield* flush();
      if (at < lines.length - 1) heads = rows.length;
      continue;
    }
    // A line under cells that span columns.
    if (/^-+(?: +-+)*$/.test(line)) {
      yield* flush();
      continue;
    }
    const first = line.slice(starts[0] ?? 0, starts[1]).trim();
    if (first !== '') yield* flush();
    if (line !== '' || open.length > 0) open.push(line);
  }
  yield* flush();
  return [{ kind: 'table', title: '', heads, rows }];
}

/** A text that runs over the beginning of a column spans it. */
function columnsOf(lines: readonly string[], starts: readonly number[]): readonly number[] {
  return starts.filter(
    (from) => from === 0 || lines.every((line) => line.length <= from || line.charAt(from - 1) === ' '),
  );
}

/** Comma-separated values. */
export function readCsv(source: string, separator: string, quote: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let isQuoted = false;
  let isBegun = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (isQuoted) {
      if (char !== quote) value += char;
      else if (source.charAt(at + 1) === quote) {
        value += quote;
        at += 1;
      } else isQuoted = false;
    } else if (char === quote && !isBegun) {
      isQuoted = true;
      isBegun = true;
    } else if (char === separator) {
      row.push(value);
      value = '';
      isBegun = false;
    } else if (char === '\n') {
      row.push(value);
      if (row.length > 1 || value.trim() !== '') rows.push(row);
      row = [];
      value = '';
      isBegun = false;
    } else if (char !== ' ' || isBegun) {
      value += char;
      isBegun = true;
    }
  }
  row.push(value);
  if (row.length > 1 || value.trim() !== '') rows.push(row);
  return rows;
}
