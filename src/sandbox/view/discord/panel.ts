/**
 * The simulated Discord server on the console's page. Actions work as in Discord's own clients: commands are read from the
 * message box, and names become mentions.
 */
import type { NewMessage } from '../../discord/people/user-actions.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import { Permission, permissionsIn } from '../../discord/world/permissions.ts';
import type { ChannelKind, DiscordChannel } from '../../discord/world/seed.ts';
import { type Change, typingLastsMs } from '../../discord/world/state.ts';
import type { Thread } from '../../discord/world/thread.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { decodeFile } from '../files.ts';
import type {
  CommandHint,
  FormField,
  Panel,
  Patch,
  PlatformView,
  RenderedForm,
  Room,
  UserAction,
  WorkingIndicator,
} from '../panel.ts';
import { isShown, messageId, parseMessageId, renderMessage } from './message.ts';

const slashCommand = 1;
const messageCommand = 3;

export function createDiscordPanel(discord: DiscordSandbox): Panel {
  const listeners = new Set<(patch: Patch) => void>();
  return { platform: 'discord', view, commands, onPatch, perform };

  function view(): PlatformView {
    const { channels, users, botUserId } = discord;
    const threads = channels.flatMap(({ id }) => discord.threads(id));
    const rooms = [
      ...channels.map((channel) => channelRoom(discord, channel)),
      ...threads.map((thread) => threadRoom(discord, thread)),
    ];
    const messages = rooms.flatMap(({ id }) => discord.messages(id)).filter(isShown);
    return {
      platform: 'discord',
      workspace: 'Example Docs',
      bot: botUserId,
      people: users.map(({ id, name, displayName, colour, bot }) => ({ id, name, displayName, colour, bot })),
      rooms,
      messages: messages.map((message) => renderMessage(discord, message)),
      working: rooms.filter(({ id }) => discord.typing(id)).map(({ id }) => typing(id)),
      commands: commands(),
    };
  }

  function commands(): CommandHint[] {
    const slash = discord.registeredCommands().filter(({ type }) => type === slashCommand);
    const ofApps = slash.map(({ name, definition }) => ({
      name: `/${name}`,
      description: String(definition.description ?? ''),
      // Optional arguments are not suggested, so that one Enter sends the bare command.
      hint: optionNames(definition, true)
        .map((option) => `[${option}]`)
        .join(' '),
    }));
    return [...ofApps, ...ownCommands];
  }

  function onPatch(listener: (patch: Patch) => void): () => void {
    listeners.add(listener);
    const unsubscribe = discord.onChange((change) => {
      for (const patch of toPatches(change)) listener(patch);
    });
    return () => {
      listeners.delete(listener);
      unsubscribe();
    };
  }

  function toPatches(change: Change): Patch[] {
    const { botUserId } = discord;
    if (change.kind === 'removed')
      return [{ kind: 'removed', id: messageId(change.previous.channel, change.previous.id) }];
    if (change.kind === 'purged')
      return change.previous.map(({ id }) => ({ kind: 'removed', id: messageId(change.channel, id) }));
    if (change.kind === 'thread') return [{ kind: 'room', room: threadRoom(discord, change.thread) }];
    if (change.kind === 'thread removed') return [{ kind: 'room removed', id: change.previous.id }];
    if (change.kind === 'channel') return [{ kind: 'room', room: channelRoom(discord, change.channel) }];
    if (change.kind === 'typing') {
      const { user, channel } = change;
      return user === botUserId ? [{ kind: 'working', room: channel, working: typing(channel) }] : [];
    }
    const { channel, id, author } = change.message;
    const message = discord.messages(channel).find((candidate) => candidate.id === id);
    const endsTyping = change.kind === 'posted' && author === botUserId;
    return [
      ...(message && isShown(message) ? [{ kind: 'message', message: renderMessage(discord, message) } as const] : []),
      ...(endsTyping ? [{ kind: 'working', room: channel } as const] : []),
    ];
  }

  function typing(room: string): WorkingIndicator {
    return { room, author: discord.botUserId, text: 'is typing…', lifetimeMs: typingLastsMs };
  }

  async function perform(action: UserAction): Promise<void> {
    if (action.kind === 'write') return write(action);
    const { user } = action;
    if (action.kind === 'post') {
      const { room, title, text } = action;
      await discord.post({ forum: room, user, title, text: discord.composeText(text) });
      return;
    }
    if (action.kind === 'open') throw new Error('Discord apps have no Home page.');
    if (action.kind === 'submit') {
      await discord.submitModal({ interaction: action.form, user, values: action.values });
      return;
    }
    const { channel, id } = parseMessageId(action.message);
    const place = { channel, id, user };
    if (action.kind === 'edit') return discord.edit({ ...place, text: discord.composeText(action.text) });
    if (action.kind === 'remove') return discord.remove(place);
    if (action.kind === 'react') return discord.react({ ...place, emoji: action.name });
    if (action.kind === 'ask') return ask({ channel, user, message: id });
    const { interaction, modal } = await discord.press({ channel, user, message: id, button: action.button });
    if (!modal) return;
    for (const listener of listeners) listener({ kind: 'form', user, form: renderForm(interaction, modal) });
  }

  async function ask(of: { channel: string; user: string; message: string }): Promise<void> {
    const command = discord.registeredCommands().find(({ type }) => type === messageCommand);
    if (!command) throw new Error('No app has a command in the message menu.');
    await discord.contextMenu({ ...of, name: command.name });
  }

  /** In `/docs how do I …`, the text is the value of the command's first option. */
  async function write(action: Extract<UserAction, { kind: 'write' }>): Promise<void> {
    const { user, room, text, files, forwards, replyTo, asApp } = action;
    if ((forwards !== undefined || asApp) && files) throw new Error('A forward and a form take no files.');
    if (forwards !== undefined) {
      await discord.forward({ channel: room, user, from: parseMessageId(forwards) });
      if (text === '') return;
    }
    if (asApp) {
      const embed = { type: 'rich', title: 'New request', description: discord.composeText(text) };
      await discord.postForm({ channel: room, embeds: [embed] });
      return;
    }
    const [, name, rest = ''] = /^\/([\w-]+)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
    const command = discord
      .registeredCommands()
      .find((candidate) => candidate.name === name && candidate.type === slashCommand);
    if (!name || !command) {
      const attached = files && { files: files.map(decodeFile) };
      const reply = replyTo !== undefined && { replyTo: parseMessageId(replyTo).id };
      const written = toOwnCommand(name, rest) ?? { text: discord.composeText(text) };
      await discord.say({ channel: room, user, ...written, ...attached, ...reply });
      return;
    }
    if (files) throw new Error('This command does not accept files.');
    const [option] = optionNames(command.definition);
    const value = rest.replace(new RegExp(`^${option}:\\s*`), '');
    await discord.command({ name, channel: room, user, options: option && value ? { [option]: value } : {} });
  }
}

