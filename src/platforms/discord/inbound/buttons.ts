/**
 * What may be asked next, as buttons under an answer, and a press of one. In: questions; an INTERACTION_CREATE as the gateway
 * sends it. Out: components; the Question that the press asks. Pure.
 *
 * The button carries its question, so a press works after a restart, too; its place in the answer names it, so that
 * whoever presses it again, and whenever, asks nothing new.
 */
import { ButtonStyle, ComponentType, InteractionType, SnowflakeUtil } from 'discord.js';
import type { Question } from '../../../core/model/conversation.ts';
import type { CommandEvent } from '../native-events.ts';
import { channelRef, replyRef, toChannelInfo } from '../thread-refs.ts';
import { directSilenceMs, groupsOf } from './events.ts';
import { openingBy } from './opening.ts';

/** A press: what it asks, and the buttons that stay. */
export interface Pressed {
  readonly question: Question;
  readonly rest: readonly object[];
}

/** Place and question; an id has room for 100 characters. Source: developer docs "Components: Reference", read 2026-11-21. */
const ours = /^suggestion:(\d):(.+)$/;

/** A row of buttons; none without questions. */
export function toButtons(questions: readonly string[] = []): readonly object[] {
  return toRow(questions.map((question, at) => `suggestion:${at}:${question}`));
}

/** The question of the button, asked in the place of the answer, by whoever pressed it; undefined for presses of other buttons. */
export function toPressed(event: CommandEvent): Pressed | undefined {
  const person = event.member?.user ?? event.user;
  const { message, channel, data } = event;
  const [pressed, at, text] = ours.exec(data?.custom_id ?? '') ?? [];
  if (event.type !== InteractionType.MessageComponent || !person || !message || !channel || !text) return undefined;
  const place = toChannelInfo(channel, undefined);
  const here = channelRef(event.guild_id, channel.id, place);
  const question: Question = {
    id: `discord:${message.id}:suggestion:${at}`,
    eventId: `discord:${event.id}`,
    // Outside of threads, answers are replies to what was asked first.
    thread: place.kind === 'channel' ? replyRef(here, message.message_reference?.message_id ?? message.id) : here,
    asker: `discord:${person.id}`,
    addressed: 'mention',
    text,
    askedAt: SnowflakeUtil.timestampFrom(event.id),
    ...groupsOf(event.member),
    opens: openingBy(person.id),
    ...(place.kind === 'direct' && { endsAfterSilenceMs: directSilenceMs }),
  };
  const all = message.components?.flatMap((row) => row.components?.map((each) => each.custom_id ?? '') ?? []) ?? [];
  return { question, rest: toRow(all.filter((id) => id !== pressed && ours.test(id))) };
}

function toRow(ids: readonly string[]): readonly object[] {
  if (ids.length === 0) return [];
  const components = ids.map((custom_id) => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: custom_id.replace(ours, '$2'),
    custom_id,
  }));
  return [{ type: ComponentType.ActionRow, components }];
}
