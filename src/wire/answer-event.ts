/**
 * AnswerEvent: one event of an answer's stream, the same in both encodings. Types, and the few
 * rules that both encodings share. Pure.
 * The decoders of this room return these events; its encoders take them.
 */
import { stringAt, valueAt } from '../base/json.ts';

/** A page that a search found or that the answer cites, as it is on the wire. */
export interface Page {
  /** The address as written: absolute, `/rooted`, or without a leading slash. Never empty. */
  readonly path: string;
  readonly title?: string;
  /** The text of the page there; may be the whole page. */
  readonly snippet?: string;
}

/**
 * One event of an answer's stream.
 *
 * - `step`: one pass of the model begins. Text of two steps belongs to two paragraphs.
 * - `text`: more text of the block with this number. Blocks are numbered from 0 in the order of their start, and are
 *   read in that order; pieces of several blocks may come mixed (v2). A piece may end in half a surrogate pair.
 * - `reset`: everything since the last `step` is void: blocks from this number on, and pages found.
 * - `search`, `found`: a search of the docs begins; it found these pages. `call` names the search.
 * - `source`: the answer cites this page.
 * - `thread`: the thread that the answer belongs to. A later one wins.
 * - `thinking`: the model reasons; its reasoning is not shown.
 * - `error`: the answer failed; the message is the service's own, for the operator. What came before stays valid.
 * - `abort`: the service was stopped.
 * - `finish`: the answer has ended as it should. `reason` as the service words it (`stop`, `length`, `error`, …).
 */
export type AnswerEvent =
  | { readonly type: 'step' }
  | { readonly type: 'text'; readonly block: number; readonly text: string }
  | { readonly type: 'reset'; readonly block: number }
  | { readonly type: 'search'; readonly call: string; readonly query?: string }
  | { readonly type: 'found'; readonly call: string; readonly pages: readonly Page[] }
  | { readonly type: 'source'; readonly page: Page }
  | { readonly type: 'thread'; readonly id: string; readonly key?: string }
  | { readonly type: 'thinking' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'abort' }
  | { readonly type: 'finish'; readonly reason?: string };

/** Text of the body in, events out. One decoder reads one answer. */
export interface AnswerDecoder {
  /** Any piece of the body, cut anywhere between two characters. Never throws. */
  push(text: string): readonly AnswerEvent[];
  /** The body is over: an unfinished rest is read if it is complete. */
  end(): readonly AnswerEvent[];
  /** How many lines or events were unknown or broken, and left out. */
  readonly skipped: number;
  /** How many of those were broken where text is sent, so that words may be missing. */
  readonly broken: number;
}

/**
 * Events in, text of the body out. One encoder writes one answer. Give a `step` before the first text or search, keep
 * every `found` after its `search`, and send each piece at once. Official clients (ai 4 for v1; ai 5, 6, 7 for v2)
 * accept what comes out.
 */
export interface AnswerEncoder {
  /** The response headers of this encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** A sign of life that no client shows; may be sent at any time, also before the first event. */
  readonly keepAlive: string;
  /** May be empty: a `thread` is written with the `finish`. Pass the text of one block after the other. */
  encode(event: AnswerEvent): string;
  /** The end of the body, after `finish`, `error` or `abort`. */
  end(): string;
}

/** The options of an encoder. */
export interface EncoderOptions {
  /** The id of the answer's message, as clients keep it. */
  readonly messageId: string;
}

/** The finish reasons that the official clients of every version accept; others make some of them fail. */
const acceptedReasons: readonly string[] = ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'];

/** A finish reason that every official client accepts: the given one, or `other`. Pure. */
export function acceptedReason(reason: string): string {
  return acceptedReasons.includes(reason) ? reason : 'other';
}

/**
 * A line or event longer than this is left out. Search results come as one line of whole pages, 50 to 100 KB, so the
 * bound is far above that.
 */
export const maxPartChars = 4 * 1024 * 1024;

/** The thread that an object of the stream names: at its top level, in its message metadata, or in its data. Pure. */
export function threadsIn(value: unknown): readonly AnswerEvent[] {
  for (const place of [value, valueAt(value, 'messageMetadata'), valueAt(value, 'data')]) {
    const id = stringAt(place, 'threadId');
    const key = stringAt(place, 'threadKey');
    if (id !== undefined) return [{ type: 'thread', id, ...(key !== undefined && { key }) }];
  }
  return [];
}
