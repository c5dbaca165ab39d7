/**
 * Turns MDX and the Markdown of docs sites into plain Markdown: components, HTML, imports, comments, admonitions. In: a
 * page's source without its front matter. Out: Markdown with the same content, as work that pauses. Pure.
 */
import { atOnce, type Work } from '../../../kit/base/time-slices.ts';
import { toStretches } from '../../../kit/markdown/page-lines.ts';
import { withAdmonitions } from './callouts.ts';
import { codeSpanEnds } from './code-spans.ts';
import { createHtmlBlockReader, type ReadHtmlBlock } from './html-blocks.ts';
import { closingEnd, moduleEnd, readLiteral } from './literals.ts';
import { createLists, type Lists, Output } from './markdown-writer.ts';
import { withOwnData } from './own-data.ts';
import { createTagReader, type ReadTag } from './tags.ts';

/** Plain Markdown of a page. In MDX, `{…}` is an expression; in Markdown it is text. */
export function* plainMarkdown(source: string, mdx: boolean): Work<string> {
  const lists = createLists();
  const texts: string[] = [];
  for (const { isCode, text } of toStretches(withOwnData(source))) {
    yield;
    texts.push(isCode ? text : yield* withoutMarkup(withAdmonitions(withoutModules(text)), mdx, lists));
  }
  return texts.join('\n');
}

const moduleStart =
  /^(?:import\s+(?=\S)(?:[^'"]{0,2000}?\sfrom\s+)?['"][^'"\n]+['"]|export\s+(?:const|let|var|default|function|async|class|type|interface|enum)\b|export\s*[{*])/gm;

/** Without `import … from '…'` and `export …` statements, of any number of lines. */
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

/** Everything that interrupts plain text: code spans are skipped, tags and expressions are read. */
const special = /\\[\\`*_{}[\]()<>#+\-.!|~]|`+|<|\{|\$/g;

/** One source being read, and the Markdown written so far. */
interface Markup {
  readonly source: string;
  readonly mdx: boolean;
  readonly readTag: ReadTag;
  readonly readHtmlBlock: ReadHtmlBlock;
  readonly out: Output;
}

function* withoutMarkup(source: string, mdx: boolean, lists: Lists): Work<string> {
  const out = new Output(lists);
  const readers = { readTag: createTagReader(source), readHtmlBlock: createHtmlBlockReader(source) };
  const markup: Markup = { source, mdx, ...readers, out };
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
    at = spanEnd ?? found.index + readSpecial(markup, found.index, mark);
    yield;
  }
  out.text(source.slice(at));
  return out.toString();
}

/** Reads the special text at `at`, writes its content to the output, and returns its length. */
function readSpecial(markup: Markup, at: number, mark: string): number {
  const { source, out } = markup;
  const taken = mark === '<' ? readMarkup(markup, at) : isExpression(markup, at) ? readExpression(markup, at) : 0;
  if (taken > 0) return taken;
  const length = mark === '$' ? mathLength(source, at) : mark.length;
  out.text(source.slice(at, at + length));
  return length;
}

/** In Markdown only comments, which converters from MDX leave in, and attribute lists (`{: .wide }`). */
function isExpression({ source, mdx }: Markup, at: number): boolean {
  return source[at] === '{' && (mdx || /^\{(?:\/\*|:|[ \t]*\.[a-z])/i.test(source.slice(at, at + 20)));
}

const math = /\$\$[\s\S]+?\$\$|\$(?=\S)[^$\n]*?[^\s$\\]\$(?!\d)/y;

/** Braces in a formula are not an expression, and an amount of money is not a formula. */
function mathLength(source: string, at: number): number {
  math.lastIndex = at;
  return math.exec(source)?.[0].length ?? 1;
}

/** Writes the text of `{'text'}`; comments and other expressions are dropped. 0: not an expression. */
function readExpression({ source, out }: Markup, at: number): number {
  const end = closingEnd(source, at);
  if (end === -1 || /^\{:?\s*#[^\s{}]+/.test(source.slice(at, end))) return 0;
  const value = readLiteral(source, at + 1);
  if (typeof value === 'string') out.text(value);
  return end - at;
}

/** `[words](<a target with blanks>)` */
const linkTarget = /(?<=\]\()<[^<>\n]*>/y;
const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/y;

/** A comment, the target of a link, an autolink, a block of HTML, or a tag. 0: a plain `<`. */
function readMarkup({ source, mdx, readTag, readHtmlBlock, out }: Markup, at: number): number {
  if (source.startsWith('<!--', at)) {
    const end = source.indexOf('-->', at);
    return (end === -1 ? source.length : end + 3) - at;
  }
  if (source.startsWith('<>', at)) return 2;
  if (source.startsWith('</>', at)) return 3;
  linkTarget.lastIndex = at;
  const target = linkTarget.exec(source)?.[0];
  if (target !== undefined) {
    out.text(target);
    return target.length;
  }
  autolink.lastIndex = at;
  const link = autolink.exec(source);
  if (link) {
    out.text(link[1] ?? '');
    return link[0].length;
  }
  const block = readHtmlBlock(at, (cell) => atOnce(withoutMarkup(cell, mdx, createLists())));
  if (block) {
    out.text(block.text);
    return block.length;
  }
  const tag = readTag(at);
  if (!tag) return 0;
  out.tag(tag);
  return tag.end - at;
}
