/**
 * Suggested questions as buttons under an answer, and a button press as a Question.
 *
 * The button carries its question, so that a press also works after a restart. The button's position in the answer makes up
 * the question's id, so that pressing it again asks nothing new.
 */

import type { types } from '@slack/bolt';
import { type Control, type ControlKind, isControlKind } from '../../../core/model/body.ts';
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { readShareName } from '../../../core/model/private-place.ts';
import { maxButtons } from '../../../core/model/suggestions.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import { placeIn } from '../connection/visibility.ts';
import { installationOf, type Opening, toUnopenedThread } from './commands.ts';
import { threadRef } from './events.ts';

const action = 'suggestion';

/** The Share button under an answer that only its asker sees. */
export const shareAction = 'share';

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

/** Action ids of the buttons that apply to a whole answer. */
export const controlAction = /^control:/;

/**
 * Slack's pair of feedback buttons, and a row with the others. `isForOne`: all in one row, since it is not documented
 * whether an ephemeral message may contain the pair.
 */
export function toControlButtons(
  controls: readonly Control[],
  wording: Wording,
  isForOne = false,
): (types.ActionsBlock | types.ContextActionsBlock)[] {
  if (isForOne) return controls.length > 0 ? [toRow(controls, wording)] : [];
  const [helpful] = controls.filter(({ kind }) => kind === 'helpful');
  const others = controls.filter(({ kind }) => kind !== 'helpful' && kind !== 'not_helpful');
  return [
    ...(helpful ? [toFeedbackButtons(helpful.turn, wording)] : []),
    ...(others.length > 0 ? [toRow(others, wording)] : []),
  ];
}

function toRow(controls: readonly Control[], wording: Wording): types.ActionsBlock {
  const elements = controls.map(({ kind, turn }) => ({
    type: 'button' as const,
    action_id: controlPrefix + kind,
    text: labelOf(kind, wording),
    value: turn,
  }));
  return { type: 'actions', elements };
}

/** Source: docs.slack.dev reference/block-kit/block-elements/feedback-buttons-element, 2026-11-22. */
function toFeedbackButtons(turn: string, wording: Wording): types.ContextActionsBlock {
  const button = (kind: ControlKind) => ({ text: labelOf(kind, wording), value: `${kind}:${turn}` });
  const pair = { positive_button: button('helpful'), negative_button: button('not_helpful') };
  return {
    type: 'context_actions',
    elements: [{ type: 'feedback_buttons', action_id: `${controlPrefix}feedback`, ...pair }],
  };
}

function labelOf(kind: ControlKind, wording: Wording) {
  return { type: 'plain_text' as const, text: wording.say(`button.${kind}`), emoji: false };
}

/** undefined for other buttons. */
export function toControl({ actions: [pressed] }: ButtonPress): Control | undefined {
  if (!pressed?.value || !controlAction.test(pressed.action_id)) return undefined;
  const named = pressed.action_id.slice(controlPrefix.length);
  // In the feedback pair, the value tells the buttons apart.
  const [kind, turn] = named === 'feedback' ? pressed.value.split(':') : [named, pressed.value];
  return turn && isControlKind(kind) ? { kind, turn } : undefined;
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
  if (pressed.action_id === shareAction)
    return pressed.value ? toShared(press, channel, pressed.value, now) : undefined;
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

/** Shares the answer with this name; pressing it again shares nothing new. */
export function toShareButton(name: string, wording: Wording): types.ActionsBlock {
  const text = { type: 'plain_text' as const, text: wording.say('button.share') };
  return { type: 'actions', elements: [{ type: 'button', text, action_id: shareAction, value: name }] };
}

/** The response URL reaches the person who pressed the button, even where we may not post in the channel. */
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
