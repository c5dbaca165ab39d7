/**
 * Turns a page of HTML into Markdown: its main content without navigation, scripts and forms, with the anchors that it has.
 * In: the source. Out: Markdown and the title. Pure.
 */
import { capital } from '../markdown/callouts.ts';
import { codeSpan } from '../markdown/code-spans.ts';
import { fenced } from '../markdown/marks/mark.ts';
import type { Convert, Unreadable } from './format.ts';
import {
  attributeOf,
  childrenOf,
  classesOf,
  findBelow,
  type HtmlElement,
  type HtmlNode,
  hasAttribute,
  isElement,
  isText,
  parseHtml,
  textOf,
} from './html-tree.ts';
import { cell, escaped, indented, link, paragraph, table } from './markdown-text.ts';

/** What other formats make of HTML. */
export interface HtmlText {
  readonly markdown: string;
  /** Of the window; undefined where the content has a heading of level 1. */
  readonly title: string | undefined;
  readonly description: string;
  /** Tables that are not shown as a whole. */
  readonly dropped: readonly string[];
}

export const fromHtml: Convert = async (source, _, written) => {
  const isTemplate = Object.keys(written).length > 0;
  const html = isTemplate ? source.replace(templateMark, '') : source;
  const text = htmlToMarkdown(html);
  if ('reason' in text) return text;
  const { markdown, title, description, dropped } = text;
  const front = { ...(title !== undefined && { title }), ...(description !== '' && { description }) };
  return { markdown, front, dropped };
};

/** Of Jekyll and Hugo. */
const templateMark = /\{[{%][^{}\n]{0,500}[%}]\}/g;

export function htmlToMarkdown(source: string): HtmlText | Unreadable {
  const page = parseHtml(source);
  if ('reason' in page) return page;
  const { main, title, heading, topHeadings, siteName, description } = page;
  const writer = new Writer();
  const markdown = writer.blocks(main.childNodes).join('\n\n');
  // Several are sections, as in the output of Doxygen.
  const own = allBelow(main, ({ tagName }) => tagName === 'h1');
  // With a link it is the site's logo.
  const named = own.length > 0 ? own : topHeadings.filter((one) => findBelow(one, isLink) === undefined);
  const texts = named.map((one) => shownText(one).replace(/\s+/g, ' ').trim());
  const name = pageNameIn(title, texts, siteName);
  const shown = heading || (own.length === 1 ? '' : name);
  return { markdown, title: shown === '' ? undefined : shown, description, dropped: writer.dropped };
}

const blockNames: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'details', 'dialog', 'div', 'dl', 'dt'],
  ...['fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hgroup'],
  ...['hr', 'html', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'search', 'section', 'summary', 'table', 'tbody'],
  ...['td', 'tfoot', 'th', 'thead', 'tr', 'ul', 'rt', 'rp'],
]);

const droppedNames: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'iframe', 'object', 'embed', 'svg', 'canvas', 'video', 'audio', 'map'],
  ...['img', 'picture', 'input', 'select', 'textarea', 'button', 'nav', 'footer', 'head', 'link', 'meta', 'rp', 'hr'],
]);

const droppedRoles: ReadonlySet<string> = new Set([
  'navigation',
  'search',
  'banner',
  'contentinfo',
  'complementary',
  'menu',
  'menubar',
  'toolbar',
  'dialog',
]);

