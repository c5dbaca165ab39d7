/**
 * Cuts a reply into messages while it is shown. Layout depends only on the text; this adds what is learnt from showing it:
 * where a message ended although more would fit, and that the platform accepted less than expected.
 *
 *     text    Install it with npm. Then run `npx docent try`. It opens …
 *     layout  [0 ──────────────────────────────────────────────── 1900) one message would hold it all
 *     stream  [0 ───────── shownTo)  has been open as long as it may be
 *     bodies  [0 ───────────────── 47)[47 ──────────────────────── …  the first place to cut after shownTo is 47
 */
import type { Work } from '../../../kit/base/time-slices.ts';
import { scan } from '../../../kit/markdown/block-scanner.ts';
import { maxWord } from '../layout/choose-cut.ts';
import { cutsBetween, rank } from '../layout/cut-points.ts';
import { createSlicedLayout } from '../layout/layout.ts';
import type { Body, Fits } from '../model/body.ts';
import type { Shown } from '../model/conversation.ts';
import type { Reply } from '../model/reply.ts';
import type { Platform } from '../ports/platform.ts';

/** The last message, while it is streamed. */
export interface StreamedMessage {
  readonly index: number;
  /** Where its share of the text begins, and how far it shows the text. */
  readonly from: number;
  readonly shownTo: number;
  /** How long ago it was begun. */
  readonly ageMs: number;
}

export interface ReplyLayout {
  /** A streamed message ends before it would have to take text back. */
  bodies(reply: Reply, stream?: StreamedMessage): Work<readonly Body[]>;
  /** Shortens a body that was refused, to this part of its length. False if it is so short that this would not help. */
  shorten(body: Body, by: number): boolean;
  /** Lets the frozen ones of these messages keep what they show. */
  freeze(shown: readonly Shown[]): void;
}

/** A body of at most this length cannot be too long. */
const minChars = 100;

/** `shown`: the messages that an earlier process posted. */
export function createReplyLayout(platform: Platform, shown: readonly Shown[]): ReplyLayout {
  /** Maximum lengths of single messages, by the offset at which they begin. */
  const bounds = new Map<number, number>();
  let ends = sharedEnds(shown);
  let fixed = frozenBodies(shown);
  let layOut = createSlicedLayout(fits, { ends, fixed });
  const findRollover = createRollover(platform.fits);

  return {
    *bodies(reply, stream) {
      const bodies = yield* layOut(reply);
      if (bodies.length === 0) return stepsInPlaceOfText(reply);
      if (!stream || ends.some((end) => end > stream.from)) return bodies;
      const end = rolloverOf(reply, bodies, stream);
      if (end === undefined) return bodies;
      ends = [...ends, end];
      resetLayout();
      return yield* layOut(reply);
    },
    shorten({ from, markdown }, by) {
      if (markdown.length <= minChars) return false;
      bounds.set(from, Math.floor(markdown.length * by));
      resetLayout();
      return true;
    },
    freeze(now) {
      fixed = frozenBodies(now);
      resetLayout();
    },
  };

  function stepsInPlaceOfText({ text, steps = [], controls, wording, settled }: Reply): readonly Body[] {
    if (platform.working.stepsIn !== 'message' || settled || text !== '' || steps.length === 0) return [];
    return [
      {
        markdown: '',
        from: 0,
        to: 0,
        sources: [],
        notices: [],
        steps,
        ...(controls && { controls }),
        ...(wording && { wording }),
      },
    ];
  }

  function resetLayout(): void {
    layOut = createSlicedLayout(fits, { ends, fixed });
  }

  /** Where the streamed message should end, if that is known yet. */
  function rolloverOf(reply: Reply, bodies: readonly Body[], stream: StreamedMessage): number | undefined {
    const { index, shownTo, ageMs } = stream;
    const body = bodies[index];
    const isLast = index === bodies.length - 1;
    if (!platform.streaming || !body || (isLast && reply.settled)) return undefined;
    return findRollover(reply.text, { body, isLast, shownTo, lateMs: ageMs - platform.streaming.maxDurationMs });
  }

  function fits(body: Body): boolean {
    return body.markdown.length <= (bounds.get(body.from) ?? Number.POSITIVE_INFINITY) && platform.fits(body);
  }
}

/** Placeholders in the layout for messages whose text no longer changes. */
function frozenBodies(shown: readonly Shown[]): readonly Body[] {
  return shown
    .filter(({ frozen }) => frozen)
    .map(({ from, to }) => ({ markdown: '', from, to, sources: [], notices: [] }));
}

/** The ends of the messages that are followed by another one. */
function sharedEnds(shown: readonly Shown[]): readonly number[] {
  return shown.flatMap(({ to }, index) => (to > 0 && shown[index + 1]?.from === to ? [to] : []));
}

/** How long after its maximum duration a stream ends between two words if no sentence has ended. */
const pressingMs = 20_000;

/** How full a message must be, as a share of what fits, to end before a block, after a sentence, or after a word. */
const full = { block: 0.85, sentence: 0.92, word: 0.96 };
/** Each check of how full a message is renders it, so it is repeated only when the message is this many times as long. */
const recheckRatio = 1.03;
/** The lowest rank of items and blocks, however deeply nested. */
const leastBlock = rank.block - 5;

/** The message that is being streamed. */
interface StreamedBody {
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
type FindRollover = (text: string, filling: StreamedBody) => number | undefined;

/**
 * Decides where a streamed message ends and the reply goes on in a new one: when it has been open as long as it may be, or
 * before it is full, since text that it shows cannot be taken back. Caches how full the current message was.
 */
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
