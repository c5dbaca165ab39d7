import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../src/core/markdown.ts';

/** The tree in one line: types, words, addresses. */
function outline(node: Nodes): string {
  const value = 'value' in node ? `:${node.value}` : '';
  const url = 'url' in node ? `:${node.url}` : '';
  const label = node.type === 'footnoteReference' ? `:${node.label}` : '';
  const children: readonly Nodes[] = 'children' in node ? node.children : [];
  return `${node.type}${url}${label}${value}${children.length > 0 ? `(${children.map(outline).join(' ')})` : ''}`;
}

function depthOf(node: Nodes): number {
  const children: readonly Nodes[] = 'children' in node ? node.children : [];
  return 1 + Math.max(0, ...children.map(depthOf));
}

describe('parseMarkdown', () => {
  it.each([
    ['see (the guide)[/guide] now', 'root(paragraph(text:see  text:( link:/guide(text:the guide) text:) text: now))'],
    ['call f(x)[0] twice', 'root(paragraph(text:call f(x)[0] twice))'],
    ['so it is[^1]', 'root(paragraph(text:so it is footnoteReference:1))'],
    ['takes ~5 to ~10 min', 'root(paragraph(text:takes ~5 to ~10 min))'],
    ['~~gone~~', 'root(paragraph(delete(text:gone)))'],
    ['`(a)[/b]`', 'root(paragraph(inlineCode:(a)[/b]))'],
    [
      '```suggestions\n(A b)[/a]\nplain\n```',
      'root(list(listItem(paragraph(link:/a(text:A b))) listItem(paragraph(text:plain))))',
    ],
  ])('reads %j', (text, tree) => {
    expect(outline(parseMarkdown(text))).toBe(tree);
  });

  it.each([
    ['quotes', `${'> '.repeat(5000)}words`],
    ['items', `${'- '.repeat(5000)}words`],
    ['emphasis', `${'*a '.repeat(400)}words${'*'.repeat(400)}`],
  ])('gives a tree that can be walked for thousands of nested %s', (_, text) => {
    expect(depthOf(parseMarkdown(text))).toBeLessThan(150);
  });

  it('keeps the words of a text under too many quote marks', () => {
    expect(outline(parseMarkdown(`${'>'.repeat(300)} words`))).toContain('text:words');
  });
});
