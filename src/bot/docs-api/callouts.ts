/**
 * Converts the notes and warnings of documentation tools to GitHub's quotes: `> [!TIP] Title`. The containers `details`,
 * `code-group` and `tabs` are replaced by their content. A tag counts only if it is alone on its line or closed on it;
 * otherwise it is part of the text. Code stays as it is.
 *
 * Reads text piece by piece. The result does not depend on the cuts, because a line that may become a callout is held back.
 */
import { closesFence, readFence } from '../../kit/markdown/line-kinds.ts';
import { closingColons, closingTag, indentOf, maybeCallout, type Opening, readOpening } from './callout-syntax.ts';

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
