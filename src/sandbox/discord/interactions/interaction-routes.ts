/**
 * The routes with which an app responds to an interaction: the callback, then the interaction's webhook for edits and
 * follow-ups. They use the interaction's own token instead of the bot's.
 * Source: developer docs "Interactions: Receiving and Responding", read 2026-11-21.
 */
import { readMessage } from '../rest/message-fields.ts';
import { type Call, noContent, type Outcome, ok, type Quota, type Route, route } from '../rest/route.ts';
import { messageShape } from '../shapes/messages.ts';
import type { Message } from '../world/message.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import { callbackShape, readCallback, respond } from './callback.ts';
import type { Interaction, Interactions } from './interactions.ts';
import { editResponse, isLoading, postResponse, responseMessage } from './response-messages.ts';

/** Source: discordgo issue 1384, read 2026-11-21 ("limit 5"); the window is an estimate. */
const webhookQuota: Quota = { bucket: 'interaction responses', limit: 5, windowMs: 5_000 };
const followUpQuota: Quota = { bucket: 'interaction follow-ups', limit: 5, windowMs: 5_000 };
const unlimited: Quota = { bucket: 'callback', limit: Number.POSITIVE_INFINITY, windowMs: 1_000 };

export function createInteractionRoutes(world: World, interactions: Interactions): Route[] {
  return [
    route('POST /interactions/:id/:id/callback', callback, { open: true, quota: unlimited }),
    route('POST /webhooks/:id/:id', followUp, { open: true, quota: followUpQuota }),
    route('GET /webhooks/:id/:id/messages/:id', read, { open: true, quota: webhookQuota }),
    route('PATCH /webhooks/:id/:id/messages/:id', edit, { open: true, quota: webhookQuota }),
    route('DELETE /webhooks/:id/:id/messages/:id', remove, { open: true, quota: webhookQuota }),
  ];

  function callback(call: Call): Outcome {
    const interaction = interactions.withToken(call.id(1));
    if (!interaction || interaction.id !== call.id(0) || interaction.timedOut) throw refusal(10062);
    if (interaction.response) throw refusal(40060);
    const sent = readCallback(interaction, call.body);
    interaction.respond(respond(world, interaction, sent, call));
    return call.query.get('with_response') === 'true' ? ok(callbackShape(world, interaction, sent.type)) : noContent;
  }

  function followUp(call: Call): Outcome {
    const interaction = knownInteraction(call);
    if (!interaction.response) throw refusal(10015);
    const form = readMessage(call, call.body);
    const original = world.find(interaction.channel, interaction.response.message ?? '');
    if (!original || !isLoading(original)) return shape(postResponse(world, interaction, form));
    call.note('the first follow-up after a deferral replaces the deferred response');
    return shape(editResponse(world, interaction, original, form));
  }

  function read(call: Call): Outcome {
    return shape(responseMessage(world, knownInteraction(call), call.id(2)));
  }

  function edit(call: Call): Outcome {
    const interaction = knownInteraction(call);
    const message = responseMessage(world, interaction, call.id(2));
    return shape(editResponse(world, interaction, message, readMessage(call, call.body, message)));
  }

  function remove(call: Call): Outcome {
    world.remove(responseMessage(world, knownInteraction(call), call.id(2)));
    return noContent;
  }

  function knownInteraction(call: Call): Interaction {
    if (call.id(0) !== world.applicationId) throw refusal(10015);
    const interaction = interactions.withToken(call.id(1));
    if (!interaction) throw refusal(50027);
    return interaction;
  }

  function shape(message: Message): Outcome {
    return ok(messageShape(world, message, true));
  }
}
