/**
 * JavaScript literals as they stand in component attributes (`content={[{ name: 'x' }]}`), read without running them.
 * In: source text and a position. Out: where a bracket closes, or the plain value. Pure. A parser of JavaScript (acorn) would
 * refuse JSX, templates and half-written expressions as a whole, and does not learn where they end.
 */

/** A literal's value. What is not a literal (a call, an identifier, JSX) reads as undefined. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | { readonly [key: string]: Literal };

const pairs: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
/** Either ends a list of items, so that source whose brackets do not match still ends. */
const closers = /[\]}]/;

/** The cache for one source. */
interface Looked {
  /**
   * Where brackets close, by position; 0 where that is not known, -1 where they never do. Each scan records all the brackets
   * that it passes, so that nothing but brackets is still read once.
   */
  readonly ends: Int32Array;
  /** The end of the last comment: an unclosed one need not be searched for from each place. */
  readonly lastCommentEnd: number;
  /** By quote, the last stretch in which a string was begun and not ended. */
  readonly unended: Map<string, { readonly from: number; readonly to: number }>;
  /** The number of characters that all scans passed. */
  scanned: number;
}

/** The caches of the last sources: a page, a cell of a table in it, and one in that. */
let looked: readonly { readonly source: string; readonly seen: Looked }[] = [];
const maxLooked = 3;

function look(source: string): Looked {
  const [latest] = looked;
  if (latest?.source === source) return latest.seen;
  const known = looked.find((each) => each.source === source);
  const seen = known?.seen ?? {
    ends: new Int32Array(source.length),
    lastCommentEnd: source.lastIndexOf('*/'),
    unended: new Map(),
    scanned: 0,
  };
  looked = [{ source, seen }, ...looked.filter((each) => each !== known)].slice(0, maxLooked);
  return seen;
}

/** The position after the bracket that closes the one at `at`; -1 when it is never closed. Strings and comments count as text. */
export function closingEnd(source: string, at: number): number {
  const seen = look(source);
  const { ends } = seen;
  const known = ends[at];
  if (known) return known;
  if (seen.scanned > maxScans * source.length) return -1;
  const open: number[] = [];
  for (let i = at; i < source.length; i++) {
    const char = source.charAt(i);
    const close = pairs[char];
    const last = open.at(-1);
    if (close !== undefined) open.push(i);
    else if (last !== undefined && char === pairs[source.charAt(last)]) {
      open.pop();
      ends[last] = i + 1;
      if (open.length === 0) {
        seen.scanned += i - at;
        return i + 1;
      }
    } else if (char === '"' || char === "'" || char === '`') {
      const end = stringEnd(source, i);
      if (end !== -1) i = end - 1;
    } else if (char === '/') {
      i = commentEnd(source, i) - 1;
    }
  }
  for (const unclosed of open) ends[unclosed] = -1;
  seen.scanned += source.length - at;
  return -1;
}

/** A source that was scanned this often from end to end is read without matching brackets. */
const maxScans = 20;

/**
 * The position after the statements that start at `at`: a blank line outside of their brackets, strings and comments. Where a
 * bracket is never closed, the first blank line.
 */
