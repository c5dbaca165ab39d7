/**
 * What people do on the server: write, edit, delete, react, start threads, post in forums. In: who does what where. Out: the
 * server changed, which the app is told of.
 */

import { unarchive } from '../rest/message-writing.ts';
import { previewsIn } from '../world/markdown.ts';
import { mentioned, permissive } from '../world/mentions.ts';
import { type Message, MessageType } from '../world/message.ts';
import { knownPerson, type Place, requireUserPermission, seenMessage } from '../world/people.ts';
import { has } from '../world/permissions.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import type { ThreadDraft } from '../world/thread.ts';
import { defaultArchiveMinutes, startAlone, startFromMessage } from '../world/thread-creation.ts';

/** A message that a person writes. */
export interface NewMessage extends Place {
  /** As Discord carries it: `<@id>`, `<@&id>`. See `composeText`. */
  readonly text: string;
  /** A thread's id; the same as naming it in `channel`. */
  readonly thread?: string;
  /** The message that is replied to. */
  readonly replyTo?: string;
  /** The reply pings its author (true, as in Discord's own apps). */
  readonly pingReplied?: boolean;
}

/** A forum post that a person makes. */
export interface NewPost {
  readonly forum: string;
  readonly user: string;
  readonly title: string;
  readonly text: string;
  /** Ids. */
  readonly tags?: readonly string[];
  /** The first message comes this much after the post, as when a picture is uploaded. */
  readonly firstMessageDelayMs?: number;
}

/** What people do by writing. */
export type UserActions = ReturnType<typeof createUserActions>;

/** `wait` ends early when the sandbox stops. */
export function createUserActions(world: World, wait: (waitMs: number) => Promise<void>) {
  return { say, post, startThread, directMessage, edit, remove, react, type };

  /** Writes a message, replies, or answers in a thread. Gives its id. */
  async function say({
    channel,
    user,
    text,
    thread,
    replyTo,
    pingReplied = true,
  }: NewMessage): Promise<{ id: string }> {
    const place = thread ?? channel;
    const there = world.threads.get(place);
    requireUserPermission(world, { channel: place, user }, there ? 'sendMessagesInThreads' : 'sendMessages');
    if (there?.locked && !has(world.permissionsIn(place, user), 'manageThreads')) throw refusal(160005);
    if (world.channels.get(place)?.kind === 'forum') throw refusal(50008);
    const original = replyTo === undefined ? undefined : seenMessage(world, { channel: place, user }, replyTo);
    unarchive(world, there ? { thread: there } : {});
    const message = world.post({
      ...written(place, user, text, original && pingReplied ? original.author : undefined),
      type: original ? MessageType.reply : MessageType.ordinary,
      ...(original ? { replyTo: { channel: place, id: original.id } } : {}),
    });
    return { id: message.id };
  }

  /** A forum post: the thread, then its first message, which has the same id. */
  async function post({
    forum,
    user,
    title,
    text,
    tags = [],
    firstMessageDelayMs: starterAfterMs = 0,
  }: NewPost): Promise<{ threadId: string }> {
    requireUserPermission(world, { channel: forum, user }, 'sendMessages');
    const thread = world.startThread(threadDraft(forum, user, title, tags));
    if (starterAfterMs > 0) await wait(starterAfterMs);
    world.post({ ...written(thread.id, user, text), type: MessageType.ordinary }, thread.id);
    return { threadId: thread.id };
  }

  /** A thread that a person opens: from a message, or alone. */
  async function startThread({
    channel,
    user,
    name,
    from,
  }: Place & { name: string; from?: string }): Promise<{ threadId: string }> {
    requireUserPermission(world, { channel, user }, 'createPublicThreads');
    const draft = threadDraft(channel, user, name, []);
    if (from === undefined) return { threadId: startAlone(world, draft).id };
    const source = seenMessage(world, { channel, user }, from);
    if (source.thread !== undefined) throw refusal(160004);
    return { threadId: startFromMessage(world, draft, source).id };
  }

  async function directMessage({
    user,
    text,
  }: {
    user: string;
    text: string;
  }): Promise<{ channel: string; id: string }> {
    const channel = directChannel(user);
    return { channel, ...(await say({ channel, user, text })) };
  }

  async function edit({ channel, user, id, text }: Place & { id: string; text: string }): Promise<void> {
    const message = own({ channel, user, id });
    const { content, mentions, previews } = written(channel, user, text);
    world.edit(message, { content, mentions, previews, editedAt: world.now() });
  }

  /** One's own message, or anybody's where one manages messages. */
  async function remove({ channel, user, id }: Place & { id: string }): Promise<void> {
    const mayAll = has(world.permissionsIn(channel, user), 'manageMessages');
    world.remove(mayAll ? seenMessage(world, { channel, user }, id) : own({ channel, user, id }));
  }

  /** Adds the reaction, or takes it away when it is there. */
  async function react({ channel, user, id, emoji }: Place & { id: string; emoji: string }): Promise<void> {
    const message = seenMessage(world, { channel, user }, id);
    const there = message.reactions.some((one) => one.emoji === emoji && one.users.includes(user));
    world.react(message, emoji, user, !there);
  }

  /** Shows the person as typing. */
  function type(place: Place): void {
    requireUserPermission(world, place, 'viewChannel');
    world.showTyping(place.channel, place.user);
  }

  function written(channel: string, user: string, text: string, repliedTo?: string) {
    const permissions = world.permissionsIn(channel, user);
    const content = text.trim();
    const sender = { mayPingAll: has(permissions, 'mentionEveryone') };
    return {
      channel,
      author: knownPerson(world, user).id,
      content,
      flags: 0,
      mentions: mentioned(content, permissive, sender, world, repliedTo),
      embeds: [],
      components: [],
      previews: previewsIn(content),
    };
  }

  function threadDraft(parent: string, owner: string, name: string, tags: readonly string[]): ThreadDraft {
    const kind = world.channels.get(parent)?.kind === 'announcement' ? 'announcement' : 'public';
    return { parent, owner, name, tags, kind, autoArchiveMinutes: defaultArchiveMinutes };
  }

  function directChannel(user: string): string {
    const found = [...world.channels.values()].find((one) => world.isDirect(one.id) && one.recipient === user);
    if (!found) throw refusal(10013);
    return found.id;
  }

  function own({ channel, user, id }: Place & { id: string }): Message {
    const message = seenMessage(world, { channel, user }, id);
    if (message.author !== user) throw refusal(50005);
    return message;
  }
}
