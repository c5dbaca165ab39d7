/**
 * Quarto, R Markdown and other documents of pandoc: code that is run, divs and spans with attributes. Pure. Sources:
 * quarto.org/docs/authoring/callouts.html, /docs/reference/cells/cells-knitr.html, pandoc.org/MANUAL.html#divs-and-spans.
 */
import { isFenceEnd, readFenceMark } from '../../../../kit/markdown/page-lines.ts';
import { type Mark, readAttributes, replaceInText } from './mark.ts';

export const quartoMarks: Mark = (page, { drop, variable }) => {
  if (!/^[ \t]*(?::{3,}|`{3,}|~{3,})[ \t]*\{|\]\{|\{\{</m.test(page)) return page;
  const plain = replaceInText(withoutDivs(withPlainCode(page)), span, ([, words = '']) => words);
  return replaceInText(plain, shortcode, ([whole, name = '', facts = '']) => {
    const { named, others } = readAttributes(facts);
    const value = name === 'var' || name === 'meta' ? variable(`${name}.${others[0] ?? ''}`) : undefined;
    if (value !== undefined) return value;
    if (name === 'kbd') return `\`${others.join(' ') || named.get('win') || named.get('mac') || ''}\``;
    if (/^(?:embed|var|meta)$/.test(name)) drop(whole);
    return '';
  });
};

