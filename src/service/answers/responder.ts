/** The contract of the extractive responder and of the one with a language model. Types only. */

import type { AnswerEvent } from '../../kit/wire/answer-event.ts';
import type { Picture } from '../../kit/wire/pictures.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { RetrievalRequest } from '../search/ranking/request-search.ts';
import type { StoredMessage } from '../store/threads.ts';

/** One message of a conversation. */
export type ConversationMessage = Pick<StoredMessage, 'role' | 'text'>;

/** A question to answer, with the conversation before it, oldest message first. */
export interface AnswerRequest extends RetrievalRequest {
  readonly history: readonly ConversationMessage[];
  /** Pictures beside the question. */
  readonly pictures?: readonly Picture[];
  /** How many pictures were sent that could not be read. */
  readonly unreadPictures?: number;
}

/**
 * Answers one question. The caller has begun the first `step` and sends the `thread`; the responder sends `finish` only if the
 * reason is not `stop`. Ends early when the signal aborts, because the reader left or time ran out.
 */
export type Responder = (asked: AnswerRequest, reading: Reading, signal: AbortSignal) => AsyncIterable<AnswerEvent>;
