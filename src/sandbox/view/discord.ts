/**
 * The simulated Discord server as the console shows and drives it. In: the sandbox. Out: its view, patches, and acts
 * carried out as Discord's own apps would: commands from the message box, names made into mentions.
 */

import type { DiscordSandbox, SandboxMessage } from '../discord/sandbox.ts';
import { MessageType } from '../discord/world/message.ts';
import { type Membership, Permission, permissionsIn } from '../discord/world/permissions.ts';
import type { ChannelKind, DiscordChannel } from '../discord/world/seed.ts';
import { type Change, typingLastsMs } from '../discord/world/state.ts';
import type { Thread } from '../discord/world/thread.ts';
import { isObject, type JsonObject } from '../json.ts';
import { discordComponents } from './discord-components.ts';
import { type DiscordNames, discordText } from './discord-text.ts';
import type { Act, CommandHint, Patch, PlatformView, Room, ShownMessage, Stage, Working } from './model.ts';
import { toPlainText } from './plain.ts';

const kinds: Record<ChannelKind, Room['kind']> = {
  text: 'channel',
  announcement: 'news',
  forum: 'forum',
  dm: 'direct',
};
const slashCommand = 1;

export function createDiscordStage(discord: DiscordSandbox): Stage {
  const users = new Map(discord.users.map((user) => [user.id, user]));
  const roles = new Map(discord.roles.map((role) => [role.id, role]));
  const ownerId = discord.users[0]?.id ?? '';
  const membership: Membership = { guildId: discord.guildId, ownerId, roles };
  return { platform: 'discord', view, commands, onPatch, act };

  function view(): PlatformView {
    const threads = discord.channels.flatMap((channel) => discord.threads(channel.id));
    const rooms = [...discord.channels.map(channelRoom), ...threads.map(threadRoom)];
    return {
      platform: 'discord',
      workspace: 'Example Docs',
      bot: discord.botUserId,
      people: discord.users.map(({ id, name, displayName, colour, bot }) => ({ id, name, displayName, colour, bot })),
      rooms,
      messages: rooms.flatMap(({ id }) => discord.messages(id).filter(isShown).map(shownMessage)),
      working: rooms.filter(({ id }) => discord.typing(id)).map(({ id }) => typing(id)),
      commands: commands(),
    };
  }

  function commands(): CommandHint[] {
    const slash = discord.registeredCommands().filter(({ type }) => type === slashCommand);
    return slash.map(({ name, definition }) => ({
      name: `/${name}`,
      description: String(definition.description ?? ''),
      hint: optionsOf(definition)
        .map((option) => `[${option}]`)
        .join(' '),
    }));
  }

  function onPatch(listener: (patch: Patch) => void): () => void {
    return discord.onChange((change) => {
      for (const patch of patchesOf(change)) listener(patch);
    });
  }

  function patchesOf(change: Change): Patch[] {
    if (change.kind === 'removed') return [{ kind: 'removed', id: idOf(change.previous.channel, change.previous.id) }];
    if (change.kind === 'thread') return [{ kind: 'room', room: threadRoom(change.thread) }];
    if (change.kind === 'thread removed') return [{ kind: 'room removed', id: change.previous.id }];
    if (change.kind === 'channel') return [{ kind: 'room', room: channelRoom(change.channel) }];
    if (change.kind === 'typing')
      return change.user === discord.botUserId
        ? [{ kind: 'working', room: change.channel, working: typing(change.channel) }]
        : [];
    const { channel, id, author } = change.message;
    const seen = discord.messages(channel).find((one) => one.id === id);
    const stopped: Patch[] =
      change.kind === 'posted' && author === discord.botUserId ? [{ kind: 'working', room: channel }] : [];
    return seen && isShown(seen) ? [{ kind: 'message', message: shownMessage(seen) }, ...stopped] : stopped;
  }

  function typing(room: string): Working {
    return { room, author: discord.botUserId, text: 'is typing…', lastsMs: typingLastsMs };
  }

  async function act(act: Act): Promise<void> {
    if (act.kind === 'write') return write(act);
    if (act.kind === 'post') {
      await discord.post({ forum: act.room, user: act.user, title: act.title, text: discord.composeText(act.text) });
      return;
    }
    const [channel = '', id = ''] = act.message.split('/');
    const place = { channel, id, user: act.user };
    if (act.kind === 'edit') return discord.edit({ ...place, text: discord.composeText(act.text) });
    if (act.kind === 'remove') return discord.remove(place);
    if (act.kind === 'react') return discord.react({ ...place, emoji: act.name });
    await discord.press({ channel, user: act.user, message: id, button: act.button });
  }

  /** `/docs how do I …`: the words are the value of the command's first option. */
  async function write({ user, room, text }: Extract<Act, { kind: 'write' }>): Promise<void> {
    const [, name, rest = ''] = /^\/([\w-]+)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
    const command = discord.registeredCommands().find((one) => one.name === name && one.type === slashCommand);
    if (!name || !command) {
      await discord.say({ channel: room, user, text: discord.composeText(text) });
      return;
    }
    const [option] = optionsOf(command.definition);
    const value = rest.replace(new RegExp(`^${option}:\\s*`), '');
    await discord.command({ name, channel: room, user, options: option && value ? { [option]: value } : {} });
  }

  function channelRoom(channel: DiscordChannel): Room {
    const { id, name, kind, topic, tags } = channel;
    const seers = discord.users.filter(
      (user) => (permissionsIn(membership, channel, user) & Permission.viewChannel) !== 0n,
    );
    const members = seers.map((user) => user.id);
    return {
      id,
      name,
      kind: kinds[kind],
      topic,
      members,
      hasBot: members.includes(discord.botUserId),
      tags: tags.map((tag) => tag.name),
    };
  }

  function threadRoom({ id, name, parent, archived, locked }: Thread): Room {
    const channel = discord.channels.find((one) => one.id === parent);
    const above = channel && channelRoom(channel);
    return {
      id,
      name,
      kind: 'thread',
      topic: '',
      parent,
      hasBot: true,
      closed: locked,
      archived,
      ...(above?.members ? { members: above.members } : {}),
    };
  }

  function shownMessage(message: SandboxMessage): ShownMessage {
    const { channel, id, author, at, content, editedAt, visibleTo, reactions, previews, thread, embedsSuppressed } =
      message;
    const names = namesFor(message);
    const cards = embedsSuppressed ? [] : message.embeds.map((embed) => card(embed, names));
    const above = aboveOf(message);
    const notice = noticeOf(message);
    return {
      id: idOf(channel, id),
      room: channel,
      author,
      at,
      body: [...discordText(content, names), ...cards, ...discordComponents(message.components, names)],
      source: content,
      edited: editedAt !== undefined,
      ...(visibleTo ? { visibleTo } : {}),
      reactions: reactions.map(({ emoji, users: reacted }) => ({ name: emoji, sign: emoji, users: reacted })),
      previews: embedsSuppressed ? [] : previews.filter((url) => /^https?:/i.test(url)),
      ...(above ? { above } : {}),
      ...(notice ? { notice } : {}),
      ...(message.deferred ? { pending: message.deferred } : {}),
      ...(thread ? { opens: thread } : {}),
    };
  }

  function aboveOf({ interaction, replyTo }: SandboxMessage): ShownMessage['above'] {
    if (interaction?.name) return { author: interaction.user, text: `used /${interaction.name}` };
    const original = replyTo && discord.messages(replyTo.channel).find((one) => one.id === replyTo.id);
    return (
      original && { author: original.author, text: toPlainText(discordText(original.content, namesFor(original))) }
    );
  }

  function noticeOf({ type, author, content }: SandboxMessage): string | undefined {
    const name = users.get(author)?.displayName ?? 'Somebody';
    if (type === MessageType.threadCreated) return `${name} started a thread: ${content}`;
    return type === MessageType.renamed ? `${name} changed the name: ${content}` : undefined;
  }

  function namesFor(message: SandboxMessage): DiscordNames {
    return {
      person: (id) => users.get(id)?.displayName ?? 'unknown-user',
      role: (id) => roles.get(id)?.name ?? 'unknown-role',
      place: (id) => discord.channels.find((one) => one.id === id)?.name ?? discord.thread(id)?.name ?? 'unknown',
      everybody: message.mentions.everyone,
    };
  }
}

