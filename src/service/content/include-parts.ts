/** The part of a file that an include asks for: lines by number, or what stands between two marks. Pure. */
import { type LineRange, linesIn } from './formats/line-ranges.ts';

const lineMark =
  /\b(?:ANCHOR|ANCHOR_END):\s*[\w-]+|-{1,9}8<-{1,9}\s*\[\s*(?:start|end)\s*:|\btag::[\w-]+\[\]|\bend::[\w-]+\[\]/;

/** The file as a reader should see it, without marks for includes. undefined: it has no such part. */
export function partOf(text: string, part: string | undefined, numbers: string | undefined): string | undefined {
  const lines = text.split('\n');
  const between = part === undefined ? lines : (linesBetween(lines, part) ?? underHeading(lines, part));
  if (between === undefined) return undefined;
  const ranges = rangesOf(numbers ?? '');
  return (ranges.length === 0 ? between : linesIn(between, ranges)).filter((line) => !lineMark.test(line)).join('\n');
}

/** `ANCHOR: name`, `--8<-- [start:name]`, `#region name`, `<name>`, `tag::name[]`, up to the mark that ends it. */
function linesBetween(lines: readonly string[], name: string): readonly string[] | undefined {
  const begins = (line: string): boolean => line.includes(name) && beginsOf(line) === name.toLowerCase();
  const from = lines.findIndex(begins);
  if (from === -1) return undefined;
  const isRegion = /#\s*(?:pragma\s+)?region\b|#region/i.test(lines[from] ?? '');
  let depth = 1;
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isRegion && /#\s*(?:pragma\s+)?region\b/i.test(line)) depth += 1;
    if (isRegion && /#\s*(?:pragma\s+)?endregion\b/i.test(line)) depth -= 1;
    const isEnd = isRegion ? depth === 0 : line.includes(name) && endOf(line) === name.toLowerCase();
    if (isEnd)
      return lines
        .slice(from + 1, at)
        .filter((inner) => !isRegion || !/#\s*(?:pragma\s+)?(?:end)?region\b/i.test(inner));
  }
  return undefined;
}

function beginsOf(line: string): string | undefined {
  const found =
    /\bANCHOR:\s*([\w-]+)|\[\s*start\s*:\s*([\w-]+)\s*\]|#\s*(?:pragma\s+)?region[ \t]+([\w-]+)|(?:\/\/|#|--|'|<!--)\s*<([\w-]+)>|\btag::([\w-]+)\[\]/i.exec(
      line,
    );
  return found?.slice(1).find(Boolean)?.toLowerCase();
}

function endOf(line: string): string | undefined {
  const found =
    /\bANCHOR_END:\s*([\w-]+)|\[\s*end\s*:\s*([\w-]+)\s*\]|(?:\/\/|#|--|'|<!--)\s*<\/([\w-]+)>|\bend::([\w-]+)\[\]/i.exec(
      line,
    );
  return found?.slice(1).find(Boolean)?.toLowerCase();
}

/** A section of Markdown, or a block by its id `^name`. */
function underHeading(lines: readonly string[], name: string): readonly string[] | undefined {
  if (name.startsWith('^')) {
    const at = lines.findIndex((line) => line.trimEnd().endsWith(name));
    return at === -1 ? undefined : [(lines[at] ?? '').slice(0, (lines[at] ?? '').lastIndexOf(name))];
  }
  const wanted = wordsOf(name.split('#').at(-1) ?? name);
  const from = lines.findIndex((line) => /^#{1,6}\s/.test(line) && wordsOf(line) === wanted);
  if (from === -1) return undefined;
  const level = (lines[from] ?? '').search(/[^#]/);
  const to = lines.findIndex((line, at) => at > from && /^#{1,6}\s/.test(line) && line.search(/[^#]/) <= level);
  return lines.slice(from, to === -1 ? lines.length : to);
}

function wordsOf(heading: string): string {
  return heading
    .replace(/\{#?[^{}]*\}\s*$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** `3`, `2:5`, `2-5`, `:5`, `2:`, `1-3,8`. */
function rangesOf(numbers: string): readonly LineRange[] {
  return numbers.split(/[,\s]+/).flatMap((range): readonly LineRange[] => {
    const [, from = '', sign = '', to = ''] = /^(\d{0,9})(?:([:-])(\d{0,9}))?$/.exec(range) ?? [];
    if (from === '' && to === '') return [];
    const last = sign === '' ? from : to;
    return [[Number(from || 1), last === '' ? Number.POSITIVE_INFINITY : Number(last)]];
  });
}
