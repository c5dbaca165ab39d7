/**
 * Notes and warnings as documentation tools write them, made quotes as GitHub writes them. In: Markdown, piece by piece as
 * it comes. Out: Markdown. Pure; the same under every cut.
 *
 * - `:::tip Title` to `:::` of Docusaurus and VitePress;
 * - `<Note>` to `</Note>`, or `<Callout type="warn" title="…">`, of Mintlify, Fumadocs, Starlight and others, where the tag
 *   is alone on its line or closed on it: else it is what is spoken of.
 * They become `> [!TIP] Title`. The containers `details`, `code-group` and `tabs` are what stands in them. A line that may
 * yet begin or end one is held back; code stays as it is.
 */
import { closesFence, readFence } from '../core/markdown/line-kinds.ts';

/** Reads one text from start to end. */
export interface CalloutReader {
  /** What can be shown by now, in addition to what was given before. */
  push(text: string): string;
  /** What was held back. */
  end(): string;
}

/** What the tools call them, and what they are; nothing for containers that are no asides. */
const kinds: Readonly<Record<string, string>> = {
  ...{ note: 'NOTE', info: 'INFO', information: 'INFO', important: 'IMPORTANT', callout: 'NOTE', aside: 'NOTE' },
  ...{ tip: 'TIP', hint: 'TIP', idea: 'TIP', check: 'TIP', success: 'TIP', admonition: 'NOTE' },
  ...{ details: '', 'code-group': '', tabs: '' },
  ...{ warning: 'WARNING', warn: 'WARNING', caution: 'CAUTION', danger: 'CAUTION', error: 'CAUTION' },
};
const tags = 'Note|Info|Important|Callout|Aside|Tip|Hint|Check|Success|Admonition|Warning|Caution|Danger|Error';

const directive = /^([ \t]{0,20})(:{3,})[ \t]*([A-Za-z][\w-]*)(.*)$/;
const opening = new RegExp(`^([ \\t]{0,20})<(${tags})((?:[ \\t][^<>]*[^<>/])?)>[ \\t]*`);
const colonsAlone = /^[ \t]{0,20}(:{3,200})[ \t]{0,200}(?:\n|$)/;
const closingTag = /^[ \t]{0,20}(<\/[A-Za-z]+>)[ \t]{0,20}\n?/;
/** What may yet be one of these, or the end of one. */
const maybe = new RegExp(
  `^[ \\t]*(?::*|:{3,}[^\\n]*|</?[A-Za-z]*|<(?:${tags})[ \\t>][^\\n]*|</(?:${tags})>[ \\t]{0,20})$`,
);
/** A longer line is none of them. */
const maxHeld = 600;
/** What is in more than this many already begins none: every line stands behind the marks of them all. */
const maxOpen = 5;

/** What begins one. */
interface Mark {
  readonly indent: string;
  readonly closing: string;
  readonly name: string;
  readonly title: string;
}

interface OpenCallout {
  readonly closing: string;
  /** Whether it is shown as a quote. */
  readonly isQuote: boolean;
  /** White space before each of its lines that is none of theirs; their own is known with the first. */
  readonly indent: string;
  inner: number | undefined;
}

