/**
 * A body as Slack's own text dialect (mrkdwn). In: a Body. Out: the text of one message, and whether it fits. Pure.
 *
 * All text is foreign: it comes from a model or from people. Every `<` in the result is one that this file wrote, and it
 * opens a link to http, https or mailto; so nothing can ping anyone, and no link's label can name another host than the
 * one it leads to. mrkdwn knows no escapes for its own marks, only for `&`, `<` and `>`.
 * Source: docs.slack.dev messaging/formatting-message-text, 2026-11-21.
 */
import type {
  AlignType,
  Definition,
  List,
  ListItem,
  Nodes,
  Parents,
  PhrasingContent,
  Root,
  Table,
  TableCell,
} from 'mdast';
import stringWidth from 'string-width';
import type { Body } from '../../core/layout.ts';
import { parseMarkdown } from '../../core/markdown.ts';
import type { Source } from '../../core/reply.ts';
import { addressNobody, escapeText, link, plain } from './escape.ts';
import { toSurface } from './markdown-surface.ts';

/** Characters of one message; `chat.update` refuses more. Source: docs.slack.dev reference/methods/chat.update, 2026-11-21. */
export const maxChars = 4_000;
/** Characters of one block. Source: docs.slack.dev reference/block-kit/blocks/section-block, 2026-11-21. */
const maxSectionChars = 3_000;
/** Bytes of one streamed message; about 11,000 were measured. Source: github.com/openclaw/openclaw/issues/143882, read 2026-11-21. */
const maxStreamBytes = 9_000;
/** What a root message quotes of a long question. */
const maxQuoteChars = 600;
/** What a thread beside a channel shows of code without wrapping, in columns of a fixed-width font. Measured by eye. */
const maxColumns = 60;
/** What nests deeper than this is shown as its words alone: nobody can read it, and the stack is finite. */
const maxDepth = 24;

/** The text of the message that shows a body. Never fails, never empty. */
export function render(body: Body): string {
  const parts = [renderMarkdown(body.markdown), renderSources(body.sources), ...body.notices.map(renderNotice)];
  // Slack takes no empty message; a body may hold nothing that shows, such as the definition of a link.
  return parts.filter((part) => part.trim() !== '').join('\n\n') || '…';
}

/** What stands under the text, or nothing. */
export function renderBeneath({ sources, notices }: Body): string {
  return [renderSources(sources), ...notices.map(renderNotice)].filter((part) => part !== '').join('\n\n');
}

/** Whether the body, rendered, is one message; also one that grows. */
export function fits(body: Body): boolean {
  // Text that shows is hardly ever rendered ten times shorter; this spares reading a very long one.
  if (body.markdown.length > maxChars * 10) return false;
  // With buttons below, all of it stands in a block.
  if (render(body).length > (body.suggestions ? maxSectionChars : maxChars)) return false;
  if (renderBeneath(body).length > maxSectionChars) return false;
  return body.markdown.length * 3 <= maxStreamBytes || Buffer.byteLength(toSurface(body.markdown)) <= maxStreamBytes;
}

/** Markdown as mrkdwn. */
export function renderMarkdown(markdown: string): string {
  const root = parseMarkdown(markdown);
  return blocks(root.children, { definitions: definitionsIn(root), depth: 0 });
}

/** A question without a message of its own. It is quoted as it was typed, cut when it is long. `who`: mrkdwn. */
export function renderQuestion(who: string, question: string): string {
  const short = question.length > maxQuoteChars ? `${question.slice(0, maxQuoteChars)}…` : question;
  const lines = escapeText(short).split('\n');
  return [`${who} asked:`, ...lines.map((line) => `> ${line}`)].join('\n');
}

interface Context {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly depth: number;
  /** Marks that are set already: Slack shows a second one as it is. */
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
      return fence(node.value);
    case 'blockquote':
      return quote(blocks(node.children, { ...inside, quoted: true }), context);
    case 'list':
      return list(node, inside);
    case 'table':
      return table(node, inside);
    case 'thematicBreak':
      return '———';
    case 'html':
      return escapeText(node.value).trim();
    case 'footnoteDefinition':
      return `[${escapeText(node.label ?? node.identifier)}] ${blocks(node.children, inside)}`;
    case 'definition':
      return '';
    default:
      return 'children' in node ? blocks(node.children, inside) : '';
  }
}

function phrasing(nodes: readonly PhrasingContent[], context: Context): string {
  let text = '';
  for (const node of nodes) text = join(text, phrase(node, context));
  return addressNobody(text);
}

function phrase(node: PhrasingContent, context: Context): string {
  if (context.depth > maxDepth) return escapeText(plain(node, ' '));
  const inside = { ...context, depth: context.depth + 1 };
  switch (node.type) {
    case 'text':
      return escapeText(node.value).replaceAll(/[ \t]*\n[ \t]*/g, ' ');
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
      return link(context.definitions.get(node.identifier)?.url ?? '', plain(node));
    case 'imageReference':
      return link(context.definitions.get(node.identifier)?.url ?? '', node.alt || 'image');
    case 'footnoteReference':
      return `[${escapeText(node.label ?? node.identifier)}]`;
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? '\n' : escapeText(node.value);
  }
}

