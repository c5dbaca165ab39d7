/**
 * Markdown -> Slack's own dialect (mrkdwn).
 *
 * All text is untrusted: it comes from a model or from people. Every `<` in the result is written by `escape.ts` and opens a
 * link to http, https or mailto, so nothing can ping anyone, and no link's label can pose as a different host. mrkdwn has no
 * escapes for its own formatting characters, only for `&`, `<` and `>`.
 * Source: docs.slack.dev messaging/formatting-message-text, 2026-11-21.
 */

import type { List, ListItem, Nodes, PhrasingContent, Table } from 'mdast';
import { footnoteMark, parseMarkdown } from '../../../../kit/markdown/parse.ts';
import { joinLines } from '../../../../kit/markdown/soft-breaks.ts';
import { renderTable as render } from '../../../../kit/markdown/table.ts';
import { breakBroadcasts, escapeText, link, plain, toCodeBlock } from './escape.ts';

/** Deeper nesting, which would be unreadable anyway, is shown as plain text to protect the stack. */
const maxDepth = 24;

export function renderMarkdown(markdown: string): string {
  return blocks(parseMarkdown(markdown).children, { depth: 0 });
}

interface Context {
  readonly depth: number;
  /** Formatting that is already on: Slack shows a second mark literally. */
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  readonly quoted?: boolean;
}

function blocks(nodes: readonly Nodes[], context: Context): string {
  return nodes
    .map((node) => block(node, context))
    .filter((text) => text !== '')
    .join('\n\n');
}

function block(node: Nodes, context: Context): string {
  if (context.depth > maxDepth) return escapeText(plain(node, ' '));
  const inside = { ...context, depth: context.depth + 1 };
  switch (node.type) {
    case 'paragraph':
      return guardLineStarts(phrasing(node.children, inside));
    case 'heading':
      return mark('*', phrasing(node.children, { ...inside, bold: true }).replaceAll('\n', ' '));
    case 'code':
      return toCodeBlock(node.value);
    case 'blockquote':
      return quote(blocks(node.children, { ...inside, quoted: true }), context);
    case 'list':
      return list(node, inside);
    case 'table':
      return renderTable(node, (nodes) => phrasing(nodes, inside));
    case 'thematicBreak':
      return '———';
    case 'html':
      return escapeText(node.value).trim();
    case 'footnoteDefinition':
      return `${escapeText(footnoteMark(node))} ${blocks(node.children, inside)}`;
    case 'definition':
      return '';
    default:
      return 'children' in node ? blocks(node.children, inside) : '';
  }
}

function phrasing(nodes: readonly PhrasingContent[], context: Context): string {
  const pieces: string[] = [];
  for (const node of nodes) {
    const piece = phrase(node, context);
    if (piece !== '') pieces.push(separated(pieces.at(-1) ?? '', piece));
  }
  return breakBroadcasts(pieces.join(''));
}

function phrase(node: PhrasingContent, context: Context): string {
  if (context.depth > maxDepth) return escapeText(plain(node, ' '));
  const inside = { ...context, depth: context.depth + 1 };
  switch (node.type) {
    case 'text':
      return withoutMarks(escapeText(joinLines(node.value)));
    case 'strong':
      return context.bold
        ? phrasing(node.children, inside)
        : mark('*', phrasing(node.children, { ...inside, bold: true }));
    case 'emphasis':
      return context.italic
        ? phrasing(node.children, inside)
        : mark('_', phrasing(node.children, { ...inside, italic: true }));
    case 'delete':
      return context.struck
        ? phrasing(node.children, inside)
        : mark('~', phrasing(node.children, { ...inside, struck: true }));
    case 'inlineCode':
      return inlineCode(node.value);
    case 'break':
      return '\n';
    case 'link':
      return link(node.url, plain(node));
    case 'image':
      return link(node.url, node.alt || 'image');
    case 'linkReference':
      return phrasing(node.children, inside);
    case 'imageReference':
      return escapeText(node.alt || 'image');
    case 'footnoteReference':
      return escapeText(footnoteMark(node));
    case 'html':
      return escapeText(node.value);
  }
}

/** Keeps literal mark characters, as in `~5 to ~10`, from formatting the text, with an invisible joiner. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}])[*_~](?=\S)/gu, '$&\u2060');
}

/** Slack reads a mark only at a word boundary; in scripts without spaces (CJK), a zero-width space makes one. */
function separated(before: string, after: string): string {
  const end = before.slice(-2);
  const open = /^[*_~`]/.test(after) && /[\p{L}\p{N}`]$/u.test(end);
  const close = /[*_~`]$/.test(end) && /^[\p{L}\p{N}]/u.test(after);
  return open || close ? `\u200b${after}` : after;
}

/** Puts spaces outside the marks, else Slack would show the marks; each line gets its own pair. */
export function mark(sign: string, text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const inside = line.trim();
      const at = line.indexOf(inside);
      return inside === '' ? line : line.slice(0, at) + sign + inside + sign + line.slice(at + inside.length);
    })
    .join('\n');
}

/** Inline code cannot contain a backtick, so it is replaced by a look-alike. */
function inlineCode(value: string): string {
  const code = escapeText(value.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')).replaceAll('`', 'ˋ');
  return code.trim() === '' ? code : `\`${code}\``;
}

/** Slack has only one level of quotes. Code is not quoted, because a fence must start its line. */
function quote(text: string, context: Context): string {
  if (context.quoted) return text;
  let inCode = false;
  const lines = text.split('\n').map((line) => {
    const isFence = line === '```';
    const bare = inCode || isFence;
    if (isFence) inCode = !inCode;
    return bare ? line : `> ${line}`.trimEnd();
  });
  return lines.join('\n');
}

function list(node: List, context: Context): string {
  let number = node.start ?? 1;
  return node.children
    .map((item) => {
      const text = listItem(item, node.ordered ? `${number}.` : bulletAt(context), context);
      number += 1;
      return text;
    })
    .join('\n');
}

function bulletAt(context: Context): string {
  // A nested list is two levels deeper in the tree: item, list.
  return ['•', '◦', '▪'][Math.floor((context.depth - 1) / 2) % 3] ?? '•';
}

function listItem(item: ListItem, bullet: string, context: Context): string {
  const inside = { ...context, depth: context.depth + 1 };
  const sign = typeof item.checked === 'boolean' ? (item.checked ? '☑' : '☐') : bullet;
  const text = item.children
    .map((child) => block(child, inside))
    .filter((blockText) => blockText !== '')
    .join('\n');
  return `${sign} ${indent(text)}`.trimEnd();
}

/** Indents all lines but the first, except code, where spaces count. */
function indent(text: string): string {
  let inCode = false;
  const lines = text.split('\n').map((line, index) => {
    const isFence = line === '```';
    const still = index === 0 || inCode || isFence || line === '';
    if (isFence) inCode = !inCode;
    return still ? line : `    ${line}`;
  });
  return lines[0] === '```' ? `\n${lines.join('\n')}` : lines.join('\n');
}

/** Keeps a line of text that begins like a quote literal. */
function guardLineStarts(text: string): string {
  return text.replaceAll(/^(?=&gt;)/gm, '\u2060');
}

/** How many columns of code the thread pane shows without wrapping. Measured by eye. */
const maxColumns = 60;

/** `inline` renders a cell's content in a list. */
function renderTable(table: Table, inline: (nodes: readonly PhrasingContent[]) => string): string {
  return render(table, { maxColumns, bullet: '• ', hasHeadLine: true, plain, inline, code: toCodeBlock });
}
