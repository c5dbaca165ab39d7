/**
 * Whether a message or mention has the shape that it is read by; other events are read by their own files, field by field. A signed request or a socket frame may hold anything; what is malformed
 * is acknowledged and ignored, since Slack would deliver it again in the same shape. Who sent it is checked
 * before: connection/http-receiver verifies the signature, a socket is Slack's own. Presses, commands and shortcuts have only
 * optional fields, and are read by take-press, take-command and shortcuts.
 */
import { isObject } from '../../../base/json.ts';
import type { Delivery } from './events.ts';

const texts = [
  'subtype',
  'channel',
  'channel_type',
  'user',
  'bot_id',
  'text',
  'ts',
  'thread_ts',
  'team',
  'user_team',
  'deleted_ts',
];

/** undefined: malformed. */
export function checkDelivery(body: unknown): Delivery | undefined {
  if (!isObject(body) || typeof body.event_id !== 'string' || !isEvent(body.event)) return undefined;
  if (!isTextOrMissing(body.team_id) || !isListOfObjects(body.authorizations)) return undefined;
  // The fields that `Delivery` names were just checked.
  return body as unknown as Delivery;
}

function isEvent(event: unknown): boolean {
  return isObject(event) && typeof event.type === 'string' && isMessage(event);
}

/** With the messages inside it, which an edit has. */
function isMessage(message: Readonly<Record<string, unknown>>): boolean {
  const inner = [message.message, message.previous_message].filter((each) => each !== undefined && each !== null);
  const { edited } = message;
  return (
    texts.every((name) => isTextOrMissing(message[name])) &&
    (edited === undefined || edited === null || (isObject(edited) && typeof edited.ts === 'string')) &&
    inner.every((each) => isObject(each) && texts.every((name) => isTextOrMissing(each[name])))
  );
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isListOfObjects(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.every(isObject));
}
