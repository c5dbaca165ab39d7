/**
 * The routes that create, edit, delete and read messages, and show typing.
 * Source: developer docs "Resources: Message", read 2026-11-21; limits as observed.
 */
import { messageShape } from '../shapes/messages.ts';
import { defaultAllowedMentions } from '../world/mentions.ts';
import { type Message, MessageType } from '../world/message.ts';
import { has } from '../world/permissions.ts';
import {
  knownMessage,
  type Place,
  refuseArchived,
  requirePermission,
  visiblePlace,
  writablePlace,
} from '../world/places.ts';
import { refusal, refuseProblems } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import { type MessageForm, readMessage, wantsEphemeral } from './message-fields.ts';
import { editedFields, newMessageFields } from './message-writing.ts';
import { createForm, readLimit } from './request-body.ts';
import { type Call, noContent, type Outcome, ok, type Quota, type Route, route } from './route.ts';

const creating: Quota = { bucket: 'message create', limit: 5, windowMs: 5_000 };
const editing: Quota = { bucket: 'message edit', limit: 5, windowMs: 5_000 };
const deleting: Quota = { bucket: 'message delete', limit: 5, windowMs: 1_000 };
const reading: Quota = { bucket: 'message read', limit: 10, windowMs: 1_000 };
const typing: Quota = { bucket: 'typing', limit: 5, windowMs: 5_000 };

/** Source: developer docs "Create Message": "the past few minutes". */
const nonceLastsMs = 300_000;

/** `withContent`: whether the app has the message content intent. */
export function createMessageRoutes(world: World, withContent: boolean): Route[] {
  const nonces = new Map<string | number, Message>();
  return [
    route('POST /channels/:id/messages', create, { quota: creating }),
    route('PATCH /channels/:id/messages/:id', edit, { quota: editing }),
    route('DELETE /channels/:id/messages/:id', remove, { quota: deleting }),
    route('GET /channels/:id/messages/:id', readOne, { quota: reading }),
    route('GET /channels/:id/messages', readMany, { quota: reading }),
    route('POST /channels/:id/typing', type, { quota: typing }),
  ];

  function shape(message: Message): Outcome {
    return ok(messageShape(world, message, withContent));
  }

  function create(call: Call): Outcome {
    const place = writablePlace(world, call.id(0));
    const form = readMessage(call, call.body);
    if (wantsEphemeral(form)) call.note('only interaction responses can be ephemeral');
    const made = form.enforceNonce ? sameNonce(form.nonce) : undefined;
    if (made) return shape(made);
    const original = repliedTo(place, form);
    const fields = newMessageFields(world, place.permissions, form, defaultAllowedMentions, original?.author);
    world.unarchive(place.id);
    const message = world.post({
      ...fields,
      channel: place.id,
      author: world.botUserId,
      type: original ? MessageType.reply : MessageType.ordinary,
      ...(original ? { replyTo: { channel: place.id, id: original.id } } : {}),
      ...(form.nonce === undefined ? {} : { nonce: form.nonce }),
    });
    if (form.nonce !== undefined) nonces.set(form.nonce, message);
    return shape(message);
  }

  /** The bot's message with this nonce, in any channel. */
  function sameNonce(nonce: MessageForm['nonce']): Message | undefined {
    const made = nonce === undefined ? undefined : nonces.get(nonce);
    const isFresh = made !== undefined && made.at >= world.now() - nonceLastsMs;
    return isFresh ? world.find(made.channel, made.id) : undefined;
  }

  function repliedTo(place: Place, form: MessageForm): Message | undefined {
    if (!form.replyTo) return undefined;
    if (!has(place.permissions, 'readMessageHistory')) throw refusal(160002);
    const original = world.find(place.id, form.replyTo.id);
    if (original && !original.visibleTo) return original;
    if (form.replyTo.mustExist)
      refuseProblems([{ path: ['message_reference'], code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' }]);
    return undefined;
  }

  function edit(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    const message = knownMessage(world, place.id, call.id(1));
    if (message.author !== world.botUserId) throw refusal(50005);
    refuseArchived(place);
    const form = readMessage(call, call.body, message);
    const changes = editedFields(world, place.permissions, message, form, defaultAllowedMentions);
    return shape(world.edit(message, { ...changes, editedAt: world.now() }));
  }

  function remove(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    const message = knownMessage(world, place.id, call.id(1));
    if (message.author !== world.botUserId) {
      if (place.channel.kind === 'dm') throw refusal(50003);
      requirePermission(place.permissions, 'manageMessages');
    }
    world.remove(message);
    return noContent;
  }

  function readOne(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    if (!has(place.permissions, 'readMessageHistory')) throw refusal(50001);
    return shape(knownMessage(world, place.id, call.id(1)));
  }

  /** Newest first. */
  function readMany(call: Call): Outcome {
    const place = visiblePlace(world, call.id(0));
    const limit = readLimit(call.query, 1, 100, 50);
    if (place.channel.kind === 'forum' && !place.thread) throw refusal(50008);
    if (!has(place.permissions, 'readMessageHistory')) return ok([]);
    const seen = world.all(place.id).filter((message) => !message.visibleTo);
    const found = pageOf(seen, limit, readRange(call));
    return ok(found.reverse().map((message) => messageShape(world, message, withContent)));
  }

  function type(call: Call): Outcome {
    const place = writablePlace(world, call.id(0));
    refuseArchived(place);
    world.showTyping(place.id, world.botUserId);
    return noContent;
  }
}

interface PageRange {
  readonly before?: bigint;
  readonly after?: bigint;
  readonly around?: bigint;
}

/** `before`, `after` and `around` from the query. */
function readRange({ query }: Call): PageRange {
  const form = createForm({});
  const id = (name: keyof PageRange): PageRange => {
    const sent = query.get(name);
    if (sent === null) return {};
    if (/^\d+$/.test(sent)) return { [name]: BigInt(sent) };
    form.problem([name], 'NUMBER_TYPE_COERCE', `Value "${sent}" is not snowflake.`);
    return {};
  };
  const place = { ...id('before'), ...id('after'), ...id('around') };
  form.done();
  return place;
}

/** The requested part of a list, oldest first. */
function pageOf(all: readonly Message[], limit: number, { before, after, around }: PageRange): Message[] {
  if (after !== undefined) return all.filter((message) => BigInt(message.id) > after).slice(0, limit);
  if (before !== undefined) return all.filter((message) => BigInt(message.id) < before).slice(-limit);
  if (around === undefined) return all.slice(-limit);
  const middle = all.findIndex((message) => BigInt(message.id) >= around);
  const from = Math.max(0, (middle < 0 ? all.length : middle) - Math.floor(limit / 2));
  return all.slice(from, from + limit);
}