/** In Discord's own clients these are in the menu beside the message box. */
const ownCommands: readonly CommandHint[] = [
  { name: '/poll', description: 'Ask everyone: a question, then its answers', hint: '[question | answer | answer]' },
  { name: '/sticker', description: 'Send a sticker', hint: '[name]' },
];

function toOwnCommand(
  name: string | undefined,
  words: string,
): Pick<NewMessage, 'text' | 'poll' | 'sticker'> | undefined {
  const [question = '', ...answers] = words.split('|').map((each) => each.trim());
  if (name === 'poll' && answers.length > 0) return { text: '', poll: { question, answers } };
  return name === 'sticker' && question !== '' ? { text: '', sticker: question } : undefined;
}

function optionNames({ options }: JsonObject, requiredOnly = false): string[] {
  const all = Array.isArray(options) ? options.filter(isObject) : [];
  return all.filter(({ required }) => !requiredOnly || required === true).map((option) => String(option.name));
}

/** `interaction`: the one that the form responds to. Discord's own buttons say Submit and Cancel. */
function renderForm(interaction: string, { title, components }: JsonObject): RenderedForm {
  const fields = objectsIn(components).map(renderField);
  return { id: interaction, title: String(title ?? ''), send: 'Submit', cancel: 'Cancel', fields };
}

/** A label with its input. */
function renderField({ label, component }: JsonObject): FormField {
  const { custom_id, required, options } = isObject(component) ? component : {};
  const choices = objectsIn(options);
  return {
    name: String(custom_id ?? ''),
    label: String(label ?? ''),
    optional: required === false,
    ...(choices.length > 0 && {
      options: choices.map((choice) => ({ text: String(choice.label ?? ''), value: String(choice.value ?? '') })),
    }),
  };
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const kinds: Record<ChannelKind, Room['kind']> = {
  text: 'channel',
  announcement: 'news',
  forum: 'forum',
  dm: 'direct',
  voice: 'channel',
};

function channelRoom(discord: DiscordSandbox, channel: DiscordChannel): Room {
  const { id, name, kind, topic, tags } = channel;
  const members = membersOf(discord, channel);
  const hasBot = members.includes(discord.botUserId);
  return { id, name, kind: kinds[kind], topic, members, hasBot, tags: tags.map((tag) => tag.name) };
}

function threadRoom(discord: DiscordSandbox, { id, name, parent, archived, locked }: Thread): Room {
  const channel = discord.channels.find((candidate) => candidate.id === parent);
  const members = channel ? { members: membersOf(discord, channel) } : {};
  return { id, name, kind: 'thread', topic: '', parent, hasBot: true, closed: locked, archived, ...members };
}

/** The ids of those who can see a channel. */
function membersOf({ users, roles, guildId }: DiscordSandbox, channel: DiscordChannel): string[] {
  const rolesById = new Map(roles.map((role) => [role.id, role]));
  const membership = { guildId, ownerId: users[0]?.id ?? '', roles: rolesById };
  const viewers = users.filter((user) => (permissionsIn(membership, channel, user) & Permission.viewChannel) !== 0n);
  return viewers.map(({ id }) => id);
}
