/**
 * Turns reference links (`[words][name]`, with the address elsewhere on the page) into inline links, so that a section can be
 * shown alone, and removes the marks of footnotes. In: a page's Markdown. Out: the same without definitions. Pure.
 * Source: spec.commonmark.org/0.31.2, link reference definitions, read 2026-11-21.
 */

import { type Stretch, toStretches } from '../../../kit/markdown/page-lines.ts';
import { replaceOutsideCode } from './code-spans.ts';

/** `[name]: address "title"`; the address may be on the next line or between `<` and `>`. */
const definition =
  /^[ \t>]*\[(?!\^)([^[\]]{1,500})\]:[ \t]*(?:\n[ \t>]*)?(?:<([^<>\n]*)>|(\S+))(?:(?:[ \t]+|[ \t]*\n[ \t]*)(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*(?:\n|$)/gm;
const footnote = /^([ \t]*)\[\^([^[\]\s]{1,100})\]:[ \t]*/gm;

/** A page with its reference links resolved. References without a definition and code stay unchanged. */
export function withInlineLinks(source: string): string {
  const stretches = toStretches(source);
  const prose = stretches.filter(({ isCode }) => !isCode).map(({ text }) => text);
  const addresses = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of prose.flatMap((text) => [...text.matchAll(definition)])) {
    // The first definition of a name counts.
    if (!addresses.has(nameOf(name))) addresses.set(nameOf(name), (quoted ?? plain).trim().replace(/\s/g, '%20'));
  }
  const notes = new Set(prose.flatMap((text) => [...text.matchAll(footnote)].map(([, , name = '']) => name)));
  if (addresses.size === 0 && notes.size === 0) return source;
  return stretches.map((stretch) => resolved(stretch, addresses, notes)).join('\n');
}

function resolved(
  { isCode, text }: Stretch,
  addresses: ReadonlyMap<string, string>,
  notes: ReadonlySet<string>,
): string {
  if (isCode) return text;
  return inPlace(text.replace(definition, '\n').replace(footnote, '$1'), addresses, notes);
}

/** Code, an escaped character, or brackets with what follows them: an address, another name, or nothing. */
const bracketed = /`+|\\[\s\S]|\[((?:[^[\]]|\[[^[\]]{0,200}\]){1,500})\](?:(\()|\[([^[\]]{0,500})\])?/g;

function inPlace(text: string, addresses: ReadonlyMap<string, string>, notes: ReadonlySet<string>): string {
  return replaceOutsideCode(text, bracketed, ([whole, words, address, name]) => {
    if (words === undefined) return whole;
    if (words.startsWith('^') && notes.has(words.slice(1))) return '';
    const found = address ? undefined : addresses.get(nameOf(name || words));
    const shown = words.includes('[') ? inPlace(words, addresses, notes) : words;
    return found === undefined ? `[${shown}${whole.slice(words.length + 1)}` : `[${shown}](${found})`;
  });
}

/** Names ignore case and line breaks. */
function nameOf(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase();
}
