/** The part of a file that `include::` asks for. Pure. Source: docs.asciidoctor.org/asciidoc/latest/directives/include. */
import { type LineRange, linesIn } from '../line-ranges.ts';

const tagLine = /\b(tag|end)::([^\s[\]]{1,200})\[\]/;

/** `attributes`: of the directive. Lines that only mark tags are dropped. */
export function includedPart(text: string, attributes: ReadonlyMap<string, string>): string {
  const lines = text.split('\n');
  const numbers = attributes.get('lines');
  if (numbers !== undefined && numbers !== '') return linesIn(lines, rangesOf(numbers)).join('\n');
  const wanted = (attributes.get('tags') ?? attributes.get('tag') ?? '')
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && tag !== '!');
  return byTag(lines, wanted).join('\n');
}

/** At most so many ranges are shown. */
const maxRanges = 100;

/** `1;3..4,7..` and `7..-1` */
function rangesOf(numbers: string): readonly LineRange[] {
  return numbers
    .split(/[,;]/)
    .flatMap((range): readonly LineRange[] => {
      const [, from = '', dots, to = ''] = /^(\d+)(?:\s*(\.\.)\s*(-?\d*))?/.exec(range.trim()) ?? [];
      if (from === '') return [];
      const last = dots === undefined ? from : to;
      return [[Number(from), last === '' || last.startsWith('-') ? Number.POSITIVE_INFINITY : Number(last)]];
    })
    .slice(0, maxRanges);
}

/** `name`, `!name`, `*` for all that is tagged, `**` for all lines. */
function byTag(lines: readonly string[], wanted: readonly string[]): readonly string[] {
  const chosen = new Map(wanted.map((tag) => [tag.replace(/^!/, ''), !tag.startsWith('!')]));
  const all = chosen.get('**');
  const tagged = chosen.get('*');
  const isOnlyWithout = wanted.every((tag) => tag.startsWith('!'));
  const outside = all ?? (isOnlyWithout || tagged === false);
  const open: { readonly tag: string; readonly isShown: boolean }[] = [];
  const out: string[] = [];
  for (const line of lines) {
    const [, kind, tag = ''] = tagLine.exec(line) ?? [];
    if (kind === 'end' && open.at(-1)?.tag === tag) open.pop();
    if (kind === 'tag' && open.length < maxDepth)
      open.push({ tag, isShown: chosen.get(tag) ?? tagged ?? open.at(-1)?.isShown ?? outside });
    if (kind === undefined && (open.at(-1)?.isShown ?? outside)) out.push(line);
  }
  return out;
}

const maxDepth = 100;