/** Classes of what surrounds the content, and of numbers and buttons beside code. */
const droppedClasses: ReadonlySet<string> = new Set([
  ...['toc', 'table-of-contents', 'sidebar', 'sphinxsidebar', 'breadcrumb', 'breadcrumbs', 'pagination', 'related'],
  ...['headerlink', 'hash-link', 'header-anchor', 'anchorjs-link', 'viewcode-link', 'edit-this-page', 'editsection'],
  ...['linenos', 'lineno', 'linenodiv', 'line-numbers-wrapper', 'line-numbers-rows', 'gutter', 'lnt', 'lnlinks'],
  ...['copy', 'copybtn', 'copy-button', 'clipboard', 'sr-only', 'visually-hidden', 'screen-reader-text', 'skip-link'],
  ...['theme-doc-toc-mobile', 'theme-doc-breadcrumbs', 'tsd-navigation', 'mw-editsection', 'katex-html', 'navheader'],
  ...['navfooter', 'printfooter', 'catlinks', 'sub-nav', 'ttc', 'tsd-breadcrumb'],
]);

/** Always a note, and a note only together with a title. */
const noteClasses = /^(?:note|tip|hint|important|warning|caution|danger|attention|seealso)$/;
const boxClasses = /^(?:admonition|admonitionblock|theme-admonition|custom-block|callout|alert|starlight-aside)$/;
const boxTitles =
  /^(?:title|(?:admonition|callout|custom-block|markdown-alert|alert)-?(?:title|heading)|admonitionheading_\w+|starlight-aside__title)$/i;

