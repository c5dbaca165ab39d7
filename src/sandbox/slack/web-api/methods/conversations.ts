/** The conversations.* methods: channels, direct messages and their history. Source: reference/methods, 2026-11-21. */

import type { JsonObject } from '../../../json.ts';
import type { Message } from '../../world/message.ts';
import { botUserId, type ChannelKind, type SlackChannel } from '../../world/seed.ts';
import { channelShape, messageShape } from '../../world/shapes.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { directChannel, findUser, isMember, isVisible, visibleChannel } from './lookups.ts';
import { type CallContext, type Methods, method } from './method.ts';
import { type Page, pageOf, pagingTypes, toResponse } from './pagination.ts';
import type { Streams } from './streams.ts';

const scopePrefix: Record<ChannelKind, string> = { channel: 'channels', private: 'groups', im: 'im' };
const kindOfType: Readonly<Record<string, ChannelKind>> = {
  public_channel: 'channel',
  private_channel: 'private',
  im: 'im',
};
const rangeTypes = { oldest: 'string', latest: 'string', inclusive: 'boolean' } as const;
const historyTypes = { channel: 'string!', include_all_metadata: 'boolean', ...rangeTypes, ...pagingTypes } as const;

export function createConversationMethods(workspace: Workspace, streams: Streams): Methods {
  return {
    'conversations.list': method({
      tier: 'tier2',
      types: { types: 'string', exclude_archived: 'boolean', ...pagingTypes },
      run({ types = 'public_channel', exclude_archived, limit = 100, cursor }, call) {
        const kinds = types.split(',').map(toKind);
        for (const kind of kinds) call.requireScope(`${scopePrefix[kind]}:read`);
        const found = [...workspace.channels.values()].filter(
          (channel) => kinds.includes(channel.kind) && isVisible(channel) && !(exclude_archived && channel.archived),
        );
        return toResponse('channels', pageOf(found.map(channelShape), limit, cursor));
      },
    }),

    'users.conversations': method({
      tier: 'tier3',
      types: { types: 'string', user: 'string', ...pagingTypes },
      run({ types = 'public_channel', user = botUserId, limit = 100, cursor }, call) {
        const kinds = types.split(',').map(toKind);
        for (const kind of kinds) call.requireScope(`${scopePrefix[kind]}:read`);
        findUser(workspace, user);
        const found = [...workspace.channels.values()].filter(
          (channel) => kinds.includes(channel.kind) && isVisible(channel) && isMember(channel, user),
        );
        return toResponse('channels', pageOf(found.map(channelShape), limit, cursor));
      },
    }),

    'conversations.info': method({
      tier: 'tier3',
      types: { channel: 'string!', include_locale: 'boolean', include_num_members: 'boolean' },
      run: ({ channel }, call) => ({ channel: channelShape(permittedChannel(channel, 'read', call)) }),
    }),

    'conversations.members': method({
      tier: 'tier4',
      types: { channel: 'string!', ...pagingTypes },
      run({ channel, limit = 100, cursor }, call) {
        return toResponse('members', pageOf(permittedChannel(channel, 'read', call).members, limit, cursor));
      },
    }),

    'conversations.open': method({
      tier: 'tier3',
      scope: 'im:write',
      types: { users: 'string', channel: 'string', return_im: 'boolean', prevent_creation: 'boolean' },
      run({ users, channel, return_im }) {
        if (!users && !channel) throw new Refusal('users_list_not_supplied');
        const ids = users?.split(',') ?? [];
        if (ids.length > 1) throw new Refusal('method_not_supported_for_channel_type');
        const found = ids[0]
          ? directChannel(workspace, findUser(workspace, ids[0]).id)
          : visibleChannel(workspace, channel ?? '');
        if (!found) throw new Refusal('channel_not_found');
        return { no_op: true, already_open: true, channel: return_im ? channelShape(found) : { id: found.id } };
      },
    }),

    'conversations.history': method({
      tier: 'tier3',
      types: historyTypes,
      run(args, call) {
        const channel = channelWithHistory(args.channel, call);
        const roots = publicOf(workspace.all(channel.id)).filter((message) => !message.threadTs || message.broadcast);
        const newestFirst = inRange(roots, args).reverse();
        return messagesResponse(pageOf(newestFirst, args.limit ?? 100, args.cursor), args.include_all_metadata);
      },
    }),

    'conversations.replies': method({
      tier: 'tier3',
      types: { ts: 'string!', ...historyTypes },
      run(args, call) {
        const channel = channelWithHistory(args.channel, call);
        const named = workspace.find(channel.id, args.ts);
        const [root, ...replies] = publicOf(workspace.thread(channel.id, named?.threadTs ?? args.ts));
        if (!root) throw new Refusal('thread_not_found');
        const found = [root, ...inRange(replies, args)];
        return messagesResponse(pageOf(found, args.limit ?? 1_000, args.cursor), args.include_all_metadata);
      },
    }),
  };

  /** The channel, if the token's scopes permit reading it. */
  function permittedChannel(id: string, right: 'read' | 'history', call: CallContext): SlackChannel {
    const channel = visibleChannel(workspace, id);
    call.requireScope(`${scopePrefix[channel.kind]}:${right}`);
    return channel;
  }

  function channelWithHistory(id: string, call: CallContext): SlackChannel {
    const channel = permittedChannel(id, 'history', call);
    if (!isMember(channel)) throw new Refusal('not_in_channel');
    return channel;
  }

  function messagesResponse({ items, nextCursor }: Page<Message>, withMetadata = false): JsonObject {
    const messages = items.map((message) => {
      const replies = message.threadTs ? [] : publicOf(workspace.thread(message.channel, message.ts)).slice(1);
      return messageShape(streams.seenByOthers(message), replies, withMetadata);
    });
    return { ...toResponse('messages', { items: messages, nextCursor }), has_more: nextCursor !== '' };
  }
}

function toKind(type: string): ChannelKind {
  const kind = kindOfType[type];
  if (!kind) throw new Refusal('invalid_types');
  return kind;
}

/** Ephemeral messages are not part of a channel's history. */
function publicOf(messages: readonly Message[]): Message[] {
  return messages.filter((message) => !message.visibleTo);
}

function inRange(
  messages: readonly Message[],
  range: { oldest: string | undefined; latest: string | undefined; inclusive: boolean | undefined },
): Message[] {
  const { oldest = '0', latest = '9999999999.999999', inclusive = false } = range;
  const [from, to] = [Number(oldest), Number(latest)];
  if (Number.isNaN(from)) throw new Refusal('invalid_ts_oldest');
  if (Number.isNaN(to)) throw new Refusal('invalid_ts_latest');
  return messages.filter(
    ({ ts }) => (Number(ts) > from && Number(ts) < to) || (inclusive && (ts === oldest || ts === latest)),
  );
}
