/**
 * Makes Markdown harmless where Slack renders it itself (in streams and `markdown` blocks).
 *
 * When the Markdown grows, the result only grows, because each change depends only on completed text: so a streamed message
 * can be appended to. Slack's own tokens are live there too, so no `<` is left outside code, and none that could begin a
 * token inside it. Every link is written by this file.
 * Source: docs.slack.dev reference/block-kit/blocks/markdown-block, 2026-11-21; github.com/PostHog/posthog/issues/95054.
 */
import type { Image, Link, LinkReference, Nodes } from 'mdast';
import { addressEnd } from '../../../../kit/markdown/autolinks.ts';
import { misleads } from '../../../../kit/markdown/link-labels.ts';
import { footnoteMark, parseMarkdown } from '../../../../kit/markdown/parse.ts';
import { boundCost } from '../../../../kit/markdown/parse-cost.ts';
import { sanitize } from '../../../../kit/markdown/sanitize.ts';
import { beginsWithSign } from '../../../../kit/markdown/soft-breaks.ts';
import { breakBroadcasts, plain, safeUrl } from './escape.ts';

/** A range of the source and its replacement. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Markdown that is safe in a streamed message or a block. Never fails. */
export function toSurface(input: string): string {
  const markdown = boundCost(input);
  const changes: Change[] = [];
  const open: Nodes[] = [parseMarkdown(markdown)];
  for (let node = open.pop(); node; node = open.pop()) {
    changes.push(...changesOf(node, markdown));
    if ('children' in node) open.push(...node.children);
  }
  let text = '';
  let at = 0;
  // Of two changes at the same place, the inner node's comes first: it was found later.
  for (const change of changes.toReversed().toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (change.from < at) continue;
    text = append(append(text, harmless(markdown.slice(at, change.from))), change.text);
    at = change.to;
  }
  return append(text, harmless(markdown.slice(at)));
}

