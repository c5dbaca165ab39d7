/**
 * Checks that the payload of a message or mention has the shape that our code relies on. Malformed ones are acknowledged and
 * ignored, since Slack would redeliver them unchanged. The sender was verified before: connection/http-receiver checks the
 * signature, and sockets are connected to Slack. Other payloads are checked in feedback/reactions, in feedback/reason-form
 * (forms) and in buttons (the id and value of a press); commands, shortcuts and the remaining events are trusted as Bolt types
 * them.
 */
import { isObject } from '../../../../kit/base/json.ts';
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
