/** The events that a change of the workspace causes, each with the scope that an app needs for it. Source: reference/events, 2026-11-21. */
import type { ChannelKind } from './seed.ts';
import { messageShape } from './shapes.ts';
import type { Change, JsonObject, Message, Workspace } from './state.ts';

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

/** Nothing from channels without the app, nothing of what one person alone sees. */
export function eventsOf(change: Change, workspace: Workspace): AppEvent[] {
  if (change.kind === 'posted') return visible(change.message, workspace) ? posted(change.message, workspace) : [];
  if (change.kind === 'edited')
    return visible(change.message, workspace) ? edited(change.message, change.previous, workspace) : [];
  if (change.kind === 'removed')
    return visible(change.previous, workspace) ? [removed(change.previous, workspace)] : [];
  return [];
}

function visible(message: Message, workspace: Workspace): boolean {
  const channel = workspace.channels.get(message.channel);
  return !message.visibleTo && channel !== undefined && channel.members.includes(workspace.botUserId);
}

/** A mention arrives twice, as app_mention and as message; not in direct messages. */
function posted(message: Message, workspace: Workspace): AppEvent[] {
  const plain: AppEvent = {
    scope: historyScope[kindOf(message, workspace)],
    event: { ...whole(message, workspace), channel_type: channelType[kindOf(message, workspace)] },
  };
  return isMention(message, workspace) ? [mention(message, workspace), plain] : [plain];
}

function mention(message: Message, workspace: Workspace): AppEvent {
  return { scope: 'app_mentions:read', event: { ...whole(message, workspace), type: 'app_mention' } };
}

function edited(message: Message, previous: Message, workspace: Workspace): AppEvent[] {
  // Nobody has said that appends are told of; the end is a change like any other.
  if (message.streaming === 'in_progress') return [];
  const changed = hidden(message, workspace, {
    subtype: 'message_changed',
    message: messageShape(message),
    previous_message: messageShape(previous),
  });
  const nowMentioned = isMention(message, workspace) && !isMention(previous, workspace);
  return nowMentioned ? [changed, mention(message, workspace)] : [changed];
}

function removed(previous: Message, workspace: Workspace): AppEvent {
  return hidden(previous, workspace, {
    subtype: 'message_deleted',
    deleted_ts: previous.ts,
    previous_message: messageShape(previous),
  });
}

function hidden(message: Message, workspace: Workspace, beside: JsonObject): AppEvent {
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
      ...beside,
    },
  };
}

function whole(message: Message, workspace: Workspace): JsonObject {
  const root = message.threadTs && workspace.find(message.channel, message.threadTs);
  return {
    ...messageShape(message),
    ...(message.botId ? {} : { client_msg_id: `client-${message.ts}` }),
    ...(root ? { parent_user_id: root.user } : {}),
    ...(message.broadcast ? { subtype: 'thread_broadcast' } : {}),
    channel: message.channel,
    event_ts: message.edited?.ts ?? message.ts,
  };
}

function isMention(message: Message, workspace: Workspace): boolean {
  return (
    message.botId !== workspace.botId &&
    kindOf(message, workspace) !== 'im' &&
    new RegExp(`<@${workspace.botUserId}(\\|[^>]*)?>`).test(message.text)
  );
}

function kindOf(message: Message, workspace: Workspace): ChannelKind {
  return workspace.channels.get(message.channel)?.kind ?? 'channel';
}