/** Slack reads a mark only at the edge of a word; an invisible space makes one where the writing has none (CJK). */
function join(before: string, after: string): string {
  const open = /^[*_~`]/.test(after) && /[\p{L}\p{N}`]$/u.test(before);
  const close = /[*_~`]$/.test(before) && /^[\p{L}\p{N}]/u.test(after);
  return open || close ? `${before}\u200b${after}` : before + after;
}

/** Spaces go outside the marks, or Slack shows the marks; each line gets its own. */
function mark(sign: string, text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.replace(
        /^(\s*)(.*?)(\s*)$/,
        (_, before, inside, after) => `${before}${inside && sign + inside + sign}${after}`,
      ),
    )
    .join('\n');
}

/** Code cannot hold the sign that ends it: a look-alike stands for it. */
function inlineCode(value: string): string {
  const code = escapeText(value.replaceAll(/\s*\n\s*/g, ' ')).replaceAll('`', 'ˋ');
  return code.trim() === '' ? code : `\`${code}\``;
}

/** Slack has no languages: a tag would be shown as text. */
function fence(value: string): string {
  return `\`\`\`\n${escapeText(value)}\n\`\`\``;
}

/** Slack knows one level of quotes; code is not quoted, because its fence must begin its line. */
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
  // A list in a list is two levels deeper in the tree: item, list.
  return ['•', '◦', '▪'][Math.floor((context.depth - 1) / 2) % 3] ?? '•';
}

function listItem(item: ListItem, bullet: string, context: Context): string {
  const inside = { ...context, depth: context.depth + 1 };
  const sign = typeof item.checked === 'boolean' ? (item.checked ? '☑' : '☐') : bullet;
  const text = item.children
    .map((child) => block(child, inside))
    .filter((each) => each !== '')
    .join('\n');
  return `${sign} ${indent(text)}`.trimEnd();
}

/** All lines but the first move right, except code, where spaces count. */
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

/** Aligned where that fits; else row by row, since a wrapped table cannot be read. */
function table(node: Table, context: Context): string {
  const rows = node.children.map((row) => row.children.map((cell) => cellText(cell.children)));
  const lines = aligned(rows, node.align ?? []);
  // The rule under the head is as wide as the widest line.
  if (stringWidth(lines[1] ?? '') <= maxColumns || rows.length === 1) return fence(lines.join('\n'));
  const formatted = (cell: TableCell): string => phrasing(cell.children, context).replaceAll('\n', ' ').trim();
  return rowByRow(node.children.map((row) => row.children.map(formatted)));
}

/** Columns padded to the width that people see, which for CJK and emoji is not the count of characters. */
function aligned(rows: readonly (readonly string[])[], align: readonly AlignType[]): readonly string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(3, ...rows.map((row) => stringWidth(row[at] ?? ''))),
  );
  const lines = rows.map((row) =>
    widths
      .map((width, at) => pad(row[at] ?? '', width, align[at]))
      .join(' | ')
      .trimEnd(),
  );
  return [lines[0] ?? '', widths.map((width) => '-'.repeat(width)).join('-|-'), ...lines.slice(1)];
}

/** Each row an entry, named by its first cell; the other cells below it with the head of their column. */
function rowByRow(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const named = (cell: string, column: number): string => (head[column] ? `${head[column]}: ${cell}` : cell);
  const entries = body.map((row) =>
    row.map((cell, column) => (cell === '' ? '' : named(cell, column))).filter((cell) => cell !== ''),
  );
  return entries.flatMap((cells) => cells.map((cell, at) => (at === 0 ? `• ${cell}` : `    ◦ ${cell}`))).join('\n');
}

/** In code nothing is rendered, so a cell holds its plain words. */
function cellText(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => (node.type === 'html' && /^<br/i.test(node.value) ? ' ' : plain(node)))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function pad(text: string, width: number, align: string | null | undefined): string {
  const missing = Math.max(0, width - stringWidth(text));
  const left = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(left) + text + ' '.repeat(missing - left);
}

function renderSources(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  const lines = sources.map(({ url, title, path }) => `• ${url ? link(url, title ?? path) : unlinked(title, path)}`);
  return ['*Sources*', ...lines].join('\n');
}

function unlinked(title: string | undefined, path: string): string {
  const name = escapeText(title ?? path).replaceAll('\n', ' ');
  return title === undefined || title === path ? name : `${name} (${escapeText(path).replaceAll('\n', ' ')})`;
}

function renderNotice(notice: string): string {
  return mark('_', escapeText(notice));
}

/** A line of text that begins like a quote is none. */
function guardLineStarts(text: string): string {
  return text.replaceAll(/^(?=&gt;)/gm, '\u2060');
}

function definitionsIn(root: Root): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  const open: Parents[] = [root];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    for (const child of parent.children) {
      if (child.type === 'definition' && !found.has(child.identifier)) found.set(child.identifier, child);
      if ('children' in child) open.push(child);
    }
  }
  return found;
}
