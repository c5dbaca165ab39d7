/**
 * Where a message ends that grows, so that the rest of the reply begins one of its own: when it has grown for as long as it
 * may, and before it is full, since what it shows is not taken back. In: a text, its body, and what is shown of it. Out: an
 * offset. Pure.
 */
import { maxWord } from './best-cut.ts';
import { scan } from './blocks.ts';
import { cutsBetween, rank } from './cut.ts';
import type { Body, Fits } from './layout.ts';

/** How long after its time a growing message ends with a word, if no sentence ends. */
const pressingMs = 20_000;

/** An item or a block, however deep in a list. */
const leastBlock = rank.block - 5;

/** A message that grows. */
export interface Growing {
  /** As the whole text so far is laid out. */
  readonly body: Body;
  /** No message follows it. */
  readonly isLast: boolean;
  /** Up to where it shows the text. */
  readonly shownTo: number;
  /** For how long it should have ended. */
  readonly lateMs: number;
}

/** The best place behind what is shown; undefined while none is needed, or there is none. */
export function rollPlace(text: string, growing: Growing, fits: Fits): number | undefined {
  const { body, isLast, shownTo } = growing;
  if (isLast) {
    const least = leastRank(growing, fits);
    return least === undefined ? undefined : bestBehind(text.slice(0, body.to), shownTo, least);
  }
  if (body.to >= shownTo) return undefined;
  const end = bestBehind(text.slice(0, shownTo + maxWord), shownTo, rank.word);
  return end !== undefined && fits(longer(body, text.slice(body.to, end))) ? end : undefined;
}

/** How good a place must be: the fuller the message is and the later it is, the less. */
function leastRank({ body, lateMs }: Growing, fits: Fits): number | undefined {
  const isFull = (share: number): boolean =>
    !fits(longer(body, ' x'.repeat(Math.ceil(body.markdown.length * (0.5 / share - 0.5)))));
  if (lateMs >= pressingMs || isFull(0.96)) return rank.word;
  if (lateMs >= 0 || isFull(0.92)) return rank.sentence;
  return isFull(0.85) ? leastBlock : undefined;
}

function bestBehind(text: string, shownTo: number, least: number): number | undefined {
  const cuts = cutsBetween(text, scan(text), shownTo - 1, text.length).filter((cut) => cut.rank >= least);
  const top = Math.max(...cuts.map((cut) => cut.rank));
  return cuts.find((cut) => cut.rank === top)?.at;
}

function longer(body: Body, more: string): Body {
  return { ...body, markdown: body.markdown + more };
}
