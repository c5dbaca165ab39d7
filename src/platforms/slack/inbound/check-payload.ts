/**
 * Whether an event has the shape that it is read by. A signed request or a socket frame may hold anything; what is malformed is
 * acknowledged and ignored, since Slack would deliver it again in the same shape. Who sent it is checked before:
 * connection/http-receiver verifies the signature, a socket is Slack's own. What only some payloads have is optional, and checked
 * where it is read: presses in take-press, commands in take-command, then shortcuts, agent-view, changes and feedback/reactions.
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
