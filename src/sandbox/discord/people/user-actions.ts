/**
 * What people do on the server: write, edit, delete, react, start threads, post in forums. Refused where Discord's own client
 * would refuse it.
 */

import type { JsonObject } from '../../json.ts';
import { previewsIn } from '../world/markdown.ts';
import { defaultAllowedMentions, resolveMentions } from '../world/mentions.ts';
import { type Attachment, type Draft, emptyDraft, type Message, MessageType, type Poll } from '../world/message.ts';
import { knownUser, requireUserPermission, seenMessage, type UserPlace } from '../world/people.ts';
import { has } from '../world/permissions.ts';
import { refusal } from '../world/refusal.ts';
import { form } from '../world/seed.ts';
import type { World } from '../world/state.ts';
import { startFromMessage, startWithoutMessage, threadDraft } from '../world/thread-creation.ts';

/** A message that a person writes. */
export interface NewMessage extends UserPlace {
  /** As Discord transmits it: `<@id>`, `<@&id>`. See `composeText`. */
  readonly text: string;
  /** A thread's id; equivalent to passing it as `channel`. */
  readonly thread?: string;
  /** The message that is replied to. */
  readonly replyTo?: string;
  /** Whether the reply pings that message's author (default true, as in Discord's own apps). */
  readonly pingReplied?: boolean;
  readonly files?: readonly NewFile[];
  readonly poll?: Poll;
  /** A sticker's name. */
  readonly sticker?: string;
}

/** A message that the form posts: what somebody filled in, as embeds or components. */
export interface NewFormMessage {
  readonly channel: string;
  readonly text?: string;
  readonly embeds?: readonly JsonObject[];
  readonly components?: readonly JsonObject[];
}

export interface NewFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Default: `text/plain`. */
  readonly mimetype?: string;
}

/** A forum post that a person makes. */
export interface NewPost {
  readonly forum: string;
  readonly user: string;
  readonly title: string;
  readonly text: string;
  /** Ids. */
  readonly tags?: readonly string[];
  /** How long after the post its first message arrives, as when a picture is uploaded. */
  readonly firstMessageDelayMs?: number;
}

/** What people do by writing. */
export type UserActions = ReturnType<typeof createUserActions>;

