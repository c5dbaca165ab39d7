/**
 * A reply cut into message bodies that fit; earlier bodies stay still as the text grows. Pure.
 */
import type { Reply, Source } from './reply.ts';

/** One message's share of a reply, whole and balanced Markdown. */
export interface Body {
  /** GFM: fences closed, nothing half-written. */
  readonly markdown: string;
  /** Start and end of its share, in UTF-16 units of the reply's text. */
  readonly from: number;
  readonly to: number;
  /** Shown under the text, only in the last body of a settled reply. */
  readonly sources: readonly Source[];
  /** Plain sentences of ours under it, only in the last body. */
  readonly notices: readonly string[];
}

/** Bodies in order, never empty of content; none for an empty reply. */
export function layOut(_reply: Reply, _fits: (body: Body) => boolean): readonly Body[] {
  return [];
}
