/**
 * The contract of what answers a question from the docs: the extractive responder and the one with a language model. Types
 * only.
 */
import type { StoredMessage } from '../../store/service/threads.ts';
import type { AnswerEvent } from '../../wire/answer-event.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import type { RetrievalRequest } from '../search/ranking/request-search.ts';

/** One message of a conversation. */
export type ConversationMessage = Pick<StoredMessage, 'role' | 'text'>;

/** A question to answer: what is looked for, and the whole conversation before it, oldest first. */
export interface AnswerRequest extends RetrievalRequest {
  readonly history: readonly ConversationMessage[];
}

/**
 * Answers one question. The first `step` is begun already, other parts of the service send the `thread`, and there is a
 * `finish` only where the reason is not `stop`. It ends early when the signal aborts: the reader left, or the time is over.
 */
export type Responder = (asked: AnswerRequest, reading: Reading, signal: AbortSignal) => AsyncIterable<AnswerEvent>;
