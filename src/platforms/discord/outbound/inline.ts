/**
 * What stands within a line, in Discord's dialect: marks, links, code. In: mdast nodes and what surrounds them. Out: text. Pure.
 */
import type { Link, Nodes, PhrasingContent } from 'mdast';
import { footnoteMark } from '../../../core/markdown/parse.ts';
import { escapeMarks, escapeText, isMisleading, toInlineCode, toSafeUrl, zeroWidth } from './escape.ts';
import { toPlainText } from './plain.ts';

/** What surrounds a node: which marks are open, and what is known of the whole text. */
export interface Surroundings {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  readonly label?: boolean;
  readonly quoted?: boolean;
  readonly depth: number;
  readonly listDepth: number;
}

/** What is nested deeper than anybody writes is shown as plain words. */
const maxDepth = 50;

export function isTooDeep(around: Surroundings): boolean {
  return around.depth > maxDepth;
}

export function renderInline(nodes: readonly PhrasingContent[], around: Surroundings): string {
  let text = '';
  nodes.forEach((node, index) => {
    const span = renderSpan(node, around) || zeroWidth;
    const isSeam = [nodes[index - 1], node].some(isAside) && mayMean(text, span);
    text = join(text, isSeam ? zeroWidth + span : span);
  });
  return text.endsWith(zeroWidth) ? text.slice(0, -1) : text;
}

/** Its text is not escaped together with its neighbours', with which it could become a link, a mention or a command. */
function isAside(node: PhrasingContent | undefined): boolean {
  return node?.type === 'html' || (node?.type === 'footnoteReference' && footnoteMark(node).startsWith('['));
}

/** Whether two texts that touch may be read as one thing. */
function mayMean(before: string, after: string): boolean {
  const seam = `${before.at(-1) ?? ' '}${after.charAt(0)}`;
  return (
    /[\]!][[(:]|[<@#]\S|\w[.:/@]|[.:/]\w|\/\//.test(seam) ||
    (/^\w\w$/.test(seam) && /^\w+[.:/@]|[.:/@]\w+$/.test(after))
  );
}

/** Codes that are neighbours do not join. Where a space or an end keeps pieces apart, nothing else has to. */
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

/** A soft line break in the source is not a line break here. */
function renderText(text: string, around: Surroundings): string {
  const line = text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' ');
  return around.label ? escapeMarks(line) : escapeText(line);
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
  return open || text.trim() !== text || codeHolds(mark, children) ? apart(text) : mark + text + mark;
}

/** Discord ends a mark within code, too; what comes after it there would be code no more. */
function codeHolds(mark: string, nodes: readonly Nodes[]): boolean {
  return nodes.some((node) =>
    node.type === 'inlineCode'
      ? node.value.includes(mark.slice(0, 1))
      : 'children' in node && codeHolds(mark, node.children),
  );
}

/** Text whose marks are gone, kept from joining with its neighbours. */
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
  const url = toSafeUrl(raw);
  if (!url) return apart(withoutLink(label, words, raw));
  if (words === '' || isItself(words, url)) return `<${url}>`;
  if (isMisleading(words, url)) return apart(`${label} (<${url}>)`);
  return `[${balanced(label)}](<${url}>)`;
}

/** An address that may not be a link is shown as text after its label. A path without its site leads nowhere. */
function withoutLink(label: string, words: string, raw: string): string {
  const address = raw.replace(/^mailto:/i, '');
  if (address === '' || address === words || raw.startsWith('#') || raw.length > 300) return label;
  if (label === '') return escapeText(address);
  return URL.canParse(raw) ? `${label} (${escapeText(address)})` : label;
}

function isItself(words: string, url: string): boolean {
  return toSafeUrl(words) === url || (words.startsWith('www.') && toSafeUrl(`http://${words}`) === url);
}

/** A label ends at its first bracket without a partner. */
function balanced(label: string): string {
  if (/^(?:[^[\]]|\[[^[\]]*\])*$/.test(label)) return label;
  return label.replaceAll('[', '(').replaceAll(']', ')');
}