/** `wait` ends early when the sandbox stops. `origin`: `http://127.0.0.1:PORT`. */
export function createUserActions(world: World, wait: (waitMs: number) => Promise<void>, origin: () => string) {
  return { say, forward, postForm, post, startThread, directMessage, edit, remove, purge, react, clearReactions, type };

  /** Posts a message in a channel or thread. */
  async function say({
    text,
    thread,
    replyTo,
    pingReplied = true,
    files,
    poll,
    sticker,
    ...where
  }: NewMessage): Promise<{ id: string }> {
    const channel = thread ?? where.channel;
    const place = { channel, user: where.user };
    enter(place);
    const original = replyTo === undefined ? undefined : seenMessage(world, place, replyTo);
    const { id } = world.post({
      ...userMessage(world, place, text, pingReplied ? original?.author : undefined),
      type: original ? MessageType.reply : MessageType.ordinary,
      ...(files && { attachments: files.map((file) => upload(file, channel)) }),
      ...(original ? { replyTo: { channel, id: original.id } } : {}),
      ...(poll && { poll }),
      ...(sticker !== undefined && { sticker }),
    });
    return { id };
  }

  function enter(place: UserPlace): void {
    const { channel } = place;
    const isLocked = world.threads.get(channel)?.locked === true;
    requireUserPermission(world, place, world.threads.has(channel) ? 'sendMessagesInThreads' : 'sendMessages');
    if (isLocked && !has(world.permissionsIn(channel, place.user), 'manageThreads')) throw refusal(160005);
    if (world.channels.get(channel)?.kind === 'forum') throw refusal(50008);
    world.unarchive(channel);
  }

  /** Forwards a message that the person sees; what is forwarded again is the original. Polls cannot be forwarded. */
  async function forward({ from, ...place }: UserPlace & { from: Pick<Message, 'channel' | 'id'> }) {
    requireUserPermission(world, { ...place, channel: from.channel }, 'viewChannel');
    const seen = seenMessage(world, { ...place, channel: from.channel }, from.id);
    enter(place);
    const forwards = seen.forwards ?? seen;
    if (forwards.poll) throw refusal(50035);
    const { id } = world.post({
      ...emptyDraft(place.channel, place.user),
      type: MessageType.ordinary,
      forwards,
    });
    return { id };
  }

  /** Posts what somebody filled in, through the form's webhook. */
  async function postForm({ channel, text = '', embeds = [], components = [] }: NewFormMessage) {
    if (!world.channelOf(channel)) throw refusal(10003);
    if (text === '' && embeds.length === 0 && components.length === 0) throw refusal(50006);
    const { id } = world.post({
      ...emptyDraft(channel, form.id),
      type: MessageType.ordinary,
      content: text,
      embeds,
      components,
    });
    return { id };
  }

  /** Signed like Discord's addresses; the signature is not checked here. */
  function upload({ name, content, mimetype = 'text/plain' }: NewFile, channel: string): Attachment {
    const id = world.nextId();
    const url = `${origin()}/attachments/${channel}/${id}/${encodeURIComponent(name)}?ex=0&is=0&hm=0`;
    return { id, filename: name, contentType: mimetype, content: Buffer.from(content), url };
  }

  /** A forum post: the thread, then its first message, which has the same id. */
  async function post(content: NewPost): Promise<{ threadId: string }> {
    const { forum, user, title, text, tags = [], firstMessageDelayMs = 0 } = content;
    requireUserPermission(world, { channel: forum, user }, 'sendMessages');
    const { id } = world.startThread(threadDraft(world, { parent: forum, owner: user, name: title, tags }));
    if (firstMessageDelayMs > 0) await wait(firstMessageDelayMs);
    world.post({ ...userMessage(world, { channel: id, user }, text), type: MessageType.ordinary }, id);
    return { threadId: id };
  }

  /** Starts it from a message, or on its own. */
  async function startThread(start: UserPlace & { name: string; from?: string }): Promise<{ threadId: string }> {
    const { channel, user, name, from } = start;
    requireUserPermission(world, start, 'createPublicThreads');
    const draft = threadDraft(world, { parent: channel, owner: user, name });
    if (from === undefined) return { threadId: startWithoutMessage(world, draft).id };
    const source = seenMessage(world, start, from);
    if (source.thread !== undefined) throw refusal(160004);
    return { threadId: startFromMessage(world, draft, source).id };
  }

  async function directMessage(message: Omit<NewMessage, 'channel'>): Promise<{ channel: string; id: string }> {
    const channel = directChannelOf(world, message.user);
    return { channel, ...(await say({ ...message, channel })) };
  }

  async function edit({ id, text, ...place }: UserPlace & { id: string; text: string }): Promise<void> {
    const message = ownMessage(world, place, id);
    const { content, mentions, previews } = userMessage(world, place, text);
    world.edit(message, { content, mentions, previews, editedAt: world.now() });
  }

  /** People may delete their own messages, and others' with the permission to manage messages. */
  async function remove({ id, ...place }: UserPlace & { id: string }): Promise<void> {
    const mayAll = has(world.permissionsIn(place.channel, place.user), 'manageMessages');
    world.remove(mayAll ? seenMessage(world, place, id) : ownMessage(world, place, id));
  }

  /** Deletes several at once, as moderators do with a command, or with a ban that deletes the member's history. */
  async function purge({ ids, ...place }: UserPlace & { ids: readonly string[] }): Promise<void> {
    requireUserPermission(world, place, 'manageMessages');
    world.removeTogether(
      place.channel,
      ids.map((id) => seenMessage(world, place, id)),
    );
  }

  /** Removes all reactions of a message, or those with one emoji, as moderators may. */
  async function clearReactions({ id, emoji, ...place }: UserPlace & { id: string; emoji?: string }): Promise<void> {
    requireUserPermission(world, place, 'manageMessages');
    world.clearReactions(seenMessage(world, place, id), emoji);
  }

  /** Adds the reaction, or removes it if the user has already added it. */
  async function react({ id, emoji, ...place }: UserPlace & { id: string; emoji: string }): Promise<void> {
    const message = seenMessage(world, place, id);
    const added = message.reactions.some((reaction) => reaction.emoji === emoji && reaction.users.includes(place.user));
    world.react(message, emoji, place.user, !added);
  }

  /** Shows the user as typing. */
  function type(place: UserPlace): void {
    requireUserPermission(world, place, 'viewChannel');
    world.showTyping(place.channel, place.user);
  }
}

/** The user's own message; 50005 for others'. */
function ownMessage(world: World, place: UserPlace, id: string): Message {
  const message = seenMessage(world, place, id);
  if (message.author !== place.user) throw refusal(50005);
  return message;
}

function directChannelOf(world: World, user: string): string {
  const found = [...world.channels.values()].find(
    (candidate) => candidate.kind === 'dm' && candidate.recipient === user,
  );
  if (!found) throw refusal(10013);
  return found.id;
}

/** `repliedTo`: the author of the message replied to, who is pinged. */
function userMessage(
  world: World,
  { channel, user }: UserPlace,
  text: string,
  repliedTo?: string,
): Omit<Draft, 'type'> {
  const content = text.trim();
  const sender = { mayPingAll: has(world.permissionsIn(channel, user), 'mentionEveryone') };
  return {
    ...emptyDraft(channel, knownUser(world, user).id),
    content,
    mentions: resolveMentions(content, defaultAllowedMentions, sender, world, repliedTo),
    previews: previewsIn(content),
  };
}

/** Looks up an attachment by the path of its address. */
export function findAttachment(world: World, path: string): Attachment | undefined {
  const [, , channel = '', id] = path.split('/');
  return world
    .all(channel)
    .flatMap(({ attachments = [] }) => attachments)
    .find((attachment) => attachment.id === id);
}
