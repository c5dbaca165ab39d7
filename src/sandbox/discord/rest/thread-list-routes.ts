/**
 * The routes for a thread's members, and for lists of threads.
 * Source: developer docs "Resources: Channel" and "Topics: Threads", read 2026-11-21.
 */
import { activeThreads, threadMemberShape, threadShape } from '../shapes/resources.ts';
import { has } from '../world/permissions.ts';
import { refuseArchived, requirePermission, type ThreadPlace, visiblePlace, visibleThread } from '../world/places.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import type { Thread } from '../world/thread.ts';
import { readLimit } from './request-body.ts';
import { type Call, noContent, type Outcome, ok, type Route, route } from './route.ts';

export function createThreadListRoutes(world: World): Route[] {
  return [
    route('PUT /channels/:id/thread-members/@me', join),
    route('DELETE /channels/:id/thread-members/@me', leave),
    route('PUT /channels/:id/thread-members/:id', add),
    route('GET /channels/:id/thread-members', readMembers),
    route('GET /channels/:id/threads/archived/public', readArchived),
    route('GET /guilds/:id/threads/active', readActive),
  ];

  function join(call: Call): Outcome {
    return addMember(visibleThread(world, call.id(0)), world.botUserId);
  }

  function add(call: Call): Outcome {
    const place = visibleThread(world, call.id(0));
    requirePermission(place.permissions, 'sendMessagesInThreads');
    if (!world.users.has(call.id(1))) throw refusal(10007);
    return addMember(place, call.id(1));
  }

  function addMember(place: ThreadPlace, user: string): Outcome {
    refuseArchived(place);
    world.changeThread(place.thread, { members: [...new Set([...place.thread.members, user])] });
    return noContent;
  }

  function leave(call: Call): Outcome {
    const { thread } = visibleThread(world, call.id(0));
    world.changeThread(thread, { members: thread.members.filter((member) => member !== world.botUserId) });
    return noContent;
  }

  function readMembers(call: Call): Outcome {
    const { thread } = visibleThread(world, call.id(0));
    return ok(thread.members.map((user) => threadMemberShape(thread, user)));
  }

  function readActive(call: Call): Outcome {
    if (call.id(0) !== world.guildId) throw refusal(10004);
    return ok(listShape(activeThreads(world)));
  }

  /** The most recently archived come first. */
  function readArchived(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (!has(place.permissions, 'readMessageHistory')) throw refusal(50001);
    const limit = readLimit(call.query, 2, 100, 50);
    const before = Date.parse(call.query.get('before') ?? '') || Number.POSITIVE_INFINITY;
    const found = [...world.threads.values()]
      .filter((thread) => thread.parent === place.id && thread.archived && thread.archiveChangedAt < before)
      .sort((a, b) => b.archiveChangedAt - a.archiveChangedAt);
    return ok({ ...listShape(found.slice(0, limit)), has_more: found.length > limit });
  }

  function listShape(threads: readonly Thread[]) {
    const joined = threads.filter((thread) => thread.members.includes(world.botUserId));
    return {
      threads: threads.map((thread) => threadShape(world, thread)),
      members: joined.map((thread) => threadMemberShape(thread, world.botUserId)),
    };
  }
}
