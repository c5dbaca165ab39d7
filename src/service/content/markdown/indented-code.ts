/**
 * Puts fences around indented code (four spaces before each line), so that all code has them. In: a page's Markdown, not MDX,
 * which has no indented code. Pure.
 */
import { toStretches } from './fences.ts';

/** The page with all its code in fences; content of lists and admonitions stays indented. */
export function withFences(source: string): string {
  return toStretches(source)
    .map(({ isCode, text }) => (isCode ? text : fenced(text)))
    .join('\n');
}

const indented = /^(?: {4}|\t)/;

function fenced(text: string): string {
  if (!/^(?: {4}|\t)[^\S\n]*\S/m.test(text)) return text;
  const out: string[] = [];
  let code: string[] = [];
  /** The last line that was not indented. */
  let owner = '';
  const flush = (): void => {
    if (code.length === 0) return;
    const blanks = code.length - (code.findLastIndex((line) => line.trim() !== '') + 1);
    const kept = code.slice(0, code.length - blanks).map((line) => line.replace(indented, ''));
    // One argument: a page may have more lines than a call can have arguments.
    out.push(['```', ...kept, '```', ...code.slice(code.length - blanks)].join('\n'));
    code = [];
  };
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    const continues = code.length > 0 && (isBlank || indented.test(line));
    const begins = indented.test(line) && !isBlank && (out.at(-1) ?? '').trim() === '' && !containerLine.test(owner);
    if (continues || begins) {
      code.push(line);
      continue;
    }
    flush();
    if (!isBlank && !/^\s{4}/.test(line)) owner = line;
    out.push(line);
  }
  flush();
  return out.join('\n');
}

/**
 * A line that indented lines after it belong to: an item, an admonition, a tab, a definition, a component, or the content
 * of one.
 */
const containerLine = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|!!!|\?\?\?|===|:|\[\^|<|\{)|^ {1,3}\S/;
