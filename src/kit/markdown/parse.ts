/**
 * The Markdown parser for all of Docent: GFM, and what documentation assistants add to it. Pure.
 */
import type {
  Blockquote,
  FootnoteDefinition,
  FootnoteReference,
  Link,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
  Text,
} from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { gfm } from 'micromark-extension-gfm';
import { BoundedCache } from '../base/bounded-cache.ts';
import { addressEnd, mayHoldAddress, withoutAutolinks, withQuickAutolinks } from './autolinks.ts';
import { type Line, scan } from './block-scanner.ts';
import { shownHtml } from './html.ts';
import { boundCost } from './parse-cost.ts';

/** One tilde is not strikethrough: people write `~5 minutes`. */
const strike = { singleTilde: false };
/** `**日本語。**次` is bold: CommonMark would require a space, which CJK text does not have. */
const cjk = [gfmStrikethroughCjkFriendly(strike), cjkFriendlyExtension()];
const withAddresses = [withQuickAutolinks(gfm(strike)), ...cjk];
const withoutAddresses = [withoutAutolinks(gfm(strike)), ...cjk];
const mdastExtensions = [gfmFromMarkdown()];

/**
 * Parses GFM into a tree that is cached and shared: callers must not change it. Never fails, since any text is Markdown.
 * Positions are offsets into `boundCost(text)`. Differences from GFM:
 * - `[^1]` is a footnote reference even if its definition is in another message;
 * - `[text][name]` and `[name]` are links only for the given `names`: a definition may arrive much later, and a link should
 *   not appear or disappear while it is being read;
 * - HTML is replaced by what a reader would see of it;
 * - `[!NOTE]` at the start of a quote becomes its name in bold.
 */
export function parseMarkdown(text: string, names: readonly string[] = []): Root {
  const bounded = boundCost(text);
  if (names.length > 0) return parseWhole(bounded, names);
  return { type: 'root', children: chunksOf(bounded).flatMap(blocksOf) };
}

function parseWhole(text: string, names: readonly string[] = []): Root {
  const root = toRoot(text, names);
  extend(root, shownHtml);
  return root;
}

/**
 * The blocks of recent chunks. A body is parsed to check whether it fits, for each surface, and again when it is sent, and
 * most of a growing body does not change. Parsing is most of the cost of a message.
 */
const recent = {
  short: new BoundedCache<string, readonly RootContent[]>(256),
  long: new BoundedCache<string, readonly RootContent[]>(16),
};
const maxShortChunk = 1_000;

function blocksOf({ from, text }: Chunk): readonly RootContent[] {
  const chunks = text.length > maxShortChunk ? recent.long : recent.short;
  const key = `${from} ${text}`;
  const blocks = chunks.get(key) ?? moveBy(from, parseWhole(text)).children;
  // Set again to mark it as recently used.
  chunks.set(key, blocks);
  return blocks;
}

/** Only the offsets of positions are used. */
function moveBy<Tree extends Nodes>(offset: number, node: Tree): Tree {
  const { start, end } = node.position ?? {};
  if (start?.offset !== undefined) start.offset += offset;
  if (end?.offset !== undefined) end.offset += offset;
  if ('children' in node) for (const child of node.children) moveBy(offset, child);
  return node;
}

/** Parses a question, also cached. HTML is part of the question, and stays as written. */
export function parseQuestion(text: string): Root {
  const bounded = boundCost(text);
  const known = recentQuestions.get(bounded);
  if (known) return known;
  const root = toRoot(bounded, []);
  extend(root, (html) => html);
  recentQuestions.set(bounded, root);
  return root;
}

const recentQuestions = new BoundedCache<string, Root>(4);

/** Treats exactly these names as defined: a construct that runs before the end of a link is matched, and consumes nothing. */
function asDefined(names: readonly string[]): ReturnType<typeof gfm> {
  let done = false;
  return {
    text: {
      [']'.charCodeAt(0)]: {
        tokenize(_, __, nok) {
          if (!done) this.parser.defined.splice(0, Infinity, ...names.map(toIdentifier));
          done = true;
          return nok;
        },
      },
    },
  };
}

/** Normalizes a link label for comparison, as the parser does. */
export function toIdentifier(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}

/** Deeper nodes are cut off, so that walking the tree cannot overflow the stack. */
const maxDepth = 100;

/** The parser also recurses, and overflows the stack on text that consists only of marks; that becomes plain text. */
function toRoot(text: string, names: readonly string[]): Root {
  try {
    const extensions = mayHoldAddress(text) ? withAddresses : withoutAddresses;
    return fromMarkdown(text, { mdastExtensions, extensions: [...extensions, asDefined(names)] });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
  }
}

type Parent = { readonly type: string; children: RootContent[] };

/** `outside`: the types of the parent's ancestors. */
function extend(parent: Parent, toShown: typeof shownHtml, outside: readonly string[] = []): void {
  const around = [...outside, parent.type];
  parent.children = parent.children.flatMap(endAddress).flatMap((node): RootContent[] => {
    if (node.type === 'text') return readNotes(node);
    if (node.type === 'html') return [toShown(node, around)];
    if (!('children' in node)) return [node];
    if (node.type === 'blockquote') nameAlert(node);
    if (around.length > maxDepth) return [{ type: 'text', value: '…' }];
    extend(node, toShown, around);
    return [node];
  });
}