export function moduleEnd(source: string, at: number): number {
  let i = at;
  while (i < source.length && !isBlankAfter(source, i)) {
    const char = source.charAt(i);
    let end = i + 1;
    if (pairs[char] !== undefined) end = closingEnd(source, i);
    else if (/["'`]/.test(char)) end = stringEnd(source, i);
    else if (char === '/') end = commentEnd(source, i);
    if (end === -1 && pairs[char] !== undefined) return firstBlank(source, at);
    i = end === -1 ? i + 1 : end;
  }
  return i;
}

function isBlankAfter(source: string, at: number): boolean {
  return source.charAt(at) === '\n' && /^\n[ \t]*(?:\n|$)/.test(source.slice(at, at + maxBlanks));
}

/** A line of more blanks than this is not treated as blank. */
const maxBlanks = 200;

function firstBlank(source: string, at: number): number {
  const found = source.slice(at).search(/\n[ \t]*(?:\n|$)/);
  return found === -1 ? source.length : at + found;
}

/** The value of the literal that starts at `at` or after blanks and comments there. */
export function readLiteral(source: string, at = 0): Literal {
  return readValue(source, blanksEnd(source, at), 0).value;
}

/** A literal nested deeper than this is left out: nobody writes one, and each level takes room on the stack. */
const maxDepth = 100;

interface Read {
  readonly value: Literal;
  readonly end: number;
}

function readValue(source: string, at: number, depth: number): Read {
  const char = source.charAt(at);
  if (depth > maxDepth) return { value: undefined, end: expressionEnd(source, at) };
  if (char === '[') return readArray(source, at, depth);
  if (char === '{') return readObject(source, at, depth);
  if (char === '"' || char === "'" || char === '`') return readStrings(source, at);
  const word = /[-\w.]+/y;
  word.lastIndex = at;
  const text = word.exec(source)?.[0] ?? '';
  const end = expressionEnd(source, at);
  if (blanksEnd(source, at + text.length) !== end) return { value: undefined, end };
  return { value: wordValue(text), end };
}

function wordValue(text: string): Literal {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function readArray(source: string, at: number, depth: number): Read {
  const items: Literal[] = [];
  let i = blanksEnd(source, at + 1);
  while (i < source.length && !closers.test(source.charAt(i))) {
    const item = readValue(source, i, depth + 1);
    items.push(item.value);
    i = afterComma(source, item.end);
  }
  return { value: items, end: i + 1 };
}

const keyPattern = /(?:([\w$]+)|"([^"\n]*)"|'([^'\n]*)')\s*:/y;

function readObject(source: string, at: number, depth: number): Read {
  const fields: [string, Literal][] = [];
  let i = blanksEnd(source, at + 1);
  while (i < source.length && !closers.test(source.charAt(i))) {
    keyPattern.lastIndex = i;
    const key = keyPattern.exec(source);
    if (!key) {
      i = afterComma(source, expressionEnd(source, i));
      continue;
    }
    const field = readValue(source, blanksEnd(source, i + key[0].length), depth + 1);
    fields.push([key[1] ?? key[2] ?? key[3] ?? '', field.value]);
    i = afterComma(source, field.end);
  }
  return { value: Object.fromEntries(fields), end: i + 1 };
}

/** One string, or several joined with `+`. */
function readStrings(source: string, at: number): Read {
  let text = '';
  let i = at;
  for (;;) {
    const end = stringEnd(source, i);
    if (end === -1) return { value: undefined, end: source.length };
    text += unescaped(source.slice(i + 1, end - 1));
    i = blanksEnd(source, end);
    if (source.charAt(i) !== '+') break;
    i = blanksEnd(source, i + 1);
    if (!/["'`]/.test(source.charAt(i))) break;
  }
  return { value: text, end: expressionEnd(source, i) };
}

function unescaped(text: string): string {
  return text.replace(/\\(u[\da-fA-F]{4}|[\s\S])/g, (_, code: string) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return { n: '\n', t: ' ', r: '' }[code] ?? code;
  });
}

/**
 * The position after the string that starts at `at`; -1 when it is not a string: a quote ends on its line, a template may
 * not.
 */
function stringEnd(source: string, at: number): number {
  const quote = source.charAt(at);
  const { unended } = look(source);
  const known = unended.get(quote);
  // A quote inside was escaped: scanning from it reads the same characters to the same end.
  if (known && known.from <= at && at < known.to) return -1;
  let i = at + 1;
  for (; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === '\\') i++;
    else if (char === quote) return i + 1;
    else if (char === '\n' && quote !== '`') break;
  }
  unended.set(quote, { from: at, to: i });
  return -1;
}

function commentEnd(source: string, at: number): number {
  const next = source.charAt(at + 1);
  if (next === '/') {
    const end = source.indexOf('\n', at + 2);
    return end === -1 ? source.length : end;
  }
  if (next !== '*' || look(source).lastCommentEnd < at + 2) return at + 1;
  return source.indexOf('*/', at + 2) + 2;
}

/** The position after blanks and comments. */
export function blanksEnd(source: string, at: number): number {
  let i = at;
  for (;;) {
    while (/\s/.test(source.charAt(i))) i++;
    const end = source.charAt(i) === '/' ? commentEnd(source, i) : i;
    if (end <= i + 1) return i;
    i = end;
  }
}

/** Where the expression at `at` ends: at the next comma or closing bracket of its own level. */
function expressionEnd(source: string, at: number): number {
  let i = at;
  while (i < source.length && !/[,\]})]/.test(source.charAt(i))) {
    const char = source.charAt(i);
    let end = i + 1;
    if (pairs[char] !== undefined) end = closingEnd(source, i);
    else if (/["'`]/.test(char)) end = stringEnd(source, i);
    else if (char === '/') end = commentEnd(source, i);
    i = end === -1 ? i + 1 : end;
  }
  return i;
}

function afterComma(source: string, at: number): number {
  const i = blanksEnd(source, at);
  if (source.charAt(i) === ',') return blanksEnd(source, i + 1);
  // Neither a comma nor a closing bracket: step on, so that broken source cannot hold the reader.
  return closers.test(source.charAt(i)) ? i : blanksEnd(source, Math.max(i, at) + 1);
}
