/** A rendered tree on one line, for readable tests: `strong(bold) code(x)`. */
import type { RenderedNode } from '../../../src/sandbox/view/rendered.ts';

export function outline(nodes: readonly RenderedNode[]): string {
  return nodes.map(one).join('');
}

function one(node: RenderedNode): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'break':
      return '⏎';
    case 'rule':
      return 'rule()';
    case 'code':
      return `code(${node.text})`;
    case 'fence':
      return `fence:${node.language}(${node.text})`;
    case 'emoji':
      return node.text;
    case 'mention':
      return `${node.who}(${node.text})`;
    case 'link':
      return `link:${node.url}(${outline(node.children)})`;
    case 'heading':
      return `h${node.level}(${outline(node.children)})`;
    case 'list':
      return `${node.start === undefined ? 'ul' : `ol:${node.start}`}(${outline(node.children)})`;
    case 'item':
      return `li${node.checked === undefined ? '' : node.checked ? '☑' : '☐'}(${outline(node.children)})`;
    case 'table':
      return `table(${node.rows.map((row) => row.map(outline).join('|')).join(' / ')})`;
    case 'buttons':
      return node.buttons.map((button) => `button:${button.id}(${button.text})`).join('');
    default:
      return `${node.kind}(${outline(node.children)})`;
  }
}
