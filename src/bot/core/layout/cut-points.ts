/** Finds and ranks the places where Markdown may be cut. Pure. */
import { type Line, lineAt } from '../../../kit/markdown/block-scanner.ts';
import { type Span, scanInline } from '../../../kit/markdown/inline-scanner.ts';

/** A place to cut; the text after it begins the next message. */
export interface Cut {
  /** Offset of the text after the cut. */
  readonly at: number;
  readonly rank: number;
}

/** Higher is better. In lists and quotes, blocks and items rank a little lower at each level. */
export const rank = {
  section: 90,
  paragraph: 80,
  item: 70,
  block: 68,
  line: 60,
  /** Between an introduction that ends in a colon and what it introduces. */
  lead: 55,
  sentence: 50,
  word: 40,
  /** From here on only if no better place is near: between a heading and its text, */
  heading: 30,
  /** within a heading, a row or a line of code, */
  broken: 25,
  /** within code, a link or round brackets in a sentence. */
  inside: 20,
} as const;

/** All places to cut between the two offsets, in order. */
export function cutsBetween(text: string, lines: readonly Line[], from: number, to: number): readonly Cut[] {
  const cuts: Cut[] = [];
  let spans: readonly Span[] = [];
  let leaf: number | undefined;
  for (let index = lineAt(lines, from); index < lines.length; index += 1) {
    const line = lines[index];
    if (!line || line.start >= to) break;
    if (line.leaf !== leaf) {
      leaf = line.leaf;
      spans = spansOf(text, lines, index);
    }
    const before = beforeLine(text, lines, index, spans);
    if (before !== undefined) cuts.push({ at: line.start, rank: before });
    cuts.push(...insideLine(text, line, spans, from, to));
  }
  return cuts.filter((cut) => cut.at > from && cut.at < to);
}

/** The spans of a paragraph that must not be cut. The last result is cached, since each message of a long paragraph needs it. */
function spansOf(text: string, lines: readonly Line[], index: number): readonly Span[] {
  const line = lines[index];
  if (line?.kind !== 'paragraph' && line?.kind !== 'heading') return [];
  let last = index;
  while (lines[last + 1]?.leaf === line.leaf) last += 1;
  // The lines may end early, where the rest of the text is held back.
  const end = lines[last]?.end;
  if (known?.text === text && known.leaf === line.leaf && known.end === end) return known.spans;
  const { spans } = scanInline(text.slice(line.leaf, end), true);
  known = {
    text,
    leaf: line.leaf,
    end,
    spans: spans.map((span) => ({ from: span.from + line.leaf, to: span.to + line.leaf })),
  };
  return known.spans;
}

let known:
  | { readonly text: string; readonly leaf: number; readonly end: number | undefined; readonly spans: readonly Span[] }
  | undefined;

/** `spans` are in order and do not overlap. */
function isInside(at: number, spans: readonly Span[]): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.from ?? at) < at) low = middle + 1;
    else high = middle;
  }
  const last = spans[low - 1];
  return last !== undefined && at < last.to;
}

/** Longest parenthesis that is kept in one piece, in characters. */
const maxParenthesis = 80;

