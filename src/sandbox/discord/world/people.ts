/**
 * What holds for people on the server: who they are, what they may do, what they see. In: ids. Out: what they stand for,
 * or the refusal that Discord's own apps would meet. No effects.
 */

import type { Message } from './message.ts';
import type { PermissionName } from './permissions.ts';
import { has } from './permissions.ts';
import { refusal } from './refusal.ts';
import type { DiscordUser } from './seed.ts';
import type { World } from './state.ts';

/** Where and by whom. Users, channels and threads are named by id. */
export interface UserPlace {
  readonly channel: string;
  readonly user: string;
}

/** Or 10013. */
export function knownUser(world: World, id: string): DiscordUser {
  const found = world.users.get(id);
  if (!found) throw refusal(10013);
  return found;
}

/** Fails when the person may not do this there. */
export function requireUserPermission(world: World, { channel, user }: UserPlace, right: PermissionName): void {
  knownUser(world, user);
  if (!world.channelOf(channel)) throw refusal(10003);
  const permissions = world.permissionsIn(channel, user);
  if (!has(permissions, 'viewChannel')) throw refusal(50001);
  if (!has(permissions, right)) throw refusal(50013);
}

/** A message that this person can see. */
export function seenMessage(world: World, { channel, user }: UserPlace, id: string): Message {
  const message = world.find(channel, id);
  if (!message || (message.visibleTo && message.visibleTo !== user)) throw refusal(10008);
  return message;
}
