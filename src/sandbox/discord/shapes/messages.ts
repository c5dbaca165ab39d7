/**
 * Messages in the JSON of API and gateway, without what the app may not read. Pure. Source: developer docs "Resources:
 * Message" and "Events: Gateway, Message Content Intent", read 2026-11-21.
 */
import type { JsonObject } from '../../json.ts';
import { type Attachment, type Message, MessageFlag, MessageType, type Poll } from '../world/message.ts';
import { form, guildId } from '../world/seed.ts';
import type { World } from '../world/state.ts';
import { channelTypes, isoTime, memberShape, threadShape, threadTypes, userShape } from './resources.ts';

/** `withContent`: whether the app has the message content intent. */
export function messageShape(world: World, message: Message, withContent: boolean): JsonObject {
  const shown = withContent || isShown(world, message);
  const inGuild = !world.isDirect(message.channel);
  const author = message.author === form.id ? form : world.users.get(message.author);
  const isAnswer = message.interaction !== undefined;
  return {
    id: message.id,
    channel_id: message.channel,
    type: message.type,
    author: author ? userShape(author) : { id: message.author, username: 'deleted', discriminator: '0', avatar: null },
    content: shown ? message.content : '',
    embeds: shown ? [...message.embeds] : [],
    components: shown ? message.components : [],
    attachments: shown ? (message.attachments ?? []).map(attachmentShape) : [],
    mentions: message.mentions.users.flatMap((id) => mentionedUser(world, id, inGuild)),
    mention_roles: message.mentions.roles,
    mention_everyone: message.mentions.everyone,
    timestamp: isoTime(message.at),
    edited_timestamp: message.editedAt === undefined ? null : isoTime(message.editedAt),
    flags: message.flags,
    tts: false,
    pinned: false,
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(shown && message.poll ? { poll: pollShape(message.poll) } : {}),
    ...(message.sticker === undefined ? {} : { sticker_items: [{ id: '1', name: message.sticker, format_type: 1 }] }),
    ...(isAnswer ? { application_id: world.applicationId, webhook_id: world.applicationId } : {}),
    ...(message.author === form.id ? { webhook_id: form.id } : {}),
    ...(message.interaction ? { interaction_metadata: metadataShape(world, message.interaction) } : {}),
    ...(message.reactions.length > 0 ? { reactions: reactionShapes(world, message) } : {}),
    ...referenceShape(world, message, withContent),
    ...(message.forwards ? forwardShape(world, message.forwards, shown) : {}),
    ...startedThread(world, message),
  };
}

/** Events also contain the guild and the author's membership. */
export function messageEventShape(world: World, message: Message, withContent: boolean): JsonObject {
  const inGuild = !world.isDirect(message.channel);
  const author = world.users.get(message.author);
  return {
    ...messageShape(world, message, withContent),
    channel_type: world.threads.has(message.channel)
      ? threadTypes[world.threads.get(message.channel)?.kind ?? 'public']
      : channelTypes[world.channels.get(message.channel)?.kind ?? 'text'],
    ...(inGuild ? { guild_id: guildId, ...(author ? { member: memberShape(author) } : {}) } : {}),
  };
}

/** Source: developer docs "Resources: Message, Attachment Object", read 2026-11-23. */
function attachmentShape({ id, filename, contentType, content, url }: Attachment): JsonObject {
  return { id, filename, content_type: contentType, size: content.length, url, proxy_url: url };
}

/** Source: developer docs "Resources: Poll", read 2026-11-28. */
function pollShape({ question, answers }: Poll): JsonObject {
  return {
    question: { text: question },
    answers: answers.map((text, index) => ({ answer_id: index + 1, poll_media: { text } })),
    expiry: null,
    allow_multiselect: false,
    layout_type: 1,
  };
}

/**
 * The forwarded message's copy has no author. Source: developer docs "Resources: Message, Message Snapshot Object", read
 * 2026-11-28.
 */
function forwardShape(world: World, original: Message, shown: boolean): JsonObject {
  const inGuild = !world.isDirect(original.channel);
  return {
    message_reference: {
      type: 1,
      channel_id: original.channel,
      message_id: original.id,
      ...(inGuild ? { guild_id: guildId } : {}),
    },
    message_snapshots: [
      {
        message: {
          type: original.type,
          content: shown ? original.content : '',
          embeds: shown ? [...original.embeds] : [],
          attachments: shown ? (original.attachments ?? []).map(attachmentShape) : [],
          components: shown ? original.components : [],
          mentions: original.mentions.users.flatMap((id) => mentionedUser(world, id, inGuild)),
          mention_roles: original.mentions.roles,
          timestamp: isoTime(original.at),
          edited_timestamp: original.editedAt === undefined ? null : isoTime(original.editedAt),
          flags: original.flags,
          ...(original.sticker === undefined
            ? {}
            : { sticker_items: [{ id: '1', name: original.sticker, format_type: 1 }] }),
        },
      },
    ],
  };
}

/** The embed that unfolds for a link. */
export function linkEmbedShape(url: string): JsonObject {
  return { type: 'link', url, title: url };
}

/** Whether the app may read the message without the intent. */
function isShown(world: World, message: Message): boolean {
  if (message.author === world.botUserId) return true;
  if (world.isDirect(message.channel)) return true;
  return message.mentions.users.includes(world.botUserId);
}

function mentionedUser(world: World, id: string, inGuild: boolean): JsonObject[] {
  const user = world.users.get(id);
  if (!user) return [];
  return [{ ...userShape(user), ...(inGuild ? { member: memberShape(user) } : {}) }];
}

function metadataShape(world: World, { id, type, user, name }: NonNullable<Message['interaction']>): JsonObject {
  const asker = world.users.get(user);
  return {
    id,
    type,
    user: asker ? userShape(asker) : { id: user },
    authorizing_integration_owners: { 0: guildId },
    ...(name === undefined ? {} : { name }),
  };
}

function reactionShapes(world: World, message: Message): JsonObject[] {
  return message.reactions.map(({ emoji, users }) => ({
    emoji: { id: null, name: emoji },
    count: users.length,
    count_details: { burst: 0, normal: users.length },
    me: users.includes(world.botUserId),
    me_burst: false,
    burst_colors: [],
  }));
}

function referenceShape(world: World, { replyTo, type }: Message, withContent: boolean): JsonObject {
  if (!replyTo) return {};
  const reference = {
    type: 0,
    channel_id: replyTo.channel,
    message_id: replyTo.id,
    ...(world.isDirect(replyTo.channel) ? {} : { guild_id: guildId }),
  };
  if (type === MessageType.threadCreated) return { message_reference: reference };
  const original = world.find(replyTo.channel, replyTo.id);
  if (!original) return { message_reference: reference, referenced_message: null };
  // One level deep, as Discord does.
  const { replyTo: _, ...shown } = original;
  return { message_reference: reference, referenced_message: messageShape(world, shown, withContent) };
}

function startedThread(world: World, message: Message): JsonObject {
  const thread = message.thread === undefined ? undefined : world.threads.get(message.thread);
  return thread && message.flags & MessageFlag.hasThread ? { thread: threadShape(world, thread) } : {};
}
