/**
 * Directives of docutils, Sphinx and its common extensions. In: a directive as written, and how to read its content. Out:
 * nodes; what cannot be shown is counted on the page. Work that may pause.
 * Sources: docutils.sourceforge.io/docs/ref/rst/directives.html; sphinx-doc.org/en/master/usage/restructuredtext/directives.html;
 * sphinx-design.readthedocs.io; sphinx-tabs.readthedocs.io.
 */
import type { Work } from '../../../../kit/base/time-slices.ts';
import { capital } from '../../markdown/callouts.ts';
import { readInclude, readLiteralInclude } from './include-directives.ts';
import { isObject, readObject } from './objects.ts';
import {
  type BlockPlace,
  type Directive,
  type Node,
  normalized,
  type ReadBlocks,
  type Row,
  type RstPage,
  sphinxId,
  type Term,
} from './page.ts';
import { docFile } from './roles.ts';
import { readCsv } from './tables.ts';
import { dedented, splitTarget, withoutMarkup } from './text.ts';

export interface WrittenDirective {
  readonly name: string;
  /** The rest of its line. */
  readonly first: string;
  /** The lines below, without their common indentation. */
  readonly body: readonly string[];
  /** A section follows. */
  readonly isBeforeSection: boolean;
}

const notes =
  /^(?:attention|caution|danger|error|hint|important|note|tip|warning|seealso|todo|versionadded|versionchanged|versionremoved|deprecated|deprecated-removed|admonition|topic|sidebar|dropdown|details|collapse|impl-detail|availability|card|grid-item-card|tab-item|tab|group-tab|exercise|solution|danger|info|success)$/;
/** The first line is part of what they say. */
const withoutArguments =
  /^(?:attention|caution|danger|error|hint|important|note|tip|warning|seealso|todo|epigraph|highlights|pull-quote|compound|line-block|parsed-literal|math|impl-detail|acks|centered|glossary|tab-set|tabs|grid-item|hlist|content-tabs)$/;
const code =
  /^(?:code|code-block|code-cell|sourcecode|prompt|parsed-literal|doctest|testcode|testoutput|productionlist|console|snippet|ipython|ipython3|jupyter-execute|ansi-block|terminal|shell|mermaid|graphviz|digraph|graph|uml|plantuml|blockdiag|seqdiag)$/;
/** They only arrange or direct, or are of the reader's machine alone. */
const silent =
  /^(?:contents|sectnum|section-numbering|header|footer|index|tabularcolumns|testsetup|testcleanup|sectionauthor|codeauthor|moduleauthor|rst-class|cssclass|default-domain|target-notes|todolist|nextslide|title|date|meta|role|default-role|highlight|currentmodule|program|spelling|spelling:word-list|template|latexonly)$/;

const labels: Readonly<Record<string, string>> = {
  seealso: 'See also',
  todo: 'To do',
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  versionremoved: 'Removed in version',
  deprecated: 'Deprecated since version',
  'deprecated-removed': 'Deprecated since version',
  'impl-detail': 'Implementation detail',
};

export function* readDirective(written: WrittenDirective, place: BlockPlace, read: ReadBlocks): Work<readonly Node[]> {
  const { page } = place;
  const name = written.name.toLowerCase();
  const found = parts(name, written);
  const label = found.options.get('name');
  if (label !== undefined) page.addInternal(label);
  const nodes = yield* shown(found, written, place, read);
  if (nodes.length > 0)
    page.namePending(found.options.get('caption') ?? (/^(?:figure|image)$/.test(name) ? '' : found.args));
  return nodes;
}

/** What a program would have to run for, and what is no text. */
const unread =
  /^(?:auto.*|doxygen.*|click|argparse|program-output|command-output|exec.*|jinja|openapi.*|swagger.*|kroki|raw|plot|video|youtube|vimeo|iframe|bibliography|footbibliography|inheritance-diagram)$/;

