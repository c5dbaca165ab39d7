/**
 * Parses an HTML page and finds its main content. Out: a tree of limited depth, in time proportional to the source. Pure.
 * parse5 follows the HTML standard, by which a few bytes may nest or copy elements without end; both are bounded here.
 */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from 'parse5';
import type { Unreadable } from './format.ts';

export type HtmlNode = DefaultTreeAdapterMap['childNode'];
export type HtmlElement = DefaultTreeAdapterMap['element'];

/** Pages of documentation generators nest some 40 elements. */
const maxDepth = 300;
/** Elements that the standard adds: `tbody`, and copies of formatting that is left open. */
const maxAddedElements = 20_000;

export interface HtmlPage {
  readonly main: HtmlElement;
  /** The whole content of `title`; empty without one. */
  readonly title: string;
  /** The title above the content; empty without one. */
  readonly heading: string;
  /** All of level 1, wherever they stand. */
  readonly topHeadings: readonly HtmlElement[];
  /** Empty: the page does not say. */
  readonly siteName: string;
  readonly description: string;
}

export function parseHtml(source: string): HtmlPage | Unreadable {
  try {
    return pageOf(parse(source, { treeAdapter: boundedAdapter(source) }));
  } catch (cause) {
    if (cause instanceof EndlessError) return { reason: cause.message };
    throw cause;
  }
}

class EndlessError extends Error {}

function pageOf(document: DefaultTreeAdapterMap['document']): HtmlPage {
  // The parser adds it where it is missing.
  const root = document.childNodes.find(isElement);
  if (!root) throw new TypeError('the HTML has no root');
  const found: Candidates = { mains: [], articles: [], contents: [] };
  let title = '';
  let heading = '';
  let siteName = '';
  let description = '';
  const topHeadings: HtmlElement[] = [];
  let body = root;
  visit(root, (element) => {
    const name = element.tagName;
    if (name === 'body') body = element;
    if (name === 'h1') topHeadings.push(element);
    if (name === 'title' && title === '') title = textOf(element).replace(/\s+/g, ' ').trim();
    // Doxygen has it outside of its content.
    if (classesOf(element).includes('headertitle')) heading = textOf(element).replace(/\s+/g, ' ').trim();
    if (name === 'meta' && attributeOf(element, 'name') === 'description')
      description = attributeOf(element, 'content');
    if (name === 'meta' && attributeOf(element, 'property') === 'og:site_name')
      siteName = attributeOf(element, 'content').replace(/\s+/g, ' ').trim();
    if (name === 'main' || attributeOf(element, 'role') === 'main') found.mains.push(element);
    else if (name === 'article') found.articles.push(element);
    else if (contentIds.has(attributeOf(element, 'id')) || classesOf(element).some((one) => contentClasses.has(one)))
      found.contents.push(element);
  });
  const about = description.replace(/\s+/g, ' ').trim();
  return { main: mainOf(found) ?? body, title, heading, topHeadings, siteName, description: about };
}

interface Candidates {
  readonly mains: HtmlElement[];
  readonly articles: HtmlElement[];
  readonly contents: HtmlElement[];
}

/** The content in the output of generators without `main`: wikis, Javadoc, Doxygen and others. */
const contentIds: ReadonlySet<string> = new Set([
  'content',
  'main-content',
  'mw-content-text',
  'doc-content',
  'docs-content',
  'page-content',
]);
const contentClasses: ReadonlySet<string> = new Set([
  'contents',
  'contentContainer',
  'main-content',
  'markdown-body',
  'rst-content',
  'entry-content',
]);

/** `main`; else a single article; else the first place that is known to hold content. An article inside of `main` is better. */
function mainOf({ mains, articles, contents }: Candidates): HtmlElement | undefined {
  const [main] = mains;
  const [article] = articles;
  if (article !== undefined && articles.length === 1 && (main === undefined || isWithin(article, main))) return article;
  return main ?? contents[0];
}

function isWithin(element: HtmlElement, outer: HtmlElement): boolean {
  let parent = element.parentNode;
  while (parent !== null && parent !== outer) parent = 'parentNode' in parent ? parent.parentNode : null;
  return parent === outer;
}

function boundedAdapter(source: string): typeof defaultTreeAdapter {
  let left = source.split('<').length + maxAddedElements;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      left -= 1;
      if (left < 0) throw new EndlessError('Its HTML leaves too many elements open.');
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      depth += 1;
      if (depth > maxDepth) throw new EndlessError('Its HTML is nested too deeply.');
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

function visit(element: HtmlElement, each: (element: HtmlElement) => void): void {
  each(element);
  for (const child of element.childNodes) if (isElement(child)) visit(child, each);
}

export function isElement(node: { readonly nodeName: string }): node is HtmlElement {
  return 'tagName' in node;
}

export function isText(node: HtmlNode): node is DefaultTreeAdapterMap['textNode'] {
  return node.nodeName === '#text';
}

/** Empty: it has none. */
export function attributeOf({ attrs }: HtmlElement, name: string): string {
  return attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

export function hasAttribute({ attrs }: HtmlElement, name: string): boolean {
  return attrs.some((attribute) => attribute.name === name);
}

export function classesOf(element: HtmlElement): readonly string[] {
  const value = attributeOf(element, 'class');
  return value === '' ? [] : value.split(/\s+/);
}

export function childrenOf({ childNodes }: HtmlElement): readonly HtmlElement[] {
  return childNodes.filter(isElement);
}

/** All text in it. */
export function textOf(node: HtmlNode): string {
  const out: string[] = [];
  const add = (one: HtmlNode): void => {
    if (isText(one)) out.push(one.value);
    else if (isElement(one)) one.childNodes.forEach(add);
  };
  add(node);
  return out.join('');
}

/** The first element below, in the order of the source, that is wanted. */
export function findBelow(element: HtmlElement, isWanted: (element: HtmlElement) => boolean): HtmlElement | undefined {
  for (const child of childrenOf(element)) {
    const found = isWanted(child) ? child : findBelow(child, isWanted);
    if (found) return found;
  }
  return undefined;
}
