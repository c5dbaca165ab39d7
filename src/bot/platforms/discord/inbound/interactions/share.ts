/**
 * The Share button under a private answer, and presses of it, as Questions whose answer is already known. Pure.
 */
import { InteractionType, SnowflakeUtil } from 'discord.js';
import { readShareName } from '../../../../core/model/private-place.ts';
import type { Wording } from '../../../../wording/wording.ts';
import type { CommandEvent } from '../../native-events.ts';
import { channelRef, interactionRef, placeIn, toChannelInfo } from '../../thread-refs.ts';
import { groupsOf, localeOf } from '../messages/events.ts';
import { controlRowOf, type Labelled, type Pressed } from './buttons.ts';
import { type CommandOpening, openingOf } from './command-opening.ts';

const ours = /^share:(.+)$/;

/** The button that shares the answer of this name. */
export function toShareButton(name: string, wording: Wording): Labelled {
  return { custom_id: `share:${name}`, label: wording.say('button.share') };
}

/** undefined if the event is not a press of this button. */
export function toShared(event: CommandEvent): Pressed | undefined {
  const person = event.member?.user ?? event.user;
  const name = ours.exec(event.data?.custom_id ?? '')?.[1];
  if (event.type !== InteractionType.MessageComponent || !person || !event.channel || !name) return undefined;
  const place = toChannelInfo(event.channel);
  const here = channelRef(event.guild_id, event.channel.id, place);
  const { id, shares } = readShareName(name);
  const sharedBy = event.member?.nick ?? person.global_name ?? person.username;
  const opening: CommandOpening = { ...openingOf(event, place), sharedBy };
  const question = {
    id,
    eventId: `discord:${event.id}`,
    thread: place.kind === 'channel' ? interactionRef(here, id) : here,
    asker: `discord:${person.id}`,
    addressed: 'command',
    text: '',
    askedAt: SnowflakeUtil.timestampFrom(event.id),
    ...placeIn(place),
    ...localeOf(event),
    ...groupsOf(event.member),
    opens: JSON.stringify(opening),
    shares,
  } as const;
  return { question, rest: event.message ? controlRowOf(event.message) : [] };
}
