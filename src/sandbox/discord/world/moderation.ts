/** What moderators do: permissions, archiving and locking threads, deletions. Takes effect immediately, without checks. */
import { Permission, type PermissionName } from './permissions.ts';
import { refusal } from './refusal.ts';
import type { DiscordUser } from './seed.ts';
import type { World } from './state.ts';
import type { Thread } from './thread.ts';

export type Moderation = ReturnType<typeof createModeration>;

export function createModeration(world: World) {
  return {
    block,
    archiveThread,
    lockThread,
    deleteThread,
    deleteMessage,
    setPermission,
    acceptDirectMessages,
    changeUser,
  };

  /** Automatic moderation from now on refuses what the app writes with this word or address in it. */
  function block(words: string): void {
    world.blocked.add(words);
  }

  /** `on: false` unarchives it. */
  function archiveThread(id: string, on = true): void {
    world.changeThread(knownThread(id), { archived: on });
  }

  /** Only users with the permission to manage threads can write in it. */
  function lockThread(id: string, on = true): void {
    world.changeThread(knownThread(id), { locked: on });
  }

  function deleteThread(id: string): void {
    world.removeThread(knownThread(id));
  }

  function deleteMessage(channel: string, id: string): void {
    const message = world.find(channel, id);
    if (!message) throw refusal(10008);
    world.remove(message);
  }

  /** Allows or denies a permission in a channel, to a member (the bot by default) or role. */
  function setPermission(id: string, permission: PermissionName, allowed: boolean, user = world.botUserId): void {
    const channel = world.channelOf(id);
    if (!channel) throw refusal(10003);
    const now = channel.overwrites.find((overwrite) => overwrite.id === user) ?? {
      id: user,
      kind: world.roles.has(user) ? 'role' : 'member',
      allow: 0n,
      deny: 0n,
    };
    const bit = Permission[permission];
    const allow = allowed ? now.allow | bit : now.allow & ~bit;
    const deny = allowed ? now.deny & ~bit : now.deny | bit;
    world.overwrite(channel, { ...now, allow, deny });
  }

  /** Sets whether the person accepts direct messages from the bot. */
  function acceptDirectMessages(id: string, on: boolean): void {
    const user = world.users.get(id);
    if (!user) throw refusal(10013);
    world.changeUser({ ...user, acceptsDirectMessages: on });
  }

  /** Adds a user, or replaces the one with this id: the roles, whether a bot, a guest or pending. */
  function changeUser(user: DiscordUser): void {
    world.changeUser(user);
  }

  function knownThread(id: string): Thread {
    const thread = world.threads.get(id);
    if (!thread) throw refusal(10003);
    return thread;
  }
}
