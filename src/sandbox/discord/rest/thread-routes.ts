/**
 * The routes that start, read, change and delete channels and threads.
 * Source: developer docs "Resources: Channel" and "Topics: Threads", read 2026-11-21; limits as observed.
 */
import { messageShape } from '../shapes/messages.ts';
import { placeShape } from '../shapes/resources.ts';
import { defaultAllowedMentions } from '../world/mentions.ts';
import { emptyDraft, MessageType, systemMessageTypes } from '../world/message.ts';
import { knownMessage, type Place, requirePermission, visiblePlace } from '../world/places.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import type { Thread } from '../world/thread.ts';
import { startFromMessage, startWithoutMessage } from '../world/thread-creation.ts';
import type { LimitOptions } from './limits.ts';
import { readMessage } from './message-fields.ts';
import { newMessageFields } from './message-writing.ts';
import { type Call, type Outcome, ok, type Quota, type Route, route } from './route.ts';
import { readNewPost, readNewThread, readThreadChange } from './thread-fields.ts';

/** Source: Copycord issue 15, read 2026-11-21 ("1,000 reported"). */
const maxActiveThreads = 1_000;
/** Per thread, in addition to the route's own limit; not in any header. Source: discord.js issue 6651, read 2026-11-21. */
const renameQuota: Quota = { bucket: 'renames', limit: 2, windowMs: 600_000 };

/** `withContent`: whether the app has the message content intent. */
export function createThreadRoutes(world: World, withContent: boolean, limits: LimitOptions): Route[] {
  // Windows of minutes were observed (discord-api-docs issue 7816, read 2026-11-21: 219 s); their capacity is unknown.
  const startQuota: Quota = {
    bucket: 'thread create',
    limit: limits.threadsPerChannel ?? 50,
    windowMs: 300_000,
    scope: 'shared',
  };
  return [
    route('POST /channels/:id/messages/:id/threads', startAtMessage, { quota: startQuota }),
    route('POST /channels/:id/threads', start, { quota: startQuota }),
    route('GET /channels/:id', read),
    route('PATCH /channels/:id', change, { quota: { bucket: 'channel change', limit: 5, windowMs: 15_000 } }),
    route('DELETE /channels/:id', remove),
  ];

  function startAtMessage(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (place.thread || !['text', 'announcement'].includes(place.channel.kind)) throw refusal(50024);
    requirePermission(place.permissions, 'createPublicThreads');
    const message = knownMessage(world, place.id, call.id(1));
    if (systemMessageTypes.includes(message.type)) throw refusal(50021);
    const draft = readNewThread(world, place, call.body);
    if (message.thread !== undefined) throw refusal(160004);
    refuseTooManyThreads(world);
    return created(startFromMessage(world, draft, message));
  }

  function start(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (place.thread || ['dm', 'voice'].includes(place.channel.kind)) throw refusal(50024);
    if (place.channel.kind === 'forum') return startPost(call, place);
    requirePermission(place.permissions, 'createPublicThreads');
    const draft = readNewThread(world, place, call.body);
    refuseTooManyThreads(world);
    return created(startWithoutMessage(world, draft));
  }

  function startPost(call: Call, place: Place): Outcome {
    requirePermission(place.permissions, 'sendMessages');
    const { draft, message } = readNewPost(world, place, call.body);
    const fields = newMessageFields(world, place.permissions, readMessage(call, message), defaultAllowedMentions);
    refuseTooManyThreads(world);
    const { id } = world.startThread(draft);
    const first = world.post({ ...fields, channel: id, author: world.botUserId, type: MessageType.ordinary }, id);
    const body = { ...placeShape(world, id), message: messageShape(world, first, withContent) };
    return { status: 201, body };
  }

  function read(call: Call): Outcome {
    return ok(placeShape(world, visiblePlace(world, call.id(0)).id));
  }

  function change(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (!place.thread) {
      call.note('changing a channel is not supported');
      throw refusal(50013);
    }
    const changed = readThreadChange(world, place, place.thread, call.body);
    const renamed = changed.name !== undefined && changed.name !== place.thread.name;
    if (renamed) call.countInto(renameQuota, place.id);
    const { id, name } = world.changeThread(place.thread, changed);
    if (renamed) world.post({ ...emptyDraft(id, world.botUserId), type: MessageType.renamed, content: name });
    return ok(placeShape(world, id));
  }

  function remove(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    requirePermission(place.permissions, place.thread ? 'manageThreads' : 'manageChannels');
    const body = placeShape(world, place.id);
    if (place.thread) world.removeThread(place.thread);
    return ok(body);
  }

  /** Responds with the thread as it is after its first messages. */
  function created({ id }: Thread): Outcome {
    return { status: 201, body: placeShape(world, id) };
  }
}

function refuseTooManyThreads(world: World): void {
  const active = [...world.threads.values()].filter((thread) => !thread.archived);
  if (active.length >= maxActiveThreads) throw refusal(160006);
}
