/** Reactions, the "is thinking…" status and the Home tab. Source: reference/methods, 2026-11-21. */

import type { Message, Workspace } from '../world/state.ts';
import { isObject, Refusal } from '../world/validation.ts';
import { checkBlocks } from './blocks.ts';
import { knownMessage, knownUser, type Methods, method, visibleChannel } from './method.ts';

const maxHomeBlocks = 100;

export function createReactionMethods(workspace: Workspace): Methods {
  return {
    'reactions.add': method({
      tier: 'tier3',
      scope: 'reactions:write',
      rules: { channel: 'string!', timestamp: 'string!', name: 'string!' },
      run({ channel, timestamp, name }) {
        const message = reactable(channel, timestamp, name);
        if (mine(message, name)) throw new Refusal('already_reacted');
        workspace.react(message, withReaction(message, name, workspace.botUserId));
        return {};
      },
    }),

    'reactions.remove': method({
      tier: 'tier2',
      scope: 'reactions:write',
      rules: { channel: 'string!', timestamp: 'string!', name: 'string!' },
      run({ channel, timestamp, name }) {
        const message = reactable(channel, timestamp, name);
        if (!mine(message, name)) throw new Refusal('no_reaction');
        workspace.react(message, withoutReaction(message, name, workspace.botUserId));
        return {};
      },
    }),

    'assistant.threads.setStatus': method({
      tier: 'posting',
      scope: 'chat:write',
      rules: {
        channel_id: 'string!',
        thread_ts: 'string!',
        status: 'string',
        loading_messages: 'strings',
        username: 'string',
        icon_emoji: 'string',
        icon_url: 'string',
      },
      run({ channel_id, thread_ts, status = '', loading_messages = [] }) {
        const channel = visibleChannel(workspace, channel_id);
        if (!channel.members.includes(workspace.botUserId)) throw new Refusal('channel_not_found');
        if (!workspace.find(channel.id, thread_ts)) throw new Refusal('invalid_thread_ts');
        if (loading_messages.length > 10) throw new Refusal('invalid_arguments');
        workspace.setStatus(channel.id, thread_ts, status, loading_messages);
        return {};
      },
    }),

    'views.publish': method({
      tier: 'tier4',
      rules: { user_id: 'string!', view: 'object!', hash: 'string' },
      run({ user_id, view }) {
        const user = knownUser(workspace, user_id);
        const blocks = Array.isArray(view.blocks) ? view.blocks.filter(isObject) : undefined;
        if (view.type !== 'home' || !blocks) throw new Refusal('invalid_arguments');
        checkBlocks(blocks, maxHomeBlocks);
        workspace.publishHome(user.id, view);
        return { view: { ...view, id: `V${user.id}`, team_id: workspace.teamId, app_id: workspace.appId } };
      },
    }),
  };

  function reactable(channel: string, timestamp: string, name: string): Message {
    if (!/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)) throw new Refusal('invalid_name');
    const found = visibleChannel(workspace, channel);
    if (!found.members.includes(workspace.botUserId)) throw new Refusal('channel_not_found');
    return knownMessage(workspace, found.id, timestamp);
  }

  function mine(message: Message, name: string): boolean {
    return message.reactions.some((one) => one.name === name && one.users.includes(workspace.botUserId));
  }
}

export function withReaction(message: Message, name: string, user: string): Message['reactions'] {
  const known = message.reactions.some((one) => one.name === name);
  if (!known) return [...message.reactions, { name, users: [user] }];
  return message.reactions.map((one) => (one.name === name ? { name, users: [...one.users, user] } : one));
}

export function withoutReaction(message: Message, name: string, user: string): Message['reactions'] {
  return message.reactions
    .map((one) => (one.name === name ? { name, users: one.users.filter((id) => id !== user) } : one))
    .filter((one) => one.users.length > 0);
}
