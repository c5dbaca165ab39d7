/** Where to cut a text that is too long for one message. Pure. */
import { clusterStart } from '../../../kit/base/shorten.ts';
import type { Work } from '../../../kit/base/time-slices.ts';
import { firstWord, type Line } from '../../../kit/markdown/block-scanner.ts';
import { type Cut, cutsBetween, rank } from './cut-points.ts';

/** A word of up to this many characters is never cut: a message that ends before it is full enough. */
export const maxWord = 64;

/** The stretch of text to cut, which does not fit as a whole. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Whether its last word is known to be complete. */
  readonly ended: boolean;
  /** Where the limit may lie. */
  readonly guess: number;
}

/**
 * The best place to cut within what fits. While the word at the limit may still grow, the result is not final, and says how
 * much of that word can be shown. Undefined if not even the first character fits. `fitsTo` is assumed to be true up to a limit
 * and false beyond it (galloping search, then binary search).
 */
export function* chooseCut(
  text: string,
  lines: readonly Line[],
  stretch: Stretch,
  fitsTo: (at: number) => Work<boolean>,
): Work<{ readonly at: number; readonly final: boolean } | undefined> {
  const { from, to, ended, guess } = stretch;
  const least = firstWord(text, lines, from) ?? from;
  const cuts = cutsBetween(text, lines, least, to);
  const near = cuts.findIndex((cut) => cut.at >= guess);
  const count = yield* largest(0, cuts.length, near === -1 ? cuts.length : near, (n) =>
    fitsTo(cuts[n - 1]?.at ?? from),
  );
  const fitting = cuts.slice(0, count);
  const last = fitting.at(-1)?.at;
  const beyond = cuts[count]?.at ?? (ended ? to : undefined);
  const isShortWord = last !== undefined && (beyond ?? to) - last <= maxWord;
  if (isShortWord && beyond !== undefined) return { at: highest(fitting, from, last) ?? last, final: true };
  const limit = yield* lastCharacter(text, last ?? least, beyond ?? to, fitsTo);
  if (isShortWord) return { at: limit ?? last, final: false };
  const at = highest(fitting, from, limit ?? last ?? from) ?? limit ?? last;
  return at === undefined ? undefined : { at, final: true };
}

/** The last character that fits between the two offsets. */
function* lastCharacter(
  text: string,
  from: number,
  to: number,
  fitsTo: (at: number) => Work<boolean>,
): Work<number | undefined> {
  const end = yield* largest(from, to - 1, from + 100, function* (n) {
    const at = clusterStart(text, n);
    return at <= from || (yield* fitsTo(at));
  });
  const at = clusterStart(text, end);
  return at > from ? at : undefined;
}

/** A good cut fills at least this share of a message. If there is none, a worse one fills at least the other share. */
const goodFill = 0.6;
const poorFill = 0.2;

/** The last of the cuts with the highest rank. */
function highest(cuts: readonly Cut[], from: number, limit: number): number | undefined {
  const beyond = (fill: number, least: number) =>
    cuts.filter((cut) => cut.at >= from + (limit - from) * fill && cut.rank >= least);
  for (const choice of [beyond(goodFill, rank.word - 1), beyond(poorFill, rank.word - 1), beyond(goodFill, 0)]) {
    const top = Math.max(...choice.map((cut) => cut.rank));
    const found = choice.findLast((cut) => cut.rank === top);
    if (found) return found.at;
  }
  return undefined;
}

/** The largest n from `low` to `high` for which `holds(n)`; `holds(low)` is assumed. Gallops from `guess`, then bisects. */
function* largest(low: number, high: number, guess: number, holds: (n: number) => Work<boolean>): Work<number> {
  let yes = low;
  let no = high + 1;
  let step = 1;
  for (let probe = Math.min(Math.max(guess, low + 1), high); yes + 1 < no; ) {
    if (yield* holds(probe)) {
      yes = probe;
      probe = no > high ? Math.min(high, probe + step) : (yes + no) >> 1;
    } else {
      no = probe;
      probe = yes === low ? Math.max(low + 1, probe - step) : (yes + no) >> 1;
    }
    step *= 2;
  }
  return yes;
}
