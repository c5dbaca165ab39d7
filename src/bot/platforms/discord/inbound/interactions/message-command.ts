/**
 * Converts the message command "Ask Docent" to a Question: the message's text, answered in the message's thread, or privately
 * where we may not post. Discord sends the message along, even if we may not read its channel. Pure.
 */
import { ApplicationCommandType, InteractionType, SnowflakeUtil } from 'discord.js';
import type { Question } from '../../../../core/model/conversation.ts';
import { toAskedAbout } from '../../../../core/model/people.ts';
import type { CommandEvent } from '../../native-events.ts';
import { channelRef, interactionRef, placeIn, replyRef, threadRef, toChannelInfo } from '../../thread-refs.ts';
import { directSilenceMs, groupsOf, localeOf } from '../messages/events.ts';
import { authorOf, besidesText, type Names, readMessage } from '../messages/message-reader.ts';
import { openingBy, openingOf } from './command-opening.ts';

export const askCommand = 'Ask Docent';

/** undefined for interactions other than this message command. A person can ask about the same message only once, unless the answer is private. */
export function toAbout(event: CommandEvent, names: Names, command = askCommand): Question | 'no_text' | undefined {
  const { data, channel, guild_id: guild } = event;
  const person = event.member?.user ?? event.user;
  const target = data?.target_id;
  const isOurs = data?.type === ApplicationCommandType.Message && data.name === command;
  if (event.type !== InteractionType.ApplicationCommand || !isOurs || !person || !channel || !target) return undefined;
  const message = data.resolved?.messages?.[target];
  const read = readMessage(message ?? {}, names);
  if (read.text === '' && read.files.length === 0) return 'no_text';
  const { id: author } = authorOf(message?.author);
  const place = toChannelInfo(channel);
  const opening = openingOf(event, place);
  // A private answer can be requested again.
  const id = opening.mayPost ? toAskedAbout(`discord:${target}`, person.id) : `discord:${event.id}`;
  return {
    id,
    eventId: `discord:${event.id}`,
    asker: `discord:${person.id}`,
    addressed: 'mention',
    text: read.text,
    askedAt: SnowflakeUtil.timestampFrom(event.id),
    ...placeIn(place),
    ...localeOf(event),
    ...groupsOf(event.member),
    ...besidesText([read], channel.id),
    ...(author !== undefined && { about: [author] }),
    ...whereTo(),
  };

  function whereTo(): Pick<Question, 'thread' | 'opens' | 'endsAfterSilenceMs'> {
    const here = channelRef(guild, channel?.id ?? '', place);
    if (!opening.mayPost) {
      return { thread: interactionRef(here, id), opens: JSON.stringify({ ...opening, isPrivate: true }) };
    }
    if (place.kind === 'channel') {
      if (!place.threads) return { thread: replyRef(here, target ?? '') };
      return { thread: threadRef(guild, here.channel, target), opens: 'message' };
    }
    const opens = openingBy(person?.id ?? '');
    return { thread: here, opens, ...(place.kind === 'direct' && { endsAfterSilenceMs: directSilenceMs }) };
  }
}
