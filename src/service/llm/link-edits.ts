/** The edits that leave only those links in a text that a policy allows. Pure. */
import type { Break, Html, Nodes } from 'mdast';
import { decodeString } from 'micromark-util-decode-string';
import { BoundedCache } from '../../kit/base/bounded-cache.ts';
import type { Work } from '../../kit/base/time-slices.ts';
import { shownHtml } from '../../kit/markdown/html.ts';
import { parseQuestion } from '../../kit/markdown/parse.ts';
import { boundCost, maxParseCost, parseCost } from '../../kit/markdown/parse-cost.ts';
import { type Address, addressesIn } from './addresses.ts';

/** How an address in the text is shown. */
export type Shown = 'linked' | 'as code' | 'dropped';

/** What may be linked. */
export interface LinkPolicy {
  /**
   * The address that these words may link to, after the text before them; idempotent. undefined: the words are shown without a
   * link.
   */
  toLink(href: string, words: string, before: string): string | undefined;
  /** `before`: the text before the address. */
  showAddress(address: string, before: string): Shown;
}

/** How many brackets may be open at the same time: the parser's time grows with the square. */
const maxOpenBrackets = 20;

/** Whether parsing would take too long, or would read a bounded version of the text, with different offsets. */
export function isExpensive(text: string): boolean {
  const known = recent.get(text) ?? exceedsLimits(text);
  recent.set(text, known);
  return known;
}

/** The same text is checked before each parse. */
const recent = new BoundedCache<string, boolean>(4);

function exceedsLimits(text: string): boolean {
  let open = 0;
  for (const [mark] of text.matchAll(/\\.|[[\]]|\n[ \t]*\n/g)) {
    if (mark === '[') open += 1;
    else if (mark === ']') open = Math.max(0, open - 1);
    else if (mark.startsWith('\n')) open = 0;
    if (open > maxOpenBrackets) return true;
  }
  return boundCost(text) !== text || parseCost(text) > maxParseCost;
}

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function applied(edits: readonly Edit[], text: string): string {
  let out = '';
  let done = 0;
  for (const { from, to, text: replacement } of edits.toSorted((a, b) => a.from - b.from)) {
    out += text.slice(done, from) + separated(out + text.slice(done, from), replacement, text.slice(to));
    done = to;
  }
  return out + text.slice(done);
}

