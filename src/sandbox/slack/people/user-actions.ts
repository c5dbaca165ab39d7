/**
 * What people do in the workspace: write, edit, delete, react, type commands, press buttons, use shortcuts. What asks the
 * app gives its acknowledgement back.
 */
import { randomUUID } from 'node:crypto';
import type { Delivery } from '../socket-mode/delivery.ts';
import { withoutReaction, withReaction } from '../web-api/methods/reactions.ts';
import type { Streams } from '../web-api/methods/streams.ts';
import type { ResponseUrls } from '../web-api/response-urls.ts';
import { linksIn } from '../world/mrkdwn.ts';
import { appId, type SlackChannel, type SlackUser, teamDomain, teamId } from '../world/seed.ts';
import { channelShape, messageShape } from '../world/shapes.ts';
import type { JsonObject, Message, Workspace } from '../world/state.ts';
import { isObject, Refusal } from '../world/validation.ts';

/** Where and by whom. Users and channels are named by id. */
export interface Place {
  readonly channel: string;
  readonly user: string;
}

export interface NewMessage extends Place {
  /** As Slack carries it: `<@U…>` for mentions, `&lt;` for a less-than sign. See `composeText`. */
  readonly text: string;
  /** The ts of the thread's root. */
  readonly thread?: string;
  /** A reply also shown in the channel. */
  readonly broadcast?: boolean;
}

export interface ButtonPress extends Place {
  readonly ts: string;
  /** The element's action_id, or what its button says. */
  readonly button: string;
  /** Of feedback buttons: which of the two. */
  readonly value?: string;
}

export type UserActions = ReturnType<typeof createUserActions>;

