/**
 * What a page of MDX exports and shows itself: data that a component renders, and components of its own. In: a page's source.
 * Out: the same with both where they are used; the exports stay. Pure.
 */
import { toStretches } from '../../../kit/markdown/page-lines.ts';
import { closingEnd, moduleEnd } from './literals.ts';

const exported =
  /^export\s+(?:(?:const|let|var)\s+([A-Za-z_$][\w$]{0,100})(?:\s*:[^=\n]{0,200})?\s*=\s*|(?:default\s+)?function\s+([A-Z]\w{0,100}))/gm;
/** `items={faq}`, `<Faq />`, `{name}`, `{faq.map(…)}` */
const used = /=\{\s*([A-Za-z_$][\w$]*)\s*\}|<([A-Z]\w*)\b[^<>]{0,500}\/>|\{\s*([A-Za-z_$][\w$]*)\s*(?:\}|(\.map\())/g;
/** A page with more is generated; each may be read to the end of the page. */
const maxExports = 100;
/** What is used in many places could make a page many times as long. */
const maxGrowth = 200_000;

/** By name, as written: a literal, or the markup that a component returns. */
type Exports = ReadonlyMap<string, string>;

export function withOwnData(source: string): string {
  if (!/^export\s/m.test(source)) return source;
  const stretches = toStretches(source);
  const exports = new Map(stretches.flatMap(({ isCode, text }) => (isCode ? [] : exportsOf(text))));
  if (exports.size === 0) return source;
  const budget = { chars: maxGrowth };
  return stretches.map(({ isCode, text }) => (isCode ? text : filled(text, exports, budget))).join('\n');
}

function exportsOf(text: string): readonly (readonly [name: string, value: string])[] {
  return exportsIn(text).flatMap((found) => {
    const [whole, constant, component] = found;
    const start = found.index + whole.length;
    const value = literalAt(text, start) ?? writtenValue(text.slice(start, moduleEnd(text, found.index)).trim());
    return value === undefined ? [] : [[constant ?? component ?? '', value] as const];
  });
}

function exportsIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(exported)].slice(0, maxExports);
}

/** An array or object that is written there. */
function literalAt(text: string, at: number): string | undefined {
  const end = /[[{]/.test(text.charAt(at)) ? closingEnd(text, at) : -1;
  return end === -1 ? undefined : text.slice(at, end);
}

/** undefined: it is computed, or a literal that is never closed. */
function writtenValue(source: string): string | undefined {
  if (/^[[{]/.test(source)) return undefined;
  const text = /^(["'`])[^\n]{0,2000}?\1(?=;?$)/.exec(source)?.[0];
  if (text !== undefined) return text;
  const body = source.search(/=>|\breturn\b/);
  const from = body === -1 ? -1 : source.indexOf('<', body);
  return from === -1 ? undefined : source.slice(from, source.lastIndexOf('>') + 1);
}

function filled(text: string, exports: Exports, budget: { chars: number }): string {
  let out = '';
  let at = 0;
  let ownEnd = 0;
  const starts = exportsIn(text).map(({ index }) => index);
  const pattern = new RegExp(used);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { index } = found;
    // A tag that is not exported may have data in its attributes.
    pattern.lastIndex = index + 1;
    while (starts[0] !== undefined && starts[0] <= index) ownEnd = moduleEnd(text, starts.shift() ?? 0);
    if (index < Math.max(at, ownEnd)) continue;
    const [whole, attribute, component, name, map] = found;
    const value = exports.get(attribute ?? component ?? name ?? '');
    if (value === undefined || value.startsWith('<') !== (component !== undefined)) continue;
    const end = map === undefined ? index + whole.length : closingEnd(text, index);
    if (end === -1 || value.length > budget.chars) continue;
    budget.chars -= value.length;
    const shown = component
      ? value
      : attribute
        ? `={${value}}`
        : /^["'`]/.test(value)
          ? `{${value}}`
          : `<Items items={${value}} />`;
    out += text.slice(at, index) + shown;
    at = end;
    pattern.lastIndex = end;
  }
  return out + text.slice(at);
}
