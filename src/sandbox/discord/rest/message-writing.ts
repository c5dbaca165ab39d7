/** Builds a message's content from its checked form: mentions, link previews and flags follow from what was sent. */
import { previewsIn } from '../world/markdown.ts';
import { type AllowedMentions, type Mentions, noMentions, resolveMentions } from '../world/mentions.ts';
import { type Draft, type Message, MessageFlag } from '../world/message.ts';
import { has } from '../world/permissions.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import type { MessageForm } from './message-fields.ts';

/** Flags that an app may set on its own messages. */
const settable = MessageFlag.suppressEmbeds | MessageFlag.suppressNotifications | MessageFlag.componentsV2;

/** A message's content, without its place and author. */
export type MessageFields = Pick<Draft, 'content' | 'flags' | 'mentions' | 'embeds' | 'components' | 'previews'>;

/** `allowed`: the default for a form without `allowed_mentions`. `repliedTo`: the author of the message replied to. */
export function newMessageFields(
  world: World,
  permissions: bigint,
  form: MessageForm,
  allowed: AllowedMentions,
  repliedTo?: string,
): MessageFields {
  const content = form.content ?? '';
  const flags = (form.flags ?? 0) & settable;
  const embeds = form.embeds ?? [];
  const components = form.components ?? [];
  refuseEmpty(content, embeds, components);
  refuseBlocked(world, content);
  if (embeds.length > 0 && !has(permissions, 'embedLinks')) throw refusal(50013);
  return {
    content,
    flags,
    embeds,
    components,
    mentions: pings(world, permissions, content, form.allowed ?? allowed, repliedTo),
    previews: previews(content, flags, permissions),
  };
}

/** Omitted fields stay; mentions are resolved again when the text changes. */
export function editedFields(
  world: World,
  permissions: bigint,
  message: Message,
  form: MessageForm,
  allowed: AllowedMentions,
): Partial<Draft> {
  const content = form.content === undefined ? message.content : (form.content ?? '');
  const embeds = form.embeds ?? message.embeds;
  const components = form.components ?? message.components;
  refuseEmpty(content, embeds, components);
  refuseBlocked(world, content);
  const suppress = form.flags === undefined ? message.flags : form.flags;
  const flags =
    (message.flags & ~MessageFlag.suppressEmbeds) |
    (suppress & MessageFlag.suppressEmbeds) |
    ((form.flags ?? 0) & MessageFlag.componentsV2);
  const isReread = form.content !== undefined || form.allowed !== undefined;
  const repliedTo = message.replyTo && world.find(message.replyTo.channel, message.replyTo.id)?.author;
  return {
    content,
    embeds,
    components,
    flags,
    previews: previews(content, flags, permissions),
    ...(isReread ? { mentions: pings(world, permissions, content, form.allowed ?? allowed, repliedTo) } : {}),
  };
}

function pings(
  world: World,
  permissions: bigint,
  text: string,
  allowed: AllowedMentions,
  repliedTo?: string,
): Mentions {
  if (!text && !repliedTo) return noMentions;
  return resolveMentions(text, allowed, { mayPingAll: has(permissions, 'mentionEveryone') }, world, repliedTo);
}

function previews(content: string, flags: number, permissions: bigint): readonly string[] {
  return flags & MessageFlag.suppressEmbeds || !has(permissions, 'embedLinks') ? [] : previewsIn(content);
}

/** Source: developer docs "Topics: Opcodes and Status Codes, JSON", read 2026-11-28. */
function refuseBlocked({ blocked }: World, content: string): void {
  const found = [...blocked].find((words) => content.includes(words));
  if (found !== undefined) throw refusal(found.includes('://') ? 240000 : 200000);
}

function refuseEmpty(content: string, embeds: readonly unknown[], components: readonly unknown[]): void {
  if (content === '' && embeds.length === 0 && components.length === 0) throw refusal(50006);
}
