/**
 * Renders inline Markdown in Discord's dialect: emphasis, links, code. Pure.
 */
import type { Link, Nodes, PhrasingContent } from 'mdast';
import { footnoteMark } from '../../../../kit/markdown/parse.ts';
import { joinLines } from '../../../../kit/markdown/soft-breaks.ts';
import { escapeMarks, escapeText, isMisleading, toInlineCode, toSafeUrl, zeroWidth } from './escape.ts';
import { toPlainText } from './plain.ts';

/** The context of a node: the formatting that is already open, and the nesting depth. */
export interface Surroundings {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  readonly label?: boolean;
  readonly quoted?: boolean;
  /** Links are shown without their address. */
  readonly unlinked?: boolean;
  readonly depth: number;
  readonly listDepth: number;
}

/** Deeper nesting is shown as plain text; nobody writes it on purpose. */
const maxDepth = 50;

export function isTooDeep(around: Surroundings): boolean {
  return around.depth > maxDepth;
}

export function renderInline(nodes: readonly PhrasingContent[], around: Surroundings): string {
  let text = '';
  nodes.forEach((node, index) => {
    const span = renderSpan(node, around) || zeroWidth;
    const isSeam = [nodes[index - 1], node].some(isEscapedApart) && mayJoin(text, span);
    text = join(text, isSeam ? zeroWidth + span : span);
  });
  return text.endsWith(zeroWidth) ? text.slice(0, -1) : text;
}

/** Nodes that are escaped apart from their neighbours, with which they could form a link, a mention or a command. */
function isEscapedApart(node: PhrasingContent | undefined): boolean {
  return node?.type === 'html' || (node?.type === 'footnoteReference' && footnoteMark(node).startsWith('['));
}

/** Whether two adjacent texts may be read as one token. */
function mayJoin(before: string, after: string): boolean {
  const seam = `${before.at(-1) ?? ' '}${after.charAt(0)}`;
  return (
    /[\]!][[(:]|[<@#]\S|\w[.:/@]|[.:/]\w|\/\//.test(seam) ||
    (/^\w\w$/.test(seam) && /^\w+[.:/@]|[.:/@]\w+$/.test(after))
  );
}

/** Keeps adjacent code spans apart. Drops a zero-width space where whitespace or punctuation already separates the pieces. */
function join(before: string, after: string): string {
  if (before.endsWith('`') && after.startsWith('`')) return before + zeroWidth + after;
  if (isGap(before.at(-1))) return before + (after.startsWith(zeroWidth) ? after.slice(1) : after);
  const kept = !before.endsWith(zeroWidth) || !/^[.,:;!?)]{0,3}(?:\s|$)/.test(after);
  return (kept ? before : before.slice(0, -1)) + after;
}

function isGap(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\n';
}

function renderSpan(node: PhrasingContent, outside: Surroundings): string {
  const around = { ...outside, depth: outside.depth + 1 };
  if (isTooDeep(around)) return apart(escapeMarks(toPlainText(node)));
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
      return renderLink(node.children, '', around);
    case 'image':
      return renderImage(node.alt, node.url, around);
    case 'imageReference':
      return renderImage(node.alt, '', around);
    case 'footnoteReference':
      return escapeText(footnoteMark(node));
    case 'html':
      return around.label ? escapeMarks(node.value) : escapeText(node.value);
  }
}

function renderText(text: string, around: Surroundings): string {
  return around.label ? escapeMarks(text.replaceAll(/\s+/g, ' ')) : escapeText(joinLines(text));
}

/** Markers cannot be nested in themselves, and cannot enclose an empty text or one with outer spaces. */
function marked(
  mark: string,
  children: readonly PhrasingContent[],
  open: boolean | undefined,
  around: Surroundings,
): string {
  const text = renderInline(children, around);
  if (text === '') return '';
  return open || text.trim() !== text || codeContains(mark, children) ? apart(text) : mark + text + mark;
}

/** Discord closes a span even at a marker within code, and the rest of the code would no longer be code. */
function codeContains(mark: string, nodes: readonly Nodes[]): boolean {
  return nodes.some((node) =>
    node.type === 'inlineCode'
      ? node.value.includes(mark.slice(0, 1))
      : 'children' in node && codeContains(mark, node.children),
  );
}

/** Keeps text without its markers from joining with its neighbours. */
function apart(text: string): string {
  return zeroWidth + text + zeroWidth;
}

function renderImage(alt: string | null | undefined, url: string, around: Surroundings): string {
  const value = alt || 'image';
  if (around.label) return apart(escapeMarks(value));
  return renderLink([{ type: 'text', value }], url, around);
}

function renderLink(children: Link['children'], raw: string, around: Surroundings): string {
  if (around.label) return apart(renderInline(children, around));
  const words = children.map(toPlainText).join('').trim();
  const label = renderInline(children, { ...around, label: true }).trim();
  if (around.unlinked) return apart(/:\/\/|^www\./.test(words) ? '…' : label);
  const url = toSafeUrl(raw);
  if (!url) return apart(withoutLink(label, words, raw));
  if (words === '' || isItself(words, url)) return `<${url}>`;
  if (isMisleading(words, url)) return apart(`${label} (<${url}>)`);
  return labelled(label, url);
}

/** Shows a URL that must not become a link as text after its label; omits relative paths, which lead nowhere. */
function withoutLink(label: string, words: string, raw: string): string {
  const address = raw.replace(/^mailto:/i, '');
  if (address === '' || address === words || raw.startsWith('#') || raw.length > 300) return label;
  if (label === '') return escapeText(address);
  return URL.canParse(raw) ? `${label} (${escapeText(address)})` : label;
}

function isItself(words: string, url: string): boolean {
  return toSafeUrl(words) === url || (words.startsWith('www.') && toSafeUrl(`http://${words}`) === url);
}

/** Discord shows a label with an emoji as text: the emoji at its start goes before the link, others are omitted. */
export function labelled(label: string, url: string): string {
  const [before = ''] = leadingEmoji.exec(label) ?? [];
  const words = label.slice(before.length).replaceAll(emoji, '').replaceAll(/ {2,}/g, ' ').trim();
  const signs = before.trim() === '' ? '' : `${before.trim()} `;
  return words === '' ? `${signs}<${url}>` : `${signs}[${balanced(words)}](<${url}>)`;
}

const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}[\ufe0f\u200d]*|\p{Regional_Indicator}|\ufe0f|\u20e3/gv;
const leadingEmoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?|[ \u200d])+/v;

/** Replaces unbalanced brackets, because Discord ends a label at an unmatched one. */
function balanced(label: string): string {
  if (/^(?:[^[\]]|\[[^[\]]*\])*$/.test(label)) return label;
  return label.replaceAll('[', '(').replaceAll(']', ')');
}
