/** The messages of an app's responses to an interaction: the original response and the follow-ups. */
import { type MessageForm, wantsEphemeral } from '../rest/message-fields.ts';
import { editedFields, type MessageFields, newMessageFields } from '../rest/message-writing.ts';
import { interactionAllowedMentions } from '../world/mentions.ts';
import { emptyDraft, type Message, MessageFlag, MessageType } from '../world/message.ts';
import { knownPlace, type Place, refuseArchived } from '../world/places.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import { type Interaction, InteractionType } from './interactions.ts';

/** Posts a response, visible only to the person if its flags say so. */
export function postResponse(world: World, interaction: Interaction, form: MessageForm): Message {
  const place = unlockedPlace(world, interaction);
  const fields = newMessageFields(world, place.permissions, form, interactionAllowedMentions);
  return post(world, interaction, place, fields, wantsEphemeral(form));
}

/** Posts "thinking…", which the first edit or follow-up replaces. */
export function postDeferred(world: World, interaction: Interaction, ephemeral: boolean): Message {
  const place = unlockedPlace(world, interaction);
  const fields = { ...emptyDraft(place.id, world.botUserId), flags: MessageFlag.loading };
  return post(world, interaction, place, fields, ephemeral);
}

/** Editing a response that is still loading counts as posting it. */
export function editResponse(world: World, { channel }: Interaction, message: Message, form: MessageForm): Message {
  const { permissions } = knownPlace(world, channel);
  const changes = editedFields(world, permissions, message, form, interactionAllowedMentions);
  return world.edit(message, {
    ...changes,
    flags: (changes.flags ?? message.flags) & ~MessageFlag.loading,
    ...(isLoading(message) ? {} : { editedAt: world.now() }),
  });
}

/** `@original`, or the id of a message created with this interaction's token. */
export function responseMessage(world: World, interaction: Interaction, id: string): Message {
  const original = interaction.response?.message;
  const message = world.find(interaction.channel, id === '@original' ? (original ?? '') : id);
  if (!message || (message.interaction?.id !== interaction.id && message.id !== original)) throw refusal(10008);
  return message;
}

/** Whether it is deferred, and not yet replaced by the response. */
export function isLoading({ flags }: Message): boolean {
  return (flags & MessageFlag.loading) !== 0;
}

function unlockedPlace(world: World, { channel }: Interaction): Place {
  const place = knownPlace(world, channel);
  if (place.thread?.locked) refuseArchived(place);
  return place;
}

function post(
  world: World,
  interaction: Interaction,
  place: Place,
  fields: MessageFields,
  ephemeral: boolean,
): Message {
  const { id, type, user, name, source } = interaction;
  if (!ephemeral) world.unarchive(place.id);
  return world.post({
    ...fields,
    flags: fields.flags | (ephemeral ? MessageFlag.ephemeral : 0),
    channel: place.id,
    author: world.botUserId,
    type: messageType(interaction),
    interaction: { id, type, user, ...(name === undefined ? {} : { name }) },
    ...(source ? { replyTo: { channel: source.channel, id: source.id } } : {}),
    ...(ephemeral ? { visibleTo: user } : {}),
  });
}

function messageType({ type, fromMenu }: Interaction): number {
  if (type !== InteractionType.command) return MessageType.reply;
  return fromMenu ? MessageType.contextMenu : MessageType.slashCommand;
}
