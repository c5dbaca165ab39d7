/**
 * The events that a change of the workspace causes, each with the scope that an app needs to receive it. Source:
 * reference/events, 2026-11-21.
 */
import type { JsonObject } from '../../json.ts';
import type { Message } from './message.ts';
import { botId, botUserId, type ChannelKind } from './seed.ts';
import { messageShape } from './shapes.ts';
import type { Change, Workspace } from './workspace.ts';

export interface AppEvent {
  readonly scope: string;
  readonly event: JsonObject;
}

const channelType: Record<ChannelKind, string> = { channel: 'channel', private: 'group', im: 'im' };
const historyScope: Record<ChannelKind, string> = {
  channel: 'channels:history',
  private: 'groups:history',
  im: 'im:history',
};

/** Channels without the app and ephemeral messages cause none. */
export function toEvents(change: Change, workspace: Workspace): AppEvent[] {
  if (change.kind === 'posted') return isVisible(change.message, workspace) ? posted(change.message, workspace) : [];
  if (change.kind === 'edited')
    return isVisible(change.message, workspace) ? edited(change.message, change.previous, workspace) : [];
  if (change.kind === 'reacted')
    return isVisible(change.message, workspace) ? reacted(change.message, change.previous, workspace) : [];
  if (change.kind === 'removed')
    return isVisible(change.previous, workspace) ? [removed(change.previous, workspace)] : [];
  return [];
}

/** Whether the app can see it. */
function isVisible(message: Message, workspace: Workspace): boolean {
  const channel = workspace.channels.get(message.channel);
  return !message.visibleTo && channel !== undefined && channel.members.includes(botUserId);
}

/** A mention arrives twice, as app_mention and as message, except in direct messages. */
function posted(message: Message, workspace: Workspace): AppEvent[] {
  const event: AppEvent = {
    scope: historyScope[kindOf(message, workspace)],
    event: { ...eventFields(message, workspace), channel_type: channelType[kindOf(message, workspace)] },
  };
  return isMention(message, workspace) ? [mention(message, workspace), event] : [event];
}

function mention(message: Message, workspace: Workspace): AppEvent {
  return { scope: 'app_mentions:read', event: { ...eventFields(message, workspace), type: 'app_mention' } };
}

function edited(message: Message, previous: Message, workspace: Workspace): AppEvent[] {
  // Slack documents no events for appends; the end of a stream is a change like any other.
  if (message.streaming === 'in_progress') return [];
  const changed = hidden(message, workspace, {
    subtype: 'message_changed',
    message: messageShape(message),
    previous_message: messageShape(previous),
  });
  const nowMentioned = isMention(message, workspace) && !isMention(previous, workspace);
  return nowMentioned ? [changed, mention(message, workspace)] : [changed];
}

/** Source: reference/events/reaction_added and reaction_removed, 2026-11-22. */
function reacted(message: Message, previous: Message, workspace: Workspace): AppEvent[] {
  const event = (type: string, { name, user }: { name: string; user: string }): AppEvent => ({
    scope: 'reactions:read',
    event: {
      type,
      user,
      reaction: name,
      item_user: message.user,
      item: { type: 'message', channel: message.channel, ts: message.ts },
      event_ts: workspace.nextTs(),
    },
  });
  const [before, now] = [singleReactions(previous), singleReactions(message)];
  const isIn = (list: typeof now, { name, user }: (typeof now)[number]): boolean =>
    list.some((reaction) => reaction.name === name && reaction.user === user);
  return [
    ...now.filter((reaction) => !isIn(before, reaction)).map((reaction) => event('reaction_added', reaction)),
    ...before.filter((reaction) => !isIn(now, reaction)).map((reaction) => event('reaction_removed', reaction)),
  ];
}

function singleReactions({ reactions }: Message): { name: string; user: string }[] {
  return reactions.flatMap(({ name, users }) => users.map((user) => ({ name, user })));
}

function removed(previous: Message, workspace: Workspace): AppEvent {
  return hidden(previous, workspace, {
    subtype: 'message_deleted',
    deleted_ts: previous.ts,
    previous_message: messageShape(previous),
  });
}

/** The event of a change or deletion: a message event that clients do not show. */
function hidden(message: Message, workspace: Workspace, fields: JsonObject): AppEvent {
  const kind = kindOf(message, workspace);
  const ts = workspace.nextTs();
  return {
    scope: historyScope[kind],
    event: {
      type: 'message',
      hidden: true,
      channel: message.channel,
      channel_type: channelType[kind],
      ts,
      event_ts: ts,
      ...fields,
    },
  };
}

function eventFields(message: Message, workspace: Workspace): JsonObject {
  const root = message.threadTs && workspace.find(message.channel, message.threadTs);
  return {
    ...messageShape(message),
    ...(message.botId ? {} : { client_msg_id: `client-${message.ts}` }),
    ...(root ? { parent_user_id: root.user } : {}),
    ...(message.files ? { subtype: 'file_share' } : {}),
    ...(message.broadcast ? { subtype: 'thread_broadcast' } : {}),
    channel: message.channel,
    event_ts: message.edited?.ts ?? message.ts,
  };
}

function isMention(message: Message, workspace: Workspace): boolean {
  return (
    message.botId !== botId &&
    kindOf(message, workspace) !== 'im' &&
    new RegExp(`<@${botUserId}(\\|[^>]*)?>`).test(message.text)
  );
}

function kindOf(message: Message, workspace: Workspace): ChannelKind {
  return workspace.channels.get(message.channel)?.kind ?? 'channel';
}
