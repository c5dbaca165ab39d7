/**
 * The first response to an interaction, by its callback type. Source: developer docs "Interactions: Receiving and
 * Responding", read 2026-11-21.
 */

import type { Json, JsonObject } from '../../json.ts';
import { modalProblems } from '../rest/components.ts';
import { readMessage, wantsEphemeral } from '../rest/message-fields.ts';
import { createForm } from '../rest/request-body.ts';
import type { Call } from '../rest/route.ts';
import { messageShape } from '../shapes/messages.ts';
import { refusal, refuseProblems } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import { type Interaction, type InteractionResponse, InteractionType } from './interactions.ts';
import { editResponse, isLoading, postDeferred, postResponse } from './response-messages.ts';

const CallbackType = { message: 4, deferred: 5, deferredUpdate: 6, update: 7, modal: 9 } as const;

/** Interaction type -> callback types that it accepts. */
const callbackTypes: Record<number, readonly number[]> = {
  [InteractionType.command]: [4, 5, 9],
  [InteractionType.component]: [4, 5, 6, 7, 9],
  [InteractionType.modal]: [4, 5, 6, 7],
};

export interface Callback {
  readonly type: number;
  readonly data: Json | undefined;
}

export function readCallback(interaction: Interaction, body: Json | undefined): Callback {
  const form = createForm(body);
  const type = form.choice('type', callbackTypes[interaction.type] ?? []);
  if (type === undefined) form.problem(['type'], 'BASE_TYPE_REQUIRED', 'This field is required');
  form.done();
  return { type: type ?? 0, data: form.fields.data };
}

/** Posts, updates or opens what the callback requests. */
export function respond(
  world: World,
  interaction: Interaction,
  { type, data }: Callback,
  call: Call,
): Omit<InteractionResponse, 'interaction'> {
  if (type === CallbackType.modal) return { kind: 'modal', modal: readModal(data) };
  if (type === CallbackType.deferred) {
    const ephemeral = wantsEphemeral({ flags: createForm(data).integer('flags') ?? 0 });
    return { kind: 'deferred', message: postDeferred(world, interaction, ephemeral).id };
  }
  if (type === CallbackType.message)
    return { kind: 'message', message: postResponse(world, interaction, readMessage(call, data)).id };
  const source = interaction.source && world.find(interaction.source.channel, interaction.source.id);
  if (!source) throw refusal(10008);
  if (type === CallbackType.deferredUpdate) return { kind: 'deferred update', message: source.id };
  editResponse(world, interaction, source, readMessage(call, data, source));
  return { kind: 'update', message: source.id };
}

function readModal(data: Json | undefined): JsonObject {
  const form = createForm(data ?? {});
  form.text('custom_id', { required: true, min: 1, max: 100 });
  form.text('title', { required: true, min: 1, max: 45 });
  form.done();
  refuseProblems(modalProblems(form.objects('components', 5) ?? []));
  return form.fields;
}

/** The response to a callback that used `with_response`. */
export function callbackShape(
  world: World,
  { id, type, channel, response }: Interaction,
  callback: number,
): JsonObject {
  const message = response?.message === undefined ? undefined : world.find(channel, response.message);
  const withMessage = message && (callback === CallbackType.message || callback === CallbackType.update);
  return {
    interaction: {
      id,
      type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: isLoading(message),
            response_message_ephemeral: message.visibleTo !== undefined,
          }
        : {}),
    },
    resource: { type: callback, ...(withMessage ? { message: messageShape(world, message, true) } : {}) },
  };
}
