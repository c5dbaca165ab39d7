/** The form in which a helper checks a draft of a message, as a Slack modal, and its submission. Pure. */
import type { types } from '@slack/bolt';
import { isObject, parseJson, stringAt, valueAt } from '../../../../kit/base/json.ts';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { type DraftKind, isDraftKind, isDraftTerms, maxTextChars, maxTitleChars } from '../../../core/model/draft.ts';
import type { Draft, SentDraft } from '../../../core/ports/drafting.ts';
import type { Wording } from '../../../wording/wording.ts';
import { toPerson } from '../connection/person.ts';
import { plain } from './reason-form.ts';

export const draftForm = 'draft';
/** The block that shows errors about the whole form. */
export const titleBlock = 'title';
const textBlock = 'text';
const termsBlock = 'terms';
const againBlock = 'again';

/** What the draft is of, as the form carries it; only our app can read it there. */
export type Drafted = Pick<SentDraft, 'posted' | 'terms'> & {
  readonly kind: DraftKind;
  readonly thread: Pick<ThreadRef, 'platform' | 'installation' | 'channel' | 'thread'>;
};

/** Source: docs.slack.dev reference/views/modal-views, reference/block-kit/blocks/input-block, 2026-11-28. */
export function toDraftForm(draft: Draft, drafted: Drafted, responseUrl: string, wording: Wording): types.ModalView {
  const { title, text, terms, note, earlier } = draft;
  const { kind } = drafted;
  const choice = (block: string, text: string) => ({
    type: 'radio_buttons' as const,
    action_id: block,
    options: [{ text: plain(text), value: block }],
  });
  return {
    type: 'modal',
    callback_id: draftForm,
    private_metadata: JSON.stringify({ ...drafted, responseUrl }),
    title: plain(wording.say(`form.${kind}Title`)),
    submit: plain(wording.say(`form.${kind}Send`)),
    close: plain(wording.say('form.cancel')),
    blocks: [
      {
        type: 'input',
        block_id: titleBlock,
        label: plain(wording.say(`form.${kind}Heading`)),
        element: toInput(titleBlock, title, maxTitleChars[kind]),
      },
      {
        type: 'input',
        block_id: textBlock,
        label: plain(wording.say(`form.${kind}Text`)),
        ...(note !== undefined && { hint: plain(note) }),
        element: { ...toInput(textBlock, text, maxTextChars), multiline: true },
      },
      ...(terms === 'none'
        ? []
        : [
            {
              type: 'input' as const,
              block_id: termsBlock,
              label: plain(wording.say('form.terms')),
              element: choice(termsBlock, wording.say(`form.${terms}`)),
            },
          ]),
      {
        type: 'input',
        block_id: againBlock,
        optional: true,
        label: plain(wording.say(`form.${kind}Again`)),
        ...(earlier !== undefined && { hint: plain(earlier) }),
        element: choice(againBlock, wording.say(`form.${kind}Repeat`)),
      },
    ],
  };
}

function toInput(action_id: string, text: string, max_length: number): types.PlainTextInput {
  return { type: 'plain_text_input', action_id, max_length, ...(text !== '' && { initial_value: text }) };
}

/** undefined for anything but a submission of this form. */
export function toSentDraft(body: unknown): { readonly kind: DraftKind; readonly sent: SentDraft } | undefined {
  const { kind, thread, posted, terms } = draftedOf(body);
  const user = stringAt(body, 'user', 'id');
  const values = valueAt(body, 'view', 'state', 'values');
  if (!user || !thread || !posted || !isDraftKind(kind) || !isDraftTerms(terms)) return undefined;
  const chose = (block: string): boolean => stringAt(values, block, block, 'selected_option', 'value') !== undefined;
  const sent = {
    thread,
    posted,
    terms,
    by: toPerson(user, thread.installation, stringAt(body, 'user', 'team_id'), stringAt(body, 'team', 'id')),
    title: stringAt(values, titleBlock, titleBlock, 'value') ?? '',
    text: stringAt(values, textBlock, textBlock, 'value') ?? '',
    isConfirmed: chose(termsBlock),
    isAgain: chose(againBlock),
  };
  return { kind, sent };
}

/** Where the helper can be told something. */
export function responseUrlOf(body: unknown): string {
  return draftedOf(body).responseUrl ?? '';
}

function draftedOf(body: unknown): Partial<Drafted & { readonly responseUrl: string }> {
  const drafted = parseJson(stringAt(body, 'view', 'private_metadata') ?? '');
  // Written by `toDraftForm` and returned unchanged.
  return isObject(drafted) ? drafted : {};
}
