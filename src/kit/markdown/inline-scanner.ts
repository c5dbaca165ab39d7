/**
 * Scans the inline constructs of one paragraph, heading or table row: what is open at its end (delimiter stack), what only
 * later text decides, and what must not be cut. Pure.
 */
import {
  classifyCharacter,
  isCjk,
  isSpaceOrPunctuation,
  isUnicodeWhitespace,
} from 'micromark-extension-cjk-friendly-util';
import { BoundedCache } from '../base/bounded-cache.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Inline {
  /** Code, links, tags and URLs, in order; a cut inside one would break it. */
  readonly spans: readonly Span[];
  /** Where a construct begins that only later text decides. Never set when the text has ended. */
  readonly undecidedAt: number | undefined;
  /** The delimiter runs that reopen the emphasis and code open at the end, outermost first. */
  readonly open: string;
  /** The delimiter runs that close them. */
  readonly close: string;
}

/** How long a construct may stay undecided, in characters. A longer label, address or tag is just text. */
const maxLabel = 300;
const maxAddress = 600;
const maxTag = 200;
/** Open delimiter runs beyond this number are ignored: such text is unreadable anyway. */
const maxOpen = 50;

/** A delimiter run that may still be matched. */
interface Mark {
  readonly char: string;
  /** How many of its characters are not matched yet. */
  count: number;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** The construct at an offset: the end of one that must not be cut, an undecided one, or none. */
type Found = number | 'undecided' | undefined;

/** Long paragraphs are scanned many times while they grow, so the last results are cached. */
const maxKnown = 8;
const leastKnownChars = 2_000;
const known = { ended: new BoundedCache<string, Inline>(maxKnown), open: new BoundedCache<string, Inline>(maxKnown) };

/** `ended`: no more text will arrive, so incomplete constructs are plain text. */
export function scanInline(text: string, ended: boolean): Inline {
  if (text.length < leastKnownChars) return scanUncached(text, ended);
  const cache = known[ended ? 'ended' : 'open'];
  const found = cache.get(text) ?? scanUncached(text, ended);
  cache.set(text, found);
  return found;
}

function scanUncached(text: string, ended: boolean): Inline {
  const spans: Span[] = [];
  const marks: Mark[] = [];
  const partners = createPartners(text);
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (char === '`') {
      const run = runAt(text, at);
      const to = partners.codeEnd(at + run.length, run.length);
      if (to === undefined && at + run.length >= text.length)
        return ended ? result(spans, marks) : stop(spans, marks, at);
      const tail = to === undefined && !ended ? trailingBackticks(text) : undefined;
      if (tail !== undefined) return stop(spans, marks, tail);
      spans.push({ from: at, to: to ?? text.length });
      if (to === undefined) return result(spans, marks, run);
      at = to;
    } else if (char === '*' || char === '_' || char === '~') {
      const run = runAt(text, at);
      if (!ended && at + run.length >= text.length) return stop(spans, marks, at);
      applyRun(marks, text, at, run);
      at += run.length;
    } else {
      const construct = constructAt(text, at, partners);
      const found = ended ? decided(construct) : construct;
      if (found === 'undecided') return stop(spans, marks, at);
      if (found !== undefined) spans.push({ from: at, to: found });
      at = found ?? at + 1;
    }
  }
  return result(spans, marks);
}

/** Where the run of backticks at the end of the text begins; undefined if there is none. */
function trailingBackticks(text: string): number | undefined {
  let start = text.length;
  while (text[start - 1] === '`') start -= 1;
  return start < text.length ? start : undefined;
}

function decided(found: Found): number | undefined {
  return found === 'undecided' ? undefined : found;
}

function stop(spans: readonly Span[], marks: readonly Mark[], undecidedAt: number): Inline {
  return { ...result(spans, marks), undecidedAt };
}

function result(spans: readonly Span[], marks: readonly Mark[], code = ''): Inline {
  const runs = marks.filter((mark) => mark.opens).map((mark) => mark.char.repeat(mark.count));
  return { spans, undecidedAt: undefined, open: runs.join('') + code, close: code + runs.reverse().join('') };
}

