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
import { createSlicedLayout } from '../layout/layout.ts';
import type { Body } from '../model/body.ts';
import type { Shown } from '../model/conversation.ts';
import type { Reply } from '../model/reply.ts';
import type { Platform } from '../ports/platform.ts';
import { createRollover } from './rollover.ts';

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
