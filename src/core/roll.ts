/**
 * Where a message ends that has grown for as long as it may, so that the rest of the reply begins one of its own. In: a
 * text, and what of it is shown. Out: an offset. Pure.
 */
import { scan } from './blocks.ts';
import { cutsBetween, rank } from './cut.ts';

/**
 * The best place behind what is shown: the end of a sentence or of more, and if it is pressing that of a word. Undefined
 * while there is none.
 */
export function rollPlace(text: string, shownTo: number, isPressing: boolean): number | undefined {
  const least = isPressing ? rank.word : rank.sentence;
  const cuts = cutsBetween(text, scan(text), shownTo - 1, text.length).filter((cut) => cut.rank >= least);
  const top = Math.max(...cuts.map((cut) => cut.rank));
  return cuts.find((cut) => cut.rank === top)?.at;
}
