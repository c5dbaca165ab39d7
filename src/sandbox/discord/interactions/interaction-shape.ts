/** An interaction as INTERACTION_CREATE carries it. Pure. Source: developer docs "Interactions", read 2026-11-21. */

import type { JsonObject } from '../../json.ts';
import { messageShape } from '../shapes/messages.ts';
import { askerShape, placeShape, userShape } from '../shapes/resources.ts';
import { knownUser } from '../world/people.ts';
import type { World } from '../world/state.ts';
import type { Interaction } from './interactions.ts';

/** `data`: the command, component or modal. */
export function interactionShape(world: World, interaction: Interaction, data: JsonObject): JsonObject {
  const { id, token, type, channel, source } = interaction;
  const isDirect = world.isDirect(channel);
  return {
    id,
    application_id: world.applicationId,
    type,
    token,
    version: 1,
    data,
    channel_id: channel,
    channel: placeShape(world, channel),
    locale: knownUser(world, interaction.user).locale ?? 'en-US',
    app_permissions: String(world.permissionsIn(channel, world.botUserId)),
    entitlements: [],
    authorizing_integration_owners: { 0: isDirect ? '0' : world.guildId },
    context: isDirect ? 1 : 0,
    attachment_size_limit: 10_485_760,
    ...(source ? { message: messageShape(world, world.find(channel, source.id) ?? source, true) } : {}),
    ...(isDirect ? { user: userShape(knownUser(world, interaction.user)) } : guildFields(world, interaction)),
  };
}

function guildFields(world: World, { user, channel }: Interaction): JsonObject {
  return {
    guild_id: world.guildId,
    guild_locale: world.preferredLocale,
    guild: { id: world.guildId, locale: world.preferredLocale, features: [] },
    member: askerShape(world, knownUser(world, user), channel),
  };
}
