/**
 * Decides where a streamed message ends and the reply goes on in a new one: when it has been open as long as it may be, or
 * before it is full, since text that it shows cannot be taken back.
 */

import { scan } from '../../../kit/markdown/block-scanner.ts';
import { maxWord } from '../layout/choose-cut.ts';
import { cutsBetween, rank } from '../layout/cut-points.ts';
import type { Body, Fits } from '../model/body.ts';

/** How long after its maximum duration a stream ends between two words if no sentence has ended. */
const pressingMs = 20_000;

/** How full a message must be, as a share of what fits, to end before a block, after a sentence, or after a word. */
const full = { block: 0.85, sentence: 0.92, word: 0.96 };
/** Each check of how full a message is renders it, so it is repeated only when the message is this many times as long. */
const recheckRatio = 1.03;
/** The lowest rank of items and blocks, however deeply nested. */
const leastBlock = rank.block - 5;

/** The message that is being streamed. */
export interface StreamedBody {
  /** Its body in the layout of the text so far. */
  readonly body: Body;
  /** Whether no message follows it. */
  readonly isLast: boolean;
  /** The offset up to which it shows the text. */
  readonly shownTo: number;
  /** How long ago it should have ended; negative while there is time. */
  readonly lateMs: number;
}

/** Finds the last of the best places after what is shown; undefined while none is needed, or if there is none. */
export type FindRollover = (text: string, filling: StreamedBody) => number | undefined;

/** For the messages of one reply; caches how full the current one was. */
export function createRollover(fits: Fits): FindRollover {
  let known: { from: number; below: number; least: number | undefined } = { from: 0, below: 0, least: undefined };

  return (text, message) => {
    const { body, isLast, shownTo, lateMs } = message;
    if (!isLast) return endAfterShown(text, message, fits);
    const least = leastRank(lateMs, leastForRoom(body));
    return least === undefined ? undefined : bestAfter(text.slice(0, body.to), shownTo, least);
  };

  function leastForRoom(body: Body): number | undefined {
    const { from, markdown } = body;
    if (from !== known.from || markdown.length >= known.below) {
      known = { from, below: markdown.length * recheckRatio, least: leastInRoom(body, fits) };
    }
    return known.least;
  }
}

/** For a message that is already followed by another one: a place right after what it shows. */
function endAfterShown(text: string, { body, shownTo }: StreamedBody, fits: Fits): number | undefined {
  if (body.to >= shownTo) return undefined;
  const end = bestAfter(text.slice(0, shownTo + maxWord), shownTo, rank.word);
  return end !== undefined && fits(longer(body, text.slice(body.to, end))) ? end : undefined;
}

/** The rank that a place must have: the fuller and later the message, the lower. */
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

function bestAfter(text: string, shownTo: number, least: number): number | undefined {
  const cuts = cutsBetween(text, scan(text), shownTo - 1, text.length).filter((cut) => cut.rank >= least);
  const top = Math.max(...cuts.map((cut) => cut.rank));
  return cuts.findLast((cut) => cut.rank === top)?.at;
}

function longer(body: Body, more: string): Body {
  return { ...body, markdown: body.markdown + more };
}
