/**
 * Looks up the kind of channel a message was written in: in the caches of discord.js, or by a call for threads that they lack
 * (a session's first events do not include archived threads).
 */
import { ChannelType, type Client, RequestMethod, Routes } from 'discord.js';
import type { ThreadRef } from '../../../../core/model/conversation.ts';
import { PlatformError } from '../../../../core/model/errors.ts';
import type { Api } from '../../connection/rest.ts';
import type { ChannelShape, ForumShape, MessageEvent } from '../../native-events.ts';
import { readObject } from '../../read-json.ts';
import { type ChannelInfo, toChannelInfo } from '../../thread-refs.ts';
import type { Self } from './events.ts';
import type { Names } from './message-reader.ts';
import { isTransient } from './retry.ts';

export interface ChannelLookup {
  /** The channel itself; undefined if Discord does not let us see it. Fails with PlatformError. */
  shapeOf(id: string, guild: string | undefined, client: Client): Promise<ChannelShape | undefined>;
  /** `inaccessible`: Discord does not let us see the channel, and trying again will not help. Fails with PlatformError. */
  of(message: Pick<MessageEvent, 'channel_id' | 'guild_id'>, client: Client): Promise<ChannelInfo | 'inaccessible'>;
}

/** The cache's size. Entries never expire, because a thread's parent never changes. */
const maxFetched = 500;

export function createChannelLookup(api: Api): ChannelLookup {
  const fetched = new Map<string, Promise<ChannelInfo | 'inaccessible'>>();

  return {
    async shapeOf(id, guild, client) {
      if (guild === undefined) return { id, type: ChannelType.DM };
      return cachedShape(id, client) ?? getChannel(api, id).catch(unlessRefused);
    },
    async of({ channel_id: id, guild_id: guild }, client) {
      if (guild === undefined) return { kind: 'direct' };
      return cachedChannel(id, client) ?? fetchOnce(id);
    },
  };

  function fetchOnce(id: string): Promise<ChannelInfo | 'inaccessible'> {
    const known = fetched.get(id);
    if (known) return known;
    const oldest = fetched.size >= maxFetched ? fetched.keys().next().value : undefined;
    if (oldest !== undefined) fetched.delete(oldest);
    const info = fetchChannel(api, id);
    fetched.set(id, info);
    info.catch(() => fetched.delete(id));
    return info;
  }
}

async function fetchChannel(api: Api, id: string): Promise<ChannelInfo | 'inaccessible'> {
  try {
    const channel = await getChannel(api, id);
    const info = toChannelInfo(channel);
    return info.kind === 'thread' ? toChannelInfo(channel, await getChannel(api, info.parent)) : info;
  } catch (error) {
    return unlessRefused(error) ?? 'inaccessible';
  }
}

/** Rethrows everything but a refusal, after which trying again would not help. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof PlatformError) || isTransient(error)) throw error;
}

async function getChannel(api: Api, id: string): Promise<ChannelShape & ForumShape> {
  return readObject<ChannelShape & ForumShape>(await api.call(RequestMethod.Get, Routes.channel(id)));
}

function cachedChannel(id: string, client: Client): ChannelInfo | undefined {
  const shape = cachedShape(id, client);
  const channel = client.channels.cache.get(id);
  const parent = channel?.isThread() ? channel.parent : undefined;
  const forum = parent && { type: parent.type, available_tags: parent.isThreadOnly() ? parent.availableTags : [] };
  return shape && toChannelInfo(shape, forum ?? undefined);
}

function cachedShape(id: string, client: Client): ChannelShape | undefined {
  const channel = client.channels.cache.get(id);
  if (!channel || channel.isDMBased()) return undefined;
  const shape = { id, type: channel.type, name: channel.name };
  return channel.isThread() ? { ...shape, parent_id: channel.parentId, applied_tags: channel.appliedTags } : shape;
}

/** Fails before READY, while our own id is unknown. */
export function selfIn(client: Client, guild: string | undefined): Self {
  const { user } = client;
  if (!user) throw new TypeError('event received before READY');
  const role = guild === undefined ? undefined : client.guilds.cache.get(guild)?.roles.botRoleFor(user);
  return { userId: user.id, roleIds: role ? [role.id] : [] };
}

/** Adds the server's locale, unless the interaction has the person's own. */
export function withLocale<T extends { readonly thread: ThreadRef; readonly locale?: string }>(
  asked: T,
  client: Client,
): T {
  const locale = asked.locale ?? client.guilds.cache.get(asked.thread.installation)?.preferredLocale;
  return locale === undefined ? asked : { ...asked, locale };
}

/** Adds the channel's category, which routing rules may name. */
export function withCategory<T extends { readonly thread: ThreadRef }>(asked: T, client: Client): T {
  const channel = client.channels.cache.get(asked.thread.channel);
  const category = channel && !channel.isDMBased() && !channel.isThread() ? channel.parentId : null;
  return category === null ? asked : { ...asked, thread: { ...asked.thread, category } };
}

export function namesIn(client: Client, guild: string | undefined): Names {
  return {
    role: (id) => client.guilds.cache.get(guild ?? '')?.roles.cache.get(id)?.name,
    channel: (id) => {
      const channel = client.channels.cache.get(id);
      return channel && !channel.isDMBased() ? channel.name : undefined;
    },
  };
}
