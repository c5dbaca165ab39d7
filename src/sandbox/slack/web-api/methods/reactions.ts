/** The reactions.* methods, and their effect on a message's reactions. Source: reference/methods, 2026-11-21. */

import type { Message } from '../../world/message.ts';
import { botUserId } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { findMessage, isMember, visibleChannel } from './lookups.ts';
import { type Methods, method } from './method.ts';

const types = { channel: 'string!', timestamp: 'string!', name: 'string!' } as const;

export function createReactionMethods(workspace: Workspace): Methods {
  return {
    'reactions.add': method({
      tier: 'tier3',
      scope: 'reactions:write',
      types,
      run({ channel, timestamp, name }) {
        const message = messageToReactTo(channel, timestamp, name);
        if (hasReaction(message, name, botUserId)) throw new Refusal('already_reacted');
        workspace.react(message, withReaction(message, name, botUserId));
        return {};
      },
    }),

    'reactions.remove': method({
      tier: 'tier2',
      scope: 'reactions:write',
      types,
      run({ channel, timestamp, name }) {
        const message = messageToReactTo(channel, timestamp, name);
        if (!hasReaction(message, name, botUserId)) throw new Refusal('no_reaction');
        workspace.react(message, withoutReaction(message, name, botUserId));
        return {};
      },
    }),
  };

  function messageToReactTo(channelId: string, timestamp: string, name: string): Message {
    if (!/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)) throw new Refusal('invalid_name');
    const channel = visibleChannel(workspace, channelId);
    if (!isMember(channel)) throw new Refusal('channel_not_found');
    return findMessage(workspace, channel.id, timestamp);
  }
}

export function hasReaction(message: Message, name: string, user: string): boolean {
  return message.reactions.some((reaction) => reaction.name === name && reaction.users.includes(user));
}

export function withReaction(message: Message, name: string, user: string): Message['reactions'] {
  const known = message.reactions.some((reaction) => reaction.name === name);
  if (!known) return [...message.reactions, { name, users: [user] }];
  return message.reactions.map((reaction) =>
    reaction.name === name ? { name, users: [...reaction.users, user] } : reaction,
  );
}

export function withoutReaction(message: Message, name: string, user: string): Message['reactions'] {
  return message.reactions
    .map((reaction) =>
      reaction.name === name ? { name, users: reaction.users.filter((id) => id !== user) } : reaction,
    )
    .filter((reaction) => reaction.users.length > 0);
}
