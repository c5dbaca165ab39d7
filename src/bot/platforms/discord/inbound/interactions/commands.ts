/**
 * Converts the native commands /docs, /deploy and /docs-report to a Question or DeploymentCommand. Pure.
 */

import { ApplicationCommandType, InteractionType, SnowflakeUtil } from 'discord.js';
import type { Question, ThreadRef } from '../../../../core/model/conversation.ts';
import type { CommandEvent } from '../../native-events.ts';
import { type ChannelInfo, channelRef, interactionRef, placeIn, toChannelInfo } from '../../thread-refs.ts';
import { directSilenceMs, groupsOf, localeOf, type Names, toReadable } from '../messages/events.ts';
import { type CommandOpening, openingOf } from './command-opening.ts';
import { type PrivateCommand, toDeploymentCommand } from './deploy-command.ts';

/** Commands whose answers are visible only to the person who used them. */
const privateCommands: ReadonlyMap<string, PrivateCommand['kind']> = new Map([
  ['deploy', 'deploy'],
  ['docs-report', 'report'],
]);

export type Command = { readonly kind: 'docs'; readonly question: Question } | PrivateCommand;

/**
 * undefined if the interaction is not one of these commands. `isPrivate`: whether answers in this place are visible only to
 * their asker by default; the option `public` overrides it.
 */
export function toCommand(
  event: CommandEvent,
  names: Names,
  isPrivate: (thread: ThreadRef) => boolean = () => false,
): Command | undefined {
  const person = event.member?.user ?? event.user;
  const isTyped =
    event.type === InteractionType.ApplicationCommand && event.data?.type === ApplicationCommandType.ChatInput;
  if (!isTyped || !person || !event.channel) return undefined;
  const asker = `discord:${person.id}`;
  const place = toChannelInfo(event.channel, undefined);
  if (event.data?.name === 'docs')
    return { kind: 'docs', question: toDocsQuestion(event, event.channel.id, place, asker, names, isPrivate) };
  const kind = privateCommands.get(event.data?.name ?? '');
  if (!kind || event.guild_id === undefined) return undefined;
  const here = channelRef(event.guild_id, event.channel.id, place);
  const { mayPost } = openingOf(event, place);
  const thread = mayPost ? here : interactionRef(here, `discord:${event.id}`, event.token);
  return { kind, command: toDeploymentCommand(event, thread) };
}

/** In a channel the thread is not known yet, because there is no message to start it from. */
function toDocsQuestion(
  event: CommandEvent,
  channel: string,
  place: ChannelInfo,
  asker: string,
  names: Names,
  isPrivate: (thread: ThreadRef) => boolean,
): Question {
  const id = `discord:${event.id}`;
  const here = channelRef(event.guild_id, channel, place);
  const typed = optionOf(event, 'question');
  const isPublic = optionOf(event, 'public') ?? !isPrivate(here);
  const answersPrivately = place.kind !== 'direct' && isPublic !== true;
  return {
    id,
    eventId: id,
    // A private answer does not belong to the conversation of the thread in which it was asked.
    thread: place.kind === 'channel' || answersPrivately ? interactionRef(here, id) : here,
    asker,
    addressed: 'command',
    text: typeof typed === 'string' ? toReadable(typed, [], names).trim() : '',
    askedAt: SnowflakeUtil.timestampFrom(event.id),
    ...placeIn(place),
    ...localeOf(event),
    ...groupsOf(event.member),
    opens: JSON.stringify({
      ...openingOf(event, place),
      ...(answersPrivately && { isPrivate: true }),
    } satisfies CommandOpening),
    ...(place.kind === 'direct' && { endsAfterSilenceMs: directSilenceMs }),
  };
}

function optionOf({ data }: CommandEvent, name: string): unknown {
  return data?.options?.find((option) => option.name === name)?.value;
}
