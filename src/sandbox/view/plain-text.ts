/** Rendered text for a terminal: the text that people read, line by line, without markup. */
import type { RenderedNode } from './rendered.ts';

/** Blocks are on lines of their own; a link's URL follows its label if they differ. */
export function toPlainText(nodes: readonly RenderedNode[]): string {
  return toLines(nodes)
    .replaceAll(/[\u200b\u2060]/g, '')
    .trim();
}

/** Adjacent inline nodes share a line; everything else starts one. */
function toLines(nodes: readonly RenderedNode[], separator = '\n'): string {
  let text = '';
  let inLine = true;
  for (const node of nodes) {
    const inline = isInline(node);
    text += (text !== '' && !(inLine && inline) ? separator : '') + toText(node);
    inLine = inline;
  }
  return text;
}

function isInline({ kind }: RenderedNode): boolean {
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

function toText(node: RenderedNode): string {
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
      return toLink(toLines(node.children), node.url);
    case 'list':
      return node.children
        .map((item, at) => toItem(item, node.start === undefined ? '•' : `${node.start + at}.`))
        .join('\n');
    case 'table':
      return node.rows.map((row) => row.map((cell) => toLines(cell, ' ')).join(' | ')).join('\n');
    case 'quote':
      return toLines(node.children).replaceAll(/^/gm, '> ');
    case 'buttons':
      return [...node.buttons, ...(node.menu ?? [])].map(({ text }) => `[${text}]`).join(' ');
    default:
      return toLines(node.children);
  }
}

function toLink(words: string, url: string): string {
  return words === url || words === '' ? url : `${words} (${url})`;
}

function toItem(item: RenderedNode, sign: string): string {
  return `${sign} ${toLines([item]).replaceAll('\n', '\n  ')}`;
}
