/**
 * The routes for channels and threads: start, change, join, list. In: calls. Out: outcomes, and the state changed.
 * Source: developer docs "Resources: Channel" and "Topics: Threads", read 2026-11-21; limits as observed.
 */

import { messageShape } from '../shapes/messages.ts';
import { activeThreads, channelShape, threadMemberShape, threadShape } from '../shapes/resources.ts';
import { isObject, type Json } from '../world/json.ts';
import { permissive } from '../world/mentions.ts';
import { MessageType, systemMessageTypes } from '../world/message.ts';
import { has } from '../world/permissions.ts';
import {
  knownMessage,
  type Place,
  refuseArchived,
  requirePermission,
  visiblePlace,
  visibleThread,
} from '../world/places.ts';
import { refusal } from '../world/refusal.ts';
import type { ForumTag } from '../world/seed.ts';
import type { World } from '../world/state.ts';
import type { Thread, ThreadDraft } from '../world/thread.ts';
import { defaultArchiveMinutes, startAlone, startFromMessage, systemMessage } from '../world/thread-creation.ts';
import { type LimitOptions, renameQuota } from './limits.ts';
import { readMessage } from './message-fields.ts';
import { newMessageFields } from './message-writing.ts';
import { createForm, type Form, readLimit } from './request-body.ts';
import { type Call, noContent, type Outcome, ok, type Quota, type Route, route } from './route.ts';

const archiveChoices = [60, 1_440, 4_320, 10_080];
const maxTags = 5;
/** Source: Copycord issue 15, read 2026-11-21 ("1,000 reported"). */
const maxActiveThreads = 1_000;

/** Counts one rename of a thread, or refuses it. */
export type CountRename = (threadId: string, quota: Quota) => void;

