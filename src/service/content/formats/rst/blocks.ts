/**
 * Reads the blocks of reStructuredText: sections, lists, literal blocks, tables, explicit markup. In: lines without tabs and
 * without white space at their ends. Out: nodes; names and labels go to the page. Work that may pause. Pure.
 * Source: docutils.sourceforge.io/docs/ref/rst/restructuredtext.html.
 */
import type { Work } from '../../../../kit/base/time-slices.ts';
import { readDirective, readSubstitution } from './directives.ts';
import { type BlockPlace, maxBlockDepth, type Node, type Target, type Term } from './page.ts';
import { gridTableEnd, isSimpleBorder, readGridTable, readSimpleTable, simpleTableEnd } from './tables.ts';
import { dedented, withoutMarkup } from './text.ts';

export function* readBlocks(lines: readonly string[], place: BlockPlace): Work<Node[]> {
  const out: Node[] = [];
  if (place.depth > maxBlockDepth) {
    const text = lines.filter((line) => line !== '').join('\n');
    return text === '' ? [] : [{ kind: 'paragraph', text: text.replace(/[`*|\\]/g, '\\$&') }];
  }
  for (let at = 0; at < lines.length; ) {
    yield;
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    const read = yield* readBlock(lines, at, place);
    for (const node of read.nodes) out.push(node);
    at = Math.max(read.end, at + 1);
  }
  return out;
}

interface Read {
  readonly nodes: readonly Node[];
  readonly end: number;
}

const bullet = /^[-+*•‣⁃](?: +|$)/;
const enumerator =
  /^(?:\((?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,8}|#)\)|(?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,8}|#)[.)])(?: +|$)/;
const field = /^:(?![: ])((?:[^:\\]|\\.|:(?![ `]|$)){1,500}):(?: +|$)/;
const option =
  /^(?:(?:--?|\+|\/)[a-zA-Z0-9?#@][\w-]{0,60}(?:[ =](?:[\w.-]{1,60}|<[^<>]{1,100}>))?)(?:, (?:--?|\+|\/)[a-zA-Z0-9?#@][\w-]{0,60}(?:[ =](?:[\w.-]{1,60}|<[^<>]{1,100}>))?){0,20}(?: {2,}|$)/;
const underline = /^([!-/:-@[-`{-~])\1*$/;

function* readBlock(lines: readonly string[], at: number, place: BlockPlace): Work<Read> {
  const line = lines[at] ?? '';
  if (line.startsWith(' ')) {
    const { body, end } = indentedBlock(lines, at);
    return { nodes: yield* readBlocks(body, { ...place, depth: place.depth + 1, hasSections: false }), end };
  }
  if (line.startsWith('..') && (line === '..' || line.startsWith('.. '))) return yield* readExplicit(lines, at, place);
  const anonymous = /^__ +(\S.*)$/.exec(line);
  if (anonymous) {
    place.page.addTarget(undefined, toTarget(anonymous[1] ?? ''));
    return { nodes: [], end: at + 1 };
  }
  const section = readSection(lines, at, place);
  if (section) return section;
  const { page } = place;
  page.namePending('');
  if (bullet.test(line)) return yield* readList(lines, at, place, bullet, (next) => next.startsWith(line.charAt(0)));
  if (isEnumerated(lines, at)) return yield* readList(lines, at, place, enumerator, () => true);
  if (field.test(line)) return yield* readFields(lines, at, place);
  const options = option.exec(line)?.[0];
  if (options !== undefined && (options.length < line.length || lines[at + 1]?.startsWith(' ')))
    return yield* readOptions(lines, at, place);
  if (/^>>>(?: |$)/.test(line)) {
    const end = paragraphEnd(lines, at);
    return { nodes: [toCode(lines.slice(at, end), 'python')], end };
  }
  if (/^\|(?: |$)/.test(line)) return readLineBlock(lines, at);
  if (line.startsWith('+-')) {
    const end = gridTableEnd(lines, at);
    if (end !== undefined) return { nodes: yield* readGridTable(lines.slice(at, end), place, readBlocks), end };
  }
  if (isSimpleBorder(line)) {
    const end = simpleTableEnd(lines, at);
    if (end !== undefined) return { nodes: yield* readSimpleTable(lines.slice(at, end), place, readBlocks), end };
  }
  return yield* readText(lines, at, place);
}

/** A title with a line under it, and perhaps one above; or a line alone, which only separates. */
function readSection(lines: readonly string[], at: number, { page, hasSections }: BlockPlace): Read | undefined {
  const line = lines[at] ?? '';
  const under = lines[at + 1] ?? '';
  const over = underline.exec(line);
  const isRule = over !== null && line.length >= 4;
  if (over && under !== '' && (line.length >= 4 || lines[at + 2] === line) && !underline.test(under)) {
    const closing = lines[at + 2] ?? '';
    if (underline.test(closing) && closing.charAt(0) === line.charAt(0) && closing.length >= Math.min(4, line.length))
      return heading(under.trim(), `${line.charAt(0)}${line.charAt(0)}`, at + 3);
  }
  if (isRule && under === '') return { nodes: [], end: at + 1 };
  if (over || !underline.test(under) || under.length < Math.min(4, line.length)) return undefined;
  if (under === '::' || /^(?:\.\.|__)$/.test(under)) return undefined;
  return heading(line, under.charAt(0), at + 2);

  function heading(title: string, style: string, end: number): Read {
    if (!hasSections) return { nodes: [{ kind: 'paragraph', text: `**${title.replace(/\*/g, '\\*')}**` }], end };
    const level = page.levelOf(style);
    const id = page.nameHeading(withoutMarkup(title), title);
    page.noteInline(title);
    return { nodes: [{ kind: 'heading', level, text: title, id }], end };
  }
}

/** Letters and numbers also begin sentences: the next line must fit. */
function isEnumerated(lines: readonly string[], at: number): boolean {
  const mark = enumerator.exec(lines[at] ?? '')?.[0];
  if (mark === undefined) return false;
  const next = lines[at + 1] ?? '';
  return next === '' || next.startsWith(' ') || enumerator.test(next);
}

function* readList(
  lines: readonly string[],
  at: number,
  place: BlockPlace,
  mark: RegExp,
  isSame: (line: string) => boolean,
): Work<Read> {
  const items: (readonly Node[])[] = [];
  const isNumbered = mark === enumerator;
  let end = at;
  for (let next = at; next < lines.length; ) {
    const line = lines[next] ?? '';
    const found = mark.exec(line)?.[0];
    if (found === undefined || !isSame(line) || (isNumbered && !isEnumerated(lines, next))) break;
    const item = hangingBlock(lines, next, found.length, found.length);
    items.push(yield* readBlocks(item.body, { ...place, depth: place.depth + 1, hasSections: false }));
    end = item.end;
    next = afterBlanks(lines, end);
  }
  const start = isNumbered ? Number(/\d+/.exec(lines[at]?.slice(0, 10) ?? '')?.[0] ?? 1) : undefined;
  return { nodes: [{ kind: 'list', start, items }], end };
}

function* readFields(lines: readonly string[], at: number, place: BlockPlace): Work<Read> {
  const items: Term[] = [];
  let end = at;
  for (let next = at; next < lines.length; ) {
    const found = field.exec(lines[next] ?? '');
    if (!found) break;
    const item = hangingBlock(lines, next, found[0].length);
    const nodes = yield* readBlocks(item.body, { ...place, depth: place.depth + 1, hasSections: false });
    items.push({ term: fieldName(found[1] ?? ''), nodes });
    end = item.end;
    next = afterBlanks(lines, end);
  }
  return { nodes: [{ kind: 'terms', items }], end };
}

const fieldWords: Readonly<Record<string, string>> = {
  returns: 'Returns',
  return: 'Returns',
  rtype: 'Return type',
  raises: 'Raises',
  raise: 'Raises',
  except: 'Raises',
  exception: 'Raises',
  yields: 'Yields',
};

/** `param int x` -> `x` (int); other names stay. */
function fieldName(name: string): string {
  const [, kind = '', rest = ''] = /^(\w+)(?: +(.*))?$/.exec(name) ?? [];
  const word = fieldWords[kind.toLowerCase()];
  if (word !== undefined) return rest === '' ? word : `${word} \`\`${rest}\`\``;
  if (
    rest === '' ||
    !/^(?:param|parameter|arg|argument|key|keyword|kwarg|kwparam|var|ivar|cvar|vartype|type)$/.test(kind)
  )
    return name;
  const last = rest.lastIndexOf(' ');
  if (kind.endsWith('type')) return `Type of \`\`${rest}\`\``;
  return last === -1 ? `\`\`${rest}\`\`` : `\`\`${rest.slice(last + 1)}\`\` (${rest.slice(0, last)})`;
}

function* readOptions(lines: readonly string[], at: number, place: BlockPlace): Work<Read> {
  const items: Term[] = [];
  let end = at;
  for (let next = at; next < lines.length; ) {
    const found = option.exec(lines[next] ?? '')?.[0];
    if (found === undefined) break;
    const item = hangingBlock(lines, next, found.length);
    const nodes = yield* readBlocks(item.body, { ...place, depth: place.depth + 1, hasSections: false });
    items.push({ term: `\`\`${found.trim()}\`\``, nodes });
    end = item.end;
    next = afterBlanks(lines, end);
  }
  return { nodes: [{ kind: 'terms', items }], end };
}

function readLineBlock(lines: readonly string[], at: number): Read {
  const out: string[] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    if (/^\|(?: |$)/.test(line)) out.push(line.slice(2).trim());
    else if (line.startsWith(' ') && out.length > 0) out.push(`${out.pop()} ${line.trim()}`);
    else break;
  }
  return { nodes: paragraphs(out.join('\n')), end };
}

/** Longer text has no paragraphs as people write them; in parts, reading it can pause. */
const maxParagraphChars = 10_000;

function paragraphs(text: string): readonly Node[] {
  const parts: Node[] = [];
  let at = 0;
  while (text.length - at > maxParagraphChars) {
    const blank = text.slice(at, at + maxParagraphChars).search(/\s\S*$/);
    const end = at + (blank > 0 ? blank : maxParagraphChars);
    parts.push({ kind: 'paragraph', text: text.slice(at, end) });
    at = end;
  }
  return [...parts, { kind: 'paragraph', text: text.slice(at) }];
}

/** A paragraph with the literal block that it may announce, or a list of definitions. */
function* readText(lines: readonly string[], at: number, place: BlockPlace): Work<Read> {
  const line = lines[at] ?? '';
  if (lines[at + 1]?.startsWith(' ') && !line.endsWith('::')) return yield* readDefinitions(lines, at, place);
  const end = lines[at + 1]?.startsWith(' ') ? at + 1 : paragraphEnd(lines, at);
  const text = lines.slice(at, end).join('\n');
  place.page.noteInline(text);
  if (!text.endsWith('::')) return { nodes: paragraphs(text), end };
  const shown = text === '::' ? '' : /\s::$/.test(text.slice(-3)) ? text.slice(0, -2).trimEnd() : text.slice(0, -1);
  const literal = readLiteral(lines, end, place.page.language);
  const before = shown === '' ? [] : paragraphs(shown);
  return literal ? { nodes: [...before, ...literal.nodes], end: literal.end } : { nodes: before, end };
}

/** Indented lines, or lines that begin with the same mark. */
function readLiteral(lines: readonly string[], from: number, language: string): Read | undefined {
  const at = afterBlanks(lines, from);
  const line = lines[at] ?? '';
  if (line.startsWith(' ')) {
    const { body, end } = indentedBlock(lines, at);
    return { nodes: [toCode(body, language)], end };
  }
  const quote = /^[!-/:-@[-`{-~]/.exec(line)?.[0];
  if (quote === undefined || at === from) return undefined;
  let end = at;
  while (end < lines.length && lines[end]?.startsWith(quote)) end += 1;
  return { nodes: [toCode(lines.slice(at, end), language)], end };
}

function* readDefinitions(lines: readonly string[], at: number, place: BlockPlace): Work<Read> {
  const items: Term[] = [];
  let end = at;
  for (let next = at; next < lines.length; ) {
    const line = lines[next] ?? '';
    if (line === '' || line.startsWith(' ') || !lines[next + 1]?.startsWith(' ')) break;
    if (next > at && (startsMarkup(line) || line.endsWith('::'))) break;
    const { body, end: bodyEnd } = indentedBlock(lines, next + 1);
    place.page.noteInline(line);
    const nodes = yield* readBlocks(body, { ...place, depth: place.depth + 1, hasSections: false });
    const [term = '', ...classifiers] = line.split(' : ');
    items.push({ term: classifiers.length === 0 ? term : `${term} (${classifiers.join(', ')})`, nodes });
    end = bodyEnd;
    next = afterBlanks(lines, end);
  }
  return { nodes: [{ kind: 'terms', items }], end };
}

function startsMarkup(line: string): boolean {
  return (
    bullet.test(line) || enumerator.test(line) || field.test(line) || /^(?:\.\.(?: |$)|__ |>>> |\| |\+-|==)/.test(line)
  );
}

const target = /^\.\. _(?!_)(?:`([^`]{1,500})`|((?:\\.|[^\\:`]|:(?=\S)){1,500})):(?: +(.*))?$/;
const footnote = /^\.\. \[(\d{1,9}|#[\w.-]{0,100}|\*|[\w.:+-]{1,100})\](?: +|$)/;
const substitution = /^\.\. \|([^|]{1,200})\| +([\w:.+-]{1,60})::(?: +(.*))?$/;
const directive = /^\.\. ([A-Za-z0-9_](?:[\w:.+-]{0,60}\w)?) ?::(?: +(.*))?$/;

/** Targets, footnotes, substitutions, directives; anything else is a comment. */
function* readExplicit(lines: readonly string[], at: number, place: BlockPlace): Work<Read> {
  const line = lines[at] ?? '';
  const { page } = place;
  if (line === '..' && (lines[at + 1] ?? '') === '') return { nodes: [], end: at + 1 };
  const anonymous = /^\.\. __:(?: +(.*))?$/.exec(line);
  const named = target.exec(line);
  if (anonymous || named) {
    let end = at + 1;
    while (lines[end]?.startsWith(' ')) end += 1;
    const aim = [anonymous?.[1] ?? named?.[3] ?? '', ...lines.slice(at + 1, end)].join(' ').trim();
    const name = named?.[1] ?? named?.[2];
    if (aim === '') page.addInternal(name ?? '');
    else page.addTarget(name, toTarget(aim));
    return { nodes: [], end };
  }
  const { body, end } = explicitBlock(lines, at + 1);
  const note = footnote.exec(line);
  if (note) {
    const label = (note[1] ?? '').replace(/^[#*]/, '');
    page.noteInline('[1]_');
    const rest = line.slice(note[0].length);
    const nodes = yield* readBlocks([...(rest === '' ? [] : [rest]), ...body], inside(place));
    return { nodes: label === '' ? nodes : [{ kind: 'note', title: `[${label}]`, nodes }], end };
  }
  const replaced = substitution.exec(line);
  if (replaced) {
    readSubstitution(page, replaced[1] ?? '', replaced[2] ?? '', [replaced[3] ?? '', ...body]);
    return { nodes: [], end };
  }
  const found = directive.exec(line);
  if (!found) return { nodes: [], end };
  const isBeforeSection = readsSection(lines, end);
  const written = { name: found[1] ?? '', first: found[2] ?? '', body, isBeforeSection };
  return { nodes: yield* readDirective(written, place, readBlocks), end };
}

function inside(place: BlockPlace): BlockPlace {
  return { ...place, depth: place.depth + 1, hasSections: false };
}

/** Whether the next block is a section. */
function readsSection(lines: readonly string[], from: number): boolean {
  const at = afterBlanks(lines, from);
  const line = lines[at] ?? '';
  return line !== '' && (underline.test(lines[at + 1] ?? '') || (underline.test(line) && line.length >= 4));
}

function toTarget(aim: string): Target {
  const text = aim.trim();
  const name = /^(?:`([^`]{1,500})`|([^\s`]{1,200}))_$/.exec(text);
  if (name && !text.endsWith('\\_')) return { kind: 'alias', name: name[1] ?? name[2] ?? '' };
  return { kind: 'uri', uri: text.replace(/\\(.)/g, '$1').replace(/\s+/g, '') };
}

function toCode(lines: readonly string[], language: string): Node {
  return { kind: 'code', text: lines.join('\n'), language, title: '' };
}

function paragraphEnd(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length && lines[end] !== '') end += 1;
  return end;
}

function afterBlanks(lines: readonly string[], at: number): number {
  let next = at;
  while (next < lines.length && lines[next] === '') next += 1;
  return next;
}

function depthOf(line: string): number {
  return line === '' ? Number.POSITIVE_INFINITY : line.search(/\S/);
}

/** Lines that are blank or indented, from one that is indented, without their common indentation. */
function indentedBlock(
  lines: readonly string[],
  at: number,
): { readonly body: readonly string[]; readonly end: number } {
  let end = at;
  let last = at;
  for (; end < lines.length && (lines[end] === '' || lines[end]?.startsWith(' ')); end += 1)
    if (lines[end] !== '') last = end + 1;
  return { body: dedented(lines.slice(at, last)), end: last };
}

/** The lines below an explicit mark; blank lines at its beginning stay, since they end its arguments. */
function explicitBlock(
  lines: readonly string[],
  at: number,
): { readonly body: readonly string[]; readonly end: number } {
  const { body, end } = indentedBlock(lines, at);
  return end <= at ? { body: [], end: at } : { body, end };
}

/** An item: the rest of its first line after `width` characters, and the indented lines below, without at most `indent`. */
function hangingBlock(
  lines: readonly string[],
  at: number,
  width: number,
  indent = Number.POSITIVE_INFINITY,
): { readonly body: readonly string[]; readonly end: number } {
  const first = (lines[at] ?? '').slice(width);
  let end = at + 1;
  let last = end;
  let margin = Number.POSITIVE_INFINITY;
  for (; end < lines.length && (lines[end] === '' || lines[end]?.startsWith(' ')); end += 1) {
    if (lines[end] === '') continue;
    const depth = depthOf(lines[end] ?? '');
    // Less than the item's own text, after a blank line: not of the item.
    if (depth < indent && first !== '' && Number.isFinite(indent) && lines[end - 1] === '') break;
    margin = Math.min(margin, depth);
    last = end + 1;
  }
  const own = first === '' ? margin : Math.min(margin, indent);
  const rest = lines.slice(at + 1, last).map((line) => line.slice(own));
  return { body: first === '' ? rest : [first, ...rest], end: last };
}
