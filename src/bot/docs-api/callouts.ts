/**
 * Converts the notes and warnings of documentation tools to GitHub's quotes: `> [!TIP] Title`. The containers `details`,
 * `code-group` and `tabs` are replaced by their content. A tag counts only if it is alone on its line or closed on it;
 * otherwise it is part of the text. Which lines are code is for answer-text.ts to know.
 */
import type { AlertName } from '../../kit/markdown/parse.ts';

/** The callouts that are open in one text. */
export interface Callouts {
  /** Whether the beginning of a line may still become the first or last line of a callout. */
  mayChange(words: string): boolean;
  /**
   * Opens or closes a callout if the line says so. Returns the Markdown that replaces `length` characters of the line; only a
   * line that `isWhole` opens one.
   */
  change(words: string, isWhole: boolean): Change | undefined;
  /** What is put before the line, and how much of its indent goes. `isOwn`: the line is the callout's, not its content. */
  place(words: string, isOwn: boolean): Place;
  /** The line is part of the innermost callout. */
  continue(words: string): void;
  /** The tag that closes the innermost callout, also within a line. */
  closingTag(): string | undefined;
}

interface Change {
  readonly markdown: string;
  /** Including the line ending, where all of the line is replaced. */
  readonly length: number;
}

interface Place {
  readonly prefix: string;
  readonly indent: number;
}

/** A deeper indent is kept. */
const maxIndent = 600;
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

export function createCallouts(): Callouts {
  const open: OpenCallout[] = [];

  function opened(words: string): Change | undefined {
    const opening = open.length < maxOpen ? readOpening(words) : undefined;
    if (!opening) return undefined;
    const { kind, title, indent, closing, length } = opening;
    open.push({ closing, isQuote: kind !== '', indent: open.at(-1)?.indent ?? indent, inner: undefined });
    if (kind === '') return { length, markdown: title === '' ? '' : `**${title}**\n\n` };
    return { length, markdown: title === '' ? `[!${kind}]\n` : `[!${kind}] ${title}\n\n` };
  }

  function closed(words: string): Change | undefined {
    const closing = open.at(-1)?.closing ?? '';
    const [whole, mark] = (closing.startsWith(':') ? closingColons : closingTag).exec(words) ?? [];
    if (whole === undefined || mark !== closing) return undefined;
    open.pop();
    return { length: whole.length + (whole.length === words.length ? 1 : 0), markdown: '\n' };
  }

  return {
    mayChange: (words) => maybeCallout.test(words),
    change: (words, isWhole) => closed(words) ?? (isWhole ? opened(words) : undefined),
    place(words, isOwn) {
      const callout = open.at(-1);
      if (!callout) return { prefix: '', indent: 0 };
      const prefix = (open[0]?.indent ?? '') + '> '.repeat(open.filter(({ isQuote }) => isQuote).length);
      const own = indentOf(words);
      if (own === words.length) return { prefix: prefix.trimEnd(), indent: own };
      return { prefix, indent: isOwn ? 0 : Math.min(own, callout.inner ?? own) };
    },
    continue(words) {
      const callout = open.at(-1);
      const own = indentOf(words);
      if (callout && own < words.length) callout.inner ??= own;
    },
    closingTag: () => open.at(-1)?.closing.match(/^<.*/)?.[0],
  };
}

function indentOf(words: string): number {
  return Math.min(/^[ \t]*/.exec(words)?.[0].length ?? 0, maxIndent);
}

/** Whether the tag is closed outside inline code. */
function closesIn(closing: string, words: string): boolean {
  let isCode = false;
  for (const [found] of words.matchAll(/`|<\/[A-Za-z]+>/g)) {
    if (found === '`') isCode = !isCode;
    else if (found === closing && !isCode) return true;
  }
  return false;
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
const closingColons = /^[ \t]{0,20}(:{3,200})[ \t]{0,200}$/;
const closingTag = /^[ \t]{0,20}(<\/[A-Za-z]+>)[ \t]{0,20}/;
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

function readOpening(line: string): Opening | undefined {
  return readDirective(line) ?? readTag(line);
}

function readDirective(line: string): Opening | undefined {
  const [, indent = '', closing = '', name = '', rest = ''] = directive.exec(line) ?? [];
  const kind = kindOf(name);
  const title = rest.replace(/\{[^{}]*\}/g, '').replace(/^\[(.*)\]\s*$/, '$1');
  return kind === undefined ? undefined : { kind, title: title.trim(), indent, closing, length: line.length + 1 };
}

/** A tag followed by other text is not a callout, unless it is closed in that line. */
function readTag(line: string): Opening | undefined {
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

function attributeOf(attributes: string, name: string): string {
  return (
    new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|\\{["'\`]([^"'\`]*)["'\`]\\})`)
      .exec(attributes)
      ?.slice(1)
      .find(Boolean) ?? ''
  );
}