function* shown(
  found: Directive,
  written: WrittenDirective,
  place: BlockPlace,
  read: ReadBlocks,
): Work<readonly Node[]> {
  const { name, args, options, content } = found;
  const { page } = place;
  const inner = (lines: readonly string[], hasSections = false): Work<Node[]> =>
    read(lines, { ...place, depth: place.depth + 1, hasSections: hasSections && place.hasSections });
  if (name === 'include') return yield* readInclude(found, place, read);
  if (name === 'literalinclude') return readLiteralInclude(found, place);
  if (code.test(name)) return [codeOf(found, page)];
  if (name === 'math')
    return [{ kind: 'code', text: [args, ...content].join('\n').trim(), language: 'latex', title: '' }];
  if (notes.test(name)) {
    const { title, text } = titleOf(name, args, options);
    const nodes = yield* inner(text === '' ? content : [...text.split('\n'), '', ...content]);
    return [{ kind: 'note', title, nodes }];
  }
  if (name === 'code-tab') {
    const [language = '', ...title] = args.split(/\s+/);
    const text = content.join('\n');
    return [{ kind: 'note', title: title.join(' ') || language, nodes: [{ kind: 'code', text, language, title: '' }] }];
  }
  switch (name) {
    case 'toctree':
      return readToctree(found, place);
    case 'image':
    case 'figure':
      return [image(args, options), ...(yield* inner(content))];
    case 'rubric':
    case 'centered':
      return [
        {
          kind: 'paragraph',
          text: `**${withoutMarkup([args, ...content].join(' '))
            .trim()
            .replace(/\*/g, '\\*')}**`,
        },
      ];
    case 'table':
      return titled(args, yield* inner(content));
    case 'list-table':
      return titled(args, listTable(yield* inner(content), options));
    case 'csv-table':
      return titled(args, yield* csvTable(found, place, read));
    case 'glossary':
      return yield* glossary(content, place, read);
    case 'only':
      return isForReaders(args) ? yield* inner(content, true) : [];
    case 'ifconfig':
      return yield* inner(content, true);
    case 'button-link':
    case 'button-ref':
      return [{ kind: 'paragraph', text: button(name, args, content) }];
    case 'hlist':
    case 'container':
    case 'grid':
    case 'grid-item':
    case 'tab-set':
    case 'tabs':
    case 'content-tabs':
      return yield* inner(content, true);
  }
  direct(found, page);
  // Outside of Sphinx it names the style of the next block.
  const isStyle = name === 'class' && content.length === 0 && /^[a-z][\w -]*$/.test(args);
  if (isStyle || silent.test(name)) return [];
  if (isObject(name)) return yield* readObject(found, place, read, written.isBeforeSection);
  const isUnread = unread.test(name.split(':').at(-1) ?? name);
  if (!isUnread && content.length === 0 && written.isBeforeSection && /^\S+$/.test(args))
    page.addCrossReference(name, args);
  else if (content.length === 0 || isUnread) page.dropped.push(`.. ${written.name}:: ${args}`.trim());
  const title: readonly Node[] = args === '' || content.length === 0 ? [] : [{ kind: 'paragraph', text: args }];
  if (isUnread) return name === 'raw' ? [] : yield* inner(content);
  return [...title, ...(yield* inner(content, true))];
}

/** Arguments up to the first option or blank line, options, and the content. */
function parts(name: string, { first, body }: WrittenDirective): Directive {
  const hasArguments = !withoutArguments.test(name);
  const args: string[] = [];
  let at = 0;
  if (hasArguments) {
    if (first !== '') args.push(first);
    for (; at < body.length && body[at] !== '' && !option.test(body[at] ?? ''); at += 1) {
      // Without an argument on its line, the content begins below.
      if (first === '' ? !mayBeginBelow.test(name) : code.test(name)) break;
      args.push(body[at]?.trim() ?? '');
    }
  }
  const options = new Map<string, string>();
  let last = '';
  for (; at < body.length && body[at] !== ''; at += 1) {
    const line = body[at] ?? '';
    const found = option.exec(line);
    if (found) {
      last = found[1]?.toLowerCase() ?? '';
      options.set(last, found[2] ?? '');
    } else if (options.size > 0 && line.startsWith(' '))
      options.set(last, `${options.get(last)}\n${line.trim()}`.trim());
    else break;
  }
  const content = [...(hasArguments || first === '' ? [] : [first]), ...body.slice(at)];
  const from = content.findIndex((line) => line !== '');
  return { name, args: args.join('\n'), options, content: from === -1 ? [] : content.slice(from) };
}

const option = /^:([A-Za-z][\w.-]{0,60}):(?: +(.*))?$/;
const mayBeginBelow = /^(?:image|figure|include|literalinclude|csv-table|.*function|.*method|.*class)$/;

/** What later markup of the page depends on. */
function direct({ name, args, options, content }: Directive, page: RstPage): void {
  if (name === 'highlight') page.language = args;
  if (/(?:^|:)(?:currentmodule|module)$/.test(name)) page.module = args === 'None' ? '' : args;
  if (name === 'program') page.program = args;
  if (name === 'default-role') page.defaultRole = args;
  if (name === 'role') {
    const [, role = '', base] = /^([\w:.+-]+)(?: *\( *([\w:.+-]+) *\))?/.exec(args) ?? [];
    if (role !== '') page.roles.set(role, base ?? role);
  }
  if (name === 'meta') for (const line of content) readMeta(line, page);
  for (const [key, value] of options) if (name === 'meta') readMeta(`:${key}: ${value}`, page);
}

