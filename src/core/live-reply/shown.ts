/**
 * What messages show, as far as it is certain; and what becomes of those that cannot be changed any more: they keep what
 * they show, and the rest of the reply goes on in a new one. Pure.
 */
import { cutsBetween, rank } from '../layout/cut-points.ts';
import { scan } from '../markdown/block-scanner.ts';
import type { Body } from '../model/body.ts';
import type { Shown } from '../model/conversation.ts';

/** A word is not looked for farther away than this. */
const maxDistance = 200;

/** What a message shows after a body was sent to it and before it is known whether that arrived. */
export function possiblyShown(body: Body, there: Shown | undefined): Shown {
  const { message = '', to = 0 } = there ?? {};
  const least = there ? certainEnd(there) : body.from;
  return { message, from: body.from, to: Math.max(body.to, to), digest: '', least };
}

/**
 * The messages with all up to `index` frozen. `text`: the newest; `shownText`: the one that the messages show. Where that
 * is another text, or where it is not known what the last of them shows, the new message repeats it.
 */
export function freezeUpTo(index: number, shown: readonly Shown[], text: string, shownText: string): readonly Shown[] {
  const first = shown.findIndex(({ frozen }) => !frozen);
  const begin = shown[first]?.from ?? 0;
  const certain = shown[index] ? certainEnd(shown[index]) : begin;
  const continues = certain <= shownText.length && text.startsWith(shownText.slice(0, certain));
  return shown.map((each, at) => {
    if (at < first || at > index) return each;
    const end = shown[at + 1]?.from ?? beforeWord(text, each.from, certain);
    return { ...each, to: continues ? end : begin, frozen: true };
  });
}

/** Up to where a message certainly shows the text. */
function certainEnd({ from, to, digest, least = from }: Shown): number {
  return digest === '' ? least : to;
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
