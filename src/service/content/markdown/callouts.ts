/**
 * Blocks of docs sites that Markdown does not have: notes, warnings, tabs. In: a page's text outside of code. Out: the same
 * with a bold label before each block's content. Pure. Knows Docusaurus, VitePress, MkDocs, GitHub and Hugo.
 */

/** `:::note`, `!!! note`, `??? note`, `> [!NOTE]`, and the rest of the line. */
const opening =
  /^(\s*)(?::::+\s*([a-z-]+)|!!!\+?\s+([a-z-]+)|\?\?\?\+?\s+([a-z-]+)|>\s*\[!([A-Za-z]+)\][+-]?)[ \t]*(.*)$/s;
/** Blocks that only group or mark their content. */
const grouping = /^(?:code-group|tabs|tab-set|v-pre|raw|steps|cards|grid|columns?|center|div)$/;
const closing = /^\s*:::+\s*$/;
/** A tab of MkDocs. */
const tab = /^(\s*)===[!+]?\s+"([^"]+)"\s*$/;
/** Placeholders of a table of contents, and definitions of abbreviations. */
const hidden = /^\s*(?:\[\[_?toc_?\]\]|\[toc\])\s*$|^\*\[[^\]]+\]:/i;
/** Shortcodes of Hugo, and icons of MkDocs. */
const shortcodes = /\{\{[<%].{0,500}?[%>]\}\}|:(?:material|fontawesome|octicons|simple)-[\w-]+:/g;

/** The text with a bold label before each block; lines that only group or close blocks are removed. */
export function withAdmonitions(text: string): string {
  const out: string[] = [];
  let isLabelled = false;
  for (const line of text.split('\n')) {
    // A label and its text form one paragraph.
    if (isLabelled && line.trim() === '') continue;
    const found = opening.exec(line);
    const shown = found ? toLabel(found) : toLine(line);
    isLabelled = found !== null && shown !== '';
    out.push(shown);
  }
  return out.join('\n');
}

function toLine(line: string): string {
  if (closing.test(line) || hidden.test(line)) return '';
  return line.replace(tab, '$1**$2**').replace(shortcodes, '');
}

function toLabel([, indent = '', colons, bangs, marks, alert, rest = '']: RegExpExecArray): string {
  const kind = colons ?? bangs ?? marks ?? alert ?? '';
  const title = bangs || marks ? (/"([^"]*)"/.exec(rest)?.[1] ?? '') : titleOf(rest);
  if (title === '' && grouping.test(kind)) return '';
  return `${indent}${alert ? '> ' : ''}**${title || capital(kind)}:**`;
}

/** `Title`, `[Title]`, `[Title]{#id}`, `{title="Title"}` */
function titleOf(rest: string): string {
  const attributes = /\{[^{}]*\}\s*$/.exec(rest)?.[0] ?? '';
  const named = /title=["']([^"']*)["']/.exec(attributes)?.[1];
  const plain = rest.slice(0, rest.length - attributes.length).trim();
  return named ?? plain.replace(/^["[]|["\]]$/g, '').trim();
}

/** `NOTE` -> `Note` */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
