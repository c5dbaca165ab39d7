/**
 * Renders a GFM tree in Discord's dialect of Markdown, with the same words. Pure.
 *
 * Discord has three levels of headings, no tables, inline images, nested quotes, thematic breaks or footnotes, and keeps every
 * line break. Links are masked links with their URL between `<` and `>`, which also suppresses previews.
 * Source: Discord support "Markdown Text 101" and developer docs "Reference: Message Formatting", read 2026-11-21.
 */
import type { List, ListItem, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { footnoteMark } from '../../../../kit/markdown/parse.ts';
import { renderTable as render } from '../../../../kit/markdown/table.ts';
import { escapeLineStarts, escapeText, toCodeBlock, zeroWidth } from './escape.ts';
import { isTooDeep, renderInline, type Surroundings } from './inline.ts';
import { toPlainText } from './plain.ts';

/** Discord does not indent lists deeper than this. */
const maxListDepth = 10;

/** Never fails; what Discord cannot format is shown as plain text. `unlinked`: without the addresses of links. */
export function toDialect(tree: Root, unlinked = false): string {
  return renderBlocks(tree.children, { depth: 0, listDepth: 0, unlinked });
}

function renderBlocks(nodes: readonly RootContent[], around: Surroundings): string {
  let text = '';
  let before: RootContent | undefined;
  let last = '';
  for (const node of nodes) {
    const block = renderBlock(node, around);
    if (block === '') continue;
    text += before ? gap(before, node, around) + apart(last, block) + block : block;
    before = node;
    last = block;
  }
  return text;
}

/** Headings, lists and code have their own margins. */
function gap(before: RootContent, node: RootContent, around: Surroundings): string {
  const close = around.listDepth > 0 || before.type === 'heading' || before.type === 'code';
  return close || node.type === 'list' || node.type === 'code' || node.type === 'table' ? '\n' : '\n\n';
}

/** Separates two adjacent lists, which would otherwise join. A table may be rendered as a list, too. */
function apart(before: string, block: string): string {
  return isList(before) && isList(block) ? `${zeroWidth}\n` : '';
}

function isList(block: string): boolean {
  return /^(?:-|\d+\.) /.test(block);
}

function renderBlock(node: RootContent, outside: Surroundings): string {
  const around = { ...outside, depth: outside.depth + 1 };
  if (isTooDeep(around)) return escapeLineStarts(escapeText(toPlainText(node)));
  switch (node.type) {
    case 'paragraph':
      return escapeLineStarts(renderInline(node.children, around).trim());
    case 'heading':
      return renderHeading(node.children, node.depth, around);
    case 'list':
      return renderList(node, around);
    case 'blockquote':
      return renderQuote(node.children, around);
    case 'code':
      return toCodeBlock(node.value, node.lang ?? '');
    case 'table':
      return renderTable(node, (nodes) => renderInline(nodes, around));
    case 'thematicBreak':
      return '──────────';
    case 'html':
      return escapeLineStarts(escapeText(node.value));
    case 'footnoteDefinition':
      return `${escapeText(footnoteMark(node))} ${renderBlocks(node.children, around)}`;
    case 'definition':
    case 'yaml':
      return '';
    default:
      // Rows, cells and items are rendered by their parents; the rest is inline.
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

/** Nested lists indent themselves. Code is not indented, to keep its own indentation, nor are quotes, which need the margin. */
function renderItem(item: ListItem, around: Surroundings): string {
  const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
  const indent = '  '.repeat(Math.min(around.listDepth, maxListDepth));
  const blocks = item.children
    .map((node) => ({ node, text: renderBlock(node, around) }))
    .filter((block) => block.text !== '');
  const lines = blocks.map(({ node, text }, index) => {
    if (index === 0 || ['list', 'code', 'table', 'blockquote'].includes(node.type)) return text;
    return text.replace(/^/gm, indent);
  });
  if (blocks[0]?.node.type === 'code' || blocks[0]?.node.type === 'list') lines.unshift(zeroWidth);
  return box + lines.join('\n');
}

/** Every line gets the quote marker, in code too. Discord does not support nested quotes. */
function renderQuote(children: readonly RootContent[], around: Surroundings): string {
  const text = renderBlocks(children, { ...around, quoted: true });
  return around.quoted || text === '' ? text : text.replace(/^/gm, '> ');
}

/**
 * Width of a code block in characters. Discord wraps wider ones, which breaks tables. Phones show 33 to 60, as does a thread
 * beside its channel; this is the middle.
 */
const maxColumns = 46;

/** `inline` renders a cell's content in a list. */
function renderTable(table: Table, inline: (nodes: readonly PhrasingContent[]) => string): string {
  return render(table, { maxColumns, bullet: '- ', plain: toPlainText, inline, code: toCodeBlock });
}
