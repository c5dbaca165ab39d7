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
import { type Body, type Control, inOneRow, isControlKind } from '../../../../core/model/body.ts';
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

/** The components below a body: a row of suggested questions, and a row for the whole answer. */
export function toButtons({
  suggestions = [],
  controls = [],
  wording = english,
}: Pick<Body, 'suggestions' | 'controls' | 'wording'>): readonly object[] {
  const row =
    suggestions.length > maxButtons
      ? toMenu(suggestions, wording)
      : toRow(suggestions.map((question, at) => `suggestion:${at}:${question}`));
  return [...row, ...toButtonRow(toRowOrMenu(controls, wording))];
}

/** A row beside which no menu can be: the response to its button could not reach a message that only one person sees. */
export function toPrivateButtons(
  { controls = [], wording = english }: Pick<Body, 'controls' | 'wording'>,
  ...others: readonly Labelled[]
): readonly object[] {
  return toButtonRow([...toLabelled(controls, wording, 'control'), ...others]);
}

/** The buttons below a private sentence, which whatever is said to a press replaces. */
export function toOffers(controls: readonly Control[], wording: Wording): readonly object[] {
  return toButtonRow(toLabelled(controls, wording, 'offer'));
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

/** The row for the whole answer under a message. */
export function controlRowOf(message: PressedMessage): readonly object[] {
  const all = buttonsOf(message).map(({ custom_id = '', label = '' }) => ({ custom_id, label }));
  return toButtonRow(all.filter(({ custom_id }) => readControl(custom_id) || menuOf.test(custom_id)));
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
  return toButtonRow(ids.map((custom_id) => ({ custom_id, label: custom_id.replace(ours, '$2') })));
}

export interface Labelled {
  readonly custom_id: string;
  readonly label: string;
}

/** A row holds up to five buttons. Source: developer docs "Components: Reference", read 2026-11-21. */
function toButtonRow(buttons: readonly Labelled[]): readonly object[] {
  if (buttons.length === 0) return [];
  const components = buttons.map((button) => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    ...button,
  }));
  return [{ type: ComponentType.ActionRow, components }];
}

/** The custom id contains the turn's id. An offer is below a private sentence. */
const controlId = /^(control|offer):(\w+):(.+)$/;
/** The menu's kinds of controls, and the turn. */
const menuOf = /^menu:([\w.]+):(.+)$/;
const moderating = PermissionFlagsBits.ManageMessages | PermissionFlagsBits.ModerateMembers;

function toLabelled(controls: readonly Control[], wording: Wording, as: 'control' | 'offer'): readonly Labelled[] {
  return controls.map(({ kind, turn }) => ({
    label: wording.say(`button.${kind}`),
    custom_id: `${as}:${kind}:${turn}`,
  }));
}

/** A select menu would take a row of its own, so that a button opens the menu as private buttons. */
function toRowOrMenu(controls: readonly Control[], wording: Wording): readonly Labelled[] {
  const { buttons, menu } = inOneRow(controls);
  const kinds = menu.map(({ kind }) => kind).join('.');
  const opener = menu.slice(0, 1).map(({ turn }) => ({
    label: wording.say('button.more'),
    custom_id: `menu:${kinds}:${turn}`,
  }));
  return [...toLabelled(buttons, wording, 'control'), ...opener];
}

/** undefined if the event is not a press of the button that opens the menu. */
export function toMenuControls({ type, data }: CommandEvent): readonly Control[] | undefined {
  const [, kinds = '', turn] = menuOf.exec(data?.custom_id ?? '') ?? [];
  if (type !== InteractionType.MessageComponent || turn === undefined) return undefined;
  return kinds.split('.').flatMap((kind) => (isControlKind(kind) ? [{ kind, turn }] : []));
}

/** undefined if it is not the custom id of a control. */
function readControl(customId: string): (Control & { readonly isOffer: boolean }) | undefined {
  const [, as, kind, turn] = controlId.exec(customId) ?? [];
  return turn !== undefined && isControlKind(kind) ? { kind, turn, isOffer: as === 'offer' } : undefined;
}

/** `isOffer`: whatever is said replaces the private sentence above the button. */
export interface PressedControl extends ControlPress {
  readonly isOffer: boolean;
}

/** undefined if the event is not a press of a control. */
export function toControlPress(event: CommandEvent): PressedControl | undefined {
  const { type, data, member, user, message, token } = event;
  const person = member?.user ?? user;
  const pressed = readControl(data?.custom_id ?? '');
  if (type !== InteractionType.MessageComponent || !person || !pressed) return undefined;
  const { isOffer, ...control } = pressed;
  const isModerator = (BigInt(member?.permissions ?? 0) & moderating) !== 0n;
  const by = `discord:${person.id}`;
  const isPrivate = !isOffer && ((message?.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const shared = { ...groupsOf(member), ...localeOf(event), ...(isPrivate && { address: token }) };
  return { control, isOffer, by, ...shared, isModerator: async () => isModerator };
}