/** What two harmless pieces could form where they meet: a link, a definition, an image, a broadcast mention or code. */
const seam = /^(?:\][(:]|!\[|@[hceg]|``)$/i;

function append(text: string, piece: string): string {
  return text + (seam.test(text.slice(-1) + piece.slice(0, 1)) ? joiner : '') + piece;
}

/** An invisible character that no Markdown syntax reaches across. */
const joiner = '\u2060';

function changesOf(node: Nodes, markdown: string): readonly Change[] {
  const from = node.position?.start.offset;
  const to = node.position?.end.offset;
  if (from === undefined || to === undefined) return [];
  const source = markdown.slice(from, to);
  switch (node.type) {
    case 'text':
      return entities(source, from);
    case 'paragraph':
      return wraps(source, from);
    case 'break':
      return [{ from, to, text: '  \n' }];
    case 'strong':
      if (source.startsWith('[')) return [{ from, to, text: `**${plain(node)}**` }];
      return edges(from, to, markdown);
    case 'emphasis':
    case 'delete':
      return edges(from, to, markdown);
    case 'code':
      // Slack documents fences; how it treats indented code is not documented.
      return [{ from, to, text: /^[`~]/.test(source) ? harmlessCode(source) : unlinkedCode(source) }];
    case 'inlineCode':
      return [{ from, to, text: harmlessCode(source.replaceAll(wrap, ' ')) }];
    case 'link':
      return linkChanges(node, from, to, markdown);
    case 'image':
      return [{ from, to, text: linked(node, escapeMarkdown(node.alt || 'image')) }];
    case 'linkReference':
      return unlinked(node, from, to, source);
    case 'imageReference':
      return [{ from, to, text: bare(escapeMarkdown(node.alt || 'image')) }];
    case 'definition':
      return [{ from, to, text: '' }];
    case 'footnoteReference':
      return [{ from, to, text: escapeMarkdown(footnoteMark(node)) }];
    case 'footnoteDefinition':
      return [
        { from, to: node.children[0]?.position?.start.offset ?? to, text: `${escapeMarkdown(footnoteMark(node))} ` },
      ];
    case 'html':
      return [{ from, to, text: htmlText(node.value, markdown.slice(Math.max(0, from - 80), from)) }];
    default:
      return [];
  }
}

/** An entity, or a backslash escape, which prevents one. */
const entity = /\\[\s\S]|&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g;

/** Slack decodes only three entities; the others are replaced by their characters. */
function entities(source: string, from: number): readonly Change[] {
  return [...source.matchAll(entity)].flatMap(({ 0: found, index }) => {
    if (found.startsWith('\\')) return [];
    const text = plain(parseMarkdown(found));
    return [
      { from: from + index, to: from + index + found.length, text: text === '&' ? '&amp;' : escapeMarkdown(text) },
    ];
  });
}

/** Keeps code in HTML only after an empty line, where no code can be open, so that it cannot open or close code around it. */
function htmlText(html: string, before: string): string {
  const standsAlone = before === '' || /\n[ \t]*\n[ \t]*$/.test(before);
  const marks = standsAlone ? /(`{1,2})[^`\n]+\1|[\\`]|~{3}/g : /[\\`]|~{3}/g;
  return harmless(html.replaceAll(marks, (found) => (/^`.+`$/.test(found) ? found : `\\${found}`)));
}

/** A line break within a paragraph, with the quote markers at the start of the next line. */
const wrap = /(?:(?<![ \t])[ \t]+)?\r?\n[ \t]*(?:>[ \t]*)*/g;

/** Slack shows every line break. */
function wraps(source: string, from: number): readonly Change[] {
  return [...source.matchAll(wrap)].map(({ index, 0: { length } }) => {
    const to = index + length;
    return { from: from + index, to: from + to, text: beginsWithSign(source.slice(to, to + 16)) ? '  \n' : ' ' };
  });
}

/**
 * CommonMark sees no emphasis between punctuation and a letter, as in `**日本語。**次`, and CJK text has no spaces there; a
 * hair space makes it emphasis.
 */
function edges(from: number, to: number, markdown: string): readonly Change[] {
  const source = markdown.slice(from, to);
  const afterWord = /[\p{L}\p{N}]$/u.test(markdown.slice(Math.max(0, from - 2), from));
  const beforeWord = /^[\p{L}\p{N}]/u.test(markdown.slice(to, to + 2));
  const opens = afterWord && /^[*_~]+[\p{P}\p{S}]/u.test(source);
  const closes = beforeWord && /[\p{P}\p{S}][*_~]+$/u.test(source.slice(-maxMarkChars));
  return [
    ...(opens ? [{ from, to: from, text: hairSpace }] : []),
    ...(closes ? [{ from: to, to, text: hairSpace }] : []),
  ];
}

const hairSpace = '\u200a';
/** The longest run of emphasis marks that is looked at. */
const maxMarkChars = 8;

function linkChanges(node: Link, from: number, to: number, markdown: string): readonly Change[] {
  const source = markdown.slice(from, to);
  const label = plain(node);
  if (!/^[[<]/.test(source)) {
    // Slack finds the end of an address itself, and need not know full-width punctuation.
    const gap = addressEnd.test(markdown.charAt(to)) ? [{ from: to, to, text: hairSpace }] : [];
    return [{ from, to, text: bareLink(node, source) }, ...gap];
  }
  if (source.startsWith('<')) return [{ from, to, text: linked(node, escapeMarkdown(label)) }];
  const target = addressOf(node);
  if (target === undefined) return unlinked(node, from, to, source);
  // A badge: the inner image would become a link of its own.
  if (node.children.some(({ type }) => type === 'image' || type === 'imageReference'))
    return [{ from, to, text: linked(node, escapeMarkdown(label || 'image')) }];
  return around(node, from, to, '[', `](${target})${realHost(node, label)}`);
}

/** A bare URL, which Slack links itself: left as written if that starts with the real origin, else normalized. */
function bareLink(node: Link, source: string): string {
  const target = safeUrl(node.url);
  if (!target) return escapeMarkdown(source);
  const isPlain = !/^https?:/i.test(source) || source.toLowerCase().startsWith(target.origin);
  return encode(isPlain ? sanitize(source).replaceAll('<', '') : target.href, /[`\\]/g);
}

/** Removes the link but keeps its text. */
function unlinked(node: Link | LinkReference, from: number, to: number, source: string): readonly Change[] {
  const first = node.children[0]?.position?.start.offset ?? to;
  return around(node, from, to, startOf(source.slice(first - from)), '');
}

/** For text whose prefix was removed: at the start of a line it must not open a fence, list or quote. */
function bare(text: string): string {
  return startOf(text) + text;
}

function startOf(text: string): string {
  return /^(?:[*_]*\p{L}|`{1,2}[^`])/u.test(text) ? '' : joiner;
}

/** Replaces the source before and after a node's children. */
function around(
  node: Link | LinkReference,
  from: number,
  to: number,
  before: string,
  after: string,
): readonly Change[] {
  const first = node.children[0]?.position?.start.offset;
  const last = node.children.at(-1)?.position?.end.offset;
  if (first === undefined || last === undefined) return [{ from, to, text: before + after }];
  return [
    { from, to: first, text: before },
    { from: last, to, text: after },
  ];
}

function linked(node: Link | Image, label: string): string {
  const target = addressOf(node);
  return target === undefined ? bare(label) : `[${label}](${target})${realHost(node, label)}`;
}

function addressOf({ url }: Link | Image): string | undefined {
  const target = safeUrl(url);
  return target && encode(target.href, /[()<>\s`|*_~\\]/g);
}

function encode(address: string, chars: RegExp): string {
  return address.replaceAll(chars, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** A link's real host, if its label looks like a different one. */
function realHost({ url }: Link | Image, label: string): string {
  const target = safeUrl(url);
  return target && misleads(label, target) ? ` (${escapeMarkdown(target.host || target.pathname)})` : '';
}

/** Escapes plain text so that no Markdown syntax in it takes effect. */
function escapeMarkdown(text: string): string {
  return harmless(text.replaceAll(/[\\`*_~[\]!|]/g, '\\$&').replaceAll(/\s+/g, ' '));
}

/**
 * For text outside code and links: removes `<` and broadcast mentions, and breaks up brackets that could form a link or a
 * definition.
 */
function harmless(markdown: string): string {
  return breakBroadcasts(sanitize(markdown))
    .replaceAll(
      /(?<!\\)(\\*)</g,
      (_, slashes: string) => `${slashes.slice(0, slashes.length - (slashes.length % 2))}&lt;`,
    )
    .replaceAll(/\](?=[(:])/g, `]${joiner}`);
}

function unlinkedCode(code: string): string {
  return harmlessCode(code).replaceAll('](', `]${joiner}(`);
}

/** Code shows entities literally, so anything that could begin a token is broken by an invisible joiner instead. */
function harmlessCode(code: string): string {
  return sanitize(code).replaceAll(/<(?=[!@#]|https?:|mailto:|slack:)/gi, `<${joiner}`);
}
