/** A message of the simulated Discord as the console shows it. */
import type { DiscordSandbox, SandboxMessage } from '../../discord/sandbox.ts';
import { MessageType } from '../../discord/world/message.ts';
import type { RenderedMessage } from '../panel.ts';
import { toPlainText } from '../plain-text.ts';
import { renderComponents } from './components.ts';
import { renderEmbed } from './embed.ts';
import { type DiscordNames, renderMarkdown } from './markdown.ts';

/** The message that starts a thread is shown above the thread, not in it. */
export function isShown(message: SandboxMessage): boolean {
  return message.type !== MessageType.threadStarter;
}

export function renderMessage(discord: DiscordSandbox, message: SandboxMessage): RenderedMessage {
  const { channel, id, author, at, content, visibleTo, reactions, thread, deferred, embedsSuppressed, attachments } =
    message;
  const names = namesFor(discord, message);
  const embeds = embedsSuppressed ? [] : message.embeds;
  const previews = embedsSuppressed ? [] : message.previews;
  const above = lineAbove(discord, message);
  const notice = noticeOf(discord, message);
  return {
    id: messageId(channel, id),
    room: channel,
    author,
    at,
    body: [
      ...renderMarkdown(content, names),
      ...embeds.map((embed) => renderEmbed(embed, names)),
      ...renderComponents(message.components, names),
    ],
    source: content,
    edited: message.editedAt !== undefined,
    ...(visibleTo ? { visibleTo } : {}),
    reactions: reactions.map(({ emoji, users }) => ({ name: emoji, sign: emoji, users })),
    previews: previews.filter((url) => /^https?:/i.test(url)),
    ...(attachments && { files: attachments.map((file) => ({ name: file.filename, bytes: file.content.length })) }),
    ...(above ? { above } : {}),
    ...(notice ? { notice } : {}),
    ...(deferred ? { pending: deferred } : {}),
    ...(thread ? { opens: thread } : {}),
  };
}

/** A message's id on the page. */
export function messageId(channel: string, id: string): string {
  return `${channel}/${id}`;
}

export function parseMessageId(id: string): { channel: string; id: string } {
  const [channel = '', message = ''] = id.split('/');
  return { channel, id: message };
}

function lineAbove(discord: DiscordSandbox, { interaction, replyTo }: SandboxMessage): RenderedMessage['above'] {
  if (interaction?.name) return { author: interaction.user, text: `used /${interaction.name}` };
  const original = replyTo && discord.messages(replyTo.channel).find(({ id }) => id === replyTo.id);
  if (!original) return undefined;
  return { author: original.author, text: toPlainText(renderMarkdown(original.content, namesFor(discord, original))) };
}

function noticeOf({ users }: DiscordSandbox, { type, author, content }: SandboxMessage): string | undefined {
  const name = users.find(({ id }) => id === author)?.displayName ?? 'Someone';
  if (type === MessageType.threadCreated) return `${name} started a thread: ${content}`;
  return type === MessageType.renamed ? `${name} changed the name: ${content}` : undefined;
}

function namesFor(discord: DiscordSandbox, { mentions }: SandboxMessage): DiscordNames {
  return {
    person: (id) => discord.users.find((user) => user.id === id)?.displayName ?? 'unknown-user',
    role: (id) => discord.roles.find((role) => role.id === id)?.name ?? 'unknown-role',
    place: (id) => discord.channels.find((channel) => channel.id === id)?.name ?? discord.thread(id)?.name ?? 'unknown',
    everyonePings: mentions.everyone,
  };
}
