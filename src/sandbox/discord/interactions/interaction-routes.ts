/**
 * The routes with which the app answers an interaction: the callback, then its webhook. In: calls. Out: outcomes, and the
 * messages that people see. Source: developer docs "Interactions: Receiving and Responding", read 2026-11-21.
 */

import { modalProblems } from '../rest/components.ts';
import { type MessageForm, noteUnreadFields, readMessage, wantsEphemeral } from '../rest/message-fields.ts';
import { editedFields, newMessageFields, unarchive } from '../rest/message-writing.ts';
import { createForm } from '../rest/request-body.ts';
import { type Call, noContent, type Outcome, ok, type Quota, type Route, route } from '../rest/route.ts';
import { messageShape } from '../shapes/messages.ts';
import { isObject, type Json, type JsonObject } from '../world/json.ts';
import { noMentions, onlyUsers } from '../world/mentions.ts';
import { type Message, MessageFlag, MessageType } from '../world/message.ts';
import { refuseArchived } from '../world/places.ts';
import { refusal, refuseProblems } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import { type Interaction, type InteractionResponse, type Interactions, InteractionType } from './interactions.ts';

/** What a callback may be. */
const Answer = { message: 4, deferred: 5, deferredUpdate: 6, update: 7, modal: 9 } as const;
/** Which answers each kind of interaction takes. */
const answersTo: Record<number, readonly number[]> = {
  [InteractionType.command]: [4, 5, 9],
  [InteractionType.component]: [4, 5, 6, 7, 9],
  [InteractionType.modal]: [4, 5, 6, 7],
};

/** Source: discordgo issue 1384, read 2026-11-21 ("limit 5"); the window is an estimate. */
const webhookEdits: Quota = { bucket: 'interaction answers', limit: 5, windowMs: 5_000 };
const follow: Quota = { bucket: 'interaction follow-ups', limit: 5, windowMs: 5_000 };

const unlimited: Quota = { bucket: 'callback', limit: Number.POSITIVE_INFINITY, windowMs: 1_000 };

