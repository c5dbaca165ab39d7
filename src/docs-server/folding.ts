/**
 * Long code -> the lines that matter, in their place. In: code and the words that were asked for. Out: lines that say
 * them, with what opens and closes around them; an ellipsis stands for what is left out. Pure.
 */

/** Code longer than this is folded. */
export const maxCodeChars = 350;

/** `words` are lower case. Code that says none of them shows its beginning. */
export function foldedCode(code: string, words: readonly string[]): string {
  if (code.length <= maxCodeChars) return code;
  const lines = code.split('\n');
  const kept = new Set<number>();
  let room = maxCodeChars;
  const keep = (group: readonly number[]): void => {
    const added = group.filter((at) => !kept.has(at));
    const size = added.reduce((sum, at) => sum + (lines[at] ?? '').length + 1, 0);
    if (size > room) return;
    room -= size;
    for (const at of added) kept.add(at);
  };
  for (const at of sayingMost(lines, words)) keep([at, ...around(lines, at)]);
  for (const at of [...kept].sort((a, b) => a - b)) {
    for (const next of [at + 1, at - 1]) if (standsAlone(lines[next])) keep([next, ...around(lines, next)]);
  }
  if (kept.size === 0) for (const at of lines.keys()) keep([at]);
  return withGaps(lines, kept).join('\n');
}

/** Lines that say any of the words, those that say most of them first. What only closes says nothing. */
function sayingMost(lines: readonly string[], words: readonly string[]): readonly number[] {
  const asked = words.filter((word) => word.length > 2);
  return lines
    .map((line, at) => ({ at, said: asked.filter((word) => line.toLowerCase().includes(word)).length }))
    .filter(({ at, said }) => said > 0 && standsAlone(lines[at]))
    .map(({ at, said }) => ({ at, said: isImport(lines, at) ? said / 4 : said }))
    .sort((a, b) => b.said - a.said || a.at - b.at)
    .map(({ at }) => at);
}

function isImport(lines: readonly string[], at: number): boolean {
  return [at, ...outwards(lines, at, -1, indentOf(lines[at] ?? ''))].some((each) =>
    /^import\b/.test(lines[each] ?? ''),
  );
}

function standsAlone(line: string | undefined): boolean {
  return line !== undefined && !/^\s*[)\]}]/.test(line);
}

/** Positions of the lines that open and close what a line stands in, told by their indentation. */
function around(lines: readonly string[], at: number): readonly number[] {
  const line = lines[at] ?? '';
  // What a line opens has to be closed, too.
  const inside = indentOf(line) + (/[([{>`]\s*$/.test(line) ? 1 : 0);
  return [...outwards(lines, at, -1, indentOf(line)), ...outwards(lines, at, 1, inside)];
}

function outwards(lines: readonly string[], from: number, step: -1 | 1, inside: number): readonly number[] {
  const found: number[] = [];
  let indent = inside;
  for (let at = from + step; at >= 0 && at < lines.length && indent > 0; at += step) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    found.push(at);
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function withGaps(lines: readonly string[], kept: ReadonlySet<number>): readonly string[] {
  const shown: string[] = [];
  let gap: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (kept.has(at)) {
      shown.push(...elided(gap), line);
      gap = [];
    } else gap.push(line);
  }
  return [...shown, ...elided(gap)];
}

function elided(gap: readonly string[]): readonly string[] {
  const text = gap.find((line) => line.trim() !== '');
  if (text !== undefined) return [`${' '.repeat(indentOf(text))}…`];
  return gap.slice(0, 1);
}
