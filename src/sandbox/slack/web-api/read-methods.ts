/** The methods that read: auth.test, conversations, users, user groups. Source: reference/methods, 2026-11-21. */

import { type ChannelKind, type SlackChannel, teamDomain, teamName } from '../world/seed.ts';
import { channelShape, groupShape, messageShape, userShape } from '../world/shapes.ts';
import type { JsonObject, Message, Workspace } from '../world/state.ts';
import { Refusal } from '../world/validation.ts';
import { type Call, directChannel, knownUser, type Methods, method, page, visibleChannel } from './method.ts';

const scopeWord: Record<ChannelKind, string> = { channel: 'channels', private: 'groups', im: 'im' };
const typeWord: Record<ChannelKind, string> = { channel: 'public_channel', private: 'private_channel', im: 'im' };
const span = { oldest: 'string', latest: 'string', inclusive: 'boolean' } as const;
const paging = { limit: 'number', cursor: 'string' } as const;

export function createReadMethods(workspace: Workspace): Methods {
  return {
    'api.test': method({ tier: 'free', rules: {}, run: () => ({}) }),

    'auth.test': method({
      tier: 'free',
      rules: {},
      run: () => ({
        url: `https://${teamDomain}.slack.com/`,
        team: teamName,
        user: 'docent',
        team_id: workspace.teamId,
        user_id: workspace.botUserId,
        bot_id: workspace.botId,
        is_enterprise_install: false,
      }),
    }),

    'team.info': method({
      tier: 'tier3',
      scope: 'team:read',
      rules: { team: 'string' },
      run: () => ({ team: { id: workspace.teamId, name: teamName, domain: teamDomain } }),
    }),

    'bots.info': method({
      tier: 'tier3',
      scope: 'users:read',
      rules: { bot: 'string' },
      run({ bot }) {
        if (bot !== workspace.botId) throw new Refusal('bot_not_found');
        return {
          bot: { id: bot, app_id: workspace.appId, user_id: workspace.botUserId, name: 'Docent', deleted: false },
        };
      },
    }),

    'conversations.list': method({
      tier: 'tier2',
      rules: { types: 'string', exclude_archived: 'boolean', ...paging },
      run({ types = 'public_channel', exclude_archived, limit = 100, cursor }, call) {
        const kinds = types.split(',').map(kindOf);
        for (const kind of kinds) call.need(`${scopeWord[kind]}:read`);
        const found = [...workspace.channels.values()].filter(
          (one) => kinds.includes(one.kind) && isVisible(one) && !(exclude_archived && one.archived),
        );
        return paged('channels', page(found.map(channelShape), limit, cursor));
      },
    }),

    'conversations.info': method({
      tier: 'tier3',
      rules: { channel: 'string!', include_locale: 'boolean', include_num_members: 'boolean' },
      run: ({ channel }, call) => ({ channel: channelShape(readable(channel, 'read', call)) }),
    }),

    'conversations.members': method({
      tier: 'tier4',
      rules: { channel: 'string!', ...paging },
      run({ channel, limit = 100, cursor }, call) {
        return paged('members', page(readable(channel, 'read', call).members, limit, cursor));
      },
    }),

    'conversations.open': method({
      tier: 'tier3',
      scope: 'im:write',
      rules: { users: 'string', channel: 'string', return_im: 'boolean', prevent_creation: 'boolean' },
      run({ users, channel, return_im }) {
        if (!users && !channel) throw new Refusal('users_list_not_supplied');
        const ids = users?.split(',') ?? [];
        if (ids.length > 1) throw new Refusal('method_not_supported_for_channel_type');
        const found = ids[0]
          ? directChannel(workspace, knownUser(workspace, ids[0]).id)
          : visibleChannel(workspace, channel ?? '');
        if (!found) throw new Refusal('channel_not_found');
        return { no_op: true, already_open: true, channel: return_im ? channelShape(found) : { id: found.id } };
      },
    }),

    'conversations.history': method({
      tier: 'tier3',
      rules: { channel: 'string!', include_all_metadata: 'boolean', ...span, ...paging },
      run(given, call) {
        const channel = readable(given.channel, 'history', call);
        if (!channel.members.includes(workspace.botUserId)) throw new Refusal('not_in_channel');
        const roots = forAll(workspace.all(channel.id)).filter((one) => !one.threadTs || one.broadcast);
        const found = within(roots, given).reverse();
        return messagesAnswer(page(found, given.limit ?? 100, given.cursor), given.include_all_metadata);
      },
    }),

    'conversations.replies': method({
      tier: 'tier3',
      rules: { channel: 'string!', ts: 'string!', include_all_metadata: 'boolean', ...span, ...paging },
      run(given, call) {
        const channel = readable(given.channel, 'history', call);
        if (!channel.members.includes(workspace.botUserId)) throw new Refusal('not_in_channel');
        const named = workspace.find(channel.id, given.ts);
        const [root, ...replies] = forAll(workspace.thread(channel.id, named?.threadTs ?? given.ts));
        if (!root) throw new Refusal('thread_not_found');
        const found = [root, ...within(replies, given)];
        return messagesAnswer(page(found, given.limit ?? 1_000, given.cursor), given.include_all_metadata);
      },
    }),

    'users.info': method({
      tier: 'tier4',
      scope: 'users:read',
      rules: { user: 'string!', include_locale: 'boolean' },
      run: ({ user }) => ({ user: userShape(knownUser(workspace, user)) }),
    }),

    'users.list': method({
      tier: 'tier2',
      scope: 'users:read',
      rules: { include_locale: 'boolean', ...paging },
      run: ({ limit = 200, cursor }) =>
        paged('members', page([...workspace.users.values()].map(userShape), limit, cursor)),
    }),

    'usergroups.list': method({
      tier: 'tier2',
      scope: 'usergroups:read',
      rules: { include_users: 'boolean', include_count: 'boolean', include_disabled: 'boolean' },
      run: ({ include_users = false }) => ({
        usergroups: [...workspace.groups.values()].map((group) => groupShape(group, include_users)),
      }),
    }),

    'usergroups.users.list': method({
      tier: 'tier2',
      scope: 'usergroups:read',
      rules: { usergroup: 'string!', include_disabled: 'boolean' },
      run({ usergroup }) {
        const group = workspace.groups.get(usergroup);
        if (!group) throw new Refusal('no_such_subteam');
        return { users: group.members };
      },
    }),
  };

  function isVisible(channel: SlackChannel): boolean {
    return channel.kind === 'channel' || channel.members.includes(workspace.botUserId);
  }

  function readable(id: string, right: 'read' | 'history', call: Call): SlackChannel {
    const channel = visibleChannel(workspace, id);
    call.need(`${scopeWord[channel.kind]}:${right}`);
    return channel;
  }

  function messagesAnswer(found: { items: Message[]; next: string }, withMetadata = false): JsonObject {
    const messages = found.items.map((message) => {
      const replies = message.threadTs ? [] : forAll(workspace.thread(message.channel, message.ts)).slice(1);
      return messageShape(message, replies, withMetadata);
    });
    return paged('messages', { items: messages, next: found.next }, { has_more: found.next !== '' });
  }
}

function kindOf(type: string): ChannelKind {
  for (const kind of ['channel', 'private', 'im'] as const) if (typeWord[kind] === type) return kind;
  throw new Refusal('invalid_types');
}

/** What one person alone sees is not part of a channel's history. */
function forAll(messages: readonly Message[]): Message[] {
  return messages.filter((message) => !message.visibleTo);
}

function within(
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

function paged(
  name: string,
  found: { items: readonly (JsonObject | string)[]; next: string },
  beside: JsonObject = {},
): JsonObject {
  return { [name]: found.items, ...beside, response_metadata: { next_cursor: found.next } };
}