export function createCalloutReader(): CalloutReader {
  const open: OpenCallout[] = [];
  let held = '';
  let ended = false;
  /** What is given of the line so far. */
  let line = '';
  let fence: string | undefined;
  /** Whether what comes next in the line is inline code. */
  let inCode = false;
  /** Where the words of the list's item begin that it may stand in. */
  let margin = 0;

  return { push, end };

  function push(text: string): string {
    held += text;
    let shown = '';
    for (let piece = next(); piece !== undefined; piece = next()) shown += piece;
    return shown;
  }

  function end(): string {
    ended = true;
    return push('');
  }

  /** undefined: wait for more. */
  function next(): string | undefined {
    if (held === '') return undefined;
    if (line === '') {
      if (!ended && held.length <= maxHeld && maybe.test(held)) return undefined;
      const mark = fence === undefined ? (closed() ?? opened()) : undefined;
      if (mark !== undefined) return mark;
    }
    return restOfLine();
  }

  /** The line that is held, where all of it is known; undefined too where it is too long. */
  function wholeLine(): string | undefined {
    const end = held.indexOf('\n');
    const line = end === -1 ? held : held.slice(0, end);
    return line.length <= maxHeld && (end !== -1 || ended) ? line : undefined;
  }

  function opened(): string | undefined {
    const words = open.length < maxOpen ? wholeLine() : undefined;
    if (words === undefined || isIndentedCode(words)) return undefined;
    const [, indent = '', colons = '', name = '', rest = ''] = directive.exec(words) ?? [];
    const title = rest.replace(/\{[^}]*\}/g, '').replace(/^\[(.*)\]\s*$/, '$1');
    if (kindOf(name) !== undefined) return begin(words.length + 1, { indent, closing: colons, name, title });
    const [tag = '', before = '', component = '', attributes = ''] = opening.exec(words) ?? [];
    const inside = words.slice(tag.length);
    const closing = `</${component}>`;
    if (tag === '' || (inside !== '' && placeOf(closing, inside) === undefined)) return undefined;
    const type = attributeOf(attributes, 'type');
    return begin(tag.length + (inside === '' ? 1 : 0), {
      indent: before,
      closing,
      name: kindOf(type) === undefined ? component : type,
      title: attributeOf(attributes, 'title'),
    });
  }

  function isIndentedCode(words: string): boolean {
    const aside = open.at(-1);
    return indentOf(words) >= 4 + Math.max(margin, aside ? (aside.inner ?? indentOf(words)) : 0);
  }

  function begin(length: number, mark: Mark): string {
    held = held.slice(length);
    const kind = kindOf(mark.name);
    const title = mark.title.trim();
    open.push({
      closing: mark.closing,
      isQuote: kind !== '',
      indent: open.at(-1)?.indent ?? mark.indent,
      inner: undefined,
    });
    if (kind === '') return title === '' ? '' : `${prefix()}**${title}**\n\n`;
    return `${prefix()}[!${kind}]${title === '' ? '' : ` ${title}\n${prefix().trimEnd()}`}\n`;
  }

  function closed(): string | undefined {
    const closing = open.at(-1)?.closing ?? '';
    const [whole, mark] = (closing.startsWith(':') ? colonsAlone : closingTag).exec(held) ?? [];
    if (whole === undefined || mark !== closing) return undefined;
    held = held.slice(whole.length);
    open.pop();
    return `${prefix().trimEnd()}\n`;
  }

  /** What stands before the words of a line. */
  function prefix(): string {
    return (open[0]?.indent ?? '') + '> '.repeat(open.filter(({ isQuote }) => isQuote).length);
  }

  function restOfLine(): string | undefined {
    const closing = fence === undefined ? (open.at(-1)?.closing ?? '') : '';
    const [words = ''] = /^[^\n]*\n?/.exec(held) ?? [];
    const place = closing.startsWith('<') ? placeOf(closing, words) : undefined;
    if (place === 0) return endLine();
    const piece = words.slice(0, place ?? (closing.startsWith('<') ? sureEnd(closing, words) : words.length));
    if (piece === '') return undefined;
    held = held.slice(piece.length);
    const shown = line === '' ? atLineStart(piece) : piece;
    line += piece;
    inCode = inCode !== (piece.split('`').length % 2 === 0);
    if (piece.endsWith('\n')) endLine();
    return shown;
  }

  /** Where it closes, outside inline code. */
  function placeOf(closing: string, words: string): number | undefined {
    let isCode = inCode;
    for (const { 0: found, index } of words.matchAll(/`|<\/[A-Za-z]+>/g)) {
      if (found === '`') isCode = !isCode;
      else if (found === closing && !isCode) return index;
    }
    return undefined;
  }

  /** Up to where the words surely stand before what closes. */
  function sureEnd(closing: string, words: string): number {
    const half = ended ? -1 : words.lastIndexOf('<');
    const isHalf = half !== -1 && words.length - half < closing.length && closing.startsWith(words.slice(half));
    return isHalf ? half : words.length;
  }

  function atLineStart(piece: string): string {
    const aside = open.at(-1);
    if (!aside) return piece;
    const own = Math.min(/^[ \t]*/.exec(piece)?.[0].length ?? 0, maxHeld);
    if (/^\n?$/.test(piece.slice(own))) return `${prefix().trimEnd()}\n`;
    aside.inner ??= own;
    return prefix() + piece.slice(Math.min(own, aside.inner));
  }

  function endLine(): string {
    const words = line.replace(/^(?:\s|>|(?:[-+*]|\d+[.)])(?=\s))+/, '').trimEnd();
    const [item] = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(line) ?? [];
    if (fence === undefined && (item !== undefined || /^\S/.test(line))) margin = item?.length ?? 0;
    if (fence === undefined) fence = readFence(words)?.mark;
    else if (closesFence(words, fence)) fence = undefined;
    line = '';
    inCode = false;
    return '\n';
  }
}

/** undefined: it is the name of none. */
function kindOf(name: string): string | undefined {
  return Object.hasOwn(kinds, name.toLowerCase()) ? kinds[name.toLowerCase()] : undefined;
}

/** In columns, nearly: a tab is four. */
function indentOf(words: string): number {
  return (/^[ \t]*/.exec(words)?.[0] ?? '').replaceAll('\t', '    ').length;
}

function attributeOf(attributes: string, name: string): string {
  return (
    new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|\\{["'\`]([^"'\`]*)["'\`]\\})`)
      .exec(attributes)
      ?.slice(1)
      .find(Boolean) ?? ''
  );
}