function constructAt(text: string, at: number, partners: Partners): Found {
  switch (text[at]) {
    case '\\':
      return at + 1 < text.length ? at + 2 : 'undecided';
    case '&':
      return /^&(?:#(?:[xX][\da-fA-F]{0,6}|\d{0,7})?|[A-Za-z][A-Za-z\d]{0,31})?$/.test(restUpTo(text, at, 40))
        ? 'undecided'
        : undefined;
    case '<':
      return tagAt(text, at, partners);
    case '!':
      if (at + 1 === text.length) return 'undecided';
      return text[at + 1] === '[' ? linkAt(text, at + 1, partners) : undefined;
    case '[':
      return linkAt(text, at, partners);
    case 'h':
    case 'w':
      return addressAt(text, at);
    default:
      return undefined;
  }
}

/** The rest of the text; empty if it is longer than `max`. */
function restUpTo(text: string, at: number, max: number): string {
  return text.length - at <= max ? text.slice(at) : '';
}

function tagAt(text: string, at: number, { commentEnd }: Partners): Found {
  // The common case, even for many in a row: not a tag.
  if (/[\s<>]/.test(text.charAt(at + 1))) return undefined;
  const comment = text.startsWith('<!--', at) ? commentEnd(at + 4) : undefined;
  if (comment !== undefined) return comment;
  const whole = matchAt(
    /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+|\/?[A-Za-z][^<>]*|[!?][^<>]*)>/y,
    text,
    at,
  );
  if (whole) return at + whole.length;
  return /^<(?:!--[\s\S]*|[A-Za-z/!?][^<>]*)?$/.test(restUpTo(text, at, maxTag)) ? 'undecided' : undefined;
}

