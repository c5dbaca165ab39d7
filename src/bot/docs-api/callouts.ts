/**
 * Converts the notes and warnings of documentation tools to GitHub's quotes: `> [!TIP] Title`. The containers `details`,
 * `code-group` and `tabs` are replaced by their content. A tag counts only if it is alone on its line or closed on it;
 * otherwise it is part of the text. Code stays as it is.
 *
 * Reads text piece by piece. The result does not depend on the cuts, because a line that may become a callout is held back.
 */
import { closesFence, readFence } from '../../kit/markdown/line-kinds.ts';
import type { AlertName } from '../../kit/markdown/parse.ts';

/** Reads one text from start to end. */
export interface CalloutReader {
  /** Returns the text that can be shown now, following what was returned before. */
  push(text: string): string;
  /** Returns the text that was held back. */
  end(): string;
}

/** Longer lines are not callouts. */
const maxHeld = 600;
/** How deep callouts may nest, because every line carries the quote marks of all of them. */
const maxOpen = 5;

interface OpenCallout {
  readonly closing: string;
  readonly isQuote: boolean;
  /**
   * White space before each line of the container; the content's own indent (`inner`) is known after its first line.
   */
  readonly indent: string;
  inner: number | undefined;
}

export function createCalloutReader(): CalloutReader {
  const open: OpenCallout[] = [];
  let held = '';
  let ended = false;
  /** What has been returned of the current line so far. */
  let line = '';
  let fence: string | undefined;
  /** Whether the line continues inside inline code. */
  let inCode = false;
  /** The text indent of the list item that the line may be in. */
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

  /** Returns undefined if more text is needed. */
  function next(): string | undefined {
    if (held === '') return undefined;
    if (line === '') {
      if (!ended && held.length <= maxHeld && maybeCallout.test(held)) return undefined;
      const mark = fence === undefined ? (closed() ?? opened()) : undefined;
      if (mark !== undefined) return mark;
    }
    return restOfLine();
  }

  /** The held line, once it is complete; undefined if it is too long. */
  function wholeLine(): string | undefined {
    const end = held.indexOf('\n');
    const line = end === -1 ? held : held.slice(0, end);
    return line.length <= maxHeld && (end !== -1 || ended) ? line : undefined;
  }

  function opened(): string | undefined {
    const words = open.length < maxOpen ? wholeLine() : undefined;
    if (words === undefined || isIndentedCode(words)) return undefined;
    const opening = readOpening(words, (closing, rest) => placeOf(closing, rest, inCode) !== undefined);
    return opening && begin(opening);
  }

  function isIndentedCode(words: string): boolean {
    const callout = open.at(-1);
    return indentOf(words) >= 4 + Math.max(margin, callout ? (callout.inner ?? indentOf(words)) : 0);
  }

  function begin({ kind, title, indent, closing, length }: Opening): string {
    held = held.slice(length);
    open.push({ closing, isQuote: kind !== '', indent: open.at(-1)?.indent ?? indent, inner: undefined });
    if (kind === '') return title === '' ? '' : `${prefix()}**${title}**\n\n`;
    return `${prefix()}[!${kind}]${title === '' ? '' : ` ${title}\n${prefix().trimEnd()}`}\n`;
  }

  function closed(): string | undefined {
    const closing = open.at(-1)?.closing ?? '';
    const [whole, mark] = (closing.startsWith(':') ? closingColons : closingTag).exec(held) ?? [];
    if (whole === undefined || mark !== closing) return undefined;
    held = held.slice(whole.length);
    open.pop();
    return `${prefix().trimEnd()}\n`;
  }

  /** The prefix of each line inside the open callouts. */
  function prefix(): string {
    return (open[0]?.indent ?? '') + '> '.repeat(open.filter(({ isQuote }) => isQuote).length);
  }

  function restOfLine(): string | undefined {
    const closing = fence === undefined ? (open.at(-1)?.closing ?? '') : '';
    const [words = ''] = /^[^\n]*\n?/.exec(held) ?? [];
    const place = closing.startsWith('<') ? placeOf(closing, words, inCode) : undefined;
    if (place === 0) return endLine();
    const piece = words.slice(
      0,
      place ?? (closing.startsWith('<') && !ended ? beforeHalfTag(closing, words) : words.length),
    );
    if (piece === '') return undefined;
    held = held.slice(piece.length);
    const shown = line === '' ? atLineStart(piece) : piece;
    line += piece;
    inCode = inCode !== (piece.split('`').length % 2 === 0);
    if (piece.endsWith('\n')) endLine();
    return shown;
  }

  function atLineStart(piece: string): string {
    const callout = open.at(-1);
    if (!callout) return piece;
    const own = Math.min(/^[ \t]*/.exec(piece)?.[0].length ?? 0, maxHeld);
    if (/^\n?$/.test(piece.slice(own))) return `${prefix().trimEnd()}\n`;
    callout.inner ??= own;
    return prefix() + piece.slice(Math.min(own, callout.inner));
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

/** The index at which the tag is closed outside inline code. */
function placeOf(closing: string, words: string, inCode: boolean): number | undefined {
  let isCode = inCode;
  for (const { 0: found, index } of words.matchAll(/`|<\/[A-Za-z]+>/g)) {
    if (found === '`') isCode = !isCode;
    else if (found === closing && !isCode) return index;
  }
  return undefined;
}

/** The length of the words without a partial closing tag at their end. */
function beforeHalfTag(closing: string, words: string): number {
  const half = words.lastIndexOf('<');
  const isHalf = half !== -1 && words.length - half < closing.length && closing.startsWith(words.slice(half));
  return isHalf ? half : words.length;
}

/** Maps the tools' names to GitHub's; empty for containers that are not shown as a quote. */
const kinds: Readonly<Record<string, Uppercase<AlertName> | ''>> = {
  note: 'NOTE',
  info: 'INFO',
  information: 'INFO',
  important: 'IMPORTANT',
  callout: 'NOTE',
  aside: 'NOTE',
  tip: 'TIP',
  hint: 'TIP',
  idea: 'TIP',
  check: 'TIP',
  success: 'TIP',
  admonition: 'NOTE',
  details: '',
  'code-group': '',
  tabs: '',
  warning: 'WARNING',
  warn: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
  error: 'CAUTION',
};
const tags = 'Note|Info|Important|Callout|Aside|Tip|Hint|Check|Success|Admonition|Warning|Caution|Danger|Error';

const directive = /^([ \t]{0,20})(:{3,})[ \t]*([A-Za-z][\w-]*)(.*)$/s;
const openingTag = new RegExp(`^([ \\t]{0,20})<(${tags})((?:[ \\t][^<>]*[^<>/])?)>[ \\t]*`);
const closingColons = /^[ \t]{0,20}(:{3,200})[ \t]{0,200}(?:\n|$)/;
const closingTag = /^[ \t]{0,20}(<\/[A-Za-z]+>)[ \t]{0,20}\n?/;
/** The beginning of a line that may still become a callout, or the end of one. */
const maybeCallout = new RegExp(
  `^[ \\t]*(?::*|:{3,}[^\\n]*|</?[A-Za-z]*|<(?:${tags})[ \\t>][^\\n]*|</(?:${tags})>[ \\t]{0,20})$`,
);
/** The opening line of a callout. */
interface Opening {
  /** GitHub's name for it; empty for a container that is not shown as a quote. */
  readonly kind: string;
  readonly title: string;
  readonly indent: string;
  /** The line or tag that closes it. */
  readonly closing: string;
  /** How many characters of the line it takes, including the line break. */
  readonly length: number;
}

/**
 * `closesIn` tells whether the tag is closed in the rest of its line; a tag followed by other text is not a callout.
 */
function readOpening(line: string, closesIn: (closing: string, rest: string) => boolean): Opening | undefined {
  return readDirective(line) ?? readTag(line, closesIn);
}

function readDirective(line: string): Opening | undefined {
  const [, indent = '', closing = '', name = '', rest = ''] = directive.exec(line) ?? [];
  const kind = kindOf(name);
  const title = rest.replace(/\{[^{}]*\}/g, '').replace(/^\[(.*)\]\s*$/, '$1');
  return kind === undefined ? undefined : { kind, title: title.trim(), indent, closing, length: line.length + 1 };
}

function readTag(line: string, closesIn: (closing: string, rest: string) => boolean): Opening | undefined {
  const [tag, indent = '', component = '', attributes = ''] = openingTag.exec(line) ?? [];
  if (tag === undefined) return undefined;
  const rest = line.slice(tag.length);
  const closing = `</${component}>`;
  if (rest !== '' && !closesIn(closing, rest)) return undefined;
  const kind = kindOf(attributeOf(attributes, 'type')) ?? kindOf(component);
  const title = attributeOf(attributes, 'title').trim();
  return kind === undefined ? undefined : { kind, title, indent, closing, length: tag.length + (rest === '' ? 1 : 0) };
}

/** Returns undefined if it is not the name of a callout. */
function kindOf(name: string): string | undefined {
  return Object.hasOwn(kinds, name.toLowerCase()) ? kinds[name.toLowerCase()] : undefined;
}

/** The indent in columns, counting a tab as four. */
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
