/**
 * What messages show, as far as it is certain; and what becomes of those that cannot be changed any more: they keep what
 * they show, and the rest of the reply goes on in a new one. Pure.
 *
 * All of it refers to one text: the newest, or a longer one that begins with it.
 */
import { cutsBetween, rank } from '../layout/cut-points.ts';
import { scan } from '../markdown/block-scanner.ts';
import type { Shown } from '../model/conversation.ts';
import type { Action } from './next-action.ts';

/** A word is not looked for farther away than this. */
const maxDistance = 200;

/** Messages and the text that they are certain to show their shares of. */
export interface ShownText {
  readonly shown: readonly Shown[];
  readonly text: string;
}

/** What a message shows after an action was sent and before it is known whether that arrived; none for none. */
export function possiblyShown(action: Action, there: Shown | undefined): readonly Shown[] {
  if (action.kind === 'remove') return there ? [{ ...there, removing: true }] : [];
  const { body } = action;
  const { message = '', to = 0 } = there ?? {};
  const least = there ? Math.min(body.to, certainEnd(there)) : body.from;
  return [{ message, from: body.from, to: Math.max(body.to, to), digest: '', least }];
}

/** The same messages, of a newer text. */
export function ofNewerText(newer: string, { shown, text }: ShownText): ShownText {
  if (text.startsWith(newer)) return { shown, text };
  const common = newer.startsWith(text) ? text.length : commonLength(newer, text);
  return { shown: certainUpTo(common, shown), text: newer };
}

/** Of messages that show another text from `end` on, nothing is certain; a frozen one of them is repeated as a whole. */
export function certainUpTo(end: number, shown: readonly Shown[]): readonly Shown[] {
  const from = shown.find(({ to }) => to > end)?.from;
  if (from === undefined) return shown;
  return shown.map((each) => {
    if (each.to <= end && each.from < from) return each;
    return each.frozen ? { ...each, to: Math.min(each.to, from) } : { ...each, least: each.from };
  });
}

/**
 * Whether the rest would go on after the message, frozen as it is, without a word doubled and without another edit. One
 * without words of the reply says only what is to go away.
 */
export function endsCleanly(index: number, shown: readonly Shown[]): boolean {
  const lastFrozen = shown.findLastIndex(({ frozen }) => frozen);
  return shown.every((each, at) => {
    if (at < lastFrozen || at > index) return true;
    return (each.frozen || (isCertain(each) && each.to > each.from)) && (shown[at + 1]?.from ?? each.to) === each.to;
  });
}

/**
 * The messages with all up to `index` frozen. Words that are not certain to be there are repeated in the message that
 * follows: rather twice than never.
 */
export function freezeUpTo(index: number, { shown, text }: ShownText): readonly Shown[] {
  const first = shown.findIndex(({ frozen }) => !frozen);
  const frozen = shown.slice(first, index + 1);
  const begin = shown[first - 1]?.to ?? 0;
  const certain = frozen.reduce((end, each) => (each.from <= end ? Math.max(end, certainEnd(each)) : end), begin);
  const rest = beforeWord(text, begin, certain);
  return shown.map((each, at) => {
    if (at < first || at > index) return each;
    return { ...each, to: at === index ? rest : Math.min(certainEnd(each), rest), frozen: true };
  });
}

/** Up to where a message certainly shows the text. */
function certainEnd({ from, to, digest, least = digest === '' ? from : to }: Shown): number {
  return least;
}

/** Whether it is known to show its share, and nothing else. A stream without its end would grow for ever. */
function isCertain({ to, digest, least = to }: Shown): boolean {
  return digest !== '' && least === to;
}

function commonLength(one: string, other: string): number {
  let end = 0;
  while (end < one.length && one.charCodeAt(end) === other.charCodeAt(end)) end += 1;
  return end;
}

/** The offset itself between two words, else the beginning of the word around it. */
function beforeWord(text: string, from: number, offset: number): number {
  const isWithin = /\S/.test(text.charAt(offset));
  const earliest = Math.max(from, offset - (isWithin ? maxDistance : 1));
  const cuts = cutsBetween(text, scan(text), earliest, offset + maxDistance).filter(
    (cut) => cut.rank >= rank.word && text.slice(offset, cut.at).trim() === '',
  );
  return cuts.at(-1)?.at ?? offset;
}