/** What starts a thread is shown above it anyway. */
function isShown(message: SandboxMessage): boolean {
  return message.type !== MessageType.threadStarter;
}

function optionsOf(definition: JsonObject): string[] {
  const options = Array.isArray(definition.options) ? definition.options.filter(isObject) : [];
  return options.map((option) => String(option.name));
}

function card(embed: JsonObject, names: DiscordNames): ShownMessage['body'][number] {
  const words = (value: unknown) => (typeof value === 'string' ? discordText(value, names) : []);
  const title = typeof embed.title === 'string' ? [{ kind: 'strong', children: words(embed.title) } as const] : [];
  const colour = typeof embed.color === 'number' ? { colour: embed.color.toString(16).padStart(6, '0') } : {};
  const fields = Array.isArray(embed.fields) ? embed.fields.filter(isObject) : [];
  const below = fields.flatMap((field) => [
    { kind: 'strong', children: words(field.name) } as const,
    ...words(field.value),
  ]);
  const footer = isObject(embed.footer) ? [{ kind: 'small', children: words(embed.footer.text) } as const] : [];
  return { kind: 'card', ...colour, children: [...title, ...words(embed.description), ...below, ...footer] };
}

function idOf(channel: string, id: string): string {
  return `${channel}/${id}`;
}
