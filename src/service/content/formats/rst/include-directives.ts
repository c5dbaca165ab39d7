/** `include` and `literalinclude`: other files, or parts of them. Sources as in directives. */
import { posix } from 'node:path';
import type { Work } from '../../../../kit/base/time-slices.ts';
import { type LineRange, linesIn } from '../line-ranges.ts';
import { type BlockPlace, type Directive, maxBlockDepth, type Node, type ReadBlocks } from './page.ts';
import { dedented, toLines, withoutMarkup } from './text.ts';

/** How deep files may include others, so that files that include each other come to an end. */
const maxIncludeDepth = 10;
/** An include counts as so many blocks in one another. */
const depthOfInclude = maxBlockDepth / maxIncludeDepth;

export function* readInclude({ args, options }: Directive, place: BlockPlace, read: ReadBlocks): Work<readonly Node[]> {
  const found = load(args, place);
  if (!found) return [];
  const text = partOf(found.text, options);
  if (!place.page.mayInclude(args, text.length)) return [];
  if (options.has('literal') || options.has('code'))
    return [{ kind: 'code', text, language: options.get('code') ?? '', title: '' }];
  if (/myst|markdown/i.test(options.get('parser') ?? '') || /\.md$/.test(found.path))
    return [{ kind: 'markdown', text }];
  return yield* read(toLines(text), { ...place, file: found.path, depth: place.depth + depthOfInclude });
}

export function readLiteralInclude({ args, options }: Directive, place: BlockPlace): readonly Node[] {
  const found = load(args, place);
  if (!found) return [];
  const object = options.get('pyobject');
  const whole = object === undefined ? found.text : pythonObject(found.text, object);
  const part = partOf(whole, options);
  const dedent = options.get('dedent');
  const most = dedent === '' ? undefined : Math.max(0, Number(dedent) || 0);
  const text = dedent === undefined ? part : dedented(part.split('\n'), most).join('\n');
  if (!place.page.mayInclude(args, text.length)) return [];
  const caption = options.get('caption');
  const title = caption === undefined ? '' : withoutMarkup(caption) || posix.basename(found.path);
  const language = options.get('language') ?? (options.has('diff') ? 'diff' : posix.extname(found.path).slice(1));
  const shown = [options.get('prepend'), text, options.get('append')].filter((part) => part !== undefined);
  return [{ kind: 'code', text: shown.join('\n'), language, title }];
}

function load(path: string, place: BlockPlace): { readonly path: string; readonly text: string } | undefined {
  const { page } = place;
  // Files of docutils itself, such as <isonum.txt>, define characters.
  if (path.startsWith('<')) return undefined;
  const found = page.settings.find(path, place.file);
  if (!found) page.missing.push(path);
  return found;
}

function partOf(source: string, options: ReadonlyMap<string, string>): string {
  let lines: readonly string[] = source.split('\n');
  const from = Number(options.get('start-line') ?? Number.NaN);
  const to = Number(options.get('end-line') ?? Number.NaN);
  if (!Number.isNaN(from) || !Number.isNaN(to)) lines = lines.slice(from || 0, Number.isNaN(to) ? undefined : to);
  const numbers = options.get('lines');
  // In the order of the numbers, and as often as they name a line.
  if (numbers !== undefined) lines = rangesOf(numbers).flatMap((range) => linesIn(lines, [range]));
  let text = lines.join('\n');
  const [after, at] = [options.get('start-after'), options.get('start-at')];
  const begin = text.indexOf(after ?? at ?? '');
  if ((after ?? at ?? '') !== '' && begin !== -1) {
    const lineStart = text.lastIndexOf('\n', begin) + 1;
    const lineEnd = text.indexOf('\n', begin);
    text = at !== undefined ? text.slice(lineStart) : lineEnd === -1 ? '' : text.slice(lineEnd + 1);
  }
  const [before, upTo] = [options.get('end-before'), options.get('end-at')];
  const end = text.indexOf(before ?? upTo ?? '');
  if ((before ?? upTo ?? '') !== '' && end !== -1) {
    const lineEnd = text.indexOf('\n', end);
    text =
      upTo === undefined
        ? text.slice(0, text.lastIndexOf('\n', end) + 1)
        : lineEnd === -1
          ? text
          : text.slice(0, lineEnd);
  }
  return text;
}

/** `1,3,5-10,20-` */
function rangesOf(numbers: string): readonly LineRange[] {
  return numbers
    .split(',')
    .slice(0, 100)
    .flatMap((range): readonly LineRange[] => {
      const [, from = '', sign, to = ''] = /^(\d*)(?:\s*(-)\s*(\d*))?$/.exec(range.trim()) ?? [];
      if (from === '' && to === '') return [];
      const last = sign === '-' ? to : from;
      return [[Number(from || 1), last === '' ? Number.POSITIVE_INFINITY : Number(last)]];
    });
}

/** A class, function or method by its name. */
function pythonObject(source: string, name: string): string {
  const lines = source.split('\n');
  let [from, to] = [0, lines.length];
  for (const part of name.split('.').slice(0, 10)) {
    if (!/^\w+$/.test(part)) return '';
    const begin = lines.findIndex(
      (line, at) => at >= from && at < to && new RegExp(`^\\s*(?:async +)?(?:def|class) +${part}\\b`).test(line),
    );
    if (begin === -1) return '';
    const margin = lines[begin]?.search(/\S/) ?? 0;
    const end = lines.findIndex(
      (line, at) => at > begin && at < to && line.trim() !== '' && line.search(/\S/) <= margin,
    );
    from = begin;
    to = end === -1 ? to : end;
  }
  while (from > 0 && /^\s*@/.test(lines[from - 1] ?? '')) from -= 1;
  return lines.slice(from, to).join('\n').trimEnd();
}
