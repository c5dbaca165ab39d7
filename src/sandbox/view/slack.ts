/**
 * The simulated Slack workspace as the console shows and drives it; actions are carried out as Slack's own apps would, with
 * commands from the message box and names made into mentions.
 */

import type { SlackSandbox } from '../slack/sandbox.ts';
import { NotAnswered } from '../slack/socket-mode/delivery.ts';
import type { Message } from '../slack/world/message.ts';
import type { SandboxMessage } from '../slack/world/sandbox-messages.ts';
import type { SlackChannel } from '../slack/world/seed.ts';
import { unescapeText } from '../slack/world/shapes.ts';
import type { Change, Status } from '../slack/world/workspace.ts';
import type { Act, CommandHint, Patch, PlatformView, Room, ShownMessage, Stage, Working } from './model.ts';
import { emojiSign, type Shown } from './shown.ts';
import { type SlackNames, slackText } from './slack-text.ts';

/** What an app's manifest announces; Slack knows an app's commands from there. */
const slackCommands: readonly CommandHint[] = [
  { name: '/docs', description: 'Ask a documentation question', hint: '[question]' },
  { name: '/deploy', description: 'Queue a documentation deployment', hint: '' },
];

/** Slack shows it beside an answer while that grows. */
const stop: Shown = {
  kind: 'buttons',
  buttons: [{ id: 'slack:stop', text: 'Stop', style: 'plain', disabled: false }],
};

export function createSlackStage(slack: SlackSandbox): Stage {
  const byId = <T extends { readonly id: string }>(items: readonly T[]) =>
    new Map(items.map((item) => [item.id, item]));
  const names = (): SlackNames => ({
    users: byId(slack.users),
    channels: byId(slack.channels),
    groups: byId(slack.groups),
  });
  return { platform: 'slack', view, commands: () => slackCommands, onPatch, act };

  function view(): PlatformView {
    const known = names();
    return {
      platform: 'slack',
      workspace: 'Example Docs',
      bot: slack.botUserId,
      people: slack.users.map(({ id, name, realName, colour, role }) => ({
        id,
        name,
        displayName: realName,
        colour,
        bot: role === 'bot',
      })),
      rooms: slack.channels.map((channel) => roomOf(channel, slack.botUserId)),
      messages: slack.channels.flatMap((channel) =>
        slack.allMessages(channel.id).map((message) => shownMessage(message, known)),
      ),
      working: working(),
      commands: slackCommands,
    };
  }

  function working(): Working[] {
    return slack.statuses().map(({ channel, thread, status }) => workingOf(channel, thread, status));
  }

  function workingOf(channel: string, thread: string, { text, loadingMessages }: Status): Working {
    return { room: channel, thread: idOf(channel, thread), author: slack.botUserId, text: loadingMessages[0] ?? text };
  }

  function onPatch(listener: (patch: Patch) => void): () => void {
    return slack.onChange((change) => {
      const patch = patchOf(change);
      if (patch) listener(patch);
    });
  }

  function patchOf(change: Change): Patch | undefined {
    if (change.kind === 'removed') return { kind: 'removed', id: idOf(change.previous.channel, change.previous.ts) };
    if (change.kind === 'status') {
      const { channel, thread, status } = change;
      const at = { kind: 'working', room: channel, thread: idOf(channel, thread) } as const;
      return status ? { ...at, working: workingOf(channel, thread, status) } : at;
    }
    if (change.kind === 'home') return undefined;
    if (change.kind !== 'channel') return { kind: 'message', message: shownMessage(change.message, names()) };
    const channel = slack.channels.find((one) => one.id === change.channel);
    return channel && { kind: 'room', room: roomOf(channel, slack.botUserId) };
  }

  async function act(act: Act): Promise<void> {
    if (act.kind === 'write') return write(act);
    if (act.kind === 'post') throw new Error('Slack has no forums.');
    const { channel, ts } = placeOf(act.message);
    const place = { channel, ts, user: act.user };
    if (act.kind === 'edit') return slack.edit({ ...place, text: slack.composeText(act.text) });
    if (act.kind === 'remove') return slack.remove(place);
    if (act.kind === 'react') return slack.react({ ...place, name: act.name });
    if (act.button === 'slack:stop') return stopAnswer(place);
    await answered(
      'That button',
      slack.press({ ...place, button: act.button, ...(act.value === undefined ? {} : { value: act.value }) }),
    );
  }

  function stopAnswer({ channel, ts, user }: { channel: string; ts: string; user: string }): void {
    const thread = slack.allMessages(channel).find((message) => message.ts === ts)?.threadTs;
    if (thread !== undefined) slack.stopAnswer({ channel, thread, user });
  }

  async function write({ user, room, thread, text }: Extract<Act, { kind: 'write' }>): Promise<void> {
    const [command = ''] = text.trim().split(/\s/, 1);
    if (!/^\/\w/.test(command)) {
      await slack.say({
        channel: room,
        user,
        text: slack.composeText(text),
        ...(thread === undefined ? {} : { thread: placeOf(thread).ts }),
      });
      return;
    }
    if (thread !== undefined) throw new Error(`${command} is not supported in threads. Sorry!`);
    if (!slackCommands.some((one) => one.name === command)) throw new Error(`${command} is not a valid command.`);
    const rest = text.trim().slice(command.length).trim();
    await answered(command, slack.command({ command, text: slack.composeText(rest), channel: room, user }));
  }
}

/** What Slackbot says when an app does not answer. */
async function answered(what: string, asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    throw error instanceof NotAnswered ? new Error(`${what} failed with the error "${error.code}"`) : error;
  }
}

function shownMessage(message: Message | SandboxMessage, names: SlackNames): ShownMessage {
  const { channel, ts, threadTs, user, visibleTo, subtype } = message;
  return {
    id: idOf(channel, ts),
    room: channel,
    ...(threadTs ? { thread: idOf(channel, threadTs), inRoomToo: message.broadcast === true } : {}),
    author: user,
    at: Number(ts) * 1000,
    body: [...slackText(message, names), ...underStream(message)],
    source: unescapeText(message.text),
    edited: message.edited !== undefined,
    ...(visibleTo ? { visibleTo } : {}),
    ...(subtype === 'tombstone' ? { notice: 'This message was deleted.' } : {}),
    reactions: message.reactions.map(({ name, users }) => ({ name, sign: emojiSign(name) ?? `:${name}:`, users })),
    previews: message.previews,
  };
}

/** What Slack shows under a streamed message: the button while it grows, and a mark when a reader stopped it. */
function underStream({ streaming }: Message | SandboxMessage): readonly Shown[] {
  if (streaming === 'in_progress') return [stop];
  return streaming === 'stopped' ? [{ kind: 'small', children: [{ kind: 'text', text: 'Stopped' }] }] : [];
}

function roomOf(channel: SlackChannel, bot: string): Room {
  const { id, name, kind, topic, members, archived } = channel;
  const hasBot = members.includes(bot);
  return { id, name, kind: kind === 'im' ? 'direct' : kind, topic, hasBot, members, closed: archived };
}

function idOf(channel: string, ts: string): string {
  return `${channel}/${ts}`;
}

function placeOf(id: string): { channel: string; ts: string } {
  const [channel = '', ts = ''] = id.split('/');
  return { channel, ts };
}
