/** The text of inline markup: escapes, targets in angle brackets; lines and their margins. Pure. */

/** Without backslashes, and without the white space after them. */
export function unescaped(text: string): string {
  return text.replace(/\\(\s|[\s\S])/g, (_, char: string) => (/\s/.test(char) ? '' : char));
}

/** `words <target>`; in roles also `words<target>`. */
export function splitTarget(
  content: string,
  isRole = false,
): { readonly words: string; readonly aim: string | undefined } {
  const text = content.trim();
  const open = text.endsWith('>') && !text.endsWith('\\>') ? text.lastIndexOf('<') : -1;
  if (open === -1 || (!isRole && open > 0 && !/\s/.test(text.charAt(open - 1)))) return { words: text, aim: undefined };
  const aim = text.slice(open + 1, -1);
  const words = text.slice(0, open).trim();
  return { words: words === '' ? aim : words, aim };
}

/** A text without its markup, as docutils makes names from it. */
export function withoutMarkup(source: string): string {
  return source
    .split(/(``[^`]{1,1000}``)/)
    .map((part, at) => (at % 2 === 1 ? part.slice(2, -2) : withoutMarks(part)))
    .join('');
}

function withoutMarks(source: string): string {
  return source
    .replace(/:(pep|rfc):(?=`)/gi, (_, name: string) => `${name.toUpperCase()} `)
    .replace(/:[A-Za-z][\w:.+-]{0,60}:(?=`)/g, '')
    .replace(/`([^`<>]{1,500}?)\s*<[^`<>]{0,500}>`_{0,2}/g, '$1')
    .replace(/`([^`]{1,1000})`(?:__?(?!\w)|:[A-Za-z][\w:.+-]{0,60}:)?/g, '$1')
    .replace(/`/g, '')
    .replace(/(\*\*?)(?=\S)([^*]{1,1000})(?<=\S)\1/g, '$2')
    .replace(/\|([^|]{1,200})\|_{0,2}/g, '$1')
    .replace(/([\p{L}\p{N}])__?(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/\\(\s|[\s\S])/g, (_, char: string) => (/\s/.test(char) ? '' : char));
}

/** A source as lines without tabs, without white space at their ends. */
export function toLines(source: string): readonly string[] {
  return source.split('\n').map((line) => withoutTabs(line).trimEnd());
}

function withoutTabs(line: string): string {
  const first = line.search(/[\t\v\f]/);
  if (first === -1) return line;
  let out = line.slice(0, first);
  for (const char of line.slice(first))
    out += char === '\t' ? ' '.repeat(8 - (out.length % 8)) : /[\v\f]/.test(char) ? ' ' : char;
  return out;
}

/** Lines without the margin that they share, or without `most` characters of it. */
export function dedented(lines: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const margin = lines.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/\S/))), most);
  return lines.map((line) => line.slice(margin));
}
