/** GitHub Flavored Markdown as people see it, in Slack's markdown blocks. */
import type { PhrasingContent, Root, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { RenderedNode } from '../rendered.ts';

/**
 * Left to `renderText`: entities, since a decoded one must not be parsed as a token, and everything that resembles one of the
 * platform's tokens. HTML is not supported.
 */
const disabled = [
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
  extensions: [gfm({ singleTilde: false }), { disable: { null: disabled } }],
  mdastExtensions: gfmFromMarkdown().filter((extension) => !extension.transforms),
};

type RenderText = (text: string) => readonly RenderedNode[];

/** `renderText` renders a leaf, including the platform's tokens. */
export function renderGfm(text: string, renderText: RenderText): RenderedNode[] {
  const root: Root = fromMarkdown(text, options);
  return root.children.flatMap((node) => renderNode(node, renderText));
}

function renderNode(node: RootContent | PhrasingContent, renderText: RenderText): readonly RenderedNode[] {
  switch (node.type) {
    case 'text':
      return node.value
        .split('\n')
        .flatMap((line, index) => [...(index > 0 ? [{ kind: 'break' } as const] : []), ...renderText(line)]);
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
      return [{ kind: 'link', url: node.url, children: children(node, renderText) }];
    case 'heading':
      return [{ kind: 'heading', level: node.depth, children: children(node, renderText) }];
    case 'list':
      return [
        { kind: 'list', ...(node.ordered ? { start: node.start ?? 1 } : {}), children: children(node, renderText) },
      ];
    case 'listItem':
      return [
        {
          kind: 'item',
          ...(typeof node.checked === 'boolean' ? { checked: node.checked } : {}),
          children: children(node, renderText),
        },
      ];
    case 'table':
      return [{ kind: 'table', rows: tableRows(node, renderText), align: node.align ?? [] }];
    case 'paragraph':
    case 'strong':
    case 'emphasis':
      return [{ kind: node.type, children: children(node, renderText) }];
    case 'delete':
      return [{ kind: 'strike', children: children(node, renderText) }];
    case 'blockquote':
      return [{ kind: 'quote', children: children(node, renderText) }];
    default:
      return 'children' in node ? children(node, renderText) : [];
  }
}

function children(
  node: { readonly children: readonly (RootContent | PhrasingContent)[] },
  renderText: RenderText,
): RenderedNode[] {
  return node.children.flatMap((child) => renderNode(child, renderText));
}

function tableRows(table: Table, renderText: RenderText): (readonly RenderedNode[])[][] {
  return table.children.map((row) => row.children.map((cell) => children(cell, renderText)));
}
