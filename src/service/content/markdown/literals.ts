/**
 * Reads JavaScript literals in component attributes (`content={[{ name: 'x' }]}`) without running them. In: source text and a
 * position. Out: where a bracket closes, or the plain value. Pure apart from a cache. A JavaScript parser (acorn) would reject
 * JSX, templates and half-written expressions as a whole, and not find where they end.
 */

/** A literal's value. Anything else (a call, an identifier, JSX) is read as undefined. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | { readonly [key: string]: Literal };

const pairs: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
/** Either ends a list of items, so that reading ends even if brackets do not match. */
const closers = /[\]}]/;

/** The scan cache of one source. */
interface ScanCache {
  /**
   * Where brackets close, by position; 0 if not known yet, -1 if they never do. Each scan records all the brackets that it
   * passes, so that even a source of nothing but brackets is read once.
   */
  readonly ends: Int32Array;
  /** Where the last comment ends: after it, no comment can be closed. */
  readonly lastCommentEnd: number;
  /** By quote character, the last range in which a string began and did not end. */
  readonly unended: Map<string, { readonly from: number; readonly to: number }>;
  /** How many characters all scans have passed. */
  scanned: number;
}

/** The caches of the last sources: a page, a table cell in it, and one in that. */
let caches: readonly { readonly source: string; readonly cache: ScanCache }[] = [];
const maxCaches = 3;

function cacheOf(source: string): ScanCache {
  const [latest] = caches;
  if (latest?.source === source) return latest.cache;
  const known = caches.find((entry) => entry.source === source);
  const cache = known?.cache ?? {
    ends: new Int32Array(source.length),
    lastCommentEnd: source.lastIndexOf('*/'),
    unended: new Map(),
    scanned: 0,
  };
  caches = [{ source, cache }, ...caches.filter((entry) => entry !== known)].slice(0, maxCaches);
  return cache;
}

/** The position after the bracket that closes the one at `at`; -1 if none does. Ignores strings and comments. */
export function closingEnd(source: string, at: number): number {
  const cache = cacheOf(source);
  const { ends } = cache;
  const known = ends[at];
  if (known) return known;
  if (cache.scanned > maxScans * source.length) return -1;
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
        cache.scanned += i - at;
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
  cache.scanned += source.length - at;
  return -1;
}

/** A source that has been scanned from end to end this often is read without matching brackets. */
const maxScans = 20;

/**
 * The end of the statements that start at `at`: the first blank line outside of brackets, strings and comments, or just the
 * first blank line if a bracket is never closed.
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

/** A line of more white space than this does not count as blank. */
const maxBlanks = 200;

function firstBlank(source: string, at: number): number {
  const found = source.slice(at).search(/\n[ \t]*(?:\n|$)/);
  return found === -1 ? source.length : at + found;
}

/** The value of the literal that starts at `at`, or after white space and comments there. */
export function readLiteral(source: string, at = 0): Literal {
  return readValue(source, blanksEnd(source, at), 0).value;
}

/** Deeper literals are read as undefined, since each level takes room on the stack. */
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
 * The position after the string that starts at `at`; -1 if it is not closed: a quoted string must end on its line, a
 * template need not.
 */
function stringEnd(source: string, at: number): number {
  const quote = source.charAt(at);
  const { unended } = cacheOf(source);
  const known = unended.get(quote);
  // A quote in that range is escaped: scanning from it would reach the same end.
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
  if (next !== '*' || cacheOf(source).lastCommentEnd < at + 2) return at + 1;
  return source.indexOf('*/', at + 2) + 2;
}

/** The position after white space and comments. */
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
  // Neither a comma nor a closing bracket: skip a character, so that broken source cannot cause an endless loop.
  return closers.test(source.charAt(i)) ? i : blanksEnd(source, Math.max(i, at) + 1);
}
