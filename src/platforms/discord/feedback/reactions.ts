/** A thumbs reaction under one of our messages -> a mark. Pure. */
import { SnowflakeUtil } from 'discord.js';
import type { Mark } from '../../../core/model/feedback.ts';
import type { Reaction } from '../../../core/ports/presses.ts';
import type { ReactionEvent } from '../native-events.ts';
import { toMessageRef } from '../thread-refs.ts';

/** Without the skin tone. */
const thumbs: ReadonlyMap<string, Mark> = new Map([
  ['👍', 'helpful'],
  ['👎', 'not_helpful'],
]);
const skinTones = /[\u{1F3FB}-\u{1F3FF}]/u;

/** undefined for other reactions, and for messages of others where the event names the author, which a removal does not. */
export function toReaction(
  event: ReactionEvent,
  isAdded: boolean,
  ourUserId: string | undefined,
): Reaction | undefined {
  const { user_id: user, channel_id: channel, message_id: message, message_author_id: author = ourUserId } = event;
  const mark = thumbs.get(event.emoji.name?.replace(skinTones, '') ?? '');
  if (!mark || author !== ourUserId || user === ourUserId) return undefined;
  const postedAt = SnowflakeUtil.timestampFrom(message);
  return {
    by: `discord:${user}`,
    mark,
    isAdded,
    message: { platform: 'discord', message: toMessageRef(channel, message), postedAt },
    ...(event.member?.roles && { groups: event.member.roles.map((role) => `discord:${role}`) }),
  };
}
