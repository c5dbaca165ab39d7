/**
 * Converts a native message to a Question, or to the reason why it is ignored. Pure.
 *
 * Only new messages written by people count: no edits, no messages of bots (including our own) or webhooks, and none that
 * Discord itself writes.
 */

import { MessageType, SnowflakeUtil } from 'discord.js';
import { smallTextFiles } from '../../../../core/model/attached-files.ts';
import type { Question, ThreadRef } from '../../../../core/model/conversation.ts';
import type { IgnoredReason } from '../../../../core/model/ignored-reason.ts';
import type { CommandEvent, MessageEvent } from '../../native-events.ts';
import { type ChannelInfo, channelRef, placeIn, replyRef, threadRef, toMessageRef } from '../../thread-refs.ts';
import { authorOf, besidesText, type Names, type ReadMessage, readMessage } from './message-reader.ts';

/** Our user, and the bot's own role, which people sometimes mention instead. */
export interface Self {
  readonly userId: string;
  readonly roleIds: readonly string[];
}

/** How long a conversation in direct messages, which have no threads, may be silent before it ends. */
export const directSilenceMs = 24 * 60 * 60_000;

/** Why a message is ignored, as far as that can be told without looking up its channel. */
export function ignoredReason(message: MessageEvent, us: Self): IgnoredReason | undefined {
  if (message.author.id === us.userId) return 'own';
  if (message.author.bot || message.webhook_id !== undefined) return 'bot';
  if (message.type !== MessageType.Default && message.type !== MessageType.Reply) return 'system';
  return undefined;
}

export function toQuestion(
  message: MessageEvent,
  place: ChannelInfo,
  us: Self,
  names: Names,
): Question | IgnoredReason {
  const reason = ignoredReason(message, us);
  if (reason) return reason;
  const addressed = addressedBy(message, place, us);
  const isUnaddressed = addressed === 'follow_up' || addressed === 'auto';
  const read = readMessage({ ...message, content: withoutUs(message.content, us) }, names);
  const text = withTitle(read, message, place);
  // A mention without text gets the help text; a picture that is not addressed to us is ignored.
  if (text === '' && isUnaddressed && smallTextFiles(read.files).length === 0) return 'empty';
  const id = `discord:${message.id}`;
  return {
    id,
    eventId: id,
    asker: `discord:${message.author.id}`,
    addressed,
    text,
    askedAt: SnowflakeUtil.timestampFrom(message.id),
    ...(isUnaddressed && isToSomeoneElse(message, us) && { isToSomebody: true }),
    ...(addressed === 'mention' && isReplyToUs(message, us) && { isReply: true }),
    ...groupsOf(message.member),
    ...postTagsOf(message, place, us),
    ...aroundText(read, message, us, names),
    ...placeIn(place),
    ...whereTo(message, place),
    ...continues(message, place, us),
  };
}

function addressedBy(message: MessageEvent, place: ChannelInfo, us: Self): Question['addressed'] {
  if (place.kind === 'direct') return 'direct';
  if (isPostStart(message, place)) return 'mention';
  if (place.kind === 'thread' && isReplyToUs(message, us)) return 'follow_up';
  if (mentionsUs(message, us)) return 'mention';
  return place.kind === 'thread' ? 'follow_up' : 'auto';
}

/**
 * What belongs to a question besides its text, with somebody else's message that it replies to. Our own are part of the
 * conversation.
 */
function aroundText(
  own: ReadMessage,
  { type, channel_id: here, referenced_message: repliedTo }: MessageEvent,
  us: Self,
  names: Names,
): Pick<Question, 'files' | 'reading' | 'quotedFrom' | 'about'> {
  if (type !== MessageType.Reply || repliedTo?.author?.id === us.userId) return besidesText([own], here);
  const other = readMessage(repliedTo ?? {}, names);
  const { name, id } = authorOf(repliedTo?.author);
  const { reading, ...besides } = besidesText([own, other], here);
  const isEmpty = other.text === '' && other.files.length === 0;
  const repliesTo = isEmpty ? 'unread' : { name, text: other.text };
  return { ...besides, reading: { ...reading, repliesTo }, ...(id !== undefined && !isEmpty && { about: [id] }) };
}

