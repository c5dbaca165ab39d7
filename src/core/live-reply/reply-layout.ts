/**
 * One reply cut into messages while it is shown. Layout alone depends on the text; here is what is learnt from showing it:
 * where a message ended although more would fit, and that the platform took less than it promised.
 *
 *     text    Install it with npm. Then run `npx docent try`. It opens …
 *     layout  [0 ──────────────────────────────────────────────── 1900) one message would hold it all
 *     stream  [0 ───────── shownTo)  has been open for as long as it may
 *     bodies  [0 ───────────────── 47)[47 ──────────────────────── …  the first place to cut after shownTo is 47
 */
import type { Work } from '../../base/time-slices.ts';
import { createSlicedLayout } from '../layout/layout.ts';
import type { Body } from '../model/body.ts';
import type { Shown } from '../model/conversation.ts';
import type { Reply } from '../model/reply.ts';
import type { Platform } from '../ports/platform.ts';
import { createRollover } from './rollover.ts';

/** The last message, while it is streamed. */
export interface StreamedMessage {
  readonly index: number;
  /** Start of its share of the text, and up to where it shows the text. */
  readonly from: number;
  readonly shownTo: number;
  /** How long ago it was begun. */
  readonly ageMs: number;
}

export interface ReplyLayout {
  /** A streamed message ends before it would have to take text back. */
  bodies(reply: Reply, stream?: StreamedMessage): Work<readonly Body[]>;
  /** The platform found a body too long: it gets shorter. False when it is too short for that to be the reason. */
  shorten(body: Body): boolean;
  /** The frozen ones among these messages keep what they show. */
  freeze(shown: readonly Shown[]): void;
}

/** A body that is too long at this length is so for another reason. */
const minChars = 100;
/** What is kept of a body that the platform found too long. */
const shorterBy = 0.75;

/** `shown`: what a former process posted. */
export function createReplyLayout(platform: Platform, shown: readonly Shown[]): ReplyLayout {
  /** Bounds of single messages, by where they begin. */
  const bounds = new Map<number, number>();
  let ends = sharedEnds(shown);
  let fixed = frozenBodies(shown);
  let layOut = createSlicedLayout(fits, { ends, fixed });
  const findRollover = createRollover(platform.fits);

  return {
    *bodies(reply, stream) {
      const bodies = yield* layOut(reply);
      if (bodies.length === 0) return stepsInPlaceOfText(reply);
      if (!stream || ends.some((each) => each > stream.from)) return bodies;
      const end = rolloverOf(reply, bodies, stream);
      if (end === undefined) return bodies;
      ends = [...ends, end];
      startAnew();
      return yield* layOut(reply);
    },
    shorten({ from, markdown }) {
      if (markdown.length <= minChars) return false;
      bounds.set(from, Math.floor(markdown.length * shorterBy));
      startAnew();
      return true;
    },
    freeze(now) {
      fixed = frozenBodies(now);
      startAnew();
    },
  };

  function stepsInPlaceOfText({ text, steps = [], controls, wording, settled }: Reply): readonly Body[] {
    if (platform.stepsIn !== 'message' || settled || text !== '' || steps.length === 0) return [];
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

  function startAnew(): void {
    layOut = createSlicedLayout(fits, { ends, fixed });
  }

  /** Where the streamed message is to end, if that is known by now. */
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

/** Places in the layout for messages whose text is not changed any more. */
function frozenBodies(shown: readonly Shown[]): readonly Body[] {
  return shown
    .filter(({ frozen }) => frozen)
    .map(({ from, to }) => ({ markdown: '', from, to, sources: [], notices: [] }));
}

/** Where each message ends that is followed by another one. */
function sharedEnds(shown: readonly Shown[]): readonly number[] {
  return shown.flatMap(({ to }, index) => (to > 0 && shown[index + 1]?.from === to ? [to] : []));
}