/** `[words]{.class}`; with a link in it, it is one of pandoc's attribute lists of links. */
const span = /\[([^[\]\n]{1,500})\]\{[.#][^{}\n]{0,300}\}/g;
const shortcode = /\{\{<\s{0,20}(kbd|var|meta|fa|bi|pagebreak|video|embed|lipsum|placeholder)\b([^\n>]{0,300})>\}\}/g;

const option = /^[ \t]*(?:#|\/\/|--|%%)\|[ \t]?/;
const isHidden = /^[ \t]*(?:#|\/\/|--|%%)\|[ \t]*(?:echo|include)[ \t]*:[ \t]*false[ \t]*$/;
const isHiddenChunk = /\b(?:echo|include)\s*=\s*(?:FALSE|F)\b/;

/** Code that is run, without its options: `{r, echo=FALSE}`, `#| echo: false`. What the site does not show goes. */
function withPlainCode(page: string): string {
  const out: string[] = [];
  let open: { readonly mark: string; readonly start: number; isHidden: boolean; isHead: boolean } | undefined;
  for (const line of page.split('\n')) {
    if (open === undefined) {
      const fence = readFenceMark(line);
      if (fence) {
        const facts = fence.facts.trim();
        open = {
          mark: fence.mark,
          start: out.length,
          isHead: true,
          isHidden: facts.startsWith('{') && isHiddenChunk.test(facts.slice(0, 1_000)),
        };
        out.push(fence.before + fence.mark + plainFacts(facts));
        continue;
      }
    } else if (isFenceEnd(line, open.mark)) {
      if (open.isHidden) out.length = open.start;
      else out.push(line);
      open = undefined;
      continue;
    } else if (open.isHead && option.test(line)) {
      if (isHidden.test(line)) open.isHidden = true;
      continue;
    } else open.isHead = false;
    out.push(line);
  }
  return out.join('\n');
}

/** Languages of code that is run. */
const engines =
  /^(?:r|python|julia|ojs|bash|sh|sql|mermaid|dot|stata|js|css|cpp|c|rcpp|stan|perl|ruby|node|sas|go|rust|haskell|html|yaml|webr-r|pyodide-python)$/i;

/** `{r name, fig.width=5}`, `{.python filename="x.py"}`, `{{python}}`. Others, such as a directive of MyST, stay. */
function plainFacts(facts: string): string {
  const [, dot = '', language = ''] =
    /^\{{1,3}(\.?)([A-Za-z][\w+#-]{0,30})(?:[\s,}][^\n]{0,1000})?\}{1,3}$/.exec(facts) ?? [];
  if (language === '' || (dot === '' && !engines.test(language))) return facts;
  const title = /\bfilename=["']([^"'\n]{1,200})["']/.exec(facts)?.[1];
  return title === undefined ? language : `${language} title="${title}"`;
}

const opening = /^([ \t]*):{3,}[ \t]*\{([^{}\n]{0,500})\}[ \t]*:*[ \t]*$/;
const named = /^[ \t]*:{3,}[ \t]*[\w-]+[ \t]*(?:\{|:*[ \t]*$)/;
const closing = /^[ \t]*:{3,}[ \t]*$/;
const heading = /^[ \t]*#{1,6}[ \t]+(\S[^\n]*)$/;

interface Div {
  readonly kind: 'callout' | 'tabs' | 'hidden' | 'other';
  /** A heading at its beginning is its title. */
  isBegun: boolean;
}

/** Callouts get their label, tab sets the names of their tabs; what is for other formats goes; other divs only group. */
function withoutDivs(page: string): string {
  const out: string[] = [];
  const open: Div[] = [];
  let mark: string | undefined;
  let hidden = 0;
  for (const line of page.split('\n')) {
    if (mark !== undefined) {
      if (isFenceEnd(line, mark)) mark = undefined;
      if (hidden === 0) out.push(line);
      continue;
    }
    const [, indent = '', facts] = opening.exec(line) ?? [];
    if (facts !== undefined) {
      const { kind, label } = divOf(facts);
      open.push({ kind, isBegun: label !== '' });
      if (kind === 'hidden') hidden += 1;
      else if (hidden === 0)
        out.push(kind === 'callout' ? `${indent}:::${label === '' ? calloutOf(facts) : `note ${label}`}` : '');
      continue;
    }
    // Only divs with attributes are read here.
    if (open.length > 0 && named.test(line)) open.push({ kind: 'other', isBegun: true });
    else if (open.length > 0 && closing.test(line)) {
      const div = open.pop();
      if (div?.kind === 'hidden') hidden -= 1;
      if (hidden === 0) out.push(div?.kind === 'callout' ? line : '');
      continue;
    }
    mark = readFenceMark(line)?.mark;
    if (hidden > 0) continue;
    const div = open.at(-1);
    const title =
      div && (div.kind === 'tabs' || (div.kind === 'callout' && !div.isBegun)) ? heading.exec(line)?.[1] : undefined;
    if (div && line.trim() !== '' && !div.isBegun) {
      div.isBegun = true;
      // The label is one line above.
      if (title !== undefined && div.kind === 'callout') {
        while (out.at(-1)?.trim() === '') out.pop();
        out.push(`${out.pop()?.replace(/:::.*$/, '') ?? ''}:::note ${plainTitle(title)}`);
        continue;
      }
    }
    out.push(title === undefined ? line : `**${plainTitle(title)}**`);
  }
  return out.join('\n');
}

function plainTitle(title: string): string {
  const end = title.lastIndexOf('{');
  return (end > 0 && title.endsWith('}') ? title.slice(0, end) : title).trim();
}

function calloutOf(facts: string): string {
  return /\.callout-([a-z]{1,30})/.exec(facts)?.[1] ?? 'note';
}

function divOf(facts: string): { readonly kind: Div['kind']; readonly label: string } {
  const { named } = readAttributes(facts);
  const format = named.get('when-format') ?? named.get('unless-format');
  const isForSite = format === undefined || /^html/.test(format);
  const isKept = facts.includes('unless-format') ? !isForSite || format === undefined : isForSite;
  if (/(?:^|\s)\.hidden\b/.test(facts)) return { kind: 'hidden', label: '' };
  if (/(?:^|\s)\.content-visible\b/.test(facts)) return { kind: isKept ? 'other' : 'hidden', label: '' };
  if (/(?:^|\s)\.content-hidden\b/.test(facts)) return { kind: isKept ? 'hidden' : 'other', label: '' };
  if (/\.callout-/.test(facts)) return { kind: 'callout', label: named.get('title') ?? '' };
  return { kind: /\.panel-tabset\b/.test(facts) ? 'tabs' : 'other', label: '' };
}
