/** The form that asks why an answer did not help, as a Slack modal, and its submission. Pure. */

import type { types } from '@slack/bolt';
import { isObject, stringAt, valueAt } from '../../../../kit/base/json.ts';
import { headOf } from '../../../../kit/base/shorten.ts';
import { isReasonChoice, maxCommentChars, reasonChoices } from '../../../core/model/feedback.ts';
import type { GivenReason } from '../../../core/ports/presses.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';

export const reasonForm = 'reason';
/** The block that shows errors about the whole form. */
export const reasonBlock = 'reason';
const commentBlock = 'comment';

/** Source: docs.slack.dev reference/views/modal-views, 2026-11-22. `turn`: the turn that is rated. */
export function toReasonForm(turn: string, mayTakeBack: boolean, wording: Wording): types.ModalView {
  return {
    type: 'modal',
    callback_id: reasonForm,
    private_metadata: turn,
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
  const turn = stringAt(body, 'view', 'private_metadata');
  const user = stringAt(body, 'user', 'id');
  const values = valueAt(body, 'view', 'state', 'values');
  const reason = stringAt(values, reasonBlock, reasonBlock, 'selected_option', 'value');
  if (!isObject(body) || !turn || !user || !isReasonChoice(reason)) return undefined;
  const comment = headOf(stringAt(values, commentBlock, commentBlock, 'value')?.trim() ?? '', maxCommentChars);
  const by = toPerson(user, '', stringAt(body, 'user', 'team_id'), stringAt(body, 'team', 'id'));
  return { turn, by, choice: reason, ...(comment && { comment }) };
}

function plain(text: string): types.PlainTextElement {
  return { type: 'plain_text', text, emoji: false };
}
