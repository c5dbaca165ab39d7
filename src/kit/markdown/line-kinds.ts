/** Recognizes Markdown lines by their own text: fences, headings, HTML, delimiter rows of tables, definitions. Pure. */

/** An opening fence: its run of backticks or tildes, and the info string after it. */
export interface Opening {
  readonly mark: string;
  readonly info: string;
}

export function readFence(words: string): Opening | undefined {
  const [found, ticks, afterTicks, tildes, afterTildes] = /^(`{3,})([^`]*)$|^(~{3,})(.*)$/s.exec(words) ?? [];
  if (found === undefined) return undefined;
  return { mark: ticks ?? tildes ?? '', info: (afterTicks ?? afterTildes ?? '').trim() };
}

/** Whether the line closes a fence that was opened with the mark. */
export function closesFence(words: string, mark: string): boolean {
  const run = /^(`+|~+)[ \t]*$/.exec(words)?.[1];
  return run !== undefined && run.length >= mark.length && run[0] === mark[0];
}

export function isHeading(words: string): boolean {
  return /^#{1,6}(?=[ \t]|$)/.test(words);
}

/** Whether the line is a setext underline, which turns the paragraph above it into a heading. */
export function isUnderline(words: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(words);
}

export function isRule(words: string): boolean {
  return /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(words);
}

/** Whether the line is a delimiter row, which turns the line above it into the header row of a table. */
export function isDelimiter(words: string, head: string): boolean {
  if (!/^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/.test(words)) return false;
  return (words.includes('|') || head.includes('|')) && cellCount(words) === cellCount(head);
}

function cellCount(row: string): number {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
}

/** A link reference definition as written. */
export interface Definition {
  readonly name: string;
  readonly address: string;
}

const rawSign = String.raw`\\[\\()]|\\(?![\\()])|[^\s()\\]`;
const address = String.raw`(?:<((?:\\.|[^<>\\])*)>|(?!<)((?:${rawSign}|\((?:${rawSign})*\))+))`;
const title = String.raw`(?:"[^"\\]*"|'[^'\\]*'|\([^()\\]*\))`;
const definition = new RegExp(
  String.raw`^\s*\[(?!\^|\s*\])((?:\\.|[^[\]\\]){1,400})\]:[ \t]*${address}(?:[ \t]+${title})?[ \t]*$`,
);

/** The definition on a line; undefined for any other line, and where the parser might disagree. */
export function readDefinition(words: string): Definition | undefined {
  const found = definition.exec(words);
  return found ? { name: found[1] ?? '', address: found[2] ?? found[3] ?? '' } : undefined;
}

const rawStart = /^<(script|pre|style|textarea)(?=[\s>]|$)/i;
const rawEnd = /<\/(?:script|pre|style|textarea)>/i;
const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';
const blockStart = new RegExp(`^</?(?:${blockNames})(?=[\\s>]|/>|$)`, 'i');
const attribute = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
const tagOnItsLine = new RegExp(`^(?:<[A-Za-z][\\w-]*(?:${attribute})*\\s*/?>|</[A-Za-z][\\w-]*\\s*>)[ \\t]*$`);

/** Whether an HTML block begins here, and what ends it. An unknown tag begins one only if it is alone on its line. */
export function htmlStart(
  words: string,
  interrupts: boolean,
): { until: RegExp | undefined; ended: boolean } | undefined {
  if (!words.startsWith('<')) return undefined;
  const until = rawStart.test(words)
    ? rawEnd
    : words.startsWith('<!--')
      ? /-->/
      : words.startsWith('<?')
        ? /\?>/
        : words.startsWith('<![CDATA[')
          ? /\]\]>/
          : /^<![A-Za-z]/.test(words)
            ? />/
            : undefined;
  if (until) return { until, ended: until.test(words) };
  if (blockStart.test(words) || (!interrupts && tagOnItsLine.test(words))) return { until: undefined, ended: false };
  return undefined;
}
