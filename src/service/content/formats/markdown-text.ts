/** How converters write Markdown: text that must not be read as markup, code, links, lists. Pure, in linear time. */
import { fenced } from '../markdown/marks/mark.ts';

/** Characters that Markdown, or the marks of sites in it, would read as markup. */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]<]|~(?=~)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\{(?=[{%:/#.\s])/g, '\\{');
}

/** Text as one paragraph, in which no line begins like another block. */
export function paragraph(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .map(withoutBlockMark)
    .join('\n');
}

function withoutBlockMark(line: string): string {
  const number = /^(\d{1,9})([.)])(?=\s|$)/.exec(line);
  if (number) return `${number[1]}\\${line.slice(number[1]?.length)}`;
  return /^(?:#{1,6}|[-+>|]|[-=]{2,}|={1,3})(?:\s|$)|^(?:!!!|\?\?\?|:::|~~~|===|---|>)/.test(line) ? `\\${line}` : line;
}

export function codeBlock(text: string, language: string, title = ''): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.trim() !== '');
  const to = lines.findLastIndex((line) => line.trim() !== '');
  if (from === -1) return '';
  const name = title.replace(/[`"\s]+/g, ' ').trim();
  const facts = /^[\w+#.-]{1,40}$/.test(language) ? language : '';
  return fenced(lines.slice(from, to + 1).join('\n'), name === '' ? facts : `${facts} title="${name}"`);
}

/** Words in a sentence, which are Markdown, with their target. Without the link if one of both is missing. */
export function link(words: string, target: string): string {
  const href = target.trim().replace(/[\s()<>\\]/g, encodedChar);
  if (words.trim() === '' || href === '' || /^(?:javascript|data|vbscript):/i.test(href)) return words;
  const [, before = '', inner = '', after = ''] = /^(\s?)([\s\S]*?)(\s?)$/.exec(words) ?? [];
  return `${before}[${inner}](${href})${after}`;
}

/** The target of a link to a label that some page has, or `maybe` one of another site. */
export function labelTarget(name: string, scheme: 'label' | 'maybe' = 'label'): string {
  return `${scheme}:${name.replace(/[%\s<>()\\]/g, encodedChar)}`;
}

function encodedChar(char: string): string {
  return /[()]/.test(char) ? `%${char.charCodeAt(0).toString(16)}` : encodeURIComponent(char);
}

/** Lines under the first one, in a list item. */
export function indented(text: string, width: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`);
}

/** Blocks of a list item: a list directly under its text needs no blank line. */
export function listItem(mark: string, blocks: readonly string[]): string {
  const [first = '', ...rest] = blocks;
  const text = rest.reduce((all, block) => all + (/^(?:- |\d+\. )/.test(block) ? '\n' : '\n\n') + block, first);
  return mark + indented(text, mark.length);
}

/** A cell of a table. */
export function cell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\\)\|/g, '\\|');
}

/** Rows of cells, the first of which are the head. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(
    head.length,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  );
  if (width === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(width)}`, ...rows.map(line)].join('\n');
}
