/**
 * The buttons under an answer, and presses of them: suggested questions, and controls that stop the answer or write it again.
 * Pure.
 *
 * A button's custom id holds its question or its turn's id, so presses still work after a restart. A suggested question is
 * identified by its message and position, so that pressing it twice, even by different people, asks it once.
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
import { maxButtons } from '../../../../core/model/suggestions.ts';
import type { ControlPress } from '../../../../core/ports/presses.ts';
import { english, type Wording } from '../../../../wording/wording.ts';
import type { CommandEvent, PressedMessage } from '../../native-events.ts';
import { channelRef, placeIn, replyRef, toChannelInfo } from '../../thread-refs.ts';
import { directSilenceMs, groupsOf, localeOf } from '../messages/events.ts';
import { openingBy } from './command-opening.ts';

/** A press: the question it asks, and the buttons that remain. */
export interface Pressed {
  readonly question: Question;
  readonly rest: readonly object[];
}

/** Position and question, in up to 100 characters. Source: developer docs "Components: Reference", read 2026-11-21. */
const ours = /^suggestion:(\d{1,2}):(.+)$/;
const menuId = 'suggestion:menu';

/** The components below a body: a row of suggested questions, and a row of controls. */
export function toButtons({
  suggestions = [],
  controls = [],
  wording = english,
}: Pick<Body, 'suggestions' | 'controls' | 'wording'>): readonly object[] {
  const row =
    suggestions.length > maxButtons
      ? toMenu(suggestions, wording)
      : toRow(suggestions.map((question, at) => `suggestion:${at}:${question}`));
  return [
    ...row,
    ...toControlRow(controls.map((control) => ({ ...control, label: wording.say(`button.${control.kind}`) }))),
  ];
}

/**
 * The button's question, asked in the thread of the answer by the person who pressed it; undefined for other buttons.
 */
export function toPressed(event: CommandEvent): Pressed | undefined {
  const person = event.member?.user ?? event.user;
  const { message, channel, data } = event;
  // Each option of the menu is what the custom id of its button would be.
  const [pressed, at, text] = ours.exec((data?.custom_id === menuId ? data.values?.[0] : data?.custom_id) ?? '') ?? [];
  if (event.type !== InteractionType.MessageComponent || !person || !message || !channel || !text) return undefined;
  const place = toChannelInfo(channel);
  const here = channelRef(event.guild_id, channel.id, place);
  const question: Question = {
    id: `discord:${message.id}:suggestion:${at}`,
    eventId: `discord:${event.id}`,
    // Outside threads, answers reply to the first question.
    thread: place.kind === 'channel' ? replyRef(here, message.message_reference?.message_id ?? message.id) : here,
    asker: `discord:${person.id}`,
    addressed: 'mention',
    text,
    askedAt: SnowflakeUtil.timestampFrom(event.id),
    ...placeIn(place),
    ...localeOf(event),
    ...groupsOf(event.member),
    opens: openingBy(person.id),
    ...(place.kind === 'direct' && { endsAfterSilenceMs: directSilenceMs }),
  };
  const remaining = buttonsOf(message).flatMap(({ custom_id: id = '' }) =>
    id !== pressed && ours.test(id) ? [id] : [],
  );
  return { question, rest: [...toRow(remaining), ...controlRowOf(message)] };
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

/** Source: developer docs "Components: Reference", String Select (25 options, label and value: 100), read 2026-11-28. */
function toMenu(questions: readonly string[], wording: Wording): readonly object[] {
  const menu = {
    type: ComponentType.StringSelect,
    custom_id: menuId,
    placeholder: wording.say('choose'),
    options: questions.map((question, at) => ({ label: question, value: `suggestion:${at}:${question}` })),
  };
  return [{ type: ComponentType.ActionRow, components: [menu] }];
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

/** A row holds up to five buttons. Source: developer docs "Components: Reference", read 2026-11-21. */
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

/** undefined if it is not the custom id of a control. */
function readControl(customId: string): Control | undefined {
  const [, kind, turn] = controlId.exec(customId) ?? [];
  return turn !== undefined && isControlKind(kind) ? { kind, turn } : undefined;
}

/** undefined if the event is not a press of a control. */
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
