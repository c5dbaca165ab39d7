/**
 * The one door for what Discord sends, over HTTP and over the gateway. `null` counts as absent, at any depth, and a list that
 * is missing is empty, so that nothing behind it handles either. The types of what is read name the fields that Discord
 * documents. Pure, never throws.
 */
import { isObject } from '../../../kit/base/json.ts';
import type { CommandEvent, MessageEvent, PurgedEvent, ServerEvent } from './native-events.ts';

/** An object without its nulls; empty if there is none. */
export function readObject<T extends object>(value: unknown): T {
  return (isObject(value) ? withoutNulls(value) : {}) as T;
}

/** The objects of a list; empty if there is none. */
export function readList<T extends object>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value.filter(isObject).map((item) => readObject<T>(item)) : [];
}

/** undefined without its ids or its author. */
export function readMessage(value: unknown): MessageEvent | undefined {
  const { id, channel_id, author, content = '', type = 0, ...rest } = readObject<Partial<MessageEvent>>(value);
  if (!id || !channel_id || !author?.id) return undefined;
  return { ...rest, id, channel_id, author, content, type };
}

/** Only what we read: a server's description may be large. */
export function readServer(value: unknown): ServerEvent {
  const { id, unavailable, channels, threads } = Object(value);
  return { id, unavailable: unavailable === true, channels: readList(channels), threads: readList(threads) };
}

export function readPurged(value: unknown): PurgedEvent {
  const { ids = [], ...place } = readObject<PurgedEvent>(value);
  return { ...place, ids };
}

/** undefined if it cannot be answered. */
export function readInteraction(value: unknown): CommandEvent | undefined {
  const event = readObject<CommandEvent>(value);
  if (!event.id || !event.token || !event.application_id || typeof event.type !== 'number') return undefined;
  const { member, ...rest } = event;
  return member?.user ? { ...rest, member: { ...member, roles: member.roles ?? [] } } : rest;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => (item === null ? [] : [withoutNulls(item)]));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, withoutNulls(item)]])),
  );
}
