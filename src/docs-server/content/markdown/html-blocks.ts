/**
 * Tables and code that a page writes as HTML or JSX, as Markdown, and what nobody sees, as nothing. In: source and a
 * position, and what makes plain Markdown of a cell. Out: the Markdown, and how much of the source it takes. Pure.
 */
import { comesAfter } from './literals.ts';

/** What a block says, and its length in the source. */
export interface HtmlBlock {
  readonly text: string;
  readonly length: number;
}

const opening = /<(table|pre|CodeBlock|(script|style|svg|iframe|noscript))\b[^>]{0,2000}?(\/?)>/iy;
const hidden = /<(script|style|svg|iframe|noscript)\b[^>]*>[\s\S]*?<\/\1\b[^>]*>/iy;
/** Longer ones are read tag by tag: nobody shows them whole, and looking for their end takes time. */
const table = /<table\b[^>]*>([\s\S]{0,20000}?)<\/table\b[^>]*>/iy;
const row = /<tr\b[^>]*>([\s\S]*?)(?=<tr\b|<\/tr\b|$)/gi;
const cell = /<t[hd]\b[^>]*>([\s\S]*?)(?=<t[hd]\b|<\/t[hdr]\b|$)/gi;
const code = /<(pre|CodeBlock)\b([^>]*)>\s*(?:<code\b([^>]*)>)?([\s\S]{0,20000}?)(?:<\/code>\s*)?<\/\1\b[^>]*>/iy;

/** undefined: none begins at `at`. */
export function readHtmlBlock(source: string, at: number, plain: (cell: string) => string): HtmlBlock | undefined {
  opening.lastIndex = at;
  const begun = opening.exec(source);
  if (!begun) return undefined;
  const [whole, name = '', unseen, end] = begun;
  if (unseen && end === '/') return { text: '', length: whole.length };
  if (!comesAfter(source, at, `</${name}`)) return undefined;
  hidden.lastIndex = at;
  const nothing = hidden.exec(source);
  if (nothing) return { text: '', length: nothing[0].length };
  table.lastIndex = at;
  const rows = table.exec(source);
  if (rows) return { text: toTable(rows[1] ?? '', plain), length: rows[0].length };
  code.lastIndex = at;
  const found = code.exec(source);
  if (!found) return undefined;
  const [block, , own = '', inner = '', text = ''] = found;
  const language = /(?:lang(?:uage)?=["']|language-)([\w+#.-]+)/.exec(own + inner)?.[1] ?? '';
  return { text: `\n\n\`\`\`${language}\n${toCode(text)}\n\`\`\`\n\n`, length: block.length };
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

/** JSX holds code in a template, HTML escapes it and marks it up. */
function toCode(text: string): string {
  const template = /^\s*\{\s*`([\s\S]*)`\s*\}\s*$/.exec(text)?.[1];
  const plain = template?.replace(/\\([`$\\])/g, '$1') ?? unescaped(text.replace(/<\/?[a-z][^<>]*>/gi, ''));
  return plain.replace(/^\s*\n|\s+$/g, '');
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => signs[name] ?? '');
}
