/**
 * Turns tables and code that are written as HTML or JSX into Markdown, and drops invisible elements. In: the source and a
 * position. Out: the Markdown, and the length of the block in the source. Pure.
 */

/** The Markdown of a block, and its length in the source. */
export interface HtmlBlock {
  readonly text: string;
  readonly length: number;
}

/** undefined: no block begins at `at`. `plain` turns a cell into Markdown. */
export type ReadHtmlBlock = (at: number, plain: (cell: string) => string) => HtmlBlock | undefined;

const opening = /<(?:(table|pre|CodeBlock)|(script|style|svg|iframe|noscript))\b([^>]{0,2000}?)(\/?)>/iy;
const closing = /<\/(table|pre|CodeBlock|script|style|svg|iframe|noscript)\b[^<>]*>/gi;
/** Longer tables and code are read tag by tag, since no answer shows them whole. */
const maxBlockChars = 20_000;
const row = /<tr\b[^<>]*>([\s\S]*?)(?=<tr\b|<\/tr\b|$)/gi;
const cell = /<t[hd]\b[^<>]*>([\s\S]*?)(?=<t[hd]\b|<\/t[hdr]\b|$)/gi;

/** Closing tags are found once for the whole source. */
export function createHtmlBlockReader(source: string): ReadHtmlBlock {
  const closings = Map.groupBy(source.matchAll(closing), ([, name = '']) => name.toLowerCase());
  return (at, plain) => {
    opening.lastIndex = at;
    const begun = opening.exec(source);
    if (!begun) return undefined;
    const [whole, shown, unseen, attributes = '', empty] = begun;
    if (unseen !== undefined && empty !== '') return { text: '', length: whole.length };
    const name = (shown ?? unseen ?? '').toLowerCase();
    const end = firstFrom(closings.get(name) ?? [], at + whole.length);
    if (!end) return undefined;
    const length = end.index + end[0].length - at;
    if (unseen !== undefined) return { text: '', length };
    if (end.index - at > maxBlockChars) return undefined;
    const inner = source.slice(at + whole.length, end.index);
    return { text: name === 'table' ? toTable(inner, plain) : toFence(inner, attributes), length };
  };
}

/** The first match from `at` on; `found` is in the order of the source. */
function firstFrom(found: readonly RegExpExecArray[], at: number): RegExpExecArray | undefined {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((found[middle]?.index ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return found[low];
}

function toTable(html: string, plain: (cell: string) => string): string {
  const rows = [...html.matchAll(row)]
    .map(([, cells = '']) => [...cells.matchAll(cell)].map(([, text = '']) => toCell(plain(text))))
    .filter((cells) => cells.length > 0);
  const [head, ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  return head === undefined ? '' : `\n\n${[head, rule, ...rest].join('\n')}\n\n`;
}

function toCell(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
}

function toFence(html: string, attributes: string): string {
  const [begin = '', inner = ''] = /^\s*<code\b([^<>]*)>/i.exec(html) ?? [];
  const text = html.slice(begin.length).trimEnd();
  const language = /(?:lang(?:uage)?=["']|language-)([\w+#.-]+)/.exec(attributes + inner)?.[1] ?? '';
  return `\n\n\`\`\`${language}\n${toCode(text.replace(/<\/code>$/i, ''))}\n\`\`\`\n\n`;
}

/** JSX has code in a template literal, HTML has it escaped and marked up. */
function toCode(text: string): string {
  const template = /^\s*\{\s*`([\s\S]*)`\s*\}\s*$/.exec(text)?.[1];
  const plain = template?.replace(/\\([`$\\])/g, '$1') ?? unescaped(text.replace(/<\/?[a-z][^<>]*>/gi, ''));
  return plain.trimEnd().replace(/^\s*\n/, '');
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');
}
