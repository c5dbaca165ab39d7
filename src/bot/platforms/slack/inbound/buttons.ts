/**
 * Suggested questions as buttons under an answer, and a button press as a Question.
 *
 * The button carries its question, so that a press also works after a restart. The button's position in the answer makes up
 * the question's id, so that pressing it again asks nothing new.
 */

import type { types } from '@slack/bolt';
import { type Control, inOneRow, isControlKind } from '../../../core/model/body.ts';
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { readShareName } from '../../../core/model/private-place.ts';
import { maxButtons } from '../../../core/model/suggestions.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import { placeIn } from '../connection/visibility.ts';
import { installationOf, type Opening, toUnopenedThread } from './commands.ts';
import { threadRef } from './events.ts';

const action = 'suggestion';

/** Action ids of suggestion buttons, which are their positions in the row, and of the menu. */
export const suggestionAction = /^suggestion:(?:\d|menu)$/;
const menuAction = `${action}:menu`;

/** A row of buttons, or of a menu if they are many; empty without questions. */
export function toButtons(questions: readonly string[], wording: Wording): types.ActionsBlock[] {
  if (questions.length === 0) return [];
  if (questions.length > maxButtons) return [{ type: 'actions', elements: [toMenu(questions, wording)] }];
  const elements = questions.map((question, at) => ({
    type: 'button' as const,
    action_id: `${action}:${at}`,
    // Plain text shows formatting and emoji names literally.
    text: { type: 'plain_text' as const, text: question, emoji: false },
    value: question,
  }));
  return [{ type: 'actions', elements }];
}

/**
 * Source: docs.slack.dev reference/block-kit/block-elements/select-menu-element and composition-objects/option-object (text: 75,
 * value: 150), 2026-11-28.
 */
function toMenu(questions: readonly string[], wording: Wording): types.StaticSelect {
  return {
    type: 'static_select',
    action_id: menuAction,
    placeholder: { type: 'plain_text', text: wording.say('choose'), emoji: false },
    options: questions.map((question, at) => ({
      text: { type: 'plain_text', text: question, emoji: false },
      value: `${at}:${question}`,
    })),
  };
}

/** The position and the words of a suggestion that was pressed or chosen. */
function toSuggestion({ action_id, value, selected_option }: ButtonPress['actions'][number]): readonly string[] {
  if (action_id !== menuAction) return [action_id, value ?? ''];
  const [, at, question = ''] = /^(\d+):(.+)$/.exec(selected_option?.value ?? '') ?? [];
  return [`${action}:${at}`, question];
}

const controlPrefix = 'control:';

/** Action ids of the buttons that apply to a whole answer, and of their menu. */
export const controlAction = /^control:/;
const controlMenu = `${controlPrefix}menu`;
/** Shares an answer that only its asker sees; its value is the name of the answer. */
const share = 'share' as const;

/**
 * One row for the whole answer. `shareName`: the name under which it can be shared. Source: docs.slack.dev
 * reference/block-kit/block-elements/overflow-menu-element (5 options) and composition-objects/option-object (value: 150),
 * 2026-11-28.
 */
export function toControlButtons(
  controls: readonly Control[],
  wording: Wording,
  shareName?: string,
): types.ActionsBlock[] {
  const entries = [
    ...controls.map(({ kind, turn }) => ({ kind, value: turn })),
    ...(shareName === undefined ? [] : [{ kind: share, value: shareName }]),
  ];
  if (entries.length === 0) return [];
  const { buttons, menu } = inOneRow(entries);
  const labelOf = ({ kind }: (typeof entries)[number]) =>
    ({ type: 'plain_text', text: wording.say(`button.${kind}`), emoji: false }) as const;
  const elements = buttons.map((entry) => ({
    type: 'button' as const,
    action_id: controlPrefix + entry.kind,
    text: labelOf(entry),
    value: entry.value,
  }));
  const options = menu.map((entry) => ({ text: labelOf(entry), value: `${entry.kind}:${entry.value}` }));
  const overflow = { type: 'overflow' as const, action_id: controlMenu, options };
  return [{ type: 'actions', elements: options.length === 0 ? elements : [...elements, overflow] }];
}

