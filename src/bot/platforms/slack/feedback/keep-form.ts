/** The form in which a helper checks an answer before it is kept, as a Slack modal, and its submission. Pure. */
import type { types } from '@slack/bolt';
import { isObject, parseJson, stringAt, valueAt } from '../../../../kit/base/json.ts';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { isKeepTerms, maxKeptAnswerChars, maxKeptQuestionChars } from '../../../core/model/kept-answer.ts';
import type { KeepForm, SentAnswer } from '../../../core/ports/keeping.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import { plain } from './reason-form.ts';

export const keepForm = 'keep';
/** The block that shows errors about the whole form. */
export const questionBlock = 'question';
const answerBlock = 'answer';
const termsBlock = 'terms';
const replaceBlock = 'replace';

/** The message that is kept, as the form carries it; only our app can read it there. */
export type KeptMessage = Pick<SentAnswer, 'posted' | 'terms'> & {
  readonly thread: Pick<ThreadRef, 'platform' | 'installation' | 'channel' | 'thread'>;
};

/** Source: docs.slack.dev reference/views/modal-views, reference/block-kit/blocks/input-block, 2026-11-28. */
export function toKeepForm(
  form: KeepForm,
  message: KeptMessage,
  responseUrl: string,
  wording: Wording,
): types.ModalView {
  const { question, answer, terms, note, earlier } = form;
  const choice = (block: string, text: string) => ({
    type: 'radio_buttons' as const,
    action_id: block,
    options: [{ text: plain(text), value: block }],
  });
  return {
    type: 'modal',
    callback_id: keepForm,
    private_metadata: JSON.stringify({ ...message, responseUrl }),
    title: plain(wording.say('form.keepTitle')),
    submit: plain(wording.say('form.keepSend')),
    close: plain(wording.say('form.cancel')),
    blocks: [
      {
        type: 'input',
        block_id: questionBlock,
        label: plain(wording.say('form.keepQuestion')),
        element: toInput(questionBlock, question, maxKeptQuestionChars),
      },
      {
        type: 'input',
        block_id: answerBlock,
        label: plain(wording.say('form.keepAnswer')),
        ...(note !== undefined && { hint: plain(note) }),
        element: { ...toInput(answerBlock, answer, maxKeptAnswerChars), multiline: true },
      },
      ...(terms === 'none'
        ? []
        : [
            {
              type: 'input' as const,
              block_id: termsBlock,
              label: plain(wording.say('form.keepTerms')),
              element: choice(termsBlock, wording.say(`form.${terms}`)),
            },
          ]),
      {
        type: 'input',
        block_id: replaceBlock,
        optional: true,
        label: plain(wording.say('form.keepReplace')),
        ...(earlier !== undefined && { hint: plain(earlier) }),
        element: choice(replaceBlock, wording.say('form.replace')),
      },
    ],
  };
}

function toInput(action_id: string, text: string, max_length: number): types.PlainTextInput {
  return { type: 'plain_text_input', action_id, max_length, ...(text !== '' && { initial_value: text }) };
}

/** undefined for anything but a submission of this form. */
export function toSentAnswer(body: unknown): SentAnswer | undefined {
  const { thread, posted, terms } = messageOf(body);
  const user = stringAt(body, 'user', 'id');
  const values = valueAt(body, 'view', 'state', 'values');
  if (!user || !thread || !posted || !isKeepTerms(terms)) return undefined;
  const chose = (block: string): boolean => stringAt(values, block, block, 'selected_option', 'value') !== undefined;
  return {
    thread,
    posted,
    terms,
    by: toPerson(user, thread.installation, stringAt(body, 'user', 'team_id'), stringAt(body, 'team', 'id')),
    question: stringAt(values, questionBlock, questionBlock, 'value') ?? '',
    answer: stringAt(values, answerBlock, answerBlock, 'value') ?? '',
    isConfirmed: chose(termsBlock),
    replaces: chose(replaceBlock),
  };
}

/** Where the helper can be told something. */
export function responseUrlOf(body: unknown): string {
  return messageOf(body).responseUrl ?? '';
}

function messageOf(body: unknown): Partial<KeptMessage & { readonly responseUrl: string }> {
  const message = parseJson(stringAt(body, 'view', 'private_metadata') ?? '');
  // Written by `toKeepForm` and returned unchanged.
  return isObject(message) ? message : {};
}
