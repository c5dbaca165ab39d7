/** The form that asks why an answer did not help: builds Discord's modal and reads its submission. Pure. */

import { ComponentType, InteractionType, TextInputStyle } from 'discord.js';
import { isObject, stringAt, valueAt } from '../../../../kit/base/json.ts';
import { headOf } from '../../../../kit/base/shorten.ts';
import { isReasonChoice, maxCommentChars, reasonChoices } from '../../../core/model/feedback.ts';
import type { GivenReason } from '../../../core/ports/presses.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { CommandEvent } from '../native-events.ts';

const reasonField = 'reason';
const commentField = 'comment';
/** The custom id contains the turn's id. */
const ours = /^reason:(.+)$/;

/** The modal for the answer of `turn`. Source: developer docs "Components: Reference, Label", read 2026-11-22. */
export function toReasonForm(turn: string, mayTakeBack: boolean, wording: Wording): object {
  const options = reasonChoices(mayTakeBack).map((value) => ({ label: wording.say(`reason.${value}`), value }));
  return {
    custom_id: `reason:${turn}`,
    title: wording.say('form.title'),
    components: [
      toField(wording.say('form.reason'), { type: ComponentType.StringSelect, custom_id: reasonField, options }),
      toField(wording.say('form.comment'), {
        type: ComponentType.TextInput,
        custom_id: commentField,
        style: TextInputStyle.Paragraph,
        required: false,
        max_length: maxCommentChars,
      }),
    ],
  };
}

/** `description`: below the label, at most 100 characters. */
export function toField(label: string, component: object, description?: string): object {
  return { type: ComponentType.Label, label, ...(description !== undefined && { description }), component };
}

/** undefined for anything but a submission of this form. */
export function toGivenReason({ type, data, member, user }: CommandEvent): GivenReason | undefined {
  const turn = ours.exec(data?.custom_id ?? '')?.[1];
  const person = member?.user ?? user;
  if (type !== InteractionType.ModalSubmit || turn === undefined || !person) return undefined;
  const reason = valueAt(fieldIn(data, reasonField), 'values');
  const [chosen]: readonly unknown[] = Array.isArray(reason) ? reason : [];
  if (!isReasonChoice(chosen)) return undefined;
  const comment = headOf(stringAt(fieldIn(data, commentField), 'value')?.trim() ?? '', maxCommentChars);
  return {
    turn,
    by: `discord:${person.id}`,
    choice: chosen,
    ...(comment && { comment }),
    ...(member && { groups: member.roles.map((role) => `discord:${role}`) }),
  };
}

export function fieldIn(data: CommandEvent['data'], name: string): unknown {
  const fields = data?.components?.map((label) => valueAt(label, 'component')) ?? [];
  return fields.find((field) => isObject(field) && field.custom_id === name);
}