const permalinks = /^[\s¶#§🔗]*$/u;
const codeTables = /^(?:highlighttable|rouge-table|lntable|hljs-ln)$/;
/** Deeper lists and quotes continue at this depth. */
const maxListDepth = 10;
const maxQuoteDepth = 10;
const maxSpan = 20;
/** The rest of a row is dropped; short rows are filled up. */
const maxColumns = 50;

/** What inline text stands in, where it must not be repeated. */
interface Around {
  readonly bold?: true;
  readonly italic?: true;
  readonly link?: true;
  /** In a cell or a heading: all on one line. */
  readonly line?: true;
}

class Writer {
  readonly dropped: string[] = [];
  /** Of the last heading. */
  private level = 1;
  private listDepth = 0;
  private quoteDepth = 0;
  /** Titles of tabs whose content has not come yet. */
  private tabs: string[] = [];
  private readonly done = new Set<HtmlElement>();
  /** The elements before headings. */
  private readonly before = new Map<HtmlElement, HtmlElement>();
  private readonly knownBlocks = new Map<HtmlElement, boolean>();

  blocks(nodes: readonly HtmlNode[], around: Around = {}): string[] {
    const out: string[] = [];
    let run: HtmlNode[] = [];
    const flush = (): void => {
      const text = paragraph(this.inline(run, around));
      if (text !== '') out.push(text);
      run = [];
    };
    let before: HtmlElement | undefined;
    for (const node of nodes) {
      if (isElement(node)) {
        if (before && isHeading(node)) this.before.set(node, before);
        before = node;
      }
      if (!isElement(node) || !this.isBlock(node)) {
        run.push(node);
        continue;
      }
      flush();
      out.push(...this.block(node, around));
    }
    flush();
    return out;
  }

  private isBlock(element: HtmlElement): boolean {
    const known = this.knownBlocks.get(element);
    if (known !== undefined) return known;
    const is =
      blockNames.has(element.tagName) ||
      (element.tagName !== 'code' && childrenOf(element).some((one) => this.isBlock(one)));
    this.knownBlocks.set(element, is);
    return is;
  }

  private isDropped(element: HtmlElement): boolean {
    if (this.done.has(element)) return true;
    const { tagName: name } = element;
    if (droppedNames.has(name)) return true;
    const classes = classesOf(element);
    const isTab = attributeOf(element, 'role') === 'tabpanel' || classes.includes('tabbed-block');
    if (!isTab && (hasAttribute(element, 'hidden') || /display:\s*none/.test(attributeOf(element, 'style'))))
      return true;
    if (attributeOf(element, 'aria-hidden') === 'true') return true;
    if (droppedRoles.has(attributeOf(element, 'role')) || classes.some((one) => droppedClasses.has(one))) return true;
    if (name === 'a') return isPermalink(element);
    if (name === 'header' || name === 'form') return findBelow(element, isHeading) === undefined;
    return name === 'aside' && !isBox(classes);
  }

  private block(element: HtmlElement, around: Around): readonly string[] {
    if (this.isDropped(element)) return [];
    const classes = classesOf(element);
    if (isHeading(element)) return this.heading(element);
    if (attributeOf(element, 'role') === 'tablist' || classes.includes('tabbed-labels')) return this.openTabs(element);
    if (attributeOf(element, 'role') === 'tabpanel' || classes.includes('tabbed-block')) {
      const title = this.tabs.shift();
      return [...(title === undefined ? [] : [`**${escaped(title)}**`]), ...this.blocks(element.childNodes)];
    }
    switch (element.tagName) {
      case 'pre':
        return code(element);
      case 'ul':
      case 'ol':
      case 'menu':
        return this.list(element);
      case 'dl':
        return this.definitions(element);
      case 'table':
        return this.table(element, classes);
      case 'summary':
      case 'caption':
        return strong(this.inline(element.childNodes, { bold: true, line: true }));
      case 'blockquote':
        return this.quote(element);
      case 'div':
      case 'section':
      case 'aside':
        if (classes.includes('fragment')) return code(element);
        if (isBox(classes)) return this.box(element, classes);
    }
    return this.blocks(element.childNodes, around);
  }

  private heading(element: HtmlElement): readonly string[] {
    const level = Number(element.tagName.charAt(1));
    const text = paragraph(this.inline(element.childNodes, { bold: true, line: true }));
    this.level = level;
    return text === '' ? [] : [`${'#'.repeat(level)} ${text}${idMark(idOfHeading(element, this.before.get(element)))}`];
  }

  private quote(element: HtmlElement): readonly string[] {
    this.quoteDepth += 1;
    const blocks = this.blocks(element.childNodes);
    this.quoteDepth -= 1;
    return this.quoteDepth < maxQuoteDepth ? quoted(blocks) : blocks;
  }

  private openTabs(element: HtmlElement): readonly string[] {
    const named = (one: HtmlElement): boolean => attributeOf(one, 'role') === 'tab' || one.tagName === 'label';
    this.tabs = allBelow(element, named)
      .map((tab) => textOf(tab).replace(/\s+/g, ' ').trim())
      .slice(0, 100);
    return [];
  }

  private list(element: HtmlElement): readonly string[] {
    const isOrdered = element.tagName === 'ol';
    let number = Math.max(0, Math.trunc(Number(attributeOf(element, 'start')))) || 1;
    this.listDepth += 1;
    const items: string[] = [];
    for (const child of element.childNodes) {
      // Lists directly in lists, as older tools write them, belong to the item before.
      const blocks = isElement(child) && child.tagName === 'li' ? this.blocks(child.childNodes) : this.blocks([child]);
      if (blocks.length === 0) continue;
      items.push(this.item(isOrdered ? `${number}. ` : '- ', blocks));
      number += 1;
    }
    this.listDepth -= 1;
    return items.length === 0 ? [] : [items.join('\n')];
  }

  private item(mark: string, blocks: readonly string[]): string {
    const isTight = blocks.every((block, at) => at === 0 || /^(?:- |\d+\. )/.test(block));
    const text = blocks.join(isTight ? '\n' : '\n\n');
    if (this.listDepth > maxListDepth) return /^(?:- |\d+\. )/.test(text) ? text : mark + text;
    return mark + indented(text, mark.length);
  }

  /** Terms that can be linked to, as those of an API reference, become headings; others a list. */
  private definitions(element: HtmlElement): readonly string[] {
    const out: string[] = [];
    const outer = this.level;
    let terms: HtmlElement[] = [];
    this.listDepth += 1;
    const parts = childrenOf(element).flatMap((child) => (child.tagName === 'div' ? childrenOf(child) : [child]));
    for (const part of parts) {
      if (part.tagName === 'dt') terms.push(part);
      if (part.tagName !== 'dd') continue;
      out.push(...this.definition(terms, part, outer));
      terms = [];
    }
    this.listDepth -= 1;
    if (terms.length > 0) out.push(...this.definition(terms, undefined, outer));
    return withListsJoined(out);
  }

  private definition(
    terms: readonly HtmlElement[],
    meaning: HtmlElement | undefined,
    outer: number,
  ): readonly string[] {
    const [first] = terms;
    if (first && isSignature(first)) {
      this.level = Math.min(outer + 1, 6);
      const depth = this.listDepth;
      this.listDepth = 0;
      const names = terms.map((term) => paragraph(escaped(shownText(term).replace(/\s+/g, ' '))));
      const [name = '', ...others] = names;
      const heading = `${'#'.repeat(this.level)} ${name}${idMark(attributeOf(first, 'id'))}`;
      const blocks = [heading, ...others, ...(meaning ? this.blocks(meaning.childNodes) : [])];
      this.listDepth = depth;
      this.level = outer;
      return blocks;
    }
    const words = terms
      .map((term) => paragraph(this.inline(term.childNodes, { line: true })))
      .filter((one) => one !== '');
    const label = words.map((word) => (/[*`]/.test(word) ? word : `**${word}**`)).join(', ');
    const blocks = meaning ? this.blocks(meaning.childNodes) : [];
    const [text = '', ...rest] = blocks;
    if (label === '') return blocks.length === 0 ? [] : [this.item('- ', blocks)];
    const isText = text !== '' && !/^(?:[-#>|`~]|\d+\. )/.test(text);
    return [this.item('- ', isText ? [`${label}: ${text}`, ...rest] : [label, ...blocks])];
  }

  private table(element: HtmlElement, classes: readonly string[]): readonly string[] {
    const pre = classes.some((one) => codeTables.test(one)) ? allBelow(element, isPre).at(-1) : undefined;
    if (pre) return code(pre);
    const caption = childrenOf(element).find(({ tagName }) => tagName === 'caption');
    const out = caption ? [...this.block(caption, {})] : [];
    const isLayout = attributeOf(element, 'role') === 'presentation';
    let run: HtmlElement[] = [];
    for (const row of rowsOf(element)) {
      if (!isLayout && findBelow(row, isTooMuchForCell) === undefined) {
        run.push(row);
        continue;
      }
      out.push(...this.rows(run));
      run = [];
      out.push(...cellsOf(row).flatMap((cell) => this.blocks(cell.childNodes)));
    }
    return [...out, ...this.rows(run)];
  }

  private rows(rows: readonly HtmlElement[]): readonly string[] {
    const whole = this.cellTexts(rows).filter((row) => row.some((text) => text !== ''));
    const widest = whole.reduce((most, row) => Math.max(most, row.length), 0);
    if (widest > maxColumns) this.dropped.push(`<table> with ${widest} columns`);
    if (widest === 0) return [];
    const texts = whole.map((row) => row.slice(0, maxColumns));
    const isHeaded = rows[0] !== undefined && cellsOf(rows[0]).some(({ tagName }) => tagName === 'th');
    const [head = [], ...rest] = isHeaded ? texts : [[], ...texts];
    return [table(head, rest)];
  }

  /** A cell over several rows is repeated in each. */
  private cellTexts(rows: readonly HtmlElement[]): readonly (readonly string[])[] {
    const open = new Map<number, { readonly text: string; rows: number }>();
    return rows.map((row) => {
      const texts: string[] = [];
      const takeOpen = (): void => {
        for (let above = open.get(texts.length); above; above = open.get(texts.length)) {
          above.rows -= 1;
          if (above.rows === 0) open.delete(texts.length);
          texts.push(above.text);
        }
      };
      for (const element of cellsOf(row)) {
        takeOpen();
        const text = cell(paragraph(this.flat(element)));
        const span = spanOf(element, 'rowspan');
        if (span > 1 && text.length < 200) open.set(texts.length, { text, rows: span - 1 });
        texts.push(text, ...Array.from({ length: spanOf(element, 'colspan') - 1 }, () => ''));
      }
      takeOpen();
      return texts;
    });
  }

  /** Blocks in a cell, one after the other. */
  private flat(element: HtmlElement): string {
    return this.inline(element.childNodes, { line: true });
  }

  private box(element: HtmlElement, classes: readonly string[]): readonly string[] {
    const isTitle = (one: HtmlElement): boolean => classesOf(one).some((name) => boxTitles.test(name));
    const titled = findBelow(element, isTitle);
    if (titled) this.done.add(titled);
    const kind = classes.find((one) => noteClasses.test(one)) ?? 'note';
    const title = titled ? textOf(titled).replace(/\s+/g, ' ').trim() : '';
    const content = classes.includes('admonitionblock')
      ? (findBelow(element, (one) => classesOf(one).includes('content')) ?? element)
      : element;
    const [first, ...rest] = this.blocks(content.childNodes);
    if (first === undefined) return [];
    const label = `**${escaped(title.replace(/:$/, '') || (kind === 'seealso' ? 'See also' : capital(kind)))}:**`;
    return /^(?:[-#>|`~]|\d+\. )/.test(first) ? [label, first, ...rest] : [`${label} ${first}`, ...rest];
  }

  inline(nodes: readonly HtmlNode[], around: Around): string {
    return nodes.map((node) => this.piece(node, around)).join('');
  }

  private piece(node: HtmlNode, around: Around): string {
    if (isText(node)) return escaped(node.value.replace(/\s+/g, ' '));
    if (!isElement(node) || this.isDropped(node)) return '';
    const inner = (more: Around = {}): string => this.inline(node.childNodes, { ...around, ...more });
    switch (node.tagName) {
      case 'br':
        return around.line ? ' ' : '\n';
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt':
        return codeElement(node, around);
      case 'b':
      case 'strong':
        return around.bold ? inner() : wrapped(inner({ bold: true }), '**');
      case 'i':
      case 'em':
      case 'dfn':
      case 'cite':
      case 'var':
        return around.italic ? inner() : wrapped(inner({ italic: true }), '*');
      case 'del':
      case 's':
      case 'strike':
        return wrapped(inner(), '~~');
      case 'sup':
        return classesOf(node).some((one) => /footnote|reference/.test(one)) ? '' : withBefore('^', inner());
      case 'q':
        return `“${inner()}”`;
      case 'a':
        return around.link ? inner() : link(inner({ link: true }), attributeOf(node, 'href'));
      case 'math':
        return formula(node);
      case 'pre':
        return codeElement(node, around);
      case 'label':
        return classesOf(node).some((one) => one.includes('tab'))
          ? `\n${wrapped(inner({ bold: true }), '**')}\n`
          : inner();
    }
    return this.isBlock(node) ? ` ${inner()} ` : inner();
  }
}

const separators = ['|', '·', '»', '::', '-', '–', '—'].map((mark) => ` ${mark} `);

/** After these nothing but the site's name stands. */
const siteMark = / (?:[|·»]|::) .*$/;

/**
 * The page's own name in the title of its window, beside which the site's often stands: "Install | Foo", "Foo - Install". A dash
 * may also be part of the name; the page's headings and what it says of its site decide. `siteName`: empty if unknown.
 */
function pageNameIn(title: string, headings: readonly string[], siteName: string): string {
  const own = headings.filter((heading) => heading !== siteName);
  const named = own.find((heading) => heading === title || besideIn(title, heading) !== undefined);
  return named ?? besideIn(title, siteName) ?? title.replace(siteMark, '');
}

/** What stands on the other side of a separator. undefined: the title neither begins nor ends with this name. */
function besideIn(title: string, name: string): string | undefined {
  for (const separator of separators) {
    if (title.endsWith(separator + name)) return title.slice(0, -(separator + name).length);
    if (title.startsWith(name + separator)) return title.slice((name + separator).length);
  }
  return undefined;
}

function isHeading({ tagName }: HtmlElement): boolean {
  return /^h[1-6]$/.test(tagName);
}

function isLink(element: HtmlElement): boolean {
  return element.tagName === 'a' && !isPermalink(element);
}

function isPre({ tagName }: HtmlElement): boolean {
  return tagName === 'pre';
}

/** Signs of a table that only arranges. */
function isTooMuchForCell(element: HtmlElement): boolean {
  const { tagName } = element;
  return tagName === 'table' || isHeading(element) || (tagName === 'pre' && textOf(element).trim().includes('\n'));
}

function isBox(classes: readonly string[]): boolean {
  return classes.some((one) => noteClasses.test(one) || boxClasses.test(one));
}

function isSignature(term: HtmlElement): boolean {
  return attributeOf(term, 'id') !== '' && classesOf(term).some((one) => /^sig(?:-object)?$|^signature$/.test(one));
}

/** A link to the place itself, and one to the details below. */
function isPermalink(element: HtmlElement): boolean {
  const href = attributeOf(element, 'href');
  if (href.startsWith('#') && permalinks.test(textOf(element))) return true;
  return href.includes('#') && /^\s*More\.\.\.\s*$/.test(textOf(element));
}

function allBelow(element: HtmlElement, isWanted: (element: HtmlElement) => boolean): readonly HtmlElement[] {
  return childrenOf(element).flatMap((child) => (isWanted(child) ? [child] : allBelow(child, isWanted)));
}

/** Not those of tables in it. */
function rowsOf(table: HtmlElement): readonly HtmlElement[] {
  return childrenOf(table).flatMap((child) => {
    if (child.tagName === 'tr') return [child];
    return /^t(?:head|body|foot)$/.test(child.tagName)
      ? childrenOf(child).filter(({ tagName }) => tagName === 'tr')
      : [];
  });
}

function cellsOf(row: HtmlElement): readonly HtmlElement[] {
  return childrenOf(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

function spanOf(cell: HtmlElement, name: string): number {
  const span = Number.parseInt(attributeOf(cell, name), 10);
  return span > 1 ? Math.min(span, maxSpan) : 1;
}

/** Its own, that of an anchor in it or before it, or that of the section that it begins. */
function idOfHeading(heading: HtmlElement, before: HtmlElement | undefined): string {
  const own = attributeOf(heading, 'id');
  if (own !== '') return own;
  const inner = findBelow(heading, (one) => idOrName(one) !== '');
  if (inner) return idOrName(inner);
  if (before) return before.tagName === 'a' && textOf(before) === '' ? idOrName(before) : '';
  const section = parentOf(heading);
  return section && /^(?:section|div|article)$/.test(section.tagName) ? attributeOf(section, 'id') : '';
}

function idOrName(element: HtmlElement): string {
  return attributeOf(element, 'id') || (element.tagName === 'a' ? attributeOf(element, 'name') : '');
}

function idMark(id: string): string {
  return /^[^\s{}\\]{1,200}$/.test(id) ? ` {#${id}}` : '';
}

function code(element: HtmlElement): readonly string[] {
  const text = codeText(element)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return text === '' ? [] : [fenced(text, languageOf(element))];
}

/** Lines may be elements of their own, with or without line ends between them. */
function codeText(node: HtmlNode): string {
  const out: string[] = [];
  const atLineStart = (): boolean => out.length === 0 || out.at(-1)?.endsWith('\n') === true;
  const add = (one: HtmlNode): void => {
    if (isText(one)) {
      if (one.value !== '') out.push(one.value);
      return;
    }
    if (!isElement(one)) return;
    if (one.tagName === 'br') out.push('\n');
    if (droppedNames.has(one.tagName) || classesOf(one).some((name) => droppedClasses.has(name))) return;
    for (const child of one.childNodes) add(child);
    if (/^(?:div|p|li|tr)$/.test(one.tagName) && one !== node && !atLineStart()) out.push('\n');
  };
  add(node);
  return out.join('').replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ');
}

const languageClass = /^(?:language|lang|highlight-source|highlight|src|brush|code)[-:]([\w+#.-]{1,30})$/;
const noLanguage = /^(?:default|none|plain|plaintext|text|txt|notranslate|src|highlight|block|box|wrapper|example)$/;

/** By the classes of the code and of what it stands in. */
function languageOf(element: HtmlElement): string {
  const inner = childrenOf(element).find(({ tagName }) => tagName === 'code');
  const outer = parentOf(element);
  const places = [inner, element, outer, outer && parentOf(outer)].filter((place) => place !== undefined);
  for (const place of places) {
    const classes = classesOf(place);
    const pandoc = classes.includes('sourceCode') || classes.includes('hljs') ? classes : [];
    const named = [
      ...[attributeOf(place, 'data-lang'), attributeOf(place, 'data-language')],
      ...classes.map((one) => languageClass.exec(one)?.[1] ?? ''),
      ...pandoc.filter((one) => /^[a-z][\w+#]{0,20}$/.test(one) && !/^(?:sourceCode|hljs|numberSource)$/.test(one)),
    ];
    const language = named.find((one) => /^[\w+#.-]{1,30}$/.test(one) && !noLanguage.test(one));
    if (language !== undefined) return language.toLowerCase();
  }
  return '';
}

function parentOf({ parentNode }: HtmlElement): HtmlElement | undefined {
  return parentNode !== null && isElement(parentNode) ? parentNode : undefined;
}

function codeElement(element: HtmlElement, around: Around): string {
  const text = shownText(element).replace(/\s+/g, ' ');
  if (text.trim() === '') return text;
  const shown = codeSpan(text);
  const [only, ...others] = element.childNodes;
  const isLink = only && isElement(only) && only.tagName === 'a' && others.length === 0 && !around.link;
  return isLink ? link(shown, attributeOf(only, 'href')) : shown;
}

/** The text without permalinks and the like. */
function shownText(node: HtmlNode): string {
  if (isText(node)) return node.value;
  if (!isElement(node) || classesOf(node).some((one) => droppedClasses.has(one))) return '';
  return node.childNodes.map(shownText).join('');
}

/** The TeX that renderers keep beside the formula. */
function formula(element: HtmlElement): string {
  const tex = findBelow(element, (one) => one.tagName === 'annotation' && /tex/.test(attributeOf(one, 'encoding')));
  return tex ? `$${textOf(tex).replace(/\s+/g, ' ').trim()}$` : escaped(textOf(element).replace(/\s+/g, ' '));
}

function wrapped(words: string, mark: string): string {
  const inner = words.trim();
  if (inner === '') return words;
  return `${/^\s/.test(words) ? ' ' : ''}${mark}${inner}${mark}${/\s$/.test(words) ? ' ' : ''}`;
}

function withBefore(mark: string, words: string): string {
  return words.trim() === '' ? '' : mark + words.trim();
}

function strong(words: string): readonly string[] {
  const text = paragraph(words);
  return text === '' ? [] : [`**${text}**`];
}

/** Items one after the other are one list. */
function withListsJoined(blocks: readonly string[]): readonly string[] {
  const out: string[][] = [];
  for (const block of blocks) {
    const last = out.at(-1);
    if (last && block.startsWith('- ') && last[0]?.startsWith('- ') === true) last.push(block);
    else out.push([block]);
  }
  return out.map((one) => one.join('\n'));
}

function quoted(blocks: readonly string[]): readonly string[] {
  if (blocks.length === 0) return [];
  return [blocks.join('\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>')];
}