/** Whether a parenthesis that was opened shortly before, on the same line, is still open. */
function inBrackets(text: string, lineStart: number, at: number): boolean {
  const before = text.slice(Math.max(lineStart, at - maxParenthesis), at);
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

/** The rank of a cut before the line; undefined if the line cannot begin a message. */
function beforeLine(text: string, lines: readonly Line[], index: number, spans: readonly Span[]): number | undefined {
  const line = lines[index];
  const before = lines[index - 1];
  if (!line || !before) return undefined;
  switch (line.kind) {
    case 'blank':
    case 'underline':
    case 'delimiter':
    case 'fence-end':
      return undefined;
    case 'code':
      if (before.kind === 'fence' || text.slice(line.content, line.end).trim() === '') return undefined;
      return text.slice(before.content, before.end).trim() === '' ? rank.line + 1 : rank.line;
    case 'row':
      return before.kind === 'delimiter' ? undefined : rank.line;
    case 'paragraph':
      if (line.leaf === line.content) return beforeBlock(text, lines, index);
      if (isInside(line.start, spans)) return rank.inside;
      return endsSentence(text, before.end) ? rank.sentence : rank.word;
    default:
      if (before.kind === line.kind && line.kind !== 'heading') return rank.line;
      return beforeBlock(text, lines, index);
  }
}

/** The rank of a cut before a line that begins a block. */
function beforeBlock(text: string, lines: readonly Line[], index: number): number | undefined {
  const line = lines[index];
  let last = index - 1;
  while (lines[last]?.kind === 'blank') last -= 1;
  const above = lines[last];
  if (!line || !above) return undefined;
  if (above.kind === 'heading' || above.kind === 'underline') return rank.heading;
  const depth = line.containers.length - line.opened;
  const item = line.containers.slice(depth).find((container) => container.kind === 'item');
  const begins = item ? item.list.at === item.at : line.kind === 'fence' || line.kind === 'head';
  if (begins && /[:：]\**\s*$/.test(text.slice(above.content, above.end))) return rank.lead;
  if (item) return rank.item - Math.min(depth, 5);
  if (depth > 0) return rank.block - Math.min(depth, 5);
  return line.kind === 'heading' ? rank.section : rank.paragraph;
}

/** Cuts within a line, only around the two offsets: a line may be as long as the whole text. */
function insideLine(text: string, line: Line, spans: readonly Span[], from: number, to: number): readonly Cut[] {
  if (!cuttable.has(line.kind)) return [];
  const cuts: Cut[] = [];
  const begin = Math.max(line.content, from - longWord);
  const words = text.slice(begin, Math.min(line.end, to + longWord));
  for (const match of words.matchAll(/(?<!\S)(\S+)([ \t]+|$)/g)) {
    const start = begin + match.index;
    const end = start + (match[1]?.length ?? 0);
    const next = start + match[0].length;
    if (next - start > longWord) cuts.push(...betweenIdeographs(text, start, end));
    if (next < line.end) cuts.push({ at: next, rank: endsSentence(text, end) ? rank.sentence : rank.word });
  }
  return cuts.map((cut) => {
    if (isInside(cut.at, spans) || inBrackets(text, line.start, cut.at)) return { at: cut.at, rank: rank.inside };
    return line.kind === 'paragraph' ? cut : { at: cut.at, rank: rank.broken };
  });
}

const cuttable: ReadonlySet<string> = new Set(['paragraph', 'heading', 'row', 'code', 'html', 'indented']);
const longWord = 16;

const joinsBefore = /[、。，．：；！？）」』】〉》〕］｝ー…~*_`)\]]|\p{M}|\p{Cf}|[\udc00-\udfff]/u;

/** CJK text has no spaces: a line may break between two characters, but not before closing punctuation. */
function betweenIdeographs(text: string, start: number, end: number): readonly Cut[] {
  const cuts: Cut[] = [];
  for (let at = start + 1; at < end; at += 1) {
    const before = text.charAt(at - 1);
    if (!/[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(before) || /[（「『【〈《〔［｛]/.test(before)) continue;
    if (joinsBefore.test(text.charAt(at))) continue;
    cuts.push({ at, rank: /[。！？]/.test(before) ? rank.sentence : rank.word - 1 });
  }
  return cuts;
}

/** Whether a sentence ends before the offset. A single letter or number, as in `e.g.` or `1.`, does not end one. */
function endsSentence(text: string, end: number): boolean {
  const tail = text.slice(Math.max(0, end - 12), end).replace(/["'”’)\]*_~`]+$/, '');
  return /[。！？]$/.test(tail) || (/[.!?…]$/.test(tail) && !/(?:^|[\s.(])(?:\p{L}|\d+)\.$/u.test(tail));
}