/** None of these carries the bot’s token; interaction id and token stand for it. */
export function createInteractionRoutes(world: World, interactions: Interactions): Route[] {
  return [
    route('POST /interactions/:id/:id/callback', callback, { open: true, quota: unlimited }),
    route('POST /webhooks/:id/:id', followUp, { open: true, quota: follow }),
    route('GET /webhooks/:id/:id/messages/:id', read, { open: true, quota: webhookEdits }),
    route('PATCH /webhooks/:id/:id/messages/:id', edit, { open: true, quota: webhookEdits }),
    route('DELETE /webhooks/:id/:id/messages/:id', remove, { open: true, quota: webhookEdits }),
  ];

  function callback(call: Call): Outcome {
    const interaction = interactions.withToken(call.id(1));
    if (!interaction || interaction.id !== call.id(0)) throw refusal(10062);
    if (interaction.state === 'answered') throw refusal(40060);
    if (interaction.state === 'late') throw refusal(10062);
    const form = createForm(call.body);
    const type = form.choice('type', answersTo[interaction.type] ?? []);
    if (type === undefined) form.problem(['type'], 'BASE_TYPE_REQUIRED', 'This field is required');
    form.done();
    const given = respond(interaction, type ?? 0, form.fields.data, call);
    interaction.state = 'answered';
    interaction.answer({ interaction: interaction.id, ...given });
    return call.query.get('with_response') === 'true' ? ok(callbackShape(interaction, type ?? 0)) : noContent;
  }

  function respond(
    interaction: Interaction,
    type: number,
    data: Json | undefined,
    call: Call,
  ): Omit<InteractionResponse, 'interaction'> {
    if (type === Answer.modal) return openModal(interaction, data);
    if (type === Answer.deferred) return defer(interaction, data);
    if (type === Answer.message) {
      const form = readMessage(data);
      noteUnreadFields(form, call);
      interaction.original = write(interaction, form, form.flags ?? 0).id;
      return { kind: 'message', message: interaction.original };
    }
    const source = interaction.source && current(interaction.source);
    if (!source) throw refusal(10008);
    interaction.original = source.id;
    if (type === Answer.deferredUpdate) return { kind: 'deferred update', message: source.id };
    const form = readMessage(data, source);
    noteUnreadFields(form, call);
    change(interaction, source, form);
    return { kind: 'update', message: source.id };
  }

  function openModal(interaction: Interaction, data: Json | undefined): Omit<InteractionResponse, 'interaction'> {
    const form = createForm(data ?? {});
    form.text('custom_id', { required: true, min: 1, max: 100 });
    form.text('title', { required: true, min: 1, max: 45 });
    form.done();
    refuseProblems(modalProblems(form.objects('components', 5) ?? []));
    interaction.modal = form.fields;
    return { kind: 'modal', modal: form.fields };
  }

  function defer(interaction: Interaction, data: Json | undefined): Omit<InteractionResponse, 'interaction'> {
    const hidden = isObject(data) && (Number(data.flags ?? 0) & MessageFlag.ephemeral) !== 0;
    const place = placeOf(interaction);
    if (place.thread?.locked) refuseArchived(place);
    if (!hidden) unarchive(world, place);
    const message = world.post({
      ...base(interaction, hidden),
      content: '',
      embeds: [],
      components: [],
      previews: [],
      mentions: noMentions,
      flags: MessageFlag.loading | (hidden ? MessageFlag.ephemeral : 0),
    });
    interaction.original = message.id;
    return { kind: 'deferred', message: message.id };
  }

  function followUp(call: Call): Outcome {
    const interaction = known(call);
    if (interaction.state !== 'answered') throw refusal(10015);
    const form = readMessage(call.body);
    noteUnreadFields(form, call);
    const original = interaction.original && inPlace(interaction, interaction.original);
    if (original && original.flags & MessageFlag.loading) {
      call.note('the first follow-up after a deferral takes the place of the answer');
      return shape(change(interaction, original, form));
    }
    return shape(write(interaction, form, form.flags ?? 0));
  }

  function read(call: Call): Outcome {
    return shape(target(known(call), call.id(2)));
  }

  function edit(call: Call): Outcome {
    const interaction = known(call);
    const message = target(interaction, call.id(2));
    const form = readMessage(call.body, message);
    noteUnreadFields(form, call);
    return shape(change(interaction, message, form));
  }

  function remove(call: Call): Outcome {
    world.remove(target(known(call), call.id(2)));
    return noContent;
  }

  function known(call: Call): Interaction {
    if (call.id(0) !== world.applicationId) throw refusal(10015);
    const interaction = interactions.withToken(call.id(1));
    if (!interaction) throw refusal(50027);
    return interaction;
  }

  /** `@original` or the id of a message that this token made. */
  function target(interaction: Interaction, id: string): Message {
    const wanted = id === '@original' ? interaction.original : id;
    const message = wanted === undefined ? undefined : inPlace(interaction, wanted);
    if (!message || (message.interaction?.id !== interaction.id && message.id !== interaction.original))
      throw refusal(10008);
    return message;
  }

  function inPlace(interaction: Interaction, id: string): Message | undefined {
    return world.find(interaction.channel, id);
  }

  function current(message: Message): Message | undefined {
    return world.find(message.channel, message.id);
  }

  function write(interaction: Interaction, form: MessageForm, flags: number): Message {
    const place = placeOf(interaction);
    if (place.thread?.locked) refuseArchived(place);
    const hidden = wantsEphemeral(form);
    const fields = newMessageFields(world, place.permissions, form, onlyUsers);
    if (!hidden) unarchive(world, place);
    return world.post({
      ...base(interaction, hidden),
      ...fields,
      flags: fields.flags | (flags & MessageFlag.ephemeral),
    });
  }

  function change(interaction: Interaction, message: Message, form: MessageForm): Message {
    const { permissions } = placeOf(interaction);
    const wasLoading = (message.flags & MessageFlag.loading) !== 0;
    const changes = editedFields(world, permissions, message, form, onlyUsers);
    return world.edit(message, {
      ...changes,
      flags: (changes.flags ?? message.flags) & ~MessageFlag.loading,
      ...(wasLoading ? {} : { editedAt: world.now() }),
    });
  }

  function placeOf({ channel: id }: Interaction) {
    const channel = world.channelOf(id);
    const thread = world.threads.get(id);
    if (!channel) throw refusal(10003);
    return { id, channel, permissions: world.permissionsIn(id, world.botUserId), ...(thread ? { thread } : {}) };
  }

  function base(interaction: Interaction, hidden: boolean) {
    const { id, type, user, name, source } = interaction;
    const command = interaction.fromMenu ? MessageType.contextMenu : MessageType.slashCommand;
    return {
      channel: interaction.channel,
      author: world.botUserId,
      type: type === InteractionType.command ? command : MessageType.reply,
      interaction: { id, type, user, ...(name === undefined ? {} : { name }) },
      ...(source ? { replyTo: { channel: source.channel, id: source.id } } : {}),
      ...(hidden ? { visibleTo: user } : {}),
    };
  }

  function shape(message: Message): Outcome {
    return ok(messageShape(world, message, true));
  }

  function callbackShape(interaction: Interaction, type: number): JsonObject {
    const message = interaction.original === undefined ? undefined : inPlace(interaction, interaction.original);
    const withMessage = message && (type === Answer.message || type === Answer.update);
    return {
      interaction: {
        id: interaction.id,
        type: interaction.type,
        ...(message
          ? {
              response_message_id: message.id,
              response_message_loading: (message.flags & MessageFlag.loading) !== 0,
              response_message_ephemeral: message.visibleTo !== undefined,
            }
          : {}),
      },
      resource: { type, ...(withMessage ? { message: messageShape(world, message, true) } : {}) },
    };
  }
}
