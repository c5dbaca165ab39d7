/** A message of the simulated Discord as the console shows it. */
import type { DiscordSandbox, SandboxMessage } from '../../discord/sandbox.ts';
import { MessageType, type Poll } from '../../discord/world/message.ts';
import { form } from '../../discord/world/seed.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { RenderedMessage } from '../panel.ts';
import { toPlainText } from '../plain-text.ts';
import type { RenderedButton, RenderedNode } from '../rendered.ts';
import { type DiscordNames, renderMarkdown } from './markdown.ts';

/** The message that starts a thread is shown above the thread, not in it. */
export function isShown(message: SandboxMessage): boolean {
  return message.type !== MessageType.threadStarter;
}

export function renderMessage(discord: DiscordSandbox, message: SandboxMessage): RenderedMessage {
  const { channel, id, author, at, content, visibleTo, reactions, thread, deferred, embedsSuppressed } = message;
  const attachments = message.attachments ?? message.forwards?.attachments;
  const names = namesFor(discord, message);
  const previews = embedsSuppressed ? [] : message.previews;
  const above = lineAbove(discord, message);
  const notice = noticeOf(discord, message);
  return {
    id: messageId(channel, id),
    room: channel,
    author,
    ...(author === form.id && { postedAs: form.displayName }),
    at,
    body: [
      ...renderContent(message, names),
      ...(message.forwards ? [{ kind: 'card' as const, children: renderContent(message.forwards, names) }] : []),
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

type Content = Pick<SandboxMessage, 'content' | 'embeds' | 'components' | 'poll' | 'sticker'> &
  Partial<Pick<SandboxMessage, 'embedsSuppressed'>>;

function renderContent(
  { content, embeds, embedsSuppressed, components, poll, sticker }: Content,
  names: DiscordNames,
): RenderedNode[] {
  return [
    ...renderMarkdown(content, names),
    ...(embedsSuppressed ? [] : embeds).map((embed) => renderEmbed(embed, names)),
    ...renderComponents(components, names),
    ...(poll ? [renderPoll(poll)] : []),
    ...(sticker === undefined ? [] : [{ kind: 'emphasis' as const, children: [textNode(`Sticker: ${sticker}`)] }]),
  ];
}

function renderPoll({ question, answers }: Poll): RenderedNode {
  const items = answers.map((answer) => ({ kind: 'item' as const, checked: false, children: [textNode(answer)] }));
  const title = { kind: 'strong' as const, children: [textNode(question)] };
  return { kind: 'card', children: [title, { kind: 'list', children: items }] };
}

function textNode(text: string): RenderedNode {
  return { kind: 'text', text };
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

const type = { row: 1, button: 2, menu: 3, section: 9, text: 10, separator: 14, container: 17 } as const;
const styles: Readonly<Record<number, RenderedButton['style']>> = {
  1: 'primary',
  2: 'plain',
  3: 'success',
  4: 'danger',
  5: 'plain',
};

export function renderComponents(components: readonly JsonObject[], names: DiscordNames): RenderedNode[] {
  return components.flatMap((component) => renderComponent(component, names));
}

function renderComponent(component: JsonObject, names: DiscordNames): RenderedNode[] {
  const children = objectsIn(component.components);
  if (component.type === type.row) return [{ kind: 'buttons', buttons: children.flatMap(renderPressable) }];
  if (component.type === type.text) return renderMarkdown(String(component.content ?? ''), names);
  if (component.type === type.separator) return [{ kind: 'rule' }];
  if (component.type === type.container) return [{ kind: 'card', children: renderComponents(children, names) }];
  if (component.type !== type.section) return [];
  const buttons =
    isObject(component.accessory) && component.accessory.type === type.button
      ? [renderButton(component.accessory)]
      : [];
  return [...renderComponents(children, names), ...(buttons.length > 0 ? [{ kind: 'buttons', buttons } as const] : [])];
}

/** The options of a menu are chosen by their labels. */
function renderPressable(component: JsonObject): RenderedButton[] {
  if (component.type === type.menu)
    return objectsIn(component.options).map(({ label }) => renderButton({ label: label ?? '' }));
  return component.type === type.button ? [renderButton(component)] : [];
}

function renderButton(component: JsonObject): RenderedButton {
  const emoji = isObject(component.emoji) && typeof component.emoji.name === 'string' ? `${component.emoji.name} ` : '';
  return {
    id: String(component.custom_id ?? component.label ?? ''),
    text: `${emoji}${typeof component.label === 'string' ? component.label : ''}`.trim(),
    style: styles[Number(component.style)] ?? 'plain',
    disabled: component.disabled === true,
    ...(typeof component.url === 'string' ? { url: component.url } : {}),
  };
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function renderEmbed({ title, description, color, fields, footer }: JsonObject, names: DiscordNames): RenderedNode {
  const render = (value: unknown) => (typeof value === 'string' ? renderMarkdown(value, names) : []);
  const strong = (value: unknown): RenderedNode => ({ kind: 'strong', children: render(value) });
  const fieldList = Array.isArray(fields) ? fields.filter(isObject) : [];
  return {
    kind: 'card',
    ...(typeof color === 'number' ? { colour: color.toString(16).padStart(6, '0') } : {}),
    children: [
      ...(typeof title === 'string' ? [strong(title)] : []),
      ...render(description),
      ...fieldList.flatMap((field) => [strong(field.name), ...render(field.value)]),
      ...(isObject(footer) ? [{ kind: 'small', children: render(footer.text) } as const] : []),
    ],
  };
}