/** `withContent`: the app has the message content intent. */
export function createThreadRoutes(
  world: World,
  withContent: boolean,
  limits: LimitOptions,
  countRename: CountRename,
): Route[] {
  // Windows of minutes were seen (discord-api-docs issue 7816, read 2026-11-21: 219 s); how many fit in is not known.
  const starting: Quota = {
    bucket: 'thread create',
    limit: limits.threadsPerChannel ?? 50,
    windowMs: 300_000,
    scope: 'shared',
  };
  return [
    route('POST /channels/:id/messages/:id/threads', startAtMessage, { quota: starting }),
    route('POST /channels/:id/threads', start, { quota: starting }),
    route('GET /channels/:id', read),
    route('PATCH /channels/:id', change, { quota: { bucket: 'channel change', limit: 5, windowMs: 15_000 } }),
    route('DELETE /channels/:id', remove),
    route('PUT /channels/:id/thread-members/@me', join),
    route('DELETE /channels/:id/thread-members/@me', leave),
    route('PUT /channels/:id/thread-members/:id', add),
    route('GET /channels/:id/thread-members', readMembers),
    route('GET /channels/:id/threads/archived/public', readArchived),
    route('GET /guilds/:id/threads/active', readActive),
  ];

  function startAtMessage(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (place.thread || !['text', 'announcement'].includes(place.channel.kind)) throw refusal(50024);
    requirePermission(place.permissions, 'createPublicThreads');
    const message = knownMessage(world, place.id, call.id(1));
    if (systemMessageTypes.includes(message.type)) throw refusal(50021);
    const draft = readThread(call, place);
    if (message.thread !== undefined) throw refusal(160004);
    refuseTooMany();
    return { status: 201, body: shape(startFromMessage(world, draft, message).id) };
  }

  function start(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (place.thread || place.channel.kind === 'dm') throw refusal(50024);
    return place.channel.kind === 'forum' ? startPost(call, place) : startInChannel(call, place);
  }

  function startPost(call: Call, place: Place): Outcome {
    requirePermission(place.permissions, 'sendMessages');
    const draft = readThread(call, place);
    const sent = isObject(call.body) ? call.body : {};
    const form = createForm(sent);
    if (!isObject(sent.message)) form.problem(['message'], 'BASE_TYPE_REQUIRED', 'This field is required');
    const tags = form.ids('applied_tags', maxTags) ?? [];
    form.done();
    refuseTags(place, [], tags);
    const fields = newMessageFields(world, place.permissions, readMessage(call, sent.message), permissive);
    refuseTooMany();
    const thread = world.startThread({ ...draft, tags });
    const first = world.post(
      { ...fields, channel: thread.id, author: world.botUserId, type: MessageType.ordinary },
      thread.id,
    );
    return { status: 201, body: { ...shape(thread.id), message: messageShape(world, first, withContent) } };
  }

  function startInChannel(call: Call, place: Place): Outcome {
    requirePermission(place.permissions, 'createPublicThreads');
    const draft = readThread(call, place);
    refuseTooMany();
    return { status: 201, body: shape(startAlone(world, draft).id) };
  }

  function readThread(call: Call, place: Place): ThreadDraft {
    const form = createForm(call.body);
    const name = readName(form, true) ?? '';
    const minutes = form.choice('auto_archive_duration', archiveChoices);
    const pause = form.integer('rate_limit_per_user');
    form.done();
    if (pause !== undefined) requirePermission(place.permissions, 'manageThreads');
    return {
      parent: place.id,
      name,
      owner: world.botUserId,
      kind: place.channel.kind === 'announcement' ? 'announcement' : 'public',
      autoArchiveMinutes: minutes ?? defaultArchiveMinutes,
      tags: [],
    };
  }

  function read(call: Call): Outcome {
    return ok(shape(visiblePlace(world, call.id(0)).id));
  }

  function change(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (!place.thread) {
      call.note('changing channels is not done yet');
      throw refusal(50013);
    }
    const changed = readChange(call, place, place.thread);
    const mayAll = has(place.permissions, 'manageThreads');
    refuseChange(place, place.thread, changed, mayAll);
    if (changed.name !== undefined && changed.name !== place.thread.name) countRename(place.id, renameQuota);
    const thread = world.changeThread(place.thread, changed);
    if (thread.name !== place.thread.name)
      world.post({ ...systemMessage(thread.id, world.botUserId), type: MessageType.renamed, content: thread.name });
    return ok(shape(place.id));
  }

  function readChange(call: Call, place: Place, thread: Thread): Partial<Thread> {
    const form = createForm(call.body);
    const name = readName(form, false);
    const archived = form.boolean('archived');
    const locked = form.boolean('locked');
    const minutes = form.choice('auto_archive_duration', archiveChoices);
    const tags = form.ids('applied_tags', maxTags);
    if (form.integer('rate_limit_per_user') !== undefined) requirePermission(place.permissions, 'manageThreads');
    form.done();
    if (tags) refuseTags(place, thread.tags, tags);
    return {
      ...(name === undefined ? {} : { name }),
      ...(archived === undefined ? {} : { archived }),
      ...(locked === undefined ? {} : { locked }),
      ...(minutes === undefined ? {} : { autoArchiveMinutes: minutes }),
      ...(tags === undefined ? {} : { tags }),
    };
  }

  /** Source: developer docs "Topics: Threads, Editing & Deleting", "Unarchiving", read 2026-11-21. */
  function refuseChange(place: Place, thread: Thread, changed: Partial<Thread>, mayAll: boolean): void {
    const opens = changed.archived === false;
    if (thread.archived && !opens) throw refusal(50083);
    if (mayAll) return;
    if (thread.locked || changed.locked !== undefined) throw refusal(50013);
    const onlyOpens = opens && Object.keys(changed).length === 1;
    if (onlyOpens) requirePermission(place.permissions, 'sendMessagesInThreads');
    else if (thread.owner !== world.botUserId) throw refusal(50013);
  }

  function refuseTags(place: Place, before: readonly string[], wanted: readonly string[]): void {
    const form = createForm({});
    const known = new Map<string, ForumTag>(place.channel.tags.map((tag) => [tag.id, tag]));
    for (const [index, id] of wanted.entries())
      if (!known.has(id)) form.problem(['applied_tags', index], 'BASE_TYPE_CHOICES', `Unknown tag "${id}"`);
    form.done();
    const turned = [...before, ...wanted].filter((id) => before.includes(id) !== wanted.includes(id));
    if (turned.some((id) => known.get(id)?.moderated)) requirePermission(place.permissions, 'manageThreads');
  }

  function remove(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    requirePermission(place.permissions, place.thread ? 'manageThreads' : 'manageChannels');
    const body = shape(place.id);
    if (place.thread) world.removeThread(place.thread);
    return ok(body);
  }

  function join(call: Call): Outcome {
    return addMember(visibleThread(world, call.id(0)), world.botUserId);
  }

  function add(call: Call): Outcome {
    const place = visibleThread(world, call.id(0));
    requirePermission(place.permissions, 'sendMessagesInThreads');
    if (!world.users.has(call.id(1))) throw refusal(10007);
    return addMember(place, call.id(1));
  }

  function addMember(place: Place & { readonly thread: Thread }, user: string): Outcome {
    refuseArchived(place);
    world.changeThread(place.thread, { members: [...new Set([...place.thread.members, user])] });
    return noContent;
  }

  function leave(call: Call): Outcome {
    const { thread } = visibleThread(world, call.id(0));
    world.changeThread(thread, { members: thread.members.filter((one) => one !== world.botUserId) });
    return noContent;
  }

  function readMembers(call: Call): Outcome {
    const { thread } = visibleThread(world, call.id(0));
    return ok(thread.members.map((user) => threadMemberShape(thread, user)));
  }

  function readActive(call: Call): Outcome {
    if (call.id(0) !== world.guildId) throw refusal(10004);
    return ok(listed(activeThreads(world)));
  }

  function readArchived(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (!has(place.permissions, 'readMessageHistory')) throw refusal(50001);
    const limit = readLimit(call.query, 2, 100, 50);
    const before = Date.parse(call.query.get('before') ?? '') || Number.POSITIVE_INFINITY;
    const found = [...world.threads.values()]
      .filter((thread) => thread.parent === place.id && thread.archived && thread.archiveChangedAt < before)
      .sort((a, b) => b.archiveChangedAt - a.archiveChangedAt);
    return ok({ ...listed(found.slice(0, limit)), has_more: found.length > limit });
  }

  function listed(threads: readonly Thread[]) {
    const joined = threads.filter((thread) => thread.members.includes(world.botUserId));
    return {
      threads: threads.map((thread) => threadShape(world, thread)),
      members: joined.map((thread) => threadMemberShape(thread, world.botUserId)),
    };
  }

  function refuseTooMany(): void {
    const active = [...world.threads.values()].filter((thread) => !thread.archived);
    if (active.length >= maxActiveThreads) throw refusal(160006);
  }

  function shape(id: string): { readonly [key: string]: Json } {
    const thread = world.threads.get(id);
    if (thread) return threadShape(world, thread);
    const channel = world.channels.get(id);
    if (!channel) throw refusal(10003);
    return channelShape(world, channel);
  }
}

/** Surrounding space does not count. */
function readName(form: Form, required: boolean): string | undefined {
  const sent = form.fields.name;
  const trimmed = createForm(typeof sent === 'string' ? { name: sent.trim() } : { name: sent ?? null });
  const name = trimmed.text('name', { required, min: 1, max: 100 });
  form.problems.push(...trimmed.problems);
  return name;
}
