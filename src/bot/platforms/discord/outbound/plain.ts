/**
 * The plain text of Markdown. Pure.
 */
import type { Nodes } from 'mdast';

/** Blocks are separated by a space. */
export function toPlainText(node: Nodes): string {
  let text = '';
  const open: (Nodes | 'end')[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next === 'end' || next.type === 'break') text += ' ';
    else if (next.type === 'code') text += `${next.value} `;
    else if ('value' in next) text += next.value;
    else if ('alt' in next) text += next.alt ?? '';
    else if ('children' in next) {
      if (!isInline(next)) open.push('end');
      open.push(...next.children.toReversed());
    }
  }
  return text.trim();
}

function isInline(node: Nodes): boolean {
  return ['strong', 'emphasis', 'delete', 'link', 'linkReference'].includes(node.type);
}
