/**
 * Messages that people edited or deleted, which may have been questions. Our own edits, link previews and thread bookkeeping
 * arrive as the same events: only text changed by a person counts. Pure.
 */
import type { Question } from '../../../core/model/conversation.ts';
import { type Delivery, questionAt, type Self, toQuestion } from './events.ts';

export type Change =
  | { readonly kind: 'edited'; readonly question: Question; readonly at: number }
  | { readonly kind: 'deleted'; readonly question: Pick<Question, 'id' | 'thread'> };

/** undefined for any other event. */
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
