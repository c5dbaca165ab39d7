/**
 * GitHub's Markdown as people see it. In: text. Out: a tree to draw. Pure. Used for the surfaces that read GFM.
 */
import type { PhrasingContent, Root, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Shown } from './shown.ts';

/**
 * Left to the drawer of words: entities, since what one decodes to must not be read as a token, and everything that a
 * platform's own tokens look like. There is no HTML.
 */
const notRead = [
  'characterReference',
  'codeIndented',
  'htmlFlow',
  'htmlText',
  'autolink',
  'wwwAutolink',
  'protocolAutolink',
  'emailAutolink',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];

const options = {
  extensions: [gfm({ singleTilde: false }), { disable: { null: notRead } }],
  mdastExtensions: gfmFromMarkdown().filter((extension) => !extension.transforms),
};

type Words = (text: string) => readonly Shown[];

/** `words` draws a leaf's text, with whatever tokens the platform reads in it. */
export function gfmToShown(text: string, words: Words): Shown[] {
  const root: Root = fromMarkdown(text, options);
  return root.children.flatMap((node) => draw(node, words));
}

function draw(node: RootContent | PhrasingContent, words: Words): readonly Shown[] {
  switch (node.type) {
    case 'text':
      return node.value
        .split('\n')
        .flatMap((line, index) => [...(index > 0 ? [{ kind: 'break' } as const] : []), ...words(line)]);
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }];
    case 'code':
      return [{ kind: 'fence', text: node.value, language: node.lang ?? '' }];
    case 'break':
      return [{ kind: 'break' }];
    case 'thematicBreak':
      return [{ kind: 'rule' }];
    case 'image':
      return [{ kind: 'link', url: node.url, children: [{ kind: 'text', text: node.alt || node.url }] }];
    case 'link':
      return [{ kind: 'link', url: node.url, children: inner(node, words) }];
    case 'heading':
      return [{ kind: 'heading', level: node.depth, children: inner(node, words) }];
    case 'list':
      return [{ kind: 'list', ...(node.ordered ? { start: node.start ?? 1 } : {}), children: inner(node, words) }];
    case 'listItem':
      return [
        {
          kind: 'item',
          ...(typeof node.checked === 'boolean' ? { checked: node.checked } : {}),
          children: inner(node, words),
        },
      ];
    case 'table':
      return [{ kind: 'table', rows: rows(node, words), align: node.align ?? [] }];
    case 'paragraph':
    case 'strong':
    case 'emphasis':
      return [{ kind: node.type, children: inner(node, words) }];
    case 'delete':
      return [{ kind: 'strike', children: inner(node, words) }];
    case 'blockquote':
      return [{ kind: 'quote', children: inner(node, words) }];
    default:
      return 'children' in node ? inner(node, words) : [];
  }
}

function inner(node: { readonly children: readonly (RootContent | PhrasingContent)[] }, words: Words): Shown[] {
  return node.children.flatMap((child) => draw(child, words));
}

function rows(table: Table, words: Words): (readonly Shown[])[][] {
  return table.children.map((row) => row.children.map((cell) => inner(cell, words)));
}
