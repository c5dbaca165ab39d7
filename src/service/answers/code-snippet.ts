/**
 * Shortens long code to the lines that matter. In: code and the words of the question. Out: the lines that contain them and
 * those that open and close the blocks around them, with an ellipsis for the rest. Pure.
 */
import type { Passage } from './passages.ts';

/** Longer code is shortened. */
export const maxCodeChars = 350;

/** Code may be as long as a log, so only the best matching lines are tried, and enclosing lines are sought within this distance. */
const maxTried = 200;
const maxReach = 1_000;
/** The most lines of an import. */
const maxImportLines = 50;

/** The passage as it is shown. Names in its introduction count as much as the `words` of the question. */
export function foldedPassage(passage: Passage, words: readonly string[]): Passage {
  if (passage.kind !== 'code') return passage;
  const named = (passage.lead.toLowerCase().match(/(?<=`)[^`]+(?=`)/g) ?? []).flatMap(
    (name) => name.match(/\w+/g) ?? [],
  );
  const sought = [...named, ...words];
  const text = passage.text.replace(/(?<=^```[^\n]*\n)[\s\S]*(?=\n```$)/, (code) => foldedCode(code, sought));
  return { ...passage, text };
}

/** `words` are lower case. Code that contains none of them shows its beginning. */
export function foldedCode(code: string, words: readonly string[]): string {
  if (code.length <= maxCodeChars) return code;
  const lines = code.split('\n');
  const kept = new Set<number>();
  let room = maxCodeChars;
  const keep = (at: number): boolean => {
    const added = [...new Set(around(lines, at))].filter((position) => !kept.has(position));
    const size = added.reduce((sum, position) => sum + (lines[position] ?? '').length + 1, 0);
    if (size > room) return false;
    room -= size;
    for (const position of added) kept.add(position);
    return true;
  };
  for (const at of sayingMost(lines, words).slice(0, maxTried)) keep(at);
  for (const at of [...kept].sort((a, b) => a - b)) {
    for (const next of [at + 1, at - 1]) if (standsAlone(lines[next])) keep(next);
  }
  if (kept.size === 0) lines.every((_, at) => keep(at));
  return withGaps(lines, kept).join('\n');
}

/** Lines that contain any of the words, best first. Lines that only close a bracket do not count. */
function sayingMost(lines: readonly string[], words: readonly string[]): readonly number[] {
  const asked = words.filter((word) => word.length > 2);
  return lines
    .map((line) => line.toLowerCase())
    .map((line, at) => ({ at, said: asked.filter((word) => line.includes(word)).length }))
    .filter(({ at, said }) => said > 0 && standsAlone(lines[at]))
    .map(({ at, said }) => ({ at, said: said * worthOf(lines, at) }))
    .sort((a, b) => b.said - a.said || a.at - b.at)
    .map(({ at }) => at);
}

/** Code says more than comments and imports. */
function worthOf(lines: readonly string[], at: number): number {
  if (isImport(lines, at)) return 0.25;
  return lineComment.test(lines[at] ?? '') ? 0.5 : 1;
}

function isImport(lines: readonly string[], at: number): boolean {
  return [at, ...outwards(lines, at, -1, indentOf(lines[at] ?? ''), maxImportLines)].some((position) =>
    /^import\b/.test(lines[position] ?? ''),
  );
}

/** `#define` is not a comment. */
const lineComment = /^\s*(?:\/\/|#(?![!\w])|--\s|;)/;

function standsAlone(line: string | undefined): boolean {
  return line !== undefined && !/^\s*[)\]}]/.test(line);
}

/**
 * Positions of the lines that open and close the blocks around a line, found by indentation. A comment is kept whole, together
 * with the line that it describes.
 */
function around(lines: readonly string[], at: number): readonly number[] {
  const comment = commentAt(lines, at);
  const after = (comment.at(-1) ?? at - 1) + 1;
  const main = lines[after]?.trim() ? after : at;
  const line = lines[main] ?? '';
  // Brackets that the line opens must be closed, too.
  const inside = indentOf(line) + (/[([{>`]\s*$/.test(line) ? 1 : 0);
  return [...comment, main, ...outwards(lines, main, -1, indentOf(line)), ...outwards(lines, main, 1, inside)];
}

/** Positions of the comment that a line belongs to; empty for a block comment that never ends. */
function commentAt(lines: readonly string[], at: number): readonly number[] {
  if (lineComment.test(lines[at] ?? '')) return [at];
  let from = at;
  while (/^\s*\*/.test(lines[from] ?? '')) from -= 1;
  if (!/^\s*\/\*/.test(lines[from] ?? '')) return [];
  const end = lines.findIndex((line, position) => position >= from && line.includes('*/'));
  if (end < at) return [];
  return Array.from({ length: end + 1 - from }, (_, offset) => from + offset);
}

function outwards(
  lines: readonly string[],
  from: number,
  step: -1 | 1,
  inside: number,
  reach = maxReach,
): readonly number[] {
  const found: number[] = [];
  let indent = inside;
  for (let at = from + step; lines[at] !== undefined && indent > 0 && Math.abs(at - from) <= reach; at += step) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    // `} else {`, or the `>` of a long tag, closes one block and opens the next: continue to the end of that one.
    indent = indentOf(line) + (/^\s*(?:[)\]}].*[([{]|>)\s*$/.test(line) ? 1 : 0);
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
