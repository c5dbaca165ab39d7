/**
 * The buttons under an answer, and a press of one: what may be asked next, and the control that stops the answer or has it
 * written again. Pure.
 *
 * A button carries its question or its turn's id, so a press works after a restart, too. A question's place in the answer
 * names it, so that further presses by anybody, at any time, ask nothing new.
 */
import {
  ButtonStyle,
  ComponentType,
  InteractionType,
  MessageFlags,
  PermissionFlagsBits,
  SnowflakeUtil,
} from 'discord.js';
import { type Body, type Control, isControlKind } from '../../../../core/model/body.ts';
import type { Question } from '../../../../core/model/conversation.ts';
import type { ControlPress } from '../../../../core/ports/presses.ts';
import { english } from '../../../../wording/wording.ts';
import type { CommandEvent, PressedMessage } from '../../native-events.ts';
import { channelRef, replyRef, toChannelInfo } from '../../thread-refs.ts';
import { directSilenceMs, groupsOf, localeOf } from '../messages/events.ts';
import { openingBy } from './command-opening.ts';

/** A press: the question it asks, and the buttons that stay. */
export interface Pressed {
  readonly question: Question;
  readonly rest: readonly object[];
}

/** Place and question; an id has room for 100 characters. Source: developer docs "Components: Reference", read 2026-11-21. */
const ours = /^suggestion:(\d):(.+)$/;

/** The components below a body: a row of questions, and one of controls. */
export function toButtons({
  suggestions = [],
  controls = [],
  wording = english,
}: Pick<Body, 'suggestions' | 'controls' | 'wording'>): readonly object[] {
  const row = toRow(suggestions.map((question, at) => `suggestion:${at}:${question}`));
  return [...row, ...toControlRow(controls.map((each) => ({ ...each, label: wording.say(`button.${each.kind}`) })))];
}

/**
 * The question of the button, asked in the place of the answer, by the person who pressed it; undefined for presses of other
 * buttons.
 */
export function toPressed(event: CommandEvent): Pressed | undefined {
  const person = event.member?.user ?? event.user;
  const { message, channel, data } = event;
  const [pressed, at, text] = ours.exec(data?.custom_id ?? '') ?? [];
  if (event.type !== InteractionType.MessageComponent || !person || !message || !channel || !text) return undefined;
  const place = toChannelInfo(channel);
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
    ...localeOf(event),
    ...groupsOf(event.member),
    opens: openingBy(person.id),
    ...(place.kind === 'direct' && { endsAfterSilenceMs: directSilenceMs }),
  };
  const left = buttonsOf(message).flatMap(({ custom_id: id = '' }) => (id !== pressed && ours.test(id) ? [id] : []));
  return { question, rest: [...toRow(left), ...controlRowOf(message)] };
}

/** The row of controls under a message. */
export function controlRowOf(message: PressedMessage): readonly object[] {
  const controls = buttonsOf(message).flatMap(({ custom_id = '', label = '' }) => {
    const control = readControl(custom_id);
    return control ? [{ ...control, label }] : [];
  });
  return toControlRow(controls);
}

function buttonsOf({ components = [] }: PressedMessage) {
  return components.flatMap((row) => row.components ?? []);
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

/** The custom id contains the turn's id. */
const controlId = /^control:(\w+):(.+)$/;
const moderating = PermissionFlagsBits.ManageMessages | PermissionFlagsBits.ModerateMembers;

/** At most five, as a row holds. Source: developer docs "Components: Reference", read 2026-11-21. */
function toControlRow(controls: readonly (Control & { readonly label: string })[]): readonly object[] {
  if (controls.length === 0) return [];
  const components = controls.map(({ kind, turn, label }) => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: `control:${kind}:${turn}`,
  }));
  return [{ type: ComponentType.ActionRow, components }];
}

/** undefined for the id of another button. */
function readControl(customId: string): Control | undefined {
  const [, kind, turn] = controlId.exec(customId) ?? [];
  return turn !== undefined && isControlKind(kind) ? { kind, turn } : undefined;
}

/** undefined for what is not a press of a control. */
export function toControlPress(event: CommandEvent): ControlPress | undefined {
  const { type, data, member, user, message, token } = event;
  const person = member?.user ?? user;
  const control = readControl(data?.custom_id ?? '');
  if (type !== InteractionType.MessageComponent || !person || !control) return undefined;
  const isModerator = (BigInt(member?.permissions ?? 0) & moderating) !== 0n;
  const by = `discord:${person.id}`;
  const isPrivate = ((message?.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const shared = { ...groupsOf(member), ...localeOf(event), ...(isPrivate && { address: token }) };
  return { control, by, ...shared, isModerator: async () => isModerator };
}