function readMeta(line: string, page: RstPage): void {
  const [, key = '', value = ''] = /^:(description|keywords)(?: [^:]*)?: +(.*)$/.exec(line) ?? [];
  if (key !== '') page.front[key] = value;
}

function codeOf({ name, args, options, content }: Directive, page: RstPage): Node {
  const language = { doctest: 'python', testcode: 'python', testoutput: '', prompt: 'bash', 'parsed-literal': '' }[
    name
  ];
  const named = /^(?:code|code-block|code-cell|sourcecode)$/.test(name) ? args || page.language : (language ?? '');
  const own =
    language === undefined && named === '' && /^(?:mermaid|graphviz|plantuml|ipython3?)$/.test(name) ? name : named;
  const text = name === 'parsed-literal' ? content.map(withoutMarkup) : content;
  return {
    kind: 'code',
    text: text.join('\n'),
    language: own.split(/\s/)[0] ?? '',
    title: withoutMarkup(options.get('caption') ?? options.get('filename') ?? ''),
  };
}

/** What a note is called, and the text that stands on its line. */
function titleOf(
  name: string,
  args: string,
  options: ReadonlyMap<string, string>,
): { readonly title: string; readonly text: string } {
  const label = labels[name];
  if (/^(?:version|deprecated)/.test(name)) {
    const version = /^\S*/.exec(args)?.[0] ?? '';
    return { title: `${label} ${version}`.trim(), text: args.slice(version.length).trim() };
  }
  const title = args.replace(/\s+/g, ' ').trim() || (options.get('title') ?? '');
  if (title === '') return { title: label ?? (hasOwnTitle.test(name) ? '' : capital(name)), text: '' };
  if (label !== undefined) return { title: `${label} ${title}`, text: '' };
  const aim = options.get('link');
  if (aim === undefined) return { title, text: '' };
  const words = withoutMarkup(title).replace(/[`<>]/g, '');
  const role = { doc: ':doc:', ref: ':ref:', any: ':any:' }[options.get('link-type') ?? ''];
  return { title: role === undefined ? `\`${words} <${aim}>\`__` : `${role}\`${words} <${aim}>\``, text: '' };
}

const hasOwnTitle = /^(?:admonition|topic|sidebar|card|grid-item-card|tab.*|group-tab)$/;

function image(args: string, options: ReadonlyMap<string, string>): Node {
  const alt = (options.get('alt') ?? '').replace(/[[\]\\\s]+/g, ' ').trim();
  const source = args.replace(/\s+/g, '').replace(/[()<>]/g, encodeURIComponent);
  return { kind: 'markdown', text: `![${alt}](${source})` };
}

function titled(title: string, nodes: readonly Node[]): readonly Node[] {
  const text = title.replace(/\s+/g, ' ').trim();
  return nodes.map((node, at) => (at === 0 && node.kind === 'table' && text !== '' ? { ...node, title: text } : node));
}

/** A list of lists is a table. */
function listTable(nodes: readonly Node[], options: ReadonlyMap<string, string>): readonly Node[] {
  const list = nodes.find((node) => node.kind === 'list');
  if (!list) return nodes;
  const rows = list.items.map((item): Row => item.find((node) => node.kind === 'list')?.items ?? [item]);
  return [{ kind: 'table', title: '', heads: Number(options.get('header-rows')) || 0, rows }];
}

const maxCells = 20_000;

function* csvTable({ args, options, content }: Directive, place: BlockPlace, read: ReadBlocks): Work<readonly Node[]> {
  const file = options.get('file');
  const found = file === undefined ? undefined : place.page.settings.find(file, place.file);
  if (file !== undefined && !found) place.page.missing.push(file);
  const text = found?.text ?? content.join('\n');
  if (found && !place.page.mayInclude(found.path, text.length)) return [];
  const sign = { tab: '\t', space: ' ' }[options.get('delim') ?? ''] ?? options.get('delim')?.charAt(0) ?? ',';
  const values = (source: string): readonly (readonly string[])[] =>
    readCsv(source, sign, options.get('quote')?.charAt(0) ?? '"');
  const header = values(options.get('header') ?? '');
  const rows: Row[] = [];
  let cells = 0;
  for (const row of [...header, ...values(text)]) {
    cells += row.length;
    if (cells > maxCells) {
      place.page.dropped.push(`.. csv-table:: ${args}`.trim());
      break;
    }
    const shownRow: (readonly Node[])[] = [];
    for (const value of row)
      shownRow.push(
        yield* read(
          value.split('\n').map((line) => line.trimEnd()),
          { ...place, depth: place.depth + 1, hasSections: false },
        ),
      );
    rows.push(shownRow);
  }
  return rows.length === 0
    ? []
    : [{ kind: 'table', title: '', heads: header.length + (Number(options.get('header-rows')) || 0), rows }];
}

/** Terms may share one definition; each can be linked to. */
function* glossary(content: readonly string[], place: BlockPlace, read: ReadBlocks): Work<readonly Node[]> {
  const items: Term[] = [];
  let names: string[] = [];
  for (let at = 0; at < content.length; ) {
    const line = content[at] ?? '';
    at += 1;
    if (line === '' || line.startsWith('.. ')) continue;
    if (!line.startsWith(' ')) {
      names.push(line.split(' : ')[0]?.trim() ?? '');
      continue;
    }
    const from = at - 1;
    while (at < content.length && (content[at] === '' || content[at]?.startsWith(' '))) at += 1;
    const body = dedented(content.slice(from, at));
    const nodes = yield* read(body, { ...place, depth: place.depth + 1, hasSections: false });
    items.push({ term: names.join(', '), nodes });
    for (const name of names)
      place.page.addLabel(`term:${normalized(withoutMarkup(name))}`, sphinxId(`term-${withoutMarkup(name)}`), name);
    names = [];
  }
  return [{ kind: 'terms', items }];
}

/** The pages below this one; hidden ones stand in the site's navigation alone. */
function readToctree({ options, content }: Directive, { page }: BlockPlace): readonly Node[] {
  if (options.has('hidden')) return [];
  const items = content.flatMap((line): readonly (readonly Node[])[] => {
    const { words, aim } = splitTarget(line);
    const entry = aim ?? words;
    if (entry === '' || entry === 'self' || /[*?]/.test(entry)) return [];
    if (/^https?:/.test(entry)) return [[{ kind: 'paragraph', text: `\`${words} <${entry}>\`__` }]];
    const file = docFile(entry, page.settings);
    return [[{ kind: 'paragraph', text: aim === undefined ? `:doc:\`${file}\`` : `:doc:\`${words} <${file}>\`` }]];
  });
  if (items.length === 0) return [];
  const caption = options.get('caption') ?? '';
  const list: Node = { kind: 'list', start: undefined, items };
  return caption === '' ? [list] : [{ kind: 'note', title: caption, nodes: [list] }];
}

/** Whether people who read the site see it: `html and not draft`. */
function isForReaders(expression: string): boolean {
  return expression.split(/\s+or\s+/).some((part) =>
    part.split(/\s+and\s+/).every((tag) => {
      const name = tag.replace(/[()\s]/g, '');
      const isNot = /^not\b/.test(tag.trim());
      const isHere = /^(?:not)?(?:html|format_html|builder_html|builder_dirhtml|readthedocs)$/.test(name);
      return isNot
        ? !isHere
        : isHere || !/^(?:latex|man|text|texinfo|epub|gettext|builder_\w+|format_\w+|pdf|singlehtml)$/.test(name);
    }),
  );
}

function button(name: string, args: string, content: readonly string[]): string {
  const words = content.join(' ').trim() || args;
  return name === 'button-ref' ? `:ref:\`${words} <${args}>\`` : `\`${words} <${args}>\`__`;
}

/** `.. |name| replace:: text`, and images and characters. */
export function readSubstitution(page: RstPage, name: string, kind: string, lines: readonly string[]): void {
  const [first = '', ...rest] = lines;
  const text = [first, ...rest].join('\n').trim();
  const alt = /^:alt: +(.*)$/m.exec(rest.join('\n'))?.[1] ?? '';
  const value = { replace: text, unicode: characters(first), image: alt, date: '' }[kind] ?? '';
  page.substitutions.set(name.trim(), value);
  if (!page.substitutions.has(normalized(name))) page.substitutions.set(normalized(name), value);
}

/** `0x2014`, `U+2014`, `&#x2014;` among text. */
function characters(source: string): string {
  return source
    .replace(/ \.\. .*$/, '')
    .split(/\s+/)
    .map((word) => {
      const number = /^(?:0x|x|\\x|U\+?|u|\\u|&#x)([\da-f]{1,6});?$/i.exec(word)?.[1];
      const point = number === undefined ? Number.NaN : Number.parseInt(number, 16);
      return Number.isNaN(point) || point > 0x10ffff ? word : String.fromCodePoint(point);
    })
    .join('');
}
