/** Converts thumbs up and down reactions on our messages to marks. Pure. */
import { SnowflakeUtil } from 'discord.js';
import type { Mark } from '../../../core/model/feedback.ts';
import type { PostedMessage } from '../../../core/ports/feedback-store.ts';
import type { ClearedReactions, Reaction } from '../../../core/ports/presses.ts';
import type { ClearedReactionsEvent, ReactionEvent } from '../native-events.ts';
import { toMessageRef } from '../thread-refs.ts';

/** Emoji without a skin tone. */
const thumbs: ReadonlyMap<string, Mark> = new Map([
  ['👍', 'helpful'],
  ['👎', 'not_helpful'],
]);
const skinTones = /[\u{1F3FB}-\u{1F3FF}]/u;

/** undefined for other emoji, and for messages that are not ours, if the event names the author (a removal does not). */
export function toReaction(
  event: ReactionEvent,
  isAdded: boolean,
  ourUserId: string | undefined,
): Reaction | undefined {
  const { user_id: user, channel_id: channel, message_id: message, message_author_id: author = ourUserId } = event;
  const mark = markOf(event.emoji);
  if (!mark || author !== ourUserId || user === ourUserId) return undefined;
  return {
    by: `discord:${user}`,
    mark,
    isAdded,
    message: toPosted(channel, message),
    ...(event.member?.roles && { groups: event.member.roles.map((role) => `discord:${role}`) }),
  };
}

/** undefined for other emoji. Marks ignore the skin tone, so clearing one skin tone clears them all. */
export function toClearedReactions(event: ClearedReactionsEvent): ClearedReactions | undefined {
  const message = toPosted(event.channel_id, event.message_id);
  if (!event.emoji) return { message };
  const mark = markOf(event.emoji);
  return mark && { message, mark };
}

function markOf(emoji: ReactionEvent['emoji']): Mark | undefined {
  return thumbs.get(emoji?.name?.replace(skinTones, '') ?? '');
}

function toPosted(channel: string, message: string): PostedMessage {
  const postedAt = SnowflakeUtil.timestampFrom(message);
  return { platform: 'discord', message: toMessageRef(channel, message), postedAt };
}
