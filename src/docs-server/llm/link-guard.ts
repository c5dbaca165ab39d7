/**
 * Text of a language model with only those links that the policy allows, in pieces as it streams. The text is read by the
 * parser that the bot shows it with, and what was changed is read again until nothing else is a link: what this file takes
 * for code or text, a reader sees as code or text.
 */
import type { Nodes } from 'mdast';
import type { Work } from '../../base/time-slices.ts';
import { type Line, scan } from '../../core/markdown/block-scanner.ts';
import { boundCost } from '../../core/markdown/bound-cost.ts';
import { shownEnd } from '../../core/markdown/hold-back.ts';
import { scanInline } from '../../core/markdown/inline-scanner.ts';
import { parseQuestion } from '../../core/markdown/parse.ts';
import { maxParseCost, parseCost } from '../../core/markdown/parse-cost.ts';
import { sanitize } from '../../core/markdown/sanitize.ts';
import { type Address, addressesIn } from './addresses.ts';

/** How an address that stands in the text is shown. */
export type Shown = 'linked' | 'as code' | 'dropped';

/** What may be linked. */
export interface LinkPolicy {
  /** The address to link these words to; it is its own answer. undefined: the words are shown alone. */
  toLink(href: string, words: string): string | undefined;
  /** `before`: the text that the address follows. */
  showAddress(address: string, before: string): Shown;
}

export interface LinkGuard {
  /** What can be shown of the text so far. It may pause after each parse of the open block. */
  push(piece: string): Work<string>;
  /** The rest of this text; the next piece begins another. */
  end(): Work<string>;
}

export function createLinkGuard(policy: LinkPolicy): LinkGuard {
  /** The block that is open, as far as it was shown. */
  let shown = '';
  let held = '';
  function* release(length: number): Work<string> {
    const piece = sanitize(held.slice(0, length));
    held = held.slice(length);
    const safe = yield* guarded(shown, piece, policy);
    yield;
    shown = openBlock(shown + safe, piece);
    return safe;
  }
  return {
    *push(piece) {
      held += piece;
      const length = (yield* releasable(shown + held)) - shown.length;
      return length > 0 ? yield* release(length) : '';
    },
    *end() {
      const rest = yield* release(held.length);
      shown = '';
      return rest;
    },
  };
}

/** What is longer is text: nothing is held back for more than this. */
const maxHeldChars = 2_000;

/** Without what may still become a link, code or the rest of an address. */
function* releasable(text: string): Work<number> {
  // Code that is left out may end in the middle of a link, and the other way round.
  let lines = scan(text);
  for (let end = startOfWord(text); text.length - end <= maxHeldChars; ) {
    lines = scan(text.slice(0, end), lines);
    const decided = shownEnd(text.slice(0, end), lines);
    const next = openCode(text.slice(0, decided), lines) ?? decided;
    if (next === end) return end;
    end = next;
    yield;
  }
  return shownEnd(text);
}

