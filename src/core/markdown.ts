/**
 * Markdown read: GFM as every part of Docent understands it, with what documentation assistants add to it. In: text.
 * Out: its tree. Pure.
 */
import type { Link, List, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** One tilde is no strike: people write `~5 minutes`. */
const options = { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] };

/**
 * The tree of a GFM text. Never fails: every text is Markdown. Positions are offsets into `text`. Beyond GFM:
 * - `(text)[/path]`, a link with its brackets swapped, is a link, and keeps the round brackets around it;
 * - a `suggestions` fence of such links is a list of links;
 * - `[^1]` is a footnote reference even where its definition is in another message.
 */
export function parseMarkdown(text: string): Root {
  const root = toRoot(text.replace(deepMarkers, '$1'));
  extend(root, 0);
  return root;
}

/** Markers of quotes and items at the start of a line, beyond what anybody nests: reading them costs their square. */
const marker = '[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))';
const deepMarkers = new RegExp(`^((?:${marker}){20})(?:${marker})+`, 'gm');

/** What stands deeper in the tree is shown as its own Markdown, so that nobody who walks the tree runs out of stack. */
const maxDepth = 100;

/** The parser walks the tree too, and gives up on a text of nothing but marks. */
function toRoot(text: string): Root {
  try {
    return fromMarkdown(text, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
  }
}

type Parent = { children: RootContent[] };

function extend(parent: Parent, depth: number): void {
  parent.children = parent.children.flatMap((node): RootContent[] => {
    if (node.type === 'text') return special.test(node.value) ? readText(node.value) : [node];
    if (node.type === 'code' && isSuggestions(node.lang)) return [toList(node.value)];
    if (!('children' in node)) return [node];
    if (depth > maxDepth) return [{ type: 'text', value: '…' }];
    // A link holds no links, so its words stay as they are.
    if (node.type !== 'link' && node.type !== 'linkReference') extend(node, depth + 1);
    return [node];
  });
}

/** Whether a fence of this language holds suggestions of what to read next. */
export function isSuggestions(language: string | null | undefined): boolean {
  return language === 'suggestions';
}

const special = /\(([^()[\]\n]+)\)\[((?:\/|https?:\/\/)[^\s[\]()]*)\]|\[\^([^\]\s^]+)\]/;

function readText(value: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let done = 0;
  for (const match of value.matchAll(new RegExp(special, 'g'))) {
    const [whole, label, url, note] = match;
    if (match.index > done) nodes.push({ type: 'text', value: value.slice(done, match.index) });
    if (note !== undefined) nodes.push({ type: 'footnoteReference', identifier: note.toLowerCase(), label: note });
    else nodes.push({ type: 'text', value: '(' }, toLink(label ?? '', url ?? ''), { type: 'text', value: ')' });
    done = match.index + whole.length;
  }
  if (done < value.length) nodes.push({ type: 'text', value: value.slice(done) });
  return nodes;
}

function toLink(label: string, url: string): Link {
  return { type: 'link', url, children: [{ type: 'text', value: label }] };
}

function toList(value: string): List {
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const children = lines.map((line) => ({ type: 'listItem' as const, spread: false, children: [toItem(line.trim())] }));
  return { type: 'list', ordered: false, spread: false, children };
}

function toItem(line: string): Paragraph {
  const [, label, url] = /^\((.+)\)\[(\S+)\]$/.exec(line) ?? [];
  return { type: 'paragraph', children: label && url ? [toLink(label, url)] : [{ type: 'text', value: line }] };
}
