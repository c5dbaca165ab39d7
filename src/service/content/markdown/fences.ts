/**
 * Fenced code in Markdown: where it begins and ends, and the text outside of it. Pure. More lenient than
 * kit/markdown/line-kinds, which follows CommonMark: sites indent fences within components and tabs.
 */

/** A line that begins fenced code. */
export interface Fence {
  /** The prefix before the mark: white space, quote marks, or a list mark. */
  readonly before: string;
  /** The run of backticks or tildes. */
  readonly mark: string;
  /** The info string: the language first. */
  readonly facts: string;
}

/** undefined: the line does not begin fenced code. */
export function readFenceMark(line: string): Fence | undefined {
  const found = /^(\s*(?:(?:>|[-*+]|\d{1,9}[.)])\s+|>)*)(`{3,}(?=[^`]*$)|~{3,})\s*(.*)$/s.exec(line);
  return found ? { before: found[1] ?? '', mark: found[2] ?? '', facts: found[3] ?? '' } : undefined;
}

/** Whether the line ends the code that `mark` began. */
export function isFenceEnd(line: string, mark: string): boolean {
  const bare = line.replace(/^\s*(?:>\s*)*/, '').trimEnd();
  return bare.startsWith(mark) && bare.replaceAll(mark.charAt(0), '') === '';
}

/** Whole lines of a page: fenced code with its fences, or the text between fences. */
export interface Stretch {
  readonly isCode: boolean;
  readonly text: string;
}

/** The stretches of a page in order; joined with line ends, they are the source again. */
export function toStretches(source: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let lines: string[] = [];
  let mark: string | undefined;
  const flush = (isCode: boolean): void => {
    if (lines.length > 0) stretches.push({ isCode, text: lines.join('\n') });
    lines = [];
  };
  for (const line of source.split('\n')) {
    const begins = mark === undefined ? readFenceMark(line)?.mark : undefined;
    if (begins !== undefined) flush(false);
    lines.push(line);
    if (mark !== undefined && isFenceEnd(line, mark)) {
      flush(true);
      mark = undefined;
    }
    mark = begins ?? mark;
  }
  flush(mark !== undefined);
  return stretches;
}