/** Where its last word begins, if it ends in one. */
function startOfWord(text: string): number {
  const least = Math.max(0, text.length - maxHeldChars);
  let start = text.length;
  while (start > least && /[\x21-\x7e]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** `known`: lines of the same text, to save scanning. */
function openCode(text: string, known: readonly Line[]): number | undefined {
  const line = scan(text, known).at(-1);
  if (!line || line.kind === 'code' || line.kind === 'fence') return undefined;
  const { close, spans } = scanInline(text.slice(line.leaf), true);
  return close.startsWith('`') ? line.leaf + (spans.at(-1)?.from ?? 0) : undefined;
}

/** Words and full stops alone make no link and end no block. */
const mayMatter = /[[\]<>&\\:@`~|]|\S\.\S|\/\/|\n[ \t>]*\n|^ {4}|\t/;

/** The last block of the text, to which later text belongs. */
function openBlock(text: string, piece: string): string {
  if (!mayMatter.test(piece)) return text;
  if (isExpensive(text)) return text.slice(scan(text).findLast(({ kind }) => kind === 'blank')?.next ?? 0);
  const last = parseQuestion(text).children.at(-1);
  return text.slice(last?.position?.start.offset ?? 0);
}

/** Edits uncover further links seldom more than twice: a link in a link, a tag in a tag. */
const maxRounds = 6;

/** `piece` as it is shown after `before`. */
function* guarded(before: string, piece: string, policy: LinkPolicy): Work<string> {
  if (!mayMatter.test(piece)) return piece;
  let safe = piece;
  for (let round = 0; round < maxRounds; round += 1) {
    const edits = yield* editsOf(before + safe, before.length, policy);
    if (edits === 'impossible') break;
    yield;
    if (edits.length === 0) return safe;
    safe = applied(edits, before + safe).slice(before.length);
  }
  yield;
  const plain = asPlainText(safe, policy);
  if (isExpensive(before + plain)) return plain;
  return (yield* editsOf(before + plain, before.length, policy)).length === 0 ? plain : '';
}

/** Brackets that are open at once. The parser's time grows with their square. */
const maxOpenBrackets = 20;

/** Also where the parser would read another text than this one, with other offsets. */
function isExpensive(text: string): boolean {
  let open = 0;
  for (const [mark] of text.matchAll(/\\.|[[\]]|\n[ \t]*\n/g)) {
    if (mark === '[') open += 1;
    else if (mark === ']') open = Math.max(0, open - 1);
    else if (mark.startsWith('\n')) open = 0;
    if (open > maxOpenBrackets) return true;
  }
  return boundCost(text) !== text || parseCost(text) > maxParseCost;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function applied(edits: readonly Edit[], text: string): string {
  let out = '';
  let done = 0;
  for (const { from, to, text: instead } of edits.toSorted((a, b) => a.from - b.from)) {
    out += text.slice(done, from) + apart(out + text.slice(done, from), instead, text.slice(to));
    done = to;
  }
  return out + text.slice(done);
}

/** Where a link was, what stands around it must not become another. */
function apart(before: string, text: string, after: string): string {
  if (text.startsWith('`') && before.endsWith('`')) return ` ${text}`;
  return text === '' && /[\][!<&]$/.test(before) && /^[[(:\]/#]/.test(after) ? ' ' : text;
}

/** What must change from `from` on. `impossible`: a link that may not be there began before. */
function* editsOf(text: string, from: number, policy: LinkPolicy): Work<readonly Edit[] | 'impossible'> {
  if (isExpensive(text)) return 'impossible';
  const found: Edit[] = [];
  const code: Place[] = [];
  const targets: Place[] = [];
  let isPossible = true;
  walk(parseQuestion(text), (node) => {
    const place = placeOf(node);
    if (!place || place.to <= from) return false;
    if (node.type === 'code' || node.type === 'inlineCode') code.push(place);
    const source = text.slice(place.from, place.to);
    const instead = replacementOf(node, source, text.slice(0, place.from), policy);
    if (instead === undefined) {
      const last = node.type === 'link' && source.startsWith('[') ? placeOf(node.children.at(-1)) : undefined;
      if (last) targets.push({ from: last.to, to: place.to });
      return true;
    }
    if (place.from < from) isPossible = false;
    found.push({ ...place, text: instead });
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

/** `visit` says whether to go on below the node. */
function walk(node: Nodes, visit: (node: Nodes) => boolean): void {
  if (visit(node) && 'children' in node) for (const child of node.children) walk(child, visit);
}

/** Tags that lead somewhere or load something; what they enclose stays. */
const leading = /<\/?(?:a|img|iframe|video|audio|source|embed|object|form|link|base|meta|script|style)\b[^<>]*>?/gi;

/** What stands in the node's place. undefined: it stays. */
function replacementOf(node: Nodes, source: string, before: string, policy: LinkPolicy): string | undefined {
  switch (node.type) {
    case 'link':
      return linkInstead(node.url, node.title, wordsOf(node), source, before, policy);
    case 'image':
    case 'imageReference':
      return escaped(node.alt ?? '');
    case 'linkReference':
      return escaped(wordsOf(node));
    case 'definition':
      return '';
    case 'html': {
      const without = source.replaceAll(leading, '');
      return without === source ? undefined : without;
    }
    default:
      return undefined;
  }
}

function linkInstead(
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
  // An address as it stands in the text is one of `addressEdits`.
  if (!source.startsWith('[')) return undefined;
  const target = policy.toLink(url, words);
  const label = /^\[([\s\S]*)\]\(/.exec(source)?.[1] ?? escaped(words);
  if (target === undefined || words.trim() === '') return label;
  return target === url && !title ? undefined : `[${label}](${/[\s()<>]/.test(target) ? `<${target}>` : target})`;
}

/** Addresses in code and in the text around it, from `from` on, outside of what is `taken`. */
function* addressEdits(
  text: string,
  from: number,
  { code, taken }: { readonly code: readonly Place[]; readonly taken: readonly Place[] },
  policy: LinkPolicy,
): Work<readonly Edit[]> {
  const edit = ({ from, to }: Place, isCode: boolean): readonly Edit[] => {
    const [word, before] = [text.slice(from, to), text.slice(0, from)];
    if (!/[.:@/\\&]/.test(word)) return [];
    const instead = isCode ? withoutAddresses(word, before, inCode, policy) : wordInstead(word, before, policy);
    return instead === word ? [] : [{ from, to, text: instead }];
  };
  const inside = code.flatMap((each) => wordsIn(text, Math.max(from, each.from), each.to));
  const outside = between(from, text.length, [...code, ...taken]).flatMap((each) => wordsIn(text, each.from, each.to));
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
function wordInstead(word: string, before: string, policy: LinkPolicy): string {
  const read = /[&\\]/.test(word) ? wordsOf(parseQuestion(word)) : word;
  const instead = withoutAddresses(read, before, inText, policy);
  if (instead === read) return word;
  return read === word ? instead : asPlainText(read, policy);
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

/** The last resort for text that nobody writes to be read: no mark in it means anything, and addresses go. */
function asPlainText(text: string, policy: LinkPolicy): string {
  return escaped(withoutAddresses(text, '', inPlainText, policy));
}
