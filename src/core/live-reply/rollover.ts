/**
 * Where a message ends that grows, so that the rest of the reply begins one of its own: when it has grown for as long as it
 * may, and before it is full, since what it shows is not taken back. In: a text, its body, and what is shown of it. Out: an
 * offset. Pure but for what it remembers of the message.
 */
import { maxWord } from '../layout/choose-cut.ts';
import { cutsBetween, rank } from '../layout/cut-points.ts';
import { scan } from '../markdown/block-scanner.ts';
import type { Body, Fits } from '../model/body.ts';

/** How long after its time a growing message ends with a word, if no sentence ends. */
const pressingMs = 20_000;

/** How full it is, as a share of what fits, when it ends before a block, after a sentence, after a word. */
const full = { block: 0.85, sentence: 0.92, word: 0.96 };
/** How full a message is, is looked at again when it is longer by this: each look renders it. */
const lookAgain = 1.03;
/** An item or a block, however deep in a list. */
const leastBlock = rank.block - 5;

/** A message that grows. */
export interface StreamedBody {
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
export type FindRollover = (text: string, filling: StreamedBody) => number | undefined;

/** For the messages of one reply. */
export function createRollover(fits: Fits): FindRollover {
  let known: { from: number; below: number; least: number | undefined } = { from: 0, below: 0, least: undefined };

  return (text, filling) => {
    const { body, isLast, shownTo, lateMs } = filling;
    if (!isLast) return endShown(text, filling, fits);
    const least = leastRank(lateMs, leastForRoom(body));
    return least === undefined ? undefined : bestBehind(text.slice(0, body.to), shownTo, least);
  };

  /** Asked at each token. */
  function leastForRoom(body: Body): number | undefined {
    const { from, markdown } = body;
    if (from !== known.from || markdown.length >= known.below) {
      known = { from, below: markdown.length * lookAgain, least: leastInRoom(body, fits) };
    }
    return known.least;
  }
}

/** The end of a message after which another one begins already, behind what it shows. */
function endShown(text: string, { body, shownTo }: StreamedBody, fits: Fits): number | undefined {
  if (body.to >= shownTo) return undefined;
  const end = bestBehind(text.slice(0, shownTo + maxWord), shownTo, rank.word);
  return end !== undefined && fits(longer(body, text.slice(body.to, end))) ? end : undefined;
}

/** How good a place must be: the fuller the message is and the later it is, the less. */
function leastRank(lateMs: number, forRoom: number | undefined): number | undefined {
  if (lateMs < 0) return forRoom;
  return lateMs >= pressingMs ? rank.word : Math.min(rank.sentence, forRoom ?? rank.sentence);
}

function leastInRoom(body: Body, fits: Fits): number | undefined {
  if (!isFull(body, full.block, fits)) return undefined;
  if (!isFull(body, full.sentence, fits)) return leastBlock;
  return isFull(body, full.word, fits) ? rank.word : rank.sentence;
}

function isFull(body: Body, share: number, fits: Fits): boolean {
  return !fits(longer(body, ' x'.repeat(Math.ceil(body.markdown.length * (0.5 / share - 0.5)))));
}

function bestBehind(text: string, shownTo: number, least: number): number | undefined {
  const cuts = cutsBetween(text, scan(text), shownTo - 1, text.length).filter((cut) => cut.rank >= least);
  const top = Math.max(...cuts.map((cut) => cut.rank));
  return cuts.findLast((cut) => cut.rank === top)?.at;
}

function longer(body: Body, more: string): Body {
  return { ...body, markdown: body.markdown + more };
}