/** The kind and the value of what was pressed in that row; undefined for anything else. */
function readChoice({ action_id, value, selected_option }: ButtonPress['actions'][number]) {
  if (!controlAction.test(action_id)) return undefined;
  const [, kind, chosen] =
    action_id === controlMenu
      ? (/^(\w+):(.+)$/.exec(selected_option?.value ?? '') ?? [])
      : [undefined, action_id.slice(controlPrefix.length), value];
  return kind && chosen ? { kind, value: chosen } : undefined;
}

/** undefined for other buttons. */
export function toControl({ actions: [pressed] }: ButtonPress): Control | undefined {
  const choice = pressed && readChoice(pressed);
  return choice && isControlKind(choice.kind) ? { kind: choice.kind, turn: choice.value } : undefined;
}

/** mrkdwn as a block, displayed verbatim and fully expanded. */
export function toSection(text: string): types.SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true }, expand: true };
}

/**
 * The fields of a `block_actions` payload that we read. Source: docs.slack.dev
 * reference/interaction-payloads/block_actions-payload, 2026-11-21.
 */
export interface ButtonPress {
  readonly team?: { readonly id: string } | null;
  readonly enterprise?: { readonly id: string } | null;
  readonly is_enterprise_install?: boolean;
  readonly user: { readonly id: string; readonly team_id?: string };
  readonly channel?: { readonly id: string; readonly name?: string };
  /** Absent on ephemeral messages. */
  readonly message?: { readonly ts: string; readonly thread_ts?: string };
  readonly response_url: string;
  readonly trigger_id: string;
  readonly actions: readonly {
    readonly action_id: string;
    readonly value?: string;
    /** Menus only. */
    readonly selected_option?: { readonly value?: string } | null;
  }[];
}

/**
 * The button's question, asked in the answer's thread by the person who pressed it; undefined for other elements.
 */
export function toQuestion(press: ButtonPress, now: number): Question | undefined {
  const { channel, message, user, actions, trigger_id: eventId } = press;
  const [pressed] = actions;
  if (!channel || !pressed) return undefined;
  const choice = readChoice(pressed);
  if (choice) return choice.kind === share ? toShared(press, channel, choice.value, now) : undefined;
  const [position, text] = toSuggestion(pressed);
  if (!message || !text) return undefined;
  const installation = installationOfPress(press);
  const opening: Opening = { user: user.id };
  return {
    id: `slack:${installation}:${channel.id}:${message.ts}:${position}`,
    eventId,
    thread: threadRef(installation, channel.id, message.thread_ts ?? message.ts),
    asker: personOf(press),
    addressed: 'mention',
    text,
    askedAt: now,
    ...placeIn(channel),
    opens: JSON.stringify(opening),
  };
}

/** Sharing the same answer again shares nothing new. The response URL reaches the person who pressed the button, even where we may not post in the channel. */
function toShared(
  press: ButtonPress,
  channel: NonNullable<ButtonPress['channel']>,
  name: string,
  now: number,
): Question {
  const { user, trigger_id: eventId } = press;
  const installation = installationOfPress(press);
  const opening: Opening = { user: user.id, responseUrl: press.response_url, isShared: true };
  const { id, shares } = readShareName(name);
  return {
    id,
    eventId,
    thread: toUnopenedThread(installation, channel.id, eventId),
    asker: personOf(press),
    addressed: 'command',
    text: '',
    askedAt: now,
    ...placeIn(channel),
    opens: JSON.stringify(opening),
    shares,
  };
}

/** Who pressed the button, in the form of `Question.asker`. */
export function personOf(press: ButtonPress): string {
  return toPerson(press.user.id, installationOfPress(press), press.user.team_id);
}

/** Where the button was pressed, with the fields that routing rules look at. */
export function placeOf(press: Omit<ButtonPress, 'actions' | 'message'>): ThreadRef {
  return threadRef(installationOfPress(press), press.channel?.id ?? '', '');
}

/** The installation that a press or a form belongs to. */
export function installationOfPress({
  team,
  enterprise,
  is_enterprise_install,
}: Omit<ButtonPress, 'actions' | 'message'>): string {
  return installationOf({ team_id: team?.id, enterprise_id: enterprise?.id, is_enterprise_install });
}
