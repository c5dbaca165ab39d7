/**
 * AsciiDoc -> Markdown, by way of Asciidoctor's HTML. In: the source, and a function that reads includes. Blocks the thread for as
 * long as the page takes, and reaches neither files nor the network (safe mode).
 */
import {
  type Block,
  type Document,
  Html5Converter,
  IncludeProcessor,
  type Inline,
  LoggerManager,
  load,
  NullLogger,
  type PreprocessorReader,
  Registry,
  Section,
} from '@asciidoctor/core';
import { plainText } from '../../markdown/sections.ts';
import type { Converted, FormatPlace, Label } from '../format.ts';
import { htmlToMarkdown } from '../html.ts';
import { includedPart } from './include-part.ts';
import { documentOf, includesOf } from './resources.ts';
import { addressAttributes, unknownAddress, unknownIn, withoutUnresolved } from './unresolved.ts';

/** Asciidoctor's own. */
const maxDepth = 64;
const maxIncludes = 1_000;
const maxIncludedChars = 1_000_000;
const maxLabels = 500;

/** What a page may not set: frames of the page, and what would need files. */
const fixed: Readonly<Record<string, string>> = {
  showtitle: '',
  experimental: '',
  outfilesuffix: '.adoc',
  relfileprefix: '',
  env: 'site',
  'env-site': '',
  partialsdir: 'partial$',
  examplesdir: 'example$',
  'max-include-depth': String(maxDepth),
  'toc!': '',
  'sectnums!': '',
  'sectanchors!': '',
  'sectlinks!': '',
  'source-highlighter!': '',
  'icons!': '',
};

LoggerManager.setLogger(new NullLogger());

export async function asciidocToMarkdown(source: string, place: FormatPlace): Promise<Converted> {
  const missing: string[] = [];
  const dropped: string[] = [];
  const drop = (mark: string): void => void dropped.push(mark);
  const unknown = Object.fromEntries(addressAttributes(source).map((name) => [name, `${unknownAddress(name)}@`]));
  const known = Object.fromEntries([...place.variables].map(([name, value]) => [name, `${value}@`]));
  const component = place.variables.get('page-component-name') ?? '';
  const document = await load(source, {
    safe: 'secure',
    attributes: { ...unknown, ...known, ...fixed },
    extension_registry: withIncludes(place, missing),
    converter: new PageConverter(place.file, component, drop),
  });
  const title = plainText(titleOf(String(document.doctitle() ?? '')));
  const html = String(await document.convert()).replace(footnoteMark, '[$1] ');
  const text = htmlToMarkdown(html);
  if ('reason' in text) return { markdown: '', problem: text.reason };
  const front = frontOf(document);
  const name = `/${place.file.replace(/\.[^./]+$/, '')}`;
  const own = { name, anchor: '', title: title || name };
  const labels = [own, ...(await labelsOf(document.catalog.refs, name, drop))];
  dropped.push(...text.dropped);
  const markdown = withoutUnresolved(text.markdown, drop);
  return { markdown, front: title === '' ? front : { title, ...front }, labels, missing, dropped };
}

/** Before a footnote; it leads back to a place that is not kept. */
const footnoteMark = /<a href="#_footnoteref_(\d{1,9})">\d{1,9}<\/a>\. /g;

/** Links to other pages are by the names of documents, so that they show titles. */
class PageConverter extends Html5Converter {
  readonly #file: string;
  readonly #component: string;

  readonly #drop: (mark: string) => void;

  constructor(file: string, component: string, drop: (mark: string) => void) {
    super('html5', {});
    this.#drop = drop;
    this.#file = file;
    this.#component = component;
  }

  override async convert_inline_anchor(node: Inline): Promise<string> {
    const unknown = unknownIn(node.target ?? '');
    if (node.type === 'link' && unknown !== undefined) {
      this.#drop(`{${unknown}}`);
      return node.text === null || unknownIn(node.text) !== undefined ? '' : node.text;
    }
    const path: unknown = node.getAttribute('path');
    if (node.type !== 'xref' || typeof path !== 'string' || node.target === null)
      return super.convert_inline_anchor(node);
    const name = documentOf(node.target, this.#file, this.#component);
    const words = node.text === null || node.text === path ? undefined : node.text;
    if (name === undefined) return words ?? path.replace(/\.adoc$/, '');
    return `<a href="label:${encodeURI(name)}">${words ?? name.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</a>`;
  }

  override async convert_inline_quoted(node: Inline): Promise<string> {
    return isMath(node.type) ? `<code>${node.text ?? ''}</code>` : super.convert_inline_quoted(node);
  }

  override async convert_inline_footnote(node: Inline): Promise<string> {
    const number: unknown = node.getAttribute('index');
    return typeof number === 'number' || typeof number === 'string'
      ? `[${number}]`
      : super.convert_inline_footnote(node);
  }

  override async convert_stem(node: Block): Promise<string> {
    return `<pre><code class="language-latex">${await node.content()}</code></pre>`;
  }
}

function isMath(type: string | null): boolean {
  return type === 'asciimath' || type === 'latexmath';
}

function withIncludes(place: FormatPlace, missing: string[]): Registry {
  const budget = { includes: maxIncludes, chars: maxIncludedChars };
  const read = async (reader: PreprocessorReader, target: string, written: Record<string, string>): Promise<void> => {
    const attributes = new Map(Object.entries(written));
    const from = typeof reader.file === 'string' ? reader.file : place.file;
    budget.includes -= 1;
    if (budget.includes < 0 || reader.includeStack.length > maxDepth) {
      missing.push(target);
      return;
    }
    for (const path of includesOf(target, from, place.file, place.folders)) {
      const text = await place.read(path);
      if (text === undefined) continue;
      const part = includedPart(text, attributes);
      budget.chars -= part.length;
      if (budget.chars < 0) missing.push(target);
      else reader.pushInclude(part.replace(/\n+$/, ''), path, path, 1, written);
      return;
    }
    if (!('optional-option' in written)) missing.push(target);
  };
  const registry = new Registry();
  registry.includeProcessor(
    new (class extends IncludeProcessor {
      override process(_: unknown, reader: PreprocessorReader, target: string, attributes: Record<string, string>) {
        return read(reader, target, attributes);
      }
      override handles(): boolean {
        return true;
      }
    })(),
  );
  return registry;
}

/** HTML -> Markdown. */
function titleOf(html: string): string {
  const text = htmlToMarkdown(`<p>${html}</p>`);
  return 'reason' in text ? '' : withoutUnresolved(text.markdown, () => {});
}

function frontOf(document: Document): Record<string, string> {
  const front: Record<string, string> = {};
  for (const name of ['description', 'keywords']) {
    const value: unknown = document.getAttribute(name);
    if (typeof value === 'string' && value !== '') front[name] = value;
  }
  return front;
}

/** The sections of a page, as other pages name them. */
async function labelsOf(refs: object, page: string, drop: (mark: string) => void): Promise<readonly Label[]> {
  const labels: Label[] = [];
  for (const [id, node] of Object.entries(refs)) {
    if (!(node instanceof Section)) continue;
    if (labels.length >= maxLabels) {
      drop(`[[${id}]]`);
      continue;
    }
    const title = titleOf(String((await node.xreftext()) ?? ''));
    labels.push({ name: `${page}#${id}`, anchor: id, title: title || id });
  }
  return labels;
}
