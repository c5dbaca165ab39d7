/**
 * The parts of MDX and of docs sites' Markdown that are no Markdown: components, HTML, imports, comments, admonitions.
 * In: a page's source without its front matter. Out: plain Markdown that says the same. Pure.
 */
import { withAdmonitions } from './callouts.ts';
import { codeSpanEnds } from './code-spans.ts';
import { toStretches } from './fences.ts';
import { readHtmlBlock } from './html-blocks.ts';
import { withFences } from './indented-code.ts';
import { closingEnd, type Literal, moduleEnd, readLiteral } from './literals.ts';
import { createLists, type Lists, Output, type Tag } from './markdown-writer.ts';

/** Plain Markdown of a page. In MDX, `{…}` is an expression; in Markdown it is text. */
export function plainMarkdown(source: string, mdx: boolean): string {
  const lists = createLists();
  return toStretches(mdx ? source : withFences(source))
    .map(({ isCode, text }) => (isCode ? text : withoutMarkup(withAdmonitions(withoutModules(text)), mdx, lists)))
    .join('\n');
}

const moduleStart =
  /^(?:import\s+(?:[^'"]{0,2000}?\sfrom\s+)?['"][^'"\n]+['"]|export\s+(?:const|let|var|default|function|async|class|type|interface|enum)\b|export\s*[{*])/gm;

/** Without blocks of `import … from '…'` and `export …`, over however many lines. */
function withoutModules(text: string): string {
  let kept = '';
  let at = 0;
  for (const { index } of text.matchAll(moduleStart)) {
    if (index < at) continue;
    kept += text.slice(at, index);
    at = moduleEnd(text, index);
  }
  return kept + text.slice(at);
}

/** Everything that ends plain text: code spans are stepped over, tags and expressions are read. */
const special = /\\[\\`*_{}[\]()<>#+\-.!|~]|`+|<|\{|\$/g;

function withoutMarkup(source: string, mdx: boolean, lists: Lists): string {
  const out = new Output(lists);
  const spans = codeSpanEnds(source);
  let at = 0;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(source);
    if (!found) break;
    out.text(source.slice(at, found.index));
    const [mark] = found;
    const spanEnd = mark.startsWith('`') ? spans.get(found.index) : undefined;
    if (spanEnd !== undefined) out.text(source.slice(found.index, spanEnd));
    at = spanEnd ?? found.index + readSpecial(source, found.index, mark, mdx, out);
  }
  out.text(source.slice(at));
  return out.toString();
}

/** How much of the source the special text at `at` takes; what it says goes to the output. */
function readSpecial(source: string, at: number, mark: string, mdx: boolean, out: Output): number {
  const taken =
    mark === '<'
      ? readMarkup(source, at, mdx, out)
      : isExpression(source, at, mdx)
        ? readExpression(source, at, out)
        : 0;
  if (taken > 0) return taken;
  const length = mark === '$' ? mathLength(source, at) : mark.length;
  out.text(source.slice(at, at + length));
  return length;
}

/** In Markdown only comments, which sites that turn MDX into Markdown leave in, and attributes (`{: .wide }`). */
function isExpression(source: string, at: number, mdx: boolean): boolean {
  return source[at] === '{' && (mdx || /^\{(?:\/\*|:|[ \t]*\.[a-z])/i.test(source.slice(at, at + 20)));
}

const math = /\$\$[\s\S]+?\$\$|\$(?=\S)[^$\n]*?[^\s$\\]\$(?!\d)/y;

/** Braces in a formula are no expression; a sum of money is no formula. */
function mathLength(source: string, at: number): number {
  math.lastIndex = at;
  return math.exec(source)?.[0].length ?? 1;
}

/** `{'text'}` says its text; comments and other expressions say nothing. 0: no expression. */
function readExpression(source: string, at: number, out: Output): number {
  const end = closingEnd(source, at);
  if (end === -1 || /^\{:?\s*#[^\s{}]+/.test(source.slice(at, end))) return 0;
  const value = readLiteral(source, at + 1);
  if (typeof value === 'string') out.text(value);
  return end - at;
}

const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/y;

/** A comment, an autolink, a block of HTML, or a tag. 0: a plain `<`. */
function readMarkup(source: string, at: number, mdx: boolean, out: Output): number {
  if (source.startsWith('<!--', at)) {
    const end = source.indexOf('-->', at);
    return (end === -1 ? source.length : end + 3) - at;
  }
  if (source.startsWith('<>', at)) return 2;
  if (source.startsWith('</>', at)) return 3;
  autolink.lastIndex = at;
  const link = autolink.exec(source);
  if (link) {
    out.text(link[1] ?? '');
    return link[0].length;
  }
  const block = readHtmlBlock(source, at, (cell) => withoutMarkup(cell, mdx, createLists()));
  if (block) {
    out.text(block.text);
    return block.length;
  }
  const tag = readTag(source, at);
  if (!tag) return 0;
  out.tag(tag);
  return tag.end - at;
}

const tagName = /<(\/?)([A-Za-z][\w.-]*)(?=[\s/>])/y;
const attribute =
  /(?:\s|\/\/[^\n]{0,1000}\n|\/\*[\s\S]{0,1000}?\*\/)*(?:([\w:@.#-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=\{)|([^\s"'{}>=]+)))?|(?=\{)|(\/?>))/y;

/** The tag at `at`, or undefined when the text there only looks like one. */
function readTag(source: string, at: number): Tag | undefined {
  tagName.lastIndex = at;
  const head = tagName.exec(source);
  if (!head) return undefined;
  const attributes = new Map<string, Literal>();
  let i = at + head[0].length;
  for (;;) {
    attribute.lastIndex = i;
    const found = attribute.exec(source);
    if (!found) return undefined;
    i += found[0].length;
    if (found[5]) {
      return { name: head[2] ?? '', closing: head[1] === '/', empty: found[5] === '/>', attributes, end: i };
    }
    let value: Literal = found[2] ?? found[3] ?? found[4] ?? true;
    if (source.charAt(i) === '{' && (found[1] === undefined || /=\s*$/.test(found[0]))) {
      const end = closingEnd(source, i);
      if (end === -1) return undefined;
      value = readLiteral(source, i + 1);
      i = end;
    } else if (found[0] === '') return undefined;
    if (found[1] !== undefined) attributes.set(found[1], value);
  }
}