/** The text around a removed link must not form another one. */
function separated(before: string, text: string, after: string): string {
  if (text.startsWith('`') && before.endsWith('`')) return ` ${text}`;
  return text === '' && /[\][!<&]$/.test(before) && /^[[(:\]/#]/.test(after) ? ' ' : text;
}

/** The edits from `from` on. `impossible`: parsing is too expensive, or a forbidden link begins before `from`. */
export function* editsOf(text: string, from: number, policy: LinkPolicy): Work<readonly Edit[] | 'impossible'> {
  if (isExpensive(text)) return 'impossible';
  const found: Edit[] = [];
  const code: Place[] = [];
  const targets: Place[] = [];
  let isPossible = true;
  walk(parseQuestion(text), (node, around) => {
    const place = placeOf(node);
    if (!place || place.to <= from) return false;
    if (node.type === 'code' || node.type === 'inlineCode') code.push(place);
    const source = text.slice(place.from, place.to);
    const replacement =
      node.type === 'html'
        ? withoutTags(shownHtml(node, around), source)
        : replacementOf(node, source, text.slice(0, place.from), policy);
    if (replacement === undefined) {
      const last = node.type === 'link' && source.startsWith('[') ? placeOf(node.children.at(-1)) : undefined;
      if (last) targets.push({ from: last.to, to: place.to });
      return true;
    }
    if (place.from < from) isPossible = false;
    found.push({ ...place, text: replacement });
    return false;
  });
  if (!isPossible) return 'impossible';
  yield;
  return [...found, ...(yield* addressEdits(text, from, { code, taken: [...found, ...targets] }, policy))];
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function placeOf(node: Nodes | undefined): Place | undefined {
  const { start, end } = node?.position ?? {};
  return start?.offset === undefined || end?.offset === undefined ? undefined : { from: start.offset, to: end.offset };
}

/** `visit` returns whether to visit the node's children; `around`: the types of its ancestors. */
function walk(
  node: Nodes,
  visit: (node: Nodes, around: readonly string[]) => boolean,
  around: readonly string[] = [],
): void {
  if (!visit(node, around) || !('children' in node)) return;
  for (const child of node.children) walk(child, visit, [...around, node.type]);
}

/** Reads HTML as the bot shows it, so that an address that tags split is seen as a whole. undefined: it stays. */
function withoutTags(shown: Html | Break, source: string): string | undefined {
  if (shown.type === 'break') return undefined;
  const without = shown.value.replaceAll(linkingTags, '');
  // The rest must not form HTML with the text after it.
  return without === source ? undefined : without.replaceAll('<', '\\<');
}

/** Tags that link or load something; their content stays. */
const linkingTags = /<\/?(?:a|img|iframe|video|audio|source|embed|object|form|link|base|meta|script|style)\b[^<>]*>?/gi;

/** The text that replaces the node. undefined: it stays. */
function replacementOf(node: Nodes, source: string, before: string, policy: LinkPolicy): string | undefined {
  switch (node.type) {
    case 'link':
      return editedLink(node.url, node.title, wordsOf(node), source, before, policy);
    case 'image':
    case 'imageReference':
      return escaped(node.alt ?? '');
    case 'linkReference':
      return escaped(wordsOf(node));
    case 'definition':
      return '';
    default:
      return undefined;
  }
}

function editedLink(
  url: string,
  title: string | null | undefined,
  words: string,
  source: string,
  before: string,
  policy: LinkPolicy,
): string | undefined {
  if (source.startsWith('<')) {
    const text = source.slice(1, -1);
    const shown = policy.showAddress(text, before);
    return shown === 'linked' ? undefined : inText({ from: 0, text, isBareHost: false }, shown);
  }
  // Bare addresses are left to `addressEdits`.
  if (!source.startsWith('[')) return undefined;
  const target = policy.toLink(url, words, before);
  const label = /^\[([\s\S]*)\]\(/.exec(source)?.[1] ?? escaped(words);
  if (target === undefined || words.trim() === '') return label;
  return target === url && !title ? undefined : `[${label}](${/[\s()<>]/.test(target) ? `<${target}>` : target})`;
}

/** Edits of addresses in code and in the text around it, from `from` on, outside of `taken`. */
function* addressEdits(
  text: string,
  from: number,
  { code, taken }: { readonly code: readonly Place[]; readonly taken: readonly Place[] },
  policy: LinkPolicy,
): Work<readonly Edit[]> {
  const edit = ({ from, to }: Place, isCode: boolean): readonly Edit[] => {
    const [word, before] = [text.slice(from, to), text.slice(0, from)];
    if (!/[.:@/\\&]/.test(word)) return [];
    const replacement = isCode ? withoutAddresses(word, before, inCode, policy) : editedWord(word, before, policy);
    return replacement === word ? [] : [{ from, to, text: replacement }];
  };
  const inside = code.flatMap((place) => wordsIn(text, Math.max(from, place.from), place.to));
  const outside = between(from, text.length, [...code, ...taken]).flatMap((gap) => wordsIn(text, gap.from, gap.to));
  const edits: Edit[] = [];
  for (const [places, isCode] of [
    [inside, true],
    [outside, false],
  ] as const) {
    for (const place of places) {
      edits.push(...edit(place, isCode));
      yield;
    }
  }
  return edits;
}

function between(from: number, to: number, taken: readonly Place[]): readonly Place[] {
  let at = from;
  return [...taken.toSorted((a, b) => a.from - b.from), { from: to, to }].map((next) => {
    const place = { from: at, to: Math.max(at, next.from) };
    at = Math.max(at, next.to);
    return place;
  });
}

function wordsIn(text: string, from: number, to: number): readonly Place[] {
  return [...text.slice(from, to).matchAll(/\S+/g)].map(({ 0: word, index }) => {
    return { from: from + index, to: from + index + word.length };
  });
}

/** An address may be written with character references and escapes. */
function editedWord(word: string, before: string, policy: LinkPolicy): string {
  const read = decodeString(word);
  const replacement = withoutAddresses(read, before, inText, policy);
  if (replacement === read) return word;
  return read === word ? replacement : asPlainText(read, policy);
}

function inText({ text, isBareHost }: Address, shown: Shown): string {
  if (shown === 'linked') return text;
  return shown === 'as code' || isBareHost ? `\`${text}\`` : '';
}

function inCode({ text, isBareHost }: Address, shown: Shown): string {
  return shown === 'dropped' && !isBareHost ? '…' : text;
}

function inPlainText({ text, isBareHost }: Address): string {
  return isBareHost ? text : '';
}

function withoutAddresses(
  word: string,
  before: string,
  render: (address: Address, shown: Shown) => string,
  policy: LinkPolicy,
): string {
  let out = '';
  let done = 0;
  for (const address of addressesIn(word)) {
    const { from, text } = address;
    out += word.slice(done, from) + render(address, policy.showAddress(text, before + word.slice(0, from)));
    done = from + text.length;
  }
  return out + word.slice(done);
}

function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('');
  if (node.type === 'image') return node.alt ?? '';
  return 'value' in node ? node.value : '';
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#!|~&:@]/g, '\\$&');
}

/** The last resort for pathological text: all markup is escaped, and addresses are removed. */
export function asPlainText(text: string, policy: LinkPolicy): string {
  return escaped(withoutAddresses(text, '', inPlainText, policy));
}
