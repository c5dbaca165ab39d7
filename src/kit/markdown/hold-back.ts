/**
 * Makes incomplete Markdown safe to show: finds how much of it can be shown, and closes everything that is open. Pure.
 */
import { inFence, type Line, scan } from './block-scanner.ts';
import type { Container } from './containers.ts';
import { scanInline } from './inline-scanner.ts';

/**
 * The text as it can be shown now, balanced. While more may arrive (`done` is false), an incomplete construct at the end is
 * held back, so that nothing shown as plain text turns into formatting later. With `done` every word is shown.
 */
export function toStableMarkdown(text: string, done: boolean): string {
  return closeOpen(done ? text : text.slice(0, shownEnd(text)));
}

/** Trims the end of the text, and closes everything that is open there. */
export function closeOpen(text: string): string {
  const shown = text.trimEnd();
  const lines = scan(shown);
  const last = lines.at(-1);
  if (!last) return shown;
  if (last.fence && inFence(last)) {
    return `${shown}\n${prefixOf(last.containers)}${' '.repeat(last.fence.indent)}${last.fence.mark}`;
  }
  if (!holdsInline(last)) return shown;
  const { close } = scanInline(shown.slice(last.leaf), true);
  return close === '' ? shown : `${withoutBareEscape(shown)}${close}`;
}

/** The prefix that places a line inside the containers. */
function prefixOf(containers: readonly Container[]): string {
  return containers.map((container) => (container.kind === 'quote' ? '> ' : ' '.repeat(container.width))).join('');
}

/** A backslash at the end would escape the closing mark, and a backtick would lengthen it. */
function withoutBareEscape(text: string): string {
  const slashes = /(?<!\\)\\*$/.exec(text)?.[0].length ?? 0;
  if (slashes % 2 === 1) return `${text}\\`;
  return text.endsWith('`') ? `${text} ` : text;
}

function holdsInline(line: Line): boolean {
  return line.kind === 'paragraph' || line.kind === 'heading' || line.kind === 'row' || line.kind === 'head';
}

/** How many characters may be held back, for a table row or in total. */
const maxHeld = 2000;
/** The same after a pipe within a line, which is rarely the header row of a table. */
const maxHeldAfterPipe = 200;

/**
 * The offset up to which an unfinished text can be shown; later text decides what the rest is. The held-back part is bounded,
 * so that a bracket that is never closed cannot hide a paragraph. `known`: lines of the same text, to save scanning.
 * `maxRounds`: how many incomplete constructs in a row are held back at most.
 */
export function shownEnd(text: string, known: readonly Line[] = [], maxRounds = 40): number {
  let end = wholeCharacters(text);
  let lines = scan(text.slice(0, end), known);
  const inlineFrom = createTails();
  // What remains may end in another incomplete construct: `**` before a link, a list marker before that.
  for (let round = 1; round <= maxRounds; round += 1) {
    const hold = holdFrom(text.slice(0, end), lines, inlineFrom);
    if (hold === undefined || hold >= end || text.length - hold > maxHeld) break;
    end = hold;
    lines = scan(text.slice(0, end), lines);
  }
  return text.slice(0, end).trimEnd().length;
}

/** How much of a paragraph's end is scanned for incomplete constructs: more than may be held back. */
const maxTail = 3_000;

/** Where to start scanning for an incomplete end: at the start of the paragraph, or near its end if it is long. */
type Tails = (text: string, leaf: number) => number;

/** Scans a whole long paragraph only once, to find a tail that does not begin inside a construct. */
function createTails(): Tails {
  let known: { readonly leaf: number; readonly tail: number } | undefined;
  return (text, leaf) => {
    if (text.length - leaf <= 2 * maxTail) return leaf;
    if (known?.leaf !== leaf) known = { leaf, tail: tailOf(text, leaf) };
    return known.tail;
  };
}

/** The first word of the paragraph's tail outside any construct; the start of the paragraph if there is none. */
function tailOf(text: string, leaf: number): number {
  const { spans } = scanInline(text.slice(leaf), true);
  const from = text.length - leaf - maxTail;
  const around = spans.findLast((span) => span.from < from);
  const tail = leaf + Math.max(from, around?.to ?? 0);
  const word = text.slice(tail, tail + maxWord).search(/\s/);
  return text.length - tail < maxHeld ? leaf : tail + Math.max(0, word);
}

