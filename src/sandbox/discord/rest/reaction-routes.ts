/** The routes for the bot's own reactions. Source: developer docs "Resources: Message", read 2026-11-21; limits as observed. */
import { has } from '../world/permissions.ts';
import { knownMessage, refuseArchived, requirePermission, visiblePlace } from '../world/places.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import { type Call, noContent, type Outcome, type Quota, type Route, route } from './route.ts';

const quota: Quota = { bucket: 'reaction', limit: 1, windowMs: 250 };

export function createReactionRoutes(world: World): Route[] {
  return [
    route('PUT /channels/:id/messages/:id/reactions/:id/@me', react, { quota }),
    route('DELETE /channels/:id/messages/:id/reactions/:id/@me', unreact, { quota }),
  ];

  function react(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    const message = knownMessage(world, place.id, call.id(1));
    if (!has(place.permissions, 'readMessageHistory')) throw refusal(50001);
    if (!message.reactions.some((reaction) => reaction.emoji === call.id(2)))
      requirePermission(place.permissions, 'addReactions');
    if (place.thread?.locked) refuseArchived(place);
    world.unarchive(place.id);
    world.react(message, call.id(2), world.botUserId, true);
    return noContent;
  }

  function unreact(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    world.react(knownMessage(world, place.id, call.id(1)), call.id(2), world.botUserId, false);
    return noContent;
  }
}
