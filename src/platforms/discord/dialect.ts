/**
 * GFM in Discord's dialect of Markdown. In: Markdown. Out: text for Discord with the same words. Pure.
 *
 * Discord has three levels of headings, no tables, no images in text, no nested quotes, no rules, no footnotes, and reads
 * a line break as one. Links are masked with their address between `<` and `>`, which also keeps their cards away.
 * Source: Discord support "Markdown Text 101" and developer docs "Reference: Message Formatting", read 2026-11-21.
 */
import type { Link, List, ListItem, Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { parseMarkdown } from '../../core/markdown.ts';
import {
  escapeLineStarts,
  escapeMarks,
  escapeText,
  pretends,
  toCodeBlock,
  toInlineCode,
  toSafeUrl,
  zeroWidth,
} from './escape.ts';
import { toPlainText } from './plain.ts';
import { renderTable } from './table.ts';

/** What surrounds a node: which marks are open, and what is known of the whole text. */
export interface Surroundings {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  readonly label?: boolean;
  readonly depth: number;
  readonly listDepth: number;
  /** Addresses of reference links, by identifier. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Identifiers of footnotes, in order of their first mention. */
  readonly footnotes: string[];
}

/** Discord shows no list deeper than this. */
const maxListDepth = 10;
/** What is nested deeper than anybody writes is shown as plain words. */
const maxDepth = 50;

/** The text in Discord's dialect. Never fails; what Discord cannot show is shown as words. */
export function toDialect(markdown: string): string {
  const root = parseMarkdown(markdown);
  return renderBlocks(root.children, { depth: 0, listDepth: 0, addresses: addressesOf(root), footnotes: [] });
}

function addressesOf(root: Root): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node.url);
    if ('children' in node) open.push(...node.children.toReversed());
  }
  return found;
}

function renderBlocks(nodes: readonly RootContent[], around: Surroundings): string {
  let text = '';
  let before: RootContent | undefined;
  for (const node of nodes) {
    const block = renderBlock(node, around);
    if (block === '') continue;
    text += before ? gap(before, node, around) + block : block;
    before = node;
  }
  return text;
}

/** Headings, lists and code bring their own distance. */
function gap(before: RootContent, node: RootContent, around: Surroundings): string {
  const close = around.listDepth > 0 || before.type === 'heading' || before.type === 'code';
  return close || node.type === 'list' || node.type === 'code' || node.type === 'table' ? '\n' : '\n\n';
}

function renderBlock(node: RootContent, outside: Surroundings): string {
  const around = { ...outside, depth: outside.depth + 1 };
  if (around.depth > maxDepth) return escapeLineStarts(escapeText(toPlainText(node)));
  switch (node.type) {
    case 'paragraph':
      return escapeLineStarts(renderInline(node.children, around).trim());
    case 'heading':
      return renderHeading(node.children, node.depth, around);
    case 'list':
      return renderList(node, around);
    case 'blockquote':
      return quote(renderBlocks(node.children, around));
    case 'code':
      return toCodeBlock(node.value, node.lang ?? '');
    case 'table':
      return renderTable(node, (nodes) => renderInline(nodes, around));
    case 'thematicBreak':
      return '──────────';
    case 'html':
      return escapeLineStarts(renderHtml(node.value));
    case 'footnoteDefinition':
      return `${footnoteMark(node.identifier, around)} ${renderBlocks(node.children, around)}`;
    case 'definition':
    case 'yaml':
      return '';
    default:
      // Rows, cells and items come with their parents; what is left is inline.
      return isPhrasing(node) ? renderInline([node], around) : '';
  }
}

function isPhrasing(node: RootContent): node is PhrasingContent {
  return !['listItem', 'tableRow', 'tableCell'].includes(node.type);
}

function renderHeading(children: readonly PhrasingContent[], depth: number, around: Surroundings): string {
  const large = depth <= 3 && around.listDepth === 0;
  const text = renderInline(children, { ...around, bold: true })
    .replaceAll('\n', ' ')
    .trim();
  if (text === '') return '';
  return large ? `${'#'.repeat(depth)} ${text}` : `**${text}**`;
}

function renderList(list: List, around: Surroundings): string {
  const indent = '  '.repeat(Math.min(around.listDepth, maxListDepth));
  const inside = { ...around, listDepth: around.listDepth + 1 };
  const first = list.start ?? 1;
  return list.children
    .map((item, index) => {
      const marker = list.ordered ? `${first + index}. ` : '- ';
      return indent + marker + renderItem(item, inside);
    })
    .join('\n');
}

/** Lists within the item bring their own indent; so does code, which stands at the margin to keep its own. */
function renderItem(item: ListItem, around: Surroundings): string {
  const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
  const indent = '  '.repeat(Math.min(around.listDepth, maxListDepth));
  const blocks = item.children
    .map((node) => ({ node, text: renderBlock(node, around) }))
    .filter((block) => block.text !== '');
  const lines = blocks.map(({ node, text }, index) => {
    if (index === 0 || node.type === 'list' || node.type === 'code' || node.type === 'table') return text;
    return text.replace(/^/gm, indent);
  });
  if (blocks[0]?.node.type === 'code' || blocks[0]?.node.type === 'list') lines.unshift(zeroWidth);
  return box + lines.join('\n');
}