/** Whether it mentions someone else, or replies to someone else's message. */
function isToSomeoneElse(message: MessageEvent, us: Self): boolean {
  const repliedTo = message.referenced_message?.author?.id;
  const people = [...(message.mentions ?? []).map(({ id }) => id), ...(repliedTo === undefined ? [] : [repliedTo])];
  if (people.some((id) => id !== us.userId && id !== message.author.id)) return true;
  return message.mention_roles?.some((role) => !us.roleIds.includes(role)) ?? false;
}

/** The author's roles, if the event includes them. */
export function groupsOf(member: MessageEvent['member']): Pick<Question, 'groups'> {
  return member?.roles ? { groups: member.roles.map((role) => `discord:${role}`) } : {};
}

/** The locale of the person who used the command or pressed the button. */
export function localeOf({ locale }: CommandEvent): Pick<Question, 'locale'> {
  return locale === undefined ? {} : { locale };
}

/** Mentioned by name, by a reply that pings us, or by our own role; @everyone and other roles do not count. */
function mentionsUs(message: MessageEvent, us: Self): boolean {
  if (message.mentions?.some((person) => person.id === us.userId)) return true;
  return message.mention_roles?.some((role) => us.roleIds.includes(role)) ?? false;
}

/** Whether a reply mentions us only because it replies to us: Discord adds that mention unless the writer switches it off. */
function isReplyToUs({ type, content, mentions, mention_roles: roles }: MessageEvent, us: Self): boolean {
  if (type !== MessageType.Reply || !mentions?.some(({ id }) => id === us.userId)) return false;
  return !namesUs(us).test(content) && !roles?.some((role) => us.roleIds.includes(role));
}

/** The first message of a forum post has the post's id. */
function isPostStart(message: MessageEvent, place: ChannelInfo): boolean {
  return place.kind === 'thread' && place.post && message.id === message.channel_id;
}

/** A person who mentions us wants an answer, so tags matter only without a mention. */
function postTagsOf(message: MessageEvent, place: ChannelInfo, us: Self): Pick<Question, 'postTags'> {
  if (!isPostStart(message, place) || place.kind !== 'thread' || mentionsUs(message, us)) return {};
  return { postTags: place.tags ?? [] };
}

/** A thread started from a message has the message's id, so the ref is known before the thread exists. */
function whereTo(
  message: MessageEvent,
  place: ChannelInfo,
): { thread: ThreadRef; opens?: string; endsAfterSilenceMs?: number } {
  const here = channelRef(message.guild_id, message.channel_id, place);
  if (place.kind === 'direct') return { thread: here, endsAfterSilenceMs: directSilenceMs };
  if (place.kind === 'thread') return { thread: here };
  if (!place.threads) return { thread: replyRef(here, message.id) };
  return { thread: threadRef(message.guild_id, message.channel_id, message.id), opens: 'message' };
}

/** Where a thread could not be opened, people go on by replying to us. */
function continues(
  { id, channel_id: channel, type, referenced_message: repliedTo }: MessageEvent,
  place: ChannelInfo,
  us: Self,
): Pick<Question, 'continues'> {
  const isToUs = type === MessageType.Reply && repliedTo?.author?.id === us.userId;
  if (!isToUs || place.kind !== 'channel' || !repliedTo?.id) return {};
  const postedAt = SnowflakeUtil.timestampFrom(repliedTo.id);
  return { continues: { message: toMessageRef(channel, repliedTo.id), postedAt, address: id } };
}

function withTitle({ text }: ReadMessage, message: MessageEvent, place: ChannelInfo): string {
  const title = isPostStart(message, place) && place.kind === 'thread' ? place.name : '';
  return title === '' ? text : `${title}\n\n${text}`.trim();
}

function namesUs(us: Self): RegExp {
  const ids = [`@!?${us.userId}`, ...us.roleIds.map((role) => `@&${role}`)].join('|');
  return new RegExp(`<(?:${ids})>`);
}

function withoutUs(content: string, us: Self): string {
  const ours = namesUs(us).source;
  return content
    .replace(new RegExp(`^\\s*(?:${ours}[\\s,:]*)+`), '')
    .replace(new RegExp(`[ \\t]{0,20}${ours}(?=[ \\t]{0,20}$)`, 'gm'), '')
    .replace(new RegExp(`${ours}[ \\t]?`, 'g'), '');
}
