/**
 * Removes a thread that was opened for a question which was deleted before the first word of its answer: bots that repeat
 * people's messages in another name, and bots that moderate, delete a message within a second. Without “Manage Threads” we
 * may archive our threads, but not delete them.
 */
import { MessageType, PermissionFlagsBits, RequestMethod, Routes } from 'discord.js';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import type { Api } from '../connection/rest.ts';
import { readList, readObject } from '../read-json.ts';

export interface EmptyThreadOptions {
  readonly api: Api;
  /** Our user id; undefined if this process does not know it. */
  ourId(): string | undefined;
  /** Our permissions in a channel, as a bit set; undefined if unknown. */
  rightsIn(channel: string): bigint | undefined;
}

/** Does nothing if somebody else opened the thread, or wrote in it. Fails with PlatformError. */
export async function removeIfEmpty(
  { channel, thread }: ThreadRef,
  { api, ourId, rightsIn }: EmptyThreadOptions,
): Promise<void> {
  if (!/^\d+$/.test(thread)) return;
  const route = Routes.channel(thread);
  const { owner_id: owner } = readObject<{ readonly owner_id?: string }>(await api.call(RequestMethod.Get, route));
  if (owner === undefined || owner !== ourId()) return;
  const query = new URLSearchParams({ limit: '2' });
  const messages = readList<{ readonly type?: number }>(
    await api.call(RequestMethod.Get, Routes.channelMessages(thread), { query }),
  );
  if (messages.some(({ type }) => type !== MessageType.ThreadStarterMessage)) return;
  const mayDelete = ((rightsIn(channel) ?? 0n) & PermissionFlagsBits.ManageThreads) !== 0n;
  if (mayDelete) await api.call(RequestMethod.Delete, route);
  else await api.call(RequestMethod.Patch, route, { body: { archived: true } });
}