/** Every line, and no quote within the quote. */
function quote(text: string): string {
  return text === '' ? '' : text.replace(/^(?:> )?/gm, '> ');
}

/** Codes that are neighbours do not join. */
function renderInline(nodes: readonly PhrasingContent[], around: Surroundings): string {
  return nodes
    .map((node) => renderSpan(node, around))
    .reduce((text, span) => text + (text.endsWith('`') && span.startsWith('`') ? zeroWidth : '') + span, '');
}

function renderSpan(node: PhrasingContent, outside: Surroundings): string {
  const around = { ...outside, depth: outside.depth + 1 };
  if (around.depth > maxDepth) return apart(escapeMarks(toPlainText(node)));
  switch (node.type) {
    case 'text':
      return renderText(node.value, around);
    case 'strong':
      return marked('**', node.children, around.bold, { ...around, bold: true });
    case 'emphasis':
      return marked('*', node.children, around.italic, { ...around, italic: true });
    case 'delete':
      return marked('~~', node.children, around.struck, { ...around, struck: true });
    case 'inlineCode':
      return toInlineCode(node.value);
    case 'break':
      return around.label ? ' ' : '\n';
    case 'link':
      return renderLink(node.children, node.url, around);
    case 'linkReference':
      return renderLink(node.children, around.addresses.get(node.identifier) ?? '', around);
    case 'image':
      return renderImage(node.alt, node.url, around);
    case 'imageReference':
      return renderImage(node.alt, around.addresses.get(node.identifier) ?? '', around);
    case 'footnoteReference':
      return footnoteMark(node.identifier, around);
    case 'html':
      return around.label ? escapeMarks(node.value) : renderHtml(node.value);
  }
}

/** A line of the source that was only wrapped is no line of its own. */
function renderText(text: string, around: Surroundings): string {
  const line = text.replace(/[ \t]*\n[ \t]*/g, ' ');
  return around.label ? escapeMarks(line) : escapeText(line);
}

function renderHtml(html: string): string {
  return html
    .split(/<br\s*\/?>/i)
    .map(escapeText)
    .join('\n');
}

/** Marks do not stand within the same marks, nor around nothing or a space. */
function marked(
  mark: string,
  children: readonly PhrasingContent[],
  open: boolean | undefined,
  around: Surroundings,
): string {
  const text = renderInline(children, around);
  if (text === '') return '';
  return open || text.trim() !== text ? apart(text) : mark + text + mark;
}

/** Text whose marks are gone, kept from joining with its neighbours. */
function apart(text: string): string {
  return zeroWidth + text + zeroWidth;
}

function renderImage(alt: string | null | undefined, url: string, around: Surroundings): string {
  const value = alt || 'image';
  if (around.label) return escapeMarks(value);
  return renderLink([{ type: 'text', value }], url, around);
}

function renderLink(children: Link['children'], raw: string, around: Surroundings): string {
  if (around.label) return apart(renderInline(children, around));
  const words = children.map(toPlainText).join('').trim();
  const label = renderInline(children, { ...around, label: true }).trim();
  const url = toSafeUrl(raw);
  if (!url) return apart(withoutLink(label, words, raw));
  if (words === '' || isItself(words, url)) return `<${url}>`;
  if (pretends(words, url)) return apart(`${label} (<${url}>)`);
  return `[${balanced(label)}](<${url}>)`;
}

/** An address that may not be a link is told beside its label, as text. Within a page there is nowhere to go. */
function withoutLink(label: string, words: string, raw: string): string {
  const address = raw.replace(/^mailto:/i, '');
  if (address === '' || address === words || raw.startsWith('#') || raw.length > 300) return label;
  return label === '' ? escapeText(address) : `${label} (${escapeText(address)})`;
}

function isItself(words: string, url: string): boolean {
  return toSafeUrl(words) === url || (words.startsWith('www.') && toSafeUrl(`http://${words}`) === url);
}

/** A label ends at its first bracket without a partner. */
function balanced(label: string): string {
  if (/^(?:[^[\]]|\[[^[\]]*\])*$/.test(label)) return label;
  return label.replaceAll('[', '(').replaceAll(']', ')');
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Numbers as they are written, since the note may stand in another message; other names in order of their mention. */
function footnoteMark(identifier: string, around: Surroundings): string {
  if (!around.footnotes.includes(identifier)) around.footnotes.push(identifier);
  const number = /^\d{1,4}$/.test(identifier) ? identifier : String(around.footnotes.indexOf(identifier) + 1);
  return [...number].map((digit) => superscripts[Number(digit)]).join('');
}
