/**
 * Who can read a channel: everyone in the server, or which person. Computed from roles and overwrites, in the cache of
 * discord.js or as Discord returns them.
 */
import { ChannelType, type Client, PermissionFlagsBits, RequestMethod, Routes } from 'discord.js';
import { createLookUps } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { PlaceKind } from '../../../core/model/conversation.ts';
import { rightsLastMs, type ThreadRef } from '../../../core/model/conversation.ts';
import { isPassing, PlatformError } from '../../../core/model/errors.ts';
import type { People, Places } from '../../../core/ports/platform.ts';
import { clientOf } from './cached-channels.ts';
import type { Api } from './rest.ts';
import { type ChannelRights, type MemberRights, type RoleRights, rightsIn } from './rights.ts';

/** Source: developer docs "Resources: Channel, Guild", read 2026-11-21. */
interface Channel extends ChannelRights {
  readonly type: number;
  /** Of a thread: its channel. */
  readonly parent_id?: string | null;
}

const threads: readonly number[] = [ChannelType.PublicThread, ChannelType.AnnouncementThread];

interface Server {
  readonly owner_id: string;
  readonly roles: readonly RoleRights[];
}

const { ViewChannel, ManageThreads } = PermissionFlagsBits;
const max = 1_000;

export function createReaders(
  api: Api,
  clock: Clock,
  clients: () => readonly Client[],
): Pick<Places, 'kindOf'> & Pick<People, 'mayRead'> {
  const lookUp = createLookUps<unknown>(clock, { max, keptMs: rightsLastMs });

  return { kindOf, mayRead };

  /** The kind of the channel; where a question was asked in a private thread, the event says so. */
  async function kindOf({ installation: server, channel: id }: ThreadRef): Promise<PlaceKind | undefined> {
    // Discord's own name for direct messages.
    if (server === '@me') return 'direct';
    const cached = clientOf(clients(), id)?.channels.cache.get(id);
    if (cached?.type === ChannelType.PrivateThread) return 'private';
    if (cached && !cached.isDMBased())
      return toKind(cached.permissionsFor(cached.guild.roles.everyone)?.has(ViewChannel) === true);
    try {
      const [{ type, parent_id: parent, ...channel }, { roles }] = await Promise.all([channelOf(id), serverOf(server)]);
      if (type === ChannelType.PrivateThread) return 'private';
      // A thread has its channel's overwrites.
      const place = threads.includes(type) ? await channelOf(parent ?? '') : channel;
      return toKind(has(rightsIn(place, { id: '', roles: [] }, roles, server), ViewChannel));
    } catch (error) {
      if (error instanceof PlatformError) return undefined;
      throw error;
    }
  }

  async function mayRead(person: string, { installation: server, channel: id, thread }: ThreadRef): Promise<boolean> {
    const user = person.replace('discord:', '');
    try {
      const [channel, { roles, owner_id: owner }] = await Promise.all([channelOf(id), serverOf(server)]);
      if (user === owner) return true;
      const rights = rightsIn(channel, { id: user, roles: (await memberOf(server, user)).roles }, roles, server);
      const isInThread = has(rights, ManageThreads) || !isSnowflake(thread) || (await mayReadThread(thread, user));
      return has(rights, ViewChannel) && isInThread;
    } catch (error) {
      if (error instanceof PlatformError && !isPassing(error)) return false;
      throw error;
    }
  }

  async function mayReadThread(thread: string, user: string): Promise<boolean> {
    const { type } = await channelOf(thread);
    if (type !== ChannelType.PrivateThread) return true;
    await get(Routes.threadMembers(thread, user));
    return true;
  }

  function get(route: `/${string}`): Promise<unknown> {
    return lookUp(route, () => api.call(RequestMethod.Get, route));
  }

  // Discord's responses to these routes are a channel, a server and a member.
  async function channelOf(id: string): Promise<Channel> {
    return (await get(Routes.channel(id))) as Channel;
  }

  async function serverOf(id: string): Promise<Server> {
    return (await get(Routes.guild(id))) as Server;
  }

  async function memberOf(server: string, user: string): Promise<Pick<MemberRights, 'roles'>> {
    return (await get(Routes.guildMember(server, user))) as Pick<MemberRights, 'roles'>;
  }
}

function toKind(isPublic: boolean): PlaceKind {
  return isPublic ? 'public' : 'private';
}

function has(rights: bigint, right: bigint): boolean {
  return (rights & right) !== 0n;
}

function isSnowflake(thread: string): boolean {
  return /^\d+$/.test(thread);
}