/** A bare URL; while it grows, its end is undecided. */
function addressAt(text: string, at: number): Found {
  if (at > 0 && /[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) return undefined;
  if (/^(?:ht?|htt?|https?:?|https?:\/|ww?|www)$/.test(restUpTo(text, at, 8))) return 'undecided';
  const address = matchAt(/(?:https?:\/\/|www\.)[^\s<]*/y, text, at);
  if (!address) return undefined;
  if (at + address.length === text.length && address.length <= maxAddress) return 'undecided';
  // The lookbehind keeps this linear: a run of punctuation is tried only from its first character.
  return at + address.replace(/(?<![?!.,:;*_~'")\]])[?!.,:;*_~'")\]]+$/, '').length;
}

/** A link, image, reference or footnote; `at` is its opening bracket. */
function linkAt(text: string, at: number, { closingBracket }: Partners): Found {
  const label = closingBracket(at, maxLabel);
  if (label === undefined) return text.length - at <= maxLabel ? 'undecided' : undefined;
  const next = label + 1;
  if (next >= text.length) return 'undecided';
  if (text[next] === '(') return destinationAt(text, next);
  if (text[next] === '[') return referenceAt(text, next);
  return text[next] === ':' && isFirstOnLine(text, at) ? definitionAt(text, next) : undefined;
}

/** Whether only white space and quote markers precede the offset on its line. */
function isFirstOnLine(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && /[^\S\n]|>/.test(text.charAt(start - 1))) start -= 1;
  return start === 0 || text[start - 1] === '\n';
}

/** The lookaheads match white space only whole: trying every split of a long run would take quadratic or cubic time. */
function destinationAt(text: string, at: number): Found {
  const whole = matchAt(
    /\([ \t\n\r]*(?![ \t\n\r])(?:<[^<>\n\r]*>|[^\s<>()]*(?:\([^\s()]*\)[^\s()]*)*)(?:[ \t\n\r]+(?![ \t\n\r])(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t\n\r]*\)/y,
    text,
    at,
  );
  if (whole) return at + whole.length;
  const partial =
    /^\([ \t\n\r]*(?![ \t\n\r])(?:<[^<>\n\r]*|(?:<[^<>\n\r]*>|[^\s<>]*)(?:[ \t\n\r]+(?![ \t\n\r])(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)?[ \t\n\r]*)?)$/;
  return partial.test(restUpTo(text, at, maxAddress)) ? 'undecided' : undefined;
}

function referenceAt(text: string, at: number): Found {
  const end = text.indexOf(']', at);
  if (end !== -1) return end + 1;
  return text.length - at <= maxLabel ? 'undecided' : undefined;
}

/** `[label]: address "title"` is decided once its line has ended. */
function definitionAt(text: string, at: number): Found {
  return /^:[ \t]*(?![ \t])\S*(?:[ \t]+(?:["'(][^\n\r]*)?)?$/.test(restUpTo(text, at, maxAddress))
    ? 'undecided'
    : undefined;
}

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}

/** Closes what the run can close by CommonMark's rules, then pushes what is left of it if it can open. */
function applyRun(marks: Mark[], text: string, at: number, run: string): void {
  const mark = toMark(text, at, run);
  if (mark.char === '~' && mark.length !== 2) return;
  while (mark.closes && mark.count > 0) {
    const index = marks.findLastIndex((opener) => isPartner(opener, mark));
    const found = marks[index];
    if (!found) break;
    const used = found.count > 1 && mark.count > 1 ? 2 : 1;
    found.count -= used;
    mark.count -= used;
    marks.length = found.count > 0 ? index + 1 : index;
  }
  if (mark.opens && mark.count > 0 && marks.length < maxOpen) marks.push(mark);
}

function isPartner(opener: Mark, closer: Mark): boolean {
  if (opener.char !== closer.char || !opener.opens) return false;
  if (opener.char === '~') return opener.count === closer.count;
  if (!opener.closes && !closer.opens) return true;
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

/** Whether a run can open or close (left- and right-flanking), by the parser's rules for the characters beside it. */
function toMark(text: string, at: number, run: string): Mark {
  const char = text.charAt(at);
  const next = text.codePointAt(at + run.length);
  const [before, after] = [sideOf(codeBefore(text, at)), sideOf(next)];
  const strikes = (other: string | undefined) => char !== '~' && other === '~';
  const opens = isBeside(after, before) || strikes(text[at + run.length]);
  const closes = isBeside(before, after) || strikes(text[at - 1]);
  const mark = { char, count: run.length, length: run.length };
  if (char !== '_') return { ...mark, opens, closes };
  const [edgeBefore, edgeAfter] = [before.space || before.punctuation, after.space || after.punctuation];
  return { ...mark, opens: opens && (edgeBefore || !closes), closes: closes && (edgeAfter || !opens) };
}

/** The character beside a run. */
interface Side {
  readonly space: boolean;
  readonly punctuation: boolean;
  /** CJK text is written without spaces, so punctuation does not separate a word from a mark there. */
  readonly cjk: boolean;
}

function sideOf(code: number | undefined): Side {
  const group = classifyCharacter(code ?? null);
  const space = isUnicodeWhitespace(group);
  return { space, punctuation: !space && isSpaceOrPunctuation(group), cjk: isCjk(group) };
}

function isBeside(side: Side, other: Side): boolean {
  return !side.space && (!side.punctuation || side.cjk || other.space || other.punctuation || other.cjk);
}

function codeBefore(text: string, at: number): number | undefined {
  const low = /[\udc00-\udfff]/.test(text[at - 1] ?? '');
  return at === 0 ? undefined : text.codePointAt(at - (low && at > 1 ? 2 : 1));
}

/** Looks up closing delimiters by their opening ones. */
interface Partners {
  /** The end of the first run of `length` backticks at or after `from`. */
  codeEnd(from: number, length: number): number | undefined;
  /** The bracket that closes the one at the offset; undefined if it is missing or too far away. */
  closingBracket(at: number, maxDistance: number): number | undefined;
  /** The end of the first `-->` at or after `from`, which must not decrease from call to call. */
  commentEnd(from: number): number | undefined;
}

function createPartners(text: string): Partners {
  let runs: ReadonlyMap<number, readonly number[]> | undefined;
  let brackets: ReadonlyMap<number, number> | undefined;
  let comment: number | undefined;

  function codeEnd(from: number, length: number): number | undefined {
    runs ??= runsByLength(text);
    const starts = runs.get(length) ?? [];
    const start = starts[firstFrom(starts, from)];
    return start === undefined ? undefined : start + length;
  }

  return {
    codeEnd,
    closingBracket(at, maxDistance) {
      brackets ??= bracketPairs(text, at, codeEnd);
      const to = brackets.get(at);
      return to !== undefined && to - at <= maxDistance ? to : undefined;
    },
    commentEnd(from) {
      if (comment === undefined || (comment !== -1 && comment < from)) comment = text.indexOf('-->', from);
      return comment === -1 ? undefined : comment + 3;
    },
  };
}

/** The offsets of the runs of backticks, by their length. */
function runsByLength(text: string): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length);
    if (starts) starts.push(index);
    else runs.set(run.length, [index]);
  }
  return runs;
}

/** The index of the first of these ascending numbers that is at least `from`. */
function firstFrom(numbers: readonly number[], from: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Closing brackets by their opening ones, from `first` on; brackets in code do not count. */
function bracketPairs(text: string, first: number, codeEnd: Partners['codeEnd']): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = first; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '`') {
      const { length } = runAt(text, at);
      at = (codeEnd(at + length, length) ?? at + length) - 1;
    } else if (char === '[') open.push(at);
    else if (char === ']') {
      const from = open.pop();
      if (from !== undefined) pairs.set(from, at);
    }
  }
  return pairs;
}

/** The run of one repeated character that begins at the offset. */
function runAt(text: string, at: number): string {
  const char = text.charAt(at);
  let to = at + 1;
  while (text[to] === char) to += 1;
  return text.slice(at, to);
}
