/**
 * Links whose addresses stand elsewhere, `[text][name]`, with their addresses. In: Markdown. Out: Markdown. Pure.
 */
import type { Definition, ImageReference, LinkReference, Nodes } from 'mdast';
import { parseMarkdown, tame } from './markdown.ts';

/** `[name]: address` wherever it stands in the text, the first of each name; nothing for a text without. */
export function definitionsIn(text: string): readonly Definition[] {
  if (!/\]:/.test(text)) return [];
  const found = new Map<string, Definition>();
  const definitions = nodesOf(parseMarkdown(text)).filter((node) => node.type === 'definition');
  for (const node of definitions.toSorted((a, b) => endOf(a) - endOf(b)))
    if (!found.has(node.identifier)) found.set(node.identifier, node);
  return [...found.values()];
}

/** The Markdown with these addresses in its links. */
export function withAddresses(markdown: string, definitions: readonly Definition[]): string {
  const text = tame(markdown);
  const urls = new Map(definitions.map(({ identifier, url }) => [identifier, url]));
  const references = nodesOf(parseMarkdown(text, [...urls.keys()])).filter(
    (node) => node.type === 'linkReference' || node.type === 'imageReference',
  );
  let linked = '';
  let at = 0;
  for (const node of references.toSorted((a, b) => endOf(a) - endOf(b))) {
    const url = urls.get(node.identifier);
    const label = labelEnd(node, text);
    if (url === undefined || label === undefined || label < at) continue;
    linked += `${text.slice(at, label)}](${destination(url)})`;
    at = endOf(node);
  }
  return linked + text.slice(at);
}

/** Where the bracket stands that ends its words. */
function labelEnd(node: LinkReference | ImageReference, text: string): number | undefined {
  if (node.type === 'linkReference') return node.children.at(-1)?.position?.end.offset;
  const start = node.position?.start.offset ?? 0;
  const words = /^!\[(?:\\.|[^\]\\])*/.exec(text.slice(start))?.[0];
  return words === undefined ? undefined : start + words.length;
}

function endOf(node: Nodes): number {
  return node.position?.end.offset ?? 0;
}

function destination(url: string): string {
  return `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`;
}

function nodesOf(root: Nodes): readonly Nodes[] {
  const nodes = [root];
  for (const node of nodes) if ('children' in node) nodes.push(...node.children);
  return nodes;
}