/** Ends a bare address at the first mark that belongs to the sentence; what follows is read anew. */
function endAddress(node: RootContent): RootContent[] {
  const [text] = node.type === 'link' ? node.children : [];
  if (node.type !== 'link' || text?.type !== 'text' || !isBare(node, text)) return [node];
  const end = text.value.search(addressEnd);
  if (end === -1) return [node];
  const address = text.value.slice(0, end);
  const [paragraph] = toRoot(text.value.slice(end), []).children;
  const from = node.position?.start.offset ?? 0;
  const rest = paragraph?.type === 'paragraph' ? moveBy(from + end, paragraph).children.flatMap(endAddress) : [];
  const place = placeIn(text, 0, end);
  const shown: Text = { type: 'text', value: address, ...place };
  // `www.` and nothing else is no address.
  if (!/[\p{L}\p{N}]$|\/$/u.test(address) || /^(?:https?:\/\/|www\.)$/i.test(address)) return [shown, ...rest];
  return [
    { ...node, url: node.url.slice(0, node.url.length - text.value.length) + address, children: [shown], ...place },
    ...rest,
  ];
}

/** Whether a link is an address as written, without brackets or a label. */
function isBare({ url, position }: Link, { value, position: place }: Text): boolean {
  return (
    url.endsWith(value) && position?.start.offset === place?.start.offset && position?.end.offset === place?.end.offset
  );
}

/** GitHub's alerts, and `info`. docs-api converts the callouts of documentation tools to these. */
const alertNames = ['note', 'info', 'tip', 'important', 'warning', 'caution'] as const;
export type AlertName = (typeof alertNames)[number];

const alert = new RegExp(`^\\[!(${alertNames.join('|')})\\][ \\t]*`, 'i');

/** Replaces the marker of an alert with its name in bold. */
function nameAlert({ children: [first] }: Blockquote): void {
  const [text] = first?.type === 'paragraph' ? first.children : [];
  if (first?.type !== 'paragraph' || text?.type !== 'text') return;
  const [marker, name = ''] = alert.exec(text.value) ?? [];
  if (marker === undefined) return;
  const value = `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}:`;
  const from = text.position?.start;
  const to = from && { ...from, offset: (from.offset ?? 0) + name.length + '[!]'.length };
  const position = from && to && { start: from, end: to };
  const rest = text.value.slice(marker.length).replace(/^\n/, '');
  first.children.splice(
    0,
    1,
    { type: 'strong', children: [{ type: 'text', value }], ...(position && { position }) },
    { type: 'text', value: rest === '' && first.children.length === 1 ? '' : ` ${rest}` },
  );
}

const note = /\[\^([^\]\s^]+)\]/g;

function readNotes(text: Text): PhrasingContent[] {
  const { value } = text;
  const nodes: PhrasingContent[] = [];
  let done = 0;
  for (const { 0: whole, 1: label = '', index } of value.matchAll(note)) {
    const end = index + whole.length;
    if (index > done) nodes.push({ type: 'text', value: value.slice(done, index) });
    nodes.push({ type: 'footnoteReference', identifier: label, label, ...placeIn(text, index, end) });
    done = end;
  }
  if (done === 0) return [text];
  return done < value.length ? [...nodes, { type: 'text', value: value.slice(done) }] : nodes;
}

/** The position of a part of a text node; none if the source differs from the value, as with escapes. */
function placeIn({ value, position }: Text, from: number, to: number): Pick<Text, 'position'> {
  const start = position?.start.offset;
  if (!position || start === undefined || position.end.offset !== start + value.length) return {};
  const at = (offset: number) => ({ ...position.start, offset: start + offset });
  return { position: { start: at(from), end: at(to) } };
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The mark of a footnote, in the text and before the note: its number in superscript, or its name in brackets. */
export function footnoteMark({ identifier, label }: FootnoteReference | FootnoteDefinition): string {
  if (!/^\d{1,4}$/.test(identifier)) return `[${label ?? identifier}]`;
  return [...identifier].map((digit) => superscripts[Number(digit)]).join('');
}

export interface Chunk {
  /** Its offset in the text. */
  readonly from: number;
  readonly text: string;
}

/**
 * A text with footnotes is one chunk, since what a reference means depends on the definitions. So is a text with a byte order
 * mark, which the parser drops at the start of its input.
 */
const maybeWhole = /\[\^|\uFEFF/;

export function chunksOf(text: string): readonly Chunk[] {
  if (maybeWhole.test(text)) return [{ from: 0, text }];
  const lines = scan(text);
  const starts = lines.filter((line, index) => startsChunk(line, lines[index - 1])).map(({ start }) => start);
  return starts.map((from, index) => ({ from, text: text.slice(from, starts[index + 1]) }));
}

/** Whether a line starts a chunk: it follows a blank line, and begins a block outside containers that continues no other. */
function startsChunk(line: Line, before: Line | undefined): boolean {
  if (!before) return true;
  return (
    before.kind === 'blank' && line.containers.length === 0 && line.content === line.start && starting.has(line.kind)
  );
}

const starting: ReadonlySet<Line['kind']> = new Set(['paragraph', 'heading', 'fence']);
