/**
 * The simulated Slack workspace on the console's page. Actions work as in Slack's own clients: commands are read from the
 * message box, and names become mentions.
 */
import { isObject, type JsonObject } from '../../json.ts';
import type { Table } from '../../slack/people/user-actions.ts';
import type { SlackSandbox } from '../../slack/sandbox.ts';
import { NotAnswered } from '../../slack/socket-mode/delivery.ts';
import { pasted, shownIn } from '../../slack/world/attachments.ts';
import type { Message } from '../../slack/world/message.ts';
import type { SlackChannel } from '../../slack/world/seed.ts';
import { unescapeText } from '../../slack/world/shapes.ts';
import type { Change, Status } from '../../slack/world/workspace.ts';
import { emojiOf } from '../emoji.ts';
import { decodeFile } from '../files.ts';
import type {
  CommandHint,
  FormField,
  Panel,
  Patch,
  PlatformView,
  RenderedForm,
  RenderedMessage,
  Room,
  UserAction,
  WorkingIndicator,
} from '../panel.ts';
import type { RenderedNode } from '../rendered.ts';
import { renderBlocks, renderContent } from './blocks.ts';
import { renderMrkdwn, type SlackNames } from './mrkdwn.ts';
import { listOf, textOf } from './rich-text.ts';

/** The commands of the app's manifest. */
const slackCommands: readonly CommandHint[] = [
  { name: '/docs', description: 'Ask a documentation question', hint: '[question]' },
  { name: '/deploy', description: 'Queue a documentation deployment', hint: '' },
  { name: '/docs-report', description: 'What people asked', hint: '[7d | 12h]' },
];

/** The shortcut of the app's manifest. */
const askShortcut = 'ask_docent';

