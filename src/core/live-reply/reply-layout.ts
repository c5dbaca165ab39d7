/**
 * How one reply is cut into bodies while it is shown. In: replies, and what is learnt of its messages. Out: bodies. Pure but
 * for what it learns: where a message ends although more would fit, and that the platform takes less than it said.
 */

import { createLayout } from '../layout/layout.ts';
import type { Body } from '../model/body.ts';
import type { Shown } from '../model/conversation.ts';
import type { Reply } from '../model/reply.ts';
import type { Platform } from '../ports/platform.ts';

export interface ReplyLayout {
  bodies(reply: Reply): readonly Body[];
  /** The message that begins at `from` ends at `place` although more would fit. What was said first of it stands. */
  endMessageAt(from: number, place: number): void;
  /** The platform found a body too long: later ones are shorter. False when it is too short for that to be the reason. */
  shrink(body: Body): boolean;
}

/** `shown`: what a former process posted. */
export function createReplyLayout(platform: Platform, shown: readonly Shown[]): ReplyLayout {
  /** Messages from the place on hold no more; those before it stand as they are. */
  let shrunk = { from: 0, maxMarkdown: Number.POSITIVE_INFINITY };
  let ends = sharedEnds(shown);
  let layOut = createLayout(fits, ends);

  return {
    bodies: (reply) => layOut(reply),
    endMessageAt(from, place) {
      if (ends.some((end) => end > from)) return;
      ends = [...ends, place];
      layOut = createLayout(fits, ends);
    },
    shrink({ from, markdown }) {
      if (markdown.length <= 100) return false;
      shrunk = { from, maxMarkdown: Math.floor(markdown.length * 0.75) };
      layOut = createLayout(fits, ends);
      return true;
    },
  };

  function fits(body: Body): boolean {
    return (body.from < shrunk.from || body.markdown.length <= shrunk.maxMarkdown) && platform.fits(body);
  }
}

/** Where each message ends that the next one goes on from. */
function sharedEnds(shown: readonly Shown[]): readonly number[] {
  return shown.flatMap(({ to }, index) => (shown[index + 1]?.from === to ? [to] : []));
}