export function createUserActions(
  workspace: Workspace,
  delivery: Delivery,
  responseUrls: ResponseUrls,
  streams: Streams,
  address: () => string,
) {
  return { say, edit, remove, react, command, press, shortcut, openHome, stopAnswer };

  /** Writes a message. Gives its ts. */
  async function say({ channel, user, text, thread, broadcast }: NewMessage): Promise<{ ts: string }> {
    const place = present({ channel, user });
    const message = workspace.post({
      channel: place.channel.id,
      user: place.user.id,
      ...(place.user.botId ? { botId: place.user.botId } : {}),
      text,
      ...(thread === undefined ? {} : { threadTs: thread, broadcast: broadcast === true }),
      autoLinks: 'none',
      previews: [],
    });
    workspace.preview(message, linksIn({ text }));
    return { ts: message.ts };
  }

  async function edit({ channel, user, ts, text }: Place & { ts: string; text: string }): Promise<void> {
    const message = own({ channel, user, ts });
    workspace.edit(message, { text, edited: { user, ts: workspace.nextTs() } });
  }

  /** One's own message; who runs the workspace may delete any. */
  async function remove(place: Place & { ts: string }): Promise<void> {
    const mayAll = ['admin', 'owner'].includes(workspace.users.get(place.user)?.role ?? '');
    workspace.remove(mayAll ? known(place.channel, place.ts) : own(place));
  }

  /** Adds the reaction, or takes it away when it is there. */
  async function react({ channel, user, ts, name }: Place & { ts: string; name: string }): Promise<void> {
    const message = known(channel, ts);
    const there = message.reactions.some((one) => one.name === name && one.users.includes(user));
    workspace.react(message, there ? withoutReaction(message, name, user) : withReaction(message, name, user));
  }

  /** `/docs how do I …`. Gives the app's ack; rejects with NotAnswered when none came within 3 s. */
  async function command({
    command,
    text,
    channel,
    user,
  }: Place & { command: string; text: string }): Promise<{ ack: JsonObject }> {
    const place = present({ channel, user });
    const ack = await delivery.ask('slash_commands', {
      token: 'deprecated-verification-token',
      team_id: teamId,
      team_domain: teamDomain,
      channel_id: place.channel.id,
      channel_name: commandChannelName(place.channel),
      user_id: place.user.id,
      user_name: place.user.name,
      command,
      text,
      api_app_id: appId,
      is_enterprise_install: 'false',
      response_url: address() + responseUrls.create({ channel: place.channel.id, user: place.user.id }),
      trigger_id: randomUUID(),
    });
    if (ack.text || ack.blocks) responseUrls.respond({ channel: place.channel.id, user: place.user.id }, ack);
    return { ack };
  }

  /** Presses a button under a message. Gives the app's ack. */
  async function press({ channel, user, ts, button, value }: ButtonPress): Promise<{ ack: JsonObject }> {
    const message = known(channel, ts);
    const found = findButton(message, button);
    if (!found) throw new Error(`no button ${button} under ${ts}`);
    const action = {
      ...found.element,
      block_id: found.blockId,
      action_ts: workspace.nextTs(),
      ...(value === undefined ? {} : { value }),
    };
    const ack = await delivery.ask('interactive', {
      ...interaction('block_actions', { channel, user }, message),
      container: {
        type: 'message',
        message_ts: ts,
        channel_id: channel,
        is_ephemeral: message.visibleTo !== undefined,
        ...(message.threadTs ? { thread_ts: message.threadTs } : {}),
      },
      message: messageShape(message),
      state: { values: {} },
      actions: [action],
    });
    return { ack };
  }

  /** A message shortcut, chosen from a message's menu. Gives the app's ack. */
  async function shortcut({
    channel,
    user,
    ts,
    callbackId,
  }: Place & { ts: string; callbackId: string }): Promise<{ ack: JsonObject }> {
    const message = known(channel, ts);
    const ack = await delivery.ask('interactive', {
      ...interaction('message_action', { channel, user }, message),
      callback_id: callbackId,
      message_ts: ts,
      message: messageShape(message),
      action_ts: workspace.nextTs(),
    });
    return { ack };
  }

  /** Opens the app's own page. */
  function openHome(user: string, tab: 'home' | 'messages' = 'home'): void {
    const im = [...workspace.channels.values()].find((one) => one.kind === 'im' && one.members.includes(user));
    const event_ts = workspace.nextTs();
    delivery.event({
      scope: 'chat:write',
      event: { type: 'app_home_opened', user, channel: im?.id ?? '', tab, event_ts },
    });
  }

  /** Presses Stop, which Slack shows while an answer grows in a thread. */
  function stopAnswer({ channel, user, thread }: Place & { thread: string }): void {
    const stopped = streams.stopByUser(channel, thread);
    const event_ts = workspace.nextTs();
    delivery.event({
      scope: 'chat:write',
      event: {
        type: 'agent_session_stopped',
        channel,
        thread_ts: thread,
        user,
        streaming_message_ts: stopped.map((message) => message.ts),
        event_ts,
      },
    });
  }

  function interaction(type: string, place: Place, original: Message): JsonObject {
    const { channel, user } = present(place);
    const shape = channelShape(channel);
    return {
      type,
      token: 'deprecated-verification-token',
      team: { id: teamId, domain: teamDomain },
      user: { id: user.id, username: user.name, name: user.name, team_id: teamId },
      channel: { id: channel.id, name: shape.name ?? 'directmessage' },
      enterprise: null,
      is_enterprise_install: false,
      api_app_id: appId,
      trigger_id: randomUUID(),
      response_url: address() + responseUrls.create({ channel: channel.id, user: user.id, original }),
    };
  }

  function present(place: Place): { channel: SlackChannel; user: SlackUser } {
    const channel = workspace.channels.get(place.channel);
    const user = workspace.users.get(place.user);
    if (!channel || !user) throw new Refusal(channel ? 'user_not_found' : 'channel_not_found');
    if (!channel.members.includes(user.id)) throw new Refusal('user_not_in_channel');
    return { channel, user };
  }

  function known(channel: string, ts: string): Message {
    const message = workspace.find(channel, ts);
    if (!message) throw new Refusal('message_not_found');
    return message;
  }

  function own({ channel, user, ts }: Place & { ts: string }): Message {
    const message = known(channel, ts);
    if (message.user !== user) throw new Refusal('cant_update_message');
    return message;
  }
}

function commandChannelName(channel: SlackChannel): string {
  if (channel.kind === 'im') return 'directmessage';
  return channel.kind === 'private' ? 'privategroup' : channel.name;
}

function findButton(message: Message, button: string): { element: JsonObject; blockId: string } | undefined {
  for (const block of message.blocks ?? []) {
    const within = [...(Array.isArray(block.elements) ? block.elements : []), block.accessory ?? null].filter(isObject);
    const element = within.find((one) => one.action_id === button || (isObject(one.text) && one.text.text === button));
    if (element) return { element, blockId: String(block.block_id ?? '') };
  }
  return undefined;
}