const maxWord = 500;

/** Names that call everybody in a channel, on one platform or the other. */
const broadcasts = ['here', 'channel', 'everyone', 'group'];

/**
 * The length without half a surrogate pair at the end, a last emoji that may still be extended, or what may become a mention
 * of everybody or a longer name.
 */
function wholeCharacters(text: string): number {
  const at = text.lastIndexOf('@');
  const name = at === -1 || text.length - at > 9 ? undefined : text.slice(at + 1).toLowerCase();
  if (name !== undefined && broadcasts.some((one) => one.startsWith(name))) return at;
  const end = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
  const tail = text.slice(Math.max(0, end - 64), end);
  const last = [...graphemes.segment(tail)].at(-1)?.segment ?? '';
  const mayGrow = /\p{Extended_Pictographic}|\u200d$/u.test(last) || /^\p{Regional_Indicator}$/u.test(last);
  return mayGrow && last.length < tail.length ? end - last.length : end;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Where the undecided end of the text begins, if any. */
function holdFrom(text: string, lines: readonly Line[], inlineFrom: Tails): number | undefined {
  const last = lines.at(-1);
  if (!last) return undefined;
  if (last.fence && inFence(last)) return holdInFence(text, last);
  // A table is shown together with its first row, which decides its form.
  if (last.kind === 'delimiter') return last.start;
  const ended = last.next > last.end;
  const held = ended ? undefined : holdLine(text, last);
  if (held !== undefined) return held;
  const head = last.kind === 'paragraph' ? pipeAt(text, last) : undefined;
  if (head !== undefined) return head;
  if (last.kind === 'html') return last.html?.until?.source === '-->' ? openComment(text) : holdTag(text, last);
  if (!holdsInline(last)) return undefined;
  const from = inlineFrom(text, last.leaf);
  const { undecidedAt } = scanInline(text.slice(from), false);
  return undecidedAt === undefined ? undefined : from + undecidedAt;
}

/** Holds back an empty fence, and a line that may become the closing fence. */
function holdInFence(text: string, last: Line): number | undefined {
  const fence = last.fence;
  if (!fence) return undefined;
  if (last.kind === 'fence') return fence.at;
  if (last.next > last.end) return undefined;
  const words = text.slice(last.content, last.end).trim();
  return words.replaceAll(fence.mark.charAt(0), '') === '' ? last.start : undefined;
}

/** Holds back an unfinished line: a bare marker may become anything, and a table row is only shown whole. */
function holdLine(text: string, last: Line): number | undefined {
  if (last.kind === 'rule' || last.kind === 'underline' || last.kind === 'blank') return last.start;
  if (last.kind === 'row') return last.end - last.start <= maxHeld ? last.start : undefined;
  const words = text.slice(last.content, last.end);
  if (last.kind === 'heading' && /^#{1,6}[ \t]*$/.test(words)) return last.start;
  if (last.kind === 'heading') return closingMarks(words) ? last.end - closingMarks(words) : undefined;
  if (last.kind !== 'paragraph') return undefined;
  const alone = /^(?:#{1,6}|[-+]|\d{1,9}[.)]?|=+|[:`~*_-]+|\[[ xX]\])[ \t]*$/;
  return alone.test(words) ? last.start : undefined;
}

/** The length of a heading's closing sequence. */
function closingMarks(words: string): number {
  return /[ \t]#+[ \t]*$/.exec(words.slice(-maxHeld))?.[0].length ?? 0;
}

/** A line with a pipe is a header row if a delimiter row follows, so it waits for the next line. */
function pipeAt(text: string, line: Line): number | undefined {
  const words = text.slice(line.content, line.end);
  const pipe = /(?<!\\)\|/.exec(words.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length)))?.index;
  if (pipe === undefined) return undefined;
  if (pipe === 0) return words.length <= maxHeld ? line.start : undefined;
  return words.length - pipe <= maxHeldAfterPipe ? line.content + pipe : undefined;
}

/** Where the open comment begins; once complete, it shows nothing. */
function openComment(text: string): number {
  return text.lastIndexOf('<!--');
}

/** In an HTML block, holds back an unfinished tag. */
function holdTag(text: string, last: Line): number | undefined {
  const opening = text.lastIndexOf('<');
  if (opening < last.start || text.includes('>', opening) || text.length - opening > maxHeldAfterPipe) return undefined;
  return opening;
}
