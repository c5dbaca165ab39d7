/** Channels and our permissions in them, from this process's cache, without calling Discord. */
import type { Client } from 'discord.js';
import type { NamedChannel } from './missing-rights.ts';

/** The channel with this id, or the parent channel of a thread. */
export function channelOf(clients: readonly Client[], id: string): NamedChannel {
  const channel = clientOf(clients, id)?.channels.cache.get(id);
  if (!channel || channel.isDMBased()) return { id };
  return channel.isThread() && channel.parentId ? channelOf(clients, channel.parentId) : { id, name: channel.name };
}

export function clientOf(clients: readonly Client[], channelId: string) {
  return clients.find(({ channels }) => channels.cache.has(channelId));
}

export function rightsIn(clients: readonly Client[], channelId: string): bigint | undefined {
  const client = clientOf(clients, channelId);
  const channel = client?.channels.cache.get(channelId);
  if (!client?.user || !channel || channel.isDMBased()) return undefined;
  return channel.permissionsFor(client.user)?.bitfield;
}
