/**
 * What of a message follows from what was sent: pings, cards, flags. In: a checked form, the place. Out: the fields of
 * the message; a thread that was archived is opened by it.
 */
import { previewsIn } from '../world/markdown.ts';
import { type AllowedMentions, type Mentions, mentioned, noMentions } from '../world/mentions.ts';
import { type Draft, type Message, MessageFlag } from '../world/message.ts';
import { has } from '../world/permissions.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import type { MessageForm } from './message-fields.ts';

/** Flags that an app may set on a message of its own. */
const settable = MessageFlag.suppressEmbeds | MessageFlag.suppressNotifications | MessageFlag.componentsV2;

/** What a message says; where it is and whose it is are up to the caller. */
export type MessageFields = Pick<Draft, 'content' | 'flags' | 'mentions' | 'embeds' | 'components' | 'previews'>;

/** `allowed` holds when the form says nothing of mentions. `repliedTo` is a person. */
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

/** An edit: what was not sent stays, but a new text is read anew for pings. */
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
  return mentioned(text, allowed, { mayPingAll: has(permissions, 'mentionEveryone') }, world, repliedTo);
}

function previews(content: string, flags: number, permissions: bigint): readonly string[] {
  return flags & MessageFlag.suppressEmbeds || !has(permissions, 'embedLinks') ? [] : previewsIn(content);
}

function refuseEmpty(content: string, embeds: readonly unknown[], components: readonly unknown[]): void {
  if (content === '' && embeds.length === 0 && components.length === 0) throw refusal(50006);
}
