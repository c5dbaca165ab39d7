/** What the marks of a generator become in Markdown. Pure, apart from counting what is dropped. */

import { toStretches } from '../../../../kit/markdown/page-lines.ts';
import { codeSpans } from '../code-spans.ts';

/** Turns the marks of one kind on a page into Markdown or components. All indented code has fences by now. */
export type Mark = (page: string, context: MarkContext) => string;

export interface MarkContext {
  /** The value of a variable, by its name in the template. */
  variable(name: string): string | undefined;
  /** The anchor of a heading with this text. */
  anchor(heading: string): string;
  /** Counts a mark that nothing can be shown for. */
  drop(mark: string): void;
}

/** Changes each stretch of text between fences. */
export function outsideFences(page: string, change: (text: string) => string): string {
  return toStretches(page)
    .map(({ isCode, text }) => (isCode ? text : change(text)))
    .join('\n');
}

/** Replaces each match that does not begin in code. */
export function replaceInText(page: string, pattern: RegExp, replace: (found: RegExpExecArray) => string): string {
  if (page.search(pattern) === -1) return page;
  return outsideFences(page, (text) => {
    if (text.search(pattern) === -1) return text;
    const spans = codeSpans(text);
    let span = 0;
    let out = '';
    let at = 0;
    for (const found of text.matchAll(pattern)) {
      while (span < spans.length && (spans[span]?.[1] ?? 0) <= found.index) span += 1;
      const [start = Number.POSITIVE_INFINITY, end = 0] = spans[span] ?? [];
      if (found.index < at || (start < found.index && found.index < end)) continue;
      out += text.slice(at, found.index) + replace(found);
      at = found.index + found[0].length;
    }
    return out + text.slice(at);
  });
}

const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'%}>]+))|"([^"]*)"|'([^']*)'|([^\s"'=]+)/g;

/** `a="b" c=d "e" f` -> named values, and others in order. */
export function readAttributes(source: string): {
  readonly named: ReadonlyMap<string, string>;
  readonly others: readonly string[];
} {
  const named = new Map<string, string>();
  const others: string[] = [];
  for (const [, name, double, single, bare, other, otherSingle, word] of source.slice(0, 2_000).matchAll(attribute)) {
    if (name !== undefined) named.set(name, double ?? single ?? bare ?? '');
    else others.push(other ?? otherSingle ?? word ?? '');
  }
  return { named, others };
}

/** The opening tag of a component that is read as such later. */
export function openingTag(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  isEmpty = false,
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [` ${key}="${value.replace(/"/g, '”').replace(/\n/g, ' ')}"`],
  );
  return `<${name}${written.join('')}${isEmpty ? ' /' : ''}>`;
}

/** Code in a fence that its own text cannot end. */
export function fenced(code: string, language: string, indent = ''): string {
  const longest = (code.match(/~{6,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 5);
  const mark = /^[ \t]*`{3}/m.test(code) ? '~'.repeat(longest + 1) : '```';
  return [`${mark}${language}`, ...code.split('\n'), mark]
    .map((line) => (line === '' ? line : indent + line))
    .join('\n');
}
