/**
 * A message that was edited or deleted by people, which may have been a question. Our own edits are such events, too, and
 * so are previews of links and the bookkeeping of threads: only text that a person changed counts. Pure.
 */
import type { Question } from '../../../core/model/conversation.ts';
import { type Delivery, questionAt, type Self, toQuestion } from './events.ts';

export type Change =
  | { readonly kind: 'edited'; readonly question: Question; readonly at: number }
  | { readonly kind: 'deleted'; readonly question: Pick<Question, 'id' | 'thread'> };

/** undefined for everything else. */
export function toChange(delivery: Delivery, self: Self): Change | undefined {
  const { event } = delivery;
  const { message, previous_message: previous, channel = '', deleted_ts: deleted } = event;
  // A root with replies stays as a tombstone.
  const isDeleted = event.subtype === 'message_deleted' || message?.subtype === 'tombstone';
  const ts = deleted ?? message?.ts;
  if (isDeleted) return ts ? { kind: 'deleted', question: questionAt(delivery, channel, ts) } : undefined;
  if (event.subtype !== 'message_changed' || !message?.edited || message.text === previous?.text) return undefined;
  const question = toQuestion({ ...delivery, event: { ...message, channel, channel_type: event.channel_type } }, self);
  if (typeof question === 'string') return undefined;
  return { kind: 'edited', question, at: Math.round(Number(message.edited.ts) * 1_000) };
}