export function createSlackPanel(slack: SlackSandbox): Panel {
  return { platform: 'slack', view, commands: () => slackCommands, onPatch, perform };

  function view(): PlatformView {
    const { users, channels, botUserId } = slack;
    const names = namesIn(slack);
    return {
      platform: 'slack',
      workspace: 'Example Docs',
      bot: botUserId,
      people: users.map(({ id, name, realName, colour, role }) => ({
        id,
        name,
        colour,
        displayName: realName,
        bot: role === 'bot',
      })),
      rooms: channels.map((channel) => toRoom(channel, botUserId)),
      messages: channels.flatMap(({ id }) => slack.allMessages(id)).map((message) => renderMessage(message, names)),
      working: slack.statuses().map(({ channel, thread, status }) => workingIndicator(channel, thread, status)),
      commands: slackCommands,
    };
  }

  function workingIndicator(channel: string, thread: string, { text, loadingMessages }: Status): WorkingIndicator {
    const author = slack.botUserId;
    return { room: channel, thread: messageId(channel, thread), author, text: loadingMessages[0] ?? text };
  }

  function onPatch(listener: (patch: Patch) => void): () => void {
    return slack.onChange((change) => {
      const patch = toPatch(change);
      if (patch) listener(patch);
    });
  }

  function toPatch(change: Change): Patch | undefined {
    if (change.kind === 'removed')
      return { kind: 'removed', id: messageId(change.previous.channel, change.previous.ts) };
    if (change.kind === 'home') return homePatch(change.user);
    if (change.kind === 'prompts') {
      const prompts = slack.prompts(change.channel).map(({ message }) => message);
      return { kind: 'prompts', room: change.channel, prompts };
    }
    if (change.kind === 'form') return { kind: 'form', user: change.user, form: renderForm(change.view) };
    if (change.kind === 'status') {
      const { channel, thread, status } = change;
      const place = { kind: 'working', room: channel, thread: messageId(channel, thread) } as const;
      return status ? { ...place, working: workingIndicator(channel, thread, status) } : place;
    }
    if (change.kind !== 'channel') return { kind: 'message', message: renderMessage(change.message, namesIn(slack)) };
    const channel = slack.channels.find(({ id }) => id === change.channel);
    return channel && { kind: 'room', room: toRoom(channel, slack.botUserId) };
  }

  function homePatch(user: string): Patch {
    const blocks = listOf(slack.home(user)?.blocks).filter(isObject);
    return { kind: 'home', user, body: renderBlocks(blocks, namesIn(slack)) };
  }

  async function perform(action: UserAction): Promise<void> {
    if (action.kind === 'write') return write(action);
    if (action.kind === 'open') return slack.openHome(action.user, action.tab);
    if (action.kind === 'post') throw new Error('Slack has no forums.');
    if (action.kind === 'submit') return submit(action);
    const place = { ...parseMessageId(action.message), user: action.user };
    if (action.kind === 'edit') return slack.edit({ ...place, text: slack.composeText(action.text) });
    if (action.kind === 'remove') return slack.remove(place);
    if (action.kind === 'react') return slack.react({ ...place, name: action.name });
    if (action.kind === 'ask') return explainFailure('That', slack.shortcut({ ...place, callbackId: askShortcut }));
    const { button, value } = action;
    if (button === stopActionId) return stopAnswer(place);
    const press = { ...place, button, ...(value === undefined ? {} : { value }) };
    await explainFailure('That button', slack.press(press));
  }

  /** Fails with the app's own error messages. */
  async function submit({ user, values }: Extract<UserAction, { kind: 'submit' }>): Promise<void> {
    const { ack } = await slack.submitForm({ user, values });
    if (ack.response_action === 'errors' && isObject(ack.errors)) throw new Error(Object.values(ack.errors).join(' '));
  }

  function stopAnswer({ channel, ts, user }: { channel: string; ts: string; user: string }): void {
    const thread = slack.allMessages(channel).find((message) => message.ts === ts)?.threadTs;
    if (thread !== undefined) slack.stopAnswer({ channel, thread, user });
  }

  async function write(action: Extract<UserAction, { kind: 'write' }>): Promise<void> {
    const { user, room, thread, text, files, forwards, asApp } = action;
    const [command = ''] = text.trim().split(/\s/, 1);
    if (!/^\/\w/.test(command) || asApp || forwards !== undefined) {
      const { rest, tables } = withoutTables(text);
      const place = { channel: room, ...(thread !== undefined && { thread: parseMessageId(thread).ts }) };
      const written = { ...place, user, text: slack.composeText(rest) };
      const attached = { ...(files && { files: files.map(decodeFile) }), ...(tables.length > 0 && { tables }) };
      if ((forwards !== undefined || asApp) && files) throw new Error('A forward and a form take no files.');
      if (forwards !== undefined && tables.length > 0) throw new Error('A forward takes no table.');
      if (forwards !== undefined) await slack.forward({ ...written, from: parseMessageId(forwards) });
      else if (asApp) await slack.postAsApp({ ...place, name: 'Support form', ...toCard(written.text, tables) });
      else await slack.say({ ...written, ...attached });
      return;
    }
    if (files) throw new Error('Commands do not accept files.');
    if (thread !== undefined) throw new Error(`${command} is not supported in threads. Sorry!`);
    if (!slackCommands.some(({ name }) => name === command)) throw new Error(`${command} is not a valid command.`);
    const rest = slack.composeText(text.trim().slice(command.length).trim());
    await explainFailure(command, slack.command({ command, text: rest, channel: room, user }));
  }
}

/** Cells are copied from a spreadsheet with tabs between them; Slack's message box makes a table of them. */
function withoutTables(text: string): { readonly rest: string; readonly tables: readonly Table[] } {
  const tables: string[][][] = [];
  const rest: string[] = [];
  let isInTable = false;
  for (const line of text.split('\n')) {
    const cells = line.split('\t');
    if (cells.length === 1) rest.push(line);
    else if (isInTable) tables.at(-1)?.push(cells);
    else tables.push([cells]);
    isInTable = cells.length > 1;
  }
  return { rest: rest.join('\n').trim(), tables };
}

/** A form that somebody filled in, as an app shows it. */
function toCard(
  text: string,
  tables: readonly Table[],
): { readonly text: string; readonly blocks: readonly JsonObject[] } {
  const words: JsonObject[] = text === '' ? [] : [{ type: 'section', text: { type: 'mrkdwn', text } }];
  const header: JsonObject = { type: 'header', text: { type: 'plain_text', text: 'New request' } };
  const blocks = tables
    .flatMap((rows) => pasted(rows).blocks ?? [])
    .flat()
    .filter(isObject);
  return { text: 'New request', blocks: [header, ...words, ...blocks] };
}

