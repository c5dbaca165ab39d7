/** Reference links, `[text][name]`, resolved with definitions from anywhere in the text. Pure. */
import type { ImageReference, LinkReference, Nodes } from 'mdast';
import { definitionOf, type Line } from '../../../kit/markdown/block-scanner.ts';
import { parseMarkdown, toIdentifier } from '../../../kit/markdown/parse.ts';
import { boundCost } from '../../../kit/markdown/parse-cost.ts';

/** Link destinations by label, normalized by `toIdentifier`. */
export type Addresses = ReadonlyMap<string, string>;

/** Maximum length in characters; longer addresses are ignored. */
const maxAddress = 2000;

/** The definitions `[name]: address`. The first one of each name counts. */
export function collectDefinitions(lines: readonly Line[]): Addresses {
  const found = new Map<string, string>();
  for (const line of lines) {
    const { name = '', address = '' } = definitionOf(line) ?? {};
    const identifier = toIdentifier(name);
    if (identifier !== '' && address.length <= maxAddress && !found.has(identifier)) found.set(identifier, address);
  }
  return found;
}

/** What may be a label. Escaped brackets are skipped: starting a label at each of them would take quadratic time. */
const bracketed = /\\[\s\S]|\[((?:\\[\s\S]|[^[\]\\])+)\]/g;

/** Fills in these addresses in the links of the Markdown, which is parsed only if it has such a link. */
export function withAddresses(markdown: string, addresses: Addresses): string {
  const used = [...markdown.matchAll(bracketed)].map(([, name = '']) => toIdentifier(name));
  const names = [...new Set(used)].filter((name) => addresses.has(name));
  if (names.length === 0) return markdown;
  const text = boundCost(markdown);
  const references = nodesOf(parseMarkdown(text, names)).filter(
    (node) => node.type === 'linkReference' || node.type === 'imageReference',
  );
  let linked = '';
  let at = 0;
  for (const node of references.toSorted((a, b) => endOf(a) - endOf(b))) {
    const address = addresses.get(toIdentifier(node.identifier));
    const label = labelEnd(node, text);
    if (address === undefined || label === undefined || label < at) continue;
    linked += `${text.slice(at, label)}](${destination(address)})`;
    at = endOf(node);
  }
  return linked + text.slice(at);
}

/** The offset of the bracket that closes its text. */
function labelEnd(node: LinkReference | ImageReference, text: string): number | undefined {
  if (node.type === 'linkReference') return node.children.at(-1)?.position?.end.offset;
  const start = node.position?.start.offset ?? 0;
  const words = /^!\[(?:\\.|[^\]\\])*/.exec(text.slice(start))?.[0];
  return words === undefined ? undefined : start + words.length;
}

function endOf(node: Nodes): number {
  return node.position?.end.offset ?? 0;
}

/** Escapes what would end the destination, begin code or a table cell, or escape the text after it. Keeps entities. */
function destination(address: string): string {
  const plain = address.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return `<${plain.replace(/[<>[\]\\|`\s]/g, encodeURIComponent)}>`;
}

function nodesOf(root: Nodes): readonly Nodes[] {
  const nodes = [root];
  for (const node of nodes) if ('children' in node) nodes.push(...node.children);
  return nodes;
}
