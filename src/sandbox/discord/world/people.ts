/** Looks up users and checks their permissions; refuses as Discord's own client would. */
import type { Message } from './message.ts';
import type { PermissionName } from './permissions.ts';
import { has } from './permissions.ts';
import { refusal } from './refusal.ts';
import type { DiscordUser } from './seed.ts';
import type { World } from './state.ts';

/** Ids; `channel` may be a thread's. */
export interface UserPlace {
  readonly channel: string;
  readonly user: string;
}

/** Fails with 10013 if there is none. */
export function knownUser(world: World, id: string): DiscordUser {
  const found = world.users.get(id);
  if (!found) throw refusal(10013);
  return found;
}

export function requireUserPermission(world: World, { channel, user }: UserPlace, permission: PermissionName): void {
  knownUser(world, user);
  if (!world.channelOf(channel)) throw refusal(10003);
  const permissions = world.permissionsIn(channel, user);
  if (!has(permissions, 'viewChannel')) throw refusal(50001);
  if (!has(permissions, permission)) throw refusal(50013);
}

/** A message that this user can see. */
export function seenMessage(world: World, { channel, user }: UserPlace, id: string): Message {
  const message = world.find(channel, id);
  if (!message || (message.visibleTo && message.visibleTo !== user)) throw refusal(10008);
  return message;
}