/** Fails with Slackbot's message if an app does not answer. */
async function explainFailure(what: string, answered: Promise<unknown>): Promise<void> {
  try {
    await answered;
  } catch (error) {
    throw error instanceof NotAnswered ? new Error(`${what} failed with the error "${error.code}"`) : error;
  }
}

function namesIn({ users, channels, groups }: SlackSandbox): SlackNames {
  return { users: byId(users), channels: byId(channels), groups: byId(groups) };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function toRoom({ id, name, kind, topic, members, archived }: SlackChannel, bot: string): Room {
  const hasBot = members.includes(bot);
  return { id, name, kind: kind === 'im' ? 'direct' : kind, topic, hasBot, members, closed: archived };
}

function renderForm({ id, title, submit, close, blocks }: JsonObject): RenderedForm {
  const inputs = listOf(blocks).filter(isObject);
  return {
    id: String(id ?? ''),
    title: textOf(title),
    send: textOf(submit),
    cancel: textOf(close),
    fields: inputs.filter(({ type }) => type === 'input').map(renderField),
  };
}

function renderField({ block_id, label, optional, element }: JsonObject): FormField {
  const { options } = isObject(element) ? element : {};
  const choices = listOf(options).filter(isObject);
  return {
    name: String(block_id ?? ''),
    label: textOf(label),
    optional: optional === true,
    ...(choices.length > 0 && {
      options: choices.map(({ text, value }) => ({ text: textOf(text), value: String(value ?? '') })),
    }),
  };
}

/** The action id of the Stop button, which Slack shows below an answer while it is streamed. */
const stopActionId = 'slack:stop';

const stopButton: RenderedNode = {
  kind: 'buttons',
  buttons: [{ id: stopActionId, text: 'Stop', style: 'plain', disabled: false }],
};
const stoppedMark: RenderedNode = { kind: 'small', children: [{ kind: 'text', text: 'Stopped' }] };

function renderMessage(message: Message, names: SlackNames): RenderedMessage {
  const { channel, ts, threadTs, user, visibleTo, subtype, streaming } = message;
  const belowStream = streaming === 'in_progress' ? [stopButton] : streaming === 'stopped' ? [stoppedMark] : [];
  return {
    id: messageId(channel, ts),
    room: channel,
    ...(threadTs ? { thread: messageId(channel, threadTs), alsoInRoom: message.broadcast === true } : {}),
    author: user,
    at: Number(ts) * 1000,
    ...(message.username !== undefined && { postedAs: message.username }),
    body: [
      ...renderContent(message, names),
      ...(message.attachments ?? []).map((attachment) => renderAttachment(attachment, names)),
      ...belowStream,
    ],
    source: unescapeText(message.text),
    edited: message.edited !== undefined,
    ...(visibleTo ? { visibleTo } : {}),
    ...(subtype === 'tombstone' ? { notice: 'This message was deleted.' } : {}),
    reactions: message.reactions.map(({ name, users }) => ({ name, sign: emojiOf(name) ?? `:${name}:`, users })),
    previews: message.previews,
    ...(message.files && { files: message.files.map(({ name, content }) => ({ name, bytes: content.length })) }),
  };
}

function renderAttachment(attachment: JsonObject, names: SlackNames): RenderedNode {
  const { author, text, blocks } = shownIn(attachment);
  const byline: RenderedNode = { kind: 'strong', children: [{ kind: 'text', text: author }] };
  const words = text === '' ? [] : renderMrkdwn(text, names);
  return {
    kind: 'card',
    children: [
      ...(author === '' ? [] : [{ kind: 'paragraph' as const, children: [byline] }]),
      ...words,
      ...renderBlocks(blocks, names),
    ],
  };
}

/** A message's id on the page. */
function messageId(channel: string, ts: string): string {
  return `${channel}/${ts}`;
}

function parseMessageId(id: string): { channel: string; ts: string } {
  const [channel = '', ts = ''] = id.split('/');
  return { channel, ts };
}
