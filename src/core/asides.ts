/**
 * Notes and warnings as documentation tools write them, made quotes as GitHub writes them. In: Markdown, piece by piece as
 * it comes. Out: Markdown. Pure; the same under every cut.
 *
 * - `:::tip Title` to `:::` of Docusaurus and VitePress;
 * - `<Note>` to `</Note>`, or `<Callout type="warn" title="…">`, of Mintlify, Fumadocs, Starlight and others.
 * They become `> [!TIP] Title`. The containers `details`, `code-group` and `tabs` are what stands in them. A line that may yet begin or
 * end one is held back; code stays as it is.
 */
import { closesFence, readFence } from './leaf.ts';

/** Reads one text from start to end. */
export interface Asides {
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

const directive = /^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]*)([^\n]*)(?:\n|$)/;
const opening = new RegExp(`^([ \\t]*)<(${tags})((?:\\s[^<>\\n]*[^<>/\\n])?)>[ \\t]*\\n?`);
/** What may yet be one of these, or the end of one. */
const maybe = new RegExp(
  `^[ \\t]*(?::*|:{3,}[^\\n]*|</?[A-Za-z]*|<(?:${tags})\\s[^<>\\n]*|</?(?:${tags})[^<>\\n]*>[ \\t]*)$`,
);
/** A longer line is none of them. */
const maxHeld = 300;

/** What begins one. */
interface Mark {
  readonly indent: string;
  readonly closing: string;
  readonly name: string;
  readonly title: string;
}

interface Aside {
  readonly closing: string;
  /** Whether it is shown as a quote. */
  readonly isQuote: boolean;
  /** White space before each of its lines that is none of theirs; their own is known with the first. */
  readonly indent: string;
  inner: number | undefined;
}

export function createAsides(): Asides {
  const open: Aside[] = [];
  let held = '';
  let ended = false;
  /** What is given of the line so far. */
  let line = '';
  let fence: string | undefined;

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

  function opened(): string | undefined {
    const [whole = '', indent = '', colons = '', name = '', rest = ''] = directive.exec(held) ?? [];
    const title = rest.replace(/\{[^}]*\}/g, '').replace(/^\[(.*)\]\s*$/, '$1');
    if (name.toLowerCase() in kinds) return begin(whole, { indent, closing: colons, name, title });
    const [tag = '', before = '', component = '', attributes = ''] = opening.exec(held) ?? [];
    if (tag === '') return undefined;
    const type = attributeOf(attributes, 'type');
    return begin(tag, {
      indent: before,
      closing: `</${component}>`,
      name: type.toLowerCase() in kinds ? type : component,
      title: attributeOf(attributes, 'title'),
    });
  }

  function begin(whole: string, mark: Mark): string {
    held = held.slice(whole.length);
    const kind = kinds[mark.name.toLowerCase()];
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
    const words = held.replace(/^[ \t]+/, '');
    if (closing === '' || !words.startsWith(closing)) return undefined;
    const [mark = ''] = (closing.startsWith(':') ? /^:+[ \t]*(?:\n|$)/ : /^<[^>]*>[ \t]*\n?/).exec(words) ?? [];
    if (mark.trim() !== closing) return undefined;
    held = words.slice(mark.length);
    const isQuote = open.pop()?.isQuote;
    return isQuote ? `${prefix().trimEnd()}\n` : '';
  }

  /** What stands before the words of a line. */
  function prefix(): string {
    return (open[0]?.indent ?? '') + '> '.repeat(open.filter(({ isQuote }) => isQuote).length);
  }

  function restOfLine(): string | undefined {
    const closing = fence === undefined ? (open.at(-1)?.closing ?? '') : '';
    if (closing.startsWith('<') && held.startsWith(closing)) return endLine();
    const [words = ''] = /^[^\n]*\n?/.exec(held) ?? [];
    const at = closing.startsWith('<') ? placeOf(closing, words) : words.length;
    if (at === 0) return undefined;
    const piece = words.slice(0, at);
    held = held.slice(at);
    const shown = line === '' ? atLineStart(piece) : piece;
    line += piece;
    if (piece.endsWith('\n')) endLine();
    return shown;
  }

  /** Up to where the words surely stand before what closes. */
  function placeOf(closing: string, words: string): number {
    const whole = words.indexOf(closing);
    if (whole !== -1 || ended) return whole === -1 ? words.length : whole;
    const half = words.lastIndexOf('<');
    return half !== -1 && closing.startsWith(words.slice(half)) ? half : words.length;
  }

  function atLineStart(piece: string): string {
    const aside = open.at(-1);
    if (!aside) return piece;
    const words = piece.trimStart();
    if (words === '') return `${prefix().trimEnd()}\n`;
    const own = piece.length - words.length;
    aside.inner ??= own;
    return prefix() + piece.slice(Math.min(own, aside.inner));
  }

  function endLine(): string {
    const words = line.replace(/^(?:\s|>|(?:[-+*]|\d+[.)])(?=\s))+/, '').trimEnd();
    if (fence === undefined) fence = readFence(words)?.mark;
    else if (closesFence(words, fence)) fence = undefined;
    line = '';
    return '\n';
  }
}

function attributeOf(attributes: string, name: string): string {
  return (
    new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|\\{["'\`]([^"'\`]*)["'\`]\\})`)
      .exec(attributes)
      ?.slice(1)
      .find(Boolean) ?? ''
  );
}
