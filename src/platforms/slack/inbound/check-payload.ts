/**
 * Checks that an event has the shape that our code relies on. Even a signed request or a socket frame may hold anything;
 * malformed events are acknowledged and ignored, since Slack would redeliver them unchanged. The sender was verified before:
 * connection/http-receiver checks the signature, and sockets are connected to Slack. Fields that only some payloads have are
 * optional and checked where they are read: take-press, take-command, shortcuts, agent-view, changes, feedback/reactions.
 */
import { isObject } from '../../../base/json.ts';
import type { Delivery } from './events.ts';

const stringFields = [
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

/** undefined for a malformed event. */
export function checkDelivery(body: unknown): Delivery | undefined {
  if (!isObject(body) || typeof body.event_id !== 'string' || !isEvent(body.event)) return undefined;
  if (!isStringOrMissing(body.team_id) || !isListOfObjects(body.authorizations)) return undefined;
  // All fields of `Delivery` were just checked.
  return body as unknown as Delivery;
}

function isEvent(event: unknown): boolean {
  return isObject(event) && typeof event.type === 'string' && isMessage(event);
}

/** Also checks the nested messages of an edit. */
function isMessage(message: Readonly<Record<string, unknown>>): boolean {
  const inner = [message.message, message.previous_message].filter((nested) => nested !== undefined && nested !== null);
  const { edited } = message;
  return (
    stringFields.every((name) => isStringOrMissing(message[name])) &&
    (edited === undefined || edited === null || (isObject(edited) && typeof edited.ts === 'string')) &&
    inner.every((nested) => isObject(nested) && stringFields.every((name) => isStringOrMissing(nested[name])))
  );
}

function isStringOrMissing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isListOfObjects(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.every(isObject));
}
