/**
 * What those who run the server do: permissions, threads closed and opened, things removed. In: what shall be. Out: the server
 * changed, which the app is told of.
 */
import { Permission, type PermissionName } from './permissions.ts';
import { refusal } from './refusal.ts';
import type { World } from './state.ts';
import type { Thread } from './thread.ts';

/** What those who run the server do. */
export type Moderation = ReturnType<typeof createModeration>;

/** All these happen at once and ask nobody. */
export function createModeration(world: World) {
  return { archiveThread, lockThread, deleteThread, deleteMessage, setPermission, acceptDirectMessages };

  /** As after long silence; `on: false` opens it again. */
  function archiveThread(id: string, on = true): void {
    world.changeThread(knownThread(id), { archived: on });
  }

  /** Only those who manage threads may write in it. */
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

  /** Gives or takes a right of a member (the bot, unless named) or role in a channel. */
  function setPermission(id: string, right: PermissionName, allowed: boolean, user = world.botUserId): void {
    const channel = world.channelOf(id);
    if (!channel) throw refusal(10003);
    const now = channel.overwrites.find((one) => one.id === user) ?? {
      id: user,
      kind: world.roles.has(user) ? 'role' : 'member',
      allow: 0n,
      deny: 0n,
    };
    const bit = Permission[right];
    const allow = allowed ? now.allow | bit : now.allow & ~bit;
    const deny = allowed ? now.deny & ~bit : now.deny | bit;
    world.overwrite(channel, { ...now, allow, deny });
  }

  /** The person no longer takes, or takes again, messages from the bot. */
  function acceptDirectMessages(id: string, on: boolean): void {
    const user = world.users.get(id);
    if (!user) throw refusal(10013);
    world.changeUser({ ...user, acceptsDirectMessages: on });
  }

  function knownThread(id: string): Thread {
    const thread = world.threads.get(id);
    if (!thread) throw refusal(10003);
    return thread;
  }
}
