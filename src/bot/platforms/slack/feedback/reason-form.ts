/** The form that asks why an answer did not help, as a Slack modal, and its submission. Pure. */

import type { types } from '@slack/bolt';
import { isObject, parseJson, stringAt, valueAt } from '../../../../kit/base/json.ts';
import { headOf } from '../../../../kit/base/shorten.ts';
import { isReasonChoice, maxCommentChars, reasonChoices } from '../../../core/model/feedback.ts';
import type { GivenReason } from '../../../core/ports/presses.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';

export const reasonForm = 'reason';
/** The block that shows errors about the whole form. */
export const reasonBlock = 'reason';
const commentBlock = 'comment';

/** The form for one press. */
export interface ReasonForm {
  /** The turn that is rated. */
  readonly turn: string;
  readonly mayTakeBack: boolean;
  /** Where the press can be answered, for half an hour; only our app can read it in the form. */
  readonly responseUrl: string;
  readonly thread: string | undefined;
}

/** Source: docs.slack.dev reference/views/modal-views, 2026-11-22. */
export function toReasonForm(form: ReasonForm, wording: Wording): types.ModalView {
  const { mayTakeBack, ...origin } = form;
  return {
    type: 'modal',
    callback_id: reasonForm,
    private_metadata: JSON.stringify(origin),
    title: plain(wording.say('form.title')),
    submit: plain(wording.say('form.send')),
    close: plain(wording.say('form.cancel')),
    blocks: [
      {
        type: 'input',
        block_id: reasonBlock,
        label: plain(wording.say('form.reason')),
        element: {
          type: 'radio_buttons',
          action_id: reasonBlock,
          options: reasonChoices(mayTakeBack).map((value) => ({ text: plain(wording.say(`reason.${value}`)), value })),
        },
      },
      {
        type: 'input',
        block_id: commentBlock,
        optional: true,
        label: plain(wording.say('form.comment')),
        element: {
          type: 'plain_text_input',
          action_id: commentBlock,
          multiline: true,
          max_length: maxCommentChars,
        },
      },
    ],
  };
}

/**
 * undefined for anything but a submission of this form. Source: docs.slack.dev
 * reference/interaction-payloads/view-interactions-payload, 2026-11-22.
 */
export function toGivenReason(body: unknown): GivenReason | undefined {
  const turn = stringAt(originOf(body), 'turn');
  const user = stringAt(body, 'user', 'id');
  const values = valueAt(body, 'view', 'state', 'values');
  const reason = stringAt(values, reasonBlock, reasonBlock, 'selected_option', 'value');
  if (!isObject(body) || !turn || !user || !isReasonChoice(reason)) return undefined;
  const comment = headOf(stringAt(values, commentBlock, commentBlock, 'value')?.trim() ?? '', maxCommentChars);
  const by = toPerson(user, '', stringAt(body, 'user', 'team_id'), stringAt(body, 'team', 'id'));
  return { turn, by, choice: reason, ...(comment && { comment }) };
}

/** Where the press that opened the form can be answered. */
export function answerTo(body: unknown): Pick<ReasonForm, 'responseUrl' | 'thread'> | undefined {
  const origin = originOf(body);
  const responseUrl = stringAt(origin, 'responseUrl');
  return responseUrl === undefined ? undefined : { responseUrl, thread: stringAt(origin, 'thread') };
}

function originOf(body: unknown): unknown {
  return parseJson(stringAt(body, 'view', 'private_metadata') ?? '');
}

/** Text of a form. */
export function plain(text: string): types.PlainTextElement {
  return { type: 'plain_text', text, emoji: false };
}
