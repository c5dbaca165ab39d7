/**
 * Formatted text as a terminal can show it: the words that people read, in their lines, without any dialect's signs.
 * In: a tree of shown text. Out: text. Pure.
 */
import type { Shown } from './shown.ts';

/** Blocks on lines of their own; a link's address stands behind words that do not say it. */
export function toPlainText(nodes: readonly Shown[]): string {
  return lines(nodes)
    .replaceAll(/[\u200b\u2060]/g, '')
    .trim();
}

/** Words that are neighbours share a line; everything else begins one. */
function lines(nodes: readonly Shown[], between = '\n'): string {
  let text = '';
  let inLine = true;
  for (const node of nodes) {
    const isWords = isInline(node);
    text += (text !== '' && !(inLine && isWords) ? between : '') + plain(node);
    inLine = isWords;
  }
  return text;
}

function isInline({ kind }: Shown): boolean {
  return ![
    'paragraph',
    'heading',
    'list',
    'item',
    'quote',
    'fence',
    'small',
    'table',
    'rule',
    'card',
    'buttons',
  ].includes(kind);
}

function plain(node: Shown): string {
  switch (node.kind) {
    case 'text':
    case 'code':
    case 'fence':
    case 'emoji':
    case 'mention':
      return node.text;
    case 'break':
      return '\n';
    case 'rule':
      return '──────────';
    case 'link':
      return linked(lines(node.children), node.url);
    case 'list':
      return node.children
        .map((item, at) => listed(item, node.start === undefined ? '•' : `${node.start + at}.`))
        .join('\n');
    case 'table':
      return node.rows.map((row) => row.map((cell) => lines(cell, ' ')).join(' | ')).join('\n');
    case 'quote':
      return lines(node.children).replaceAll(/^/gm, '> ');
    case 'buttons':
      return node.buttons.map(({ text }) => `[${text}]`).join(' ');
    default:
      return lines(node.children);
  }
}

function linked(words: string, url: string): string {
  return words === url || words === '' ? url : `${words} (${url})`;
}

function listed(item: Shown, sign: string): string {
  return `${sign} ${lines([item]).replaceAll('\n', '\n  ')}`;
}
