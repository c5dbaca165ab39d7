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

/** How full it is, as a share of what fits, when it ends before a block, after a sentence, after a word. */
const full = { block: 0.85, sentence: 0.92, word: 0.96 };
/** An item or a block, however deep in a list. */
const leastBlock = rank.block - 5;

/** A message that grows. */
export interface Filling {
  /** As the whole text so far is laid out. */
  readonly body: Body;
  /** No message follows it. */
  readonly isLast: boolean;
  /** Up to where it shows the text. */
  readonly shownTo: number;
  /** For how long it should have ended. */
  readonly lateMs: number;
}

/** The best place behind what is shown, and of these the last; undefined while none is needed, or there is none. */
export function rollPlace(text: string, filling: Filling, fits: Fits): number | undefined {
  const { body, isLast, shownTo } = filling;
  if (isLast) {
    const least = leastRank(filling, fits);
    return least === undefined ? undefined : bestBehind(text.slice(0, body.to), shownTo, least);
  }
  if (body.to >= shownTo) return undefined;
  const end = bestBehind(text.slice(0, shownTo + maxWord), shownTo, rank.word);
  return end !== undefined && fits(longer(body, text.slice(body.to, end))) ? end : undefined;
}

/** How good a place must be: the fuller the message is and the later it is, the less. */
function leastRank({ body, lateMs }: Filling, fits: Fits): number | undefined {
  const isFull = (share: number): boolean =>
    !fits(longer(body, ' x'.repeat(Math.ceil(body.markdown.length * (0.5 / share - 0.5)))));
  // Asked at each token, and each answer renders the whole message: mostly the first one is enough.
  if (lateMs < 0 && !isFull(full.block)) return undefined;
  if (lateMs >= pressingMs || isFull(full.word)) return rank.word;
  return lateMs >= 0 || isFull(full.sentence) ? rank.sentence : leastBlock;
}

function bestBehind(text: string, shownTo: number, least: number): number | undefined {
  const cuts = cutsBetween(text, scan(text), shownTo - 1, text.length).filter((cut) => cut.rank >= least);
  const top = Math.max(...cuts.map((cut) => cut.rank));
  return cuts.findLast((cut) => cut.rank === top)?.at;
}

function longer(body: Body, more: string): Body {
  return { ...body, markdown: body.markdown + more };
}
