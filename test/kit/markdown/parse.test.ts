/** Trees are compared as one-line outlines: types, text, URLs. */
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/kit/markdown/parse.ts';
import { expectLinear } from '../../fakes/linear.ts';

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
    ['call f(x)[0] twice', 'root(paragraph(text:call f(x)[0] twice))'],
    ['so it is[^1]', 'root(paragraph(text:so it is footnoteReference:1))'],
    [
      'sources [1][2], [string][] and [*a*][b]',
      'root(paragraph(text:sources [1][2], [string][] and [ emphasis(text:a) text:][b]))',
    ],
    ['[one][a] and [a]\n\n[a]: /b', 'root(paragraph(text:[one][a] and [a]) definition:/b)'],
    ['> [!NOTE]\n> `a`', 'root(blockquote(paragraph(strong(text:Note:) text:  inlineCode:a)))'],
    ['> [!NOTE]\n> Beware', 'root(blockquote(paragraph(strong(text:Note:) text: Beware)))'],
    ['> [!NOTICE] x', 'root(blockquote(paragraph(text:[!NOTICE] x)))'],
    ['<!-- a -->\n\nb <!-- c --><i>', 'root(html: paragraph(text:b  html: html:))'],
    ['[a<br>**b**](/d)', 'root(paragraph(link:/d(text:a break strong(text:b))))'],
    ['takes ~5 to ~10 min', 'root(paragraph(text:takes ~5 to ~10 min))'],
    ['**日本語。**次', 'root(paragraph(strong(text:日本語。) text:次))'],
    ['前**「日本語」**次', 'root(paragraph(text:前 strong(text:「日本語」) text:次))'],
    ['前~~「日本語」~~次', 'root(paragraph(text:前 delete(text:「日本語」) text:次))'],
    ['~~gone~~', 'root(paragraph(delete(text:gone)))'],
  ])('parses %j', (text, tree) => {
    expect(outline(parseMarkdown(text))).toBe(tree);
  });

  it('resolves a reference link whose definition is known', () => {
    expect(outline(parseMarkdown('[one][a  b], [A b], [two][c]', ['a B']))).toBe(
      'root(paragraph(linkReference(text:one) text:,  linkReference(text:A b) text:, [two][c]))',
    );
  });

  it.each([
    ['quotes', `${'> '.repeat(5000)}words`],
    ['items', `${'- '.repeat(5000)}words`],
    ['emphasis', `${'*a '.repeat(400)}words${'*'.repeat(400)}`],
  ])('returns a tree that can be walked for thousands of nested %s', (_, text) => {
    expect(depthOf(parseMarkdown(text))).toBeLessThan(150);
  });

  it('keeps the text inside too many nested quotes', () => {
    expect(outline(parseMarkdown(`${'>'.repeat(300)} words`))).toContain('text:words');
  });
});

describe('a long text', () => {
  it.each(['\n===', 'a\n---\n', ')<!--', ')<?', ')<![CDATA[', 'https://![<t:1', '[[a]', '[ a a a a'])(
    'of repeated %j is parsed in linear time',
    async (unit) => {
      // Given the name of a definition, the parser caches no tree.
      await expectLinear(32_000, (chars) => parseMarkdown(unit.repeat(chars / unit.length), ['a name']));
    },
  );
});

it('parseMarkdown parses the same text only once', () => {
  const text = 'Some *words* of a body.';
  expect(parseMarkdown(text).children[0]).toBe(parseMarkdown(text).children[0]);
  expect(parseMarkdown('[a][b]', ['b'])).not.toEqual(parseMarkdown('[a][b]'));
});
