/**
 * The events of an answer's stream, which are the same in both encodings, and the few rules that the encodings share.
 * Decoders return these events; encoders take them. Pure.
 */
import { stringAt, valueAt } from '../base/json.ts';

/** A page that a search found or that the answer cites, as sent on the wire. */
export interface Page {
  /** The address as written: absolute, `/rooted`, or without a leading slash. Never empty. */
  readonly path: string;
  readonly title?: string;
  /** Text of the page; may be the whole page. */
  readonly snippet?: string;
}

/** `ask`: it asks back. `decline`: the question is not about these docs. `chat`: a greeting, thanks, or about the bot. */
export const answerOutcomes = ['answer', 'ask', 'refuse', 'decline', 'chat'] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

/**
 * One event of an answer's stream.
 *
 * - `step`: a pass of the model begins. Text of different steps belongs to different paragraphs.
 * - `text`: more text for the block with this number. Blocks are numbered from 0 in the order in which they start, which
 *   is the reading order; pieces of several blocks may be interleaved (v2). A piece may end inside a surrogate pair.
 * - `reset`: discards everything since the last `step`: blocks from this number on, and the pages found.
 * - `search`, `found`: a search of the docs begins, and the pages that it found. `call` identifies the search.
 * - `ask`: the answer asks back; its text may say the same. `options`: replies to choose from. Services write it in v2 only.
 * - `contact`: a page or address where people help. Not written by the encoders.
 * - `source`: the answer cites this page.
 * - `outcome`: what the answer is, once it is complete; `model`: a language model wrote it. Its pages are then the cited ones,
 *   without those that were only found. A `step` or `reset` after it takes it back.
 *   Text that follows says the same in words, for clients that do not read it.
 * - `unshown`: a part that only other clients can show, such as a file or a tool's widget. Not written by the encoders.
 * - `thread`: the thread that the answer belongs to. The last one wins.
 * - `thinking`: the model reasons; its reasoning is not shown.
 * - `error`: the answer failed; the message comes from the service, for the operator. Earlier events stay valid.
 * - `abort`: the service was stopped.
 * - `finish`: the service ended the answer. `reason` is in its own words (`stop`, `length`, `error`, …).
 */
export type AnswerEvent =
  | { readonly type: 'step' }
  | { readonly type: 'text'; readonly block: number; readonly text: string }
  | { readonly type: 'reset'; readonly block: number }
  | { readonly type: 'search'; readonly call: string; readonly query?: string }
  | { readonly type: 'found'; readonly call: string; readonly pages: readonly Page[] }
  | { readonly type: 'ask'; readonly question: string; readonly options: readonly string[] }
  | { readonly type: 'contact'; readonly page: Page }
  | { readonly type: 'source'; readonly page: Page }
  | { readonly type: 'outcome'; readonly outcome: AnswerOutcome; readonly model?: true }
  | { readonly type: 'thread'; readonly id: string; readonly key?: string }
  | { readonly type: 'unshown' }
  | { readonly type: 'thinking' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'abort' }
  | { readonly type: 'finish'; readonly reason?: string };

export const unshown: AnswerEvent = { type: 'unshown' };

/** Text of the body in, events out. One decoder reads one answer. */
export interface AnswerDecoder {
  /** Takes any piece of the body, split between any two characters. Never throws. */
  push(text: string): readonly AnswerEvent[];
  /** The body has ended: an unterminated last line or event is read if it is complete. */
  end(): readonly AnswerEvent[];
  /** How many lines or events were skipped because they were unknown or malformed. */
  readonly skipped: number;
  /** How many of those may have carried text, so that words may be missing. */
  readonly broken: number;
}

/**
 * Events in, text of the body out. One encoder writes one answer. Pass a `step` before the first text or search, and
 * every `found` after its `search`; send each piece immediately. Official clients (ai 4 for v1; ai 5, 6, 7 for v2)
 * accept the output.
 */
export interface AnswerEncoder {
  /** The response headers of this encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** Keep-alive text that clients ignore; may be sent at any time, even before the first event. */
  readonly keepAlive: string;
  /** May return an empty string: a `thread` is written with the `finish`. Pass blocks one after the other. */
  encode(event: AnswerEvent): string;
  /** The end of the body, after `finish`, `error` or `abort`. */
  end(): string;
}

/** The options of an encoder. */
export interface EncoderOptions {
  /** The id under which clients keep the answer's message. */
  readonly messageId: string;
}

/** The finish reasons that the official clients of every version accept; others make some of them fail. */
const acceptedReasons: readonly string[] = ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'];

/** A finish reason that every official client accepts: the given one, or `other`. Pure. */
export function acceptedReason(reason: string): string {
  return acceptedReasons.includes(reason) ? reason : 'other';
}

/**
 * Longer lines and events are skipped. Search results arrive as one line of whole pages, 50 to 100 KB, so the limit is
 * far above that.
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

/** What an object of the stream says that the answer is. Pure. */
export function toOutcome(value: unknown): readonly AnswerEvent[] {
  const outcome = answerOutcomes.find((known) => known === valueAt(value, 'outcome'));
  if (outcome === undefined) return [];
  return [{ type: 'outcome', outcome, ...(valueAt(value, 'model') === true && { model: true }) }];
}
