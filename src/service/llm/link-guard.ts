/**
 * Streams a language model's text with only those links that the policy allows. The text is parsed with the bot's own
 * parser, and parsed again after each edit until no other link appears: what this file takes for code or text, readers
 * see as code or text.
 */
import type { Work } from '../../kit/base/time-slices.ts';
import { type Line, scan } from '../../kit/markdown/block-scanner.ts';
import { shownEnd } from '../../kit/markdown/hold-back.ts';
import { scanInline } from '../../kit/markdown/inline-scanner.ts';
import { sanitize } from '../../kit/markdown/sanitize.ts';
import { applied, asPlainText, editsOf, isExpensive, type LinkPolicy } from './link-edits.ts';

export interface LinkGuard {
  /** Returns the text that can be shown now. May pause after each parse of the open block. */
  push(piece: string): Work<string>;
  /** Returns the rest of this text; the next piece begins another one. */
  end(): Work<string>;
}

export function createLinkGuard(policy: LinkPolicy): LinkGuard {
  /** The shown part of the open block. */
  let shown = '';
  let held = '';
  /** The open block is not read again until it has this length. */
  let nextReadAt = 0;
  function* release(length: number): Work<Read<string>> {
    const piece = sanitize(held.slice(0, length));
    held = held.slice(length);
    const { result: safe, readings } = yield* guarded(shown, piece, policy);
    yield;
    shown = openBlock(shown + safe, piece);
    return { result: safe, readings };
  }
  return {
    *push(piece) {
      held += piece;
      const chars = shown.length + held.length;
      if (chars < nextReadAt) return '';
      const decided = yield* releasable(shown + held);
      const length = decided.result - shown.length;
      const safe = length > 0 ? yield* release(length) : { result: '', readings: 0 };
      nextReadAt = shown.length + held.length + (chars * (decided.readings + safe.readings)) / readingsPerChar;
      return safe.result;
    },
    *end() {
      const { result } = yield* release(held.length);
      shown = '';
      nextReadAt = 0;
      return result;
    },
  };
}

/** A result, and how often the open block was read for it. */
interface Read<T> {
  readonly result: T;
  readonly readings: number;
}

/**
 * The open block is read as a whole, several times if it is unusual. Each new character pays for this many readings of one
 * character, so that all readings together take linear time. Usual text is read again when it has grown by a thirteenth.
 */
const readingsPerChar = 40;
/** At most this much is held back; longer unfinished markup counts as text. */
const maxHeldChars = 2_000;
/** At most this many undecided things in a row are held back, such as emoji that the next one may join. */
const maxHolds = 10;
const maxRoundsPerHold = 4;

/** Where the text ends that cannot become part of a link, code or an address any more. */
function* releasable(text: string): Work<Read<number>> {
  // Holding back code may cut a link in two, and the other way round.
  let lines = scan(text);
  let end = startOfWord(text);
  for (let holds = 0; holds < maxHolds && text.length - end <= maxHeldChars; holds += 1) {
    lines = scan(text.slice(0, end), lines);
    const decided = shownEnd(text.slice(0, end), lines, maxRoundsPerHold);
    const next = openCode(text.slice(0, decided), lines) ?? decided;
    if (next === end) return { result: end, readings: holds + 1 };
    // A tag inside a word: its two parts are shown as one word.
    end = wordChar.test(text.charAt(next)) ? startOfWord(text.slice(0, next)) : next;
    yield;
  }
  return { result: shownEnd(text), readings: 2 * maxHolds };
}

/** A character of a word, except in scripts without spaces between words, where a word may end only with the text. */
const wordChar =
  /[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** Where the last word of the text begins, if it ends in a word. */
function startOfWord(text: string): number {
  const least = Math.max(0, text.length - maxHeldChars);
  let start = text.length;
  while (start > least && wordChar.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** `known`: lines of the same text, to save scanning. */
function openCode(text: string, known: readonly Line[]): number | undefined {
  const line = scan(text, known).at(-1);
  if (!line || line.kind === 'code' || line.kind === 'fence') return undefined;
  const { close, spans } = scanInline(text.slice(line.leaf), true);
  return close.startsWith('`') ? line.leaf + (spans.at(-1)?.from ?? 0) : undefined;
}

/** Text without any of these contains no link and ends no block. */
const significant = /[[\]<>&\\:@`~|]|\S\.\S|\/\/|\n[ \t>]*\n|^ {4}|\t/;

/** The last block of the text, which later text may continue: a list's last item, an open fence's first and last line. */
function openBlock(text: string, piece: string): string {
  if (!significant.test(piece)) return text;
  const lines = scan(text);
  const first = lines.findLast(({ kind, containers: [outer] }, at) => {
    const before = lines[at - 1];
    if (outer !== before?.containers[0]) return true;
    return !outer && (kind === 'fence' || before?.kind === 'fence-end' || before?.kind === 'blank');
  });
  const rest = text.slice(first?.start ?? 0);
  if (first?.kind !== 'fence' || lines.at(-1)?.kind !== 'code') return rest;
  return rest.slice(0, rest.indexOf('\n')) + rest.slice(rest.lastIndexOf('\n'));
}

/** Edits rarely uncover further links more than twice: a link in a link, a tag in a tag. */
const maxRounds = 6;

/** `piece` as it is shown after `before`. */
function* guarded(before: string, piece: string, policy: LinkPolicy): Work<Read<string>> {
  if (!significant.test(piece)) return { result: piece, readings: 0 };
  let safe = piece;
  for (let round = 0; round < maxRounds; round += 1) {
    const edits = yield* editsOf(before + safe, before.length, policy);
    if (edits === 'impossible') break;
    yield;
    if (edits.length === 0) return { result: safe, readings: round + 1 };
    safe = applied(edits, before + safe).slice(before.length);
  }
  yield;
  const plain = asPlainText(safe, policy);
  if (isExpensive(before + plain)) return { result: plain, readings: maxRounds };
  const isPlain = (yield* editsOf(before + plain, before.length, policy)).length === 0;
  return { result: isPlain ? plain : '', readings: maxRounds + 1 };
}
