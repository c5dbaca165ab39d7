/** The form in which a helper checks a draft of a message: builds Discord's modal and reads its submission. Pure. */
import { ComponentType, InteractionType, SnowflakeUtil, TextInputStyle } from 'discord.js';
import { stringAt, valueAt } from '../../../../kit/base/json.ts';
import { type DraftKind, isDraftKind, isDraftTerms, maxTextChars, maxTitleChars } from '../../../core/model/draft.ts';
import type { Draft, SentDraft } from '../../../core/ports/drafting.ts';
import type { PostedMessage } from '../../../core/ports/feedback-store.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { CommandEvent } from '../native-events.ts';
import { channelRef, toChannelInfo, toMessageRef } from '../thread-refs.ts';
import { fieldIn, toField } from './reason-form.ts';

const titleField = 'title';
const textField = 'text';
const termsField = 'terms';
const againField = 'again';
/** The custom id contains what is made of the message, what must be confirmed, and the message's id. */
const ours = /^draft:(\w+):(\w+):(\d+)$/;

/** `message`: its id. Source: developer docs "Components: Reference, Label", read 2026-11-28. */
export function toDraftForm(kind: DraftKind, draft: Draft, message: string, wording: Wording): object {
  const { title, text, terms, note, earlier } = draft;
  const toInput = (custom_id: string, style: TextInputStyle, max_length: number, value: string) => ({
    type: ComponentType.TextInput,
    custom_id,
    style,
    max_length,
    ...(value !== '' && { value }),
  });
  const toChoice = (custom_id: string, label: string, required: boolean) => ({
    type: ComponentType.StringSelect,
    custom_id,
    required,
    options: [{ label, value: custom_id }],
  });
  return {
    custom_id: `draft:${kind}:${terms}:${message}`,
    title: wording.say(`form.${kind}Title`),
    components: [
      toField(
        wording.say(`form.${kind}Heading`),
        toInput(titleField, TextInputStyle.Short, maxTitleChars[kind], title),
      ),
      toField(wording.say(`form.${kind}Text`), toInput(textField, TextInputStyle.Paragraph, maxTextChars, text), note),
      ...(terms === 'none'
        ? []
        : [toField(wording.say('form.terms'), toChoice(termsField, wording.say(`form.${terms}`), true))]),
      toField(
        wording.say(`form.${kind}Again`),
        toChoice(againField, wording.say(`form.${kind}Repeat`), false),
        earlier,
      ),
    ],
  };
}

/** undefined for anything but a submission of this form. */
export function toSentDraft({
  type,
  data,
  member,
  user,
  channel,
  guild_id: guild,
}: CommandEvent): { readonly kind: DraftKind; readonly sent: SentDraft } | undefined {
  const [, kind, terms, message = ''] = ours.exec(data?.custom_id ?? '') ?? [];
  const person = member?.user ?? user;
  if (type !== InteractionType.ModalSubmit || !isDraftKind(kind) || !isDraftTerms(terms) || !person || !channel)
    return undefined;
  const chose = (field: string): boolean => {
    const values = valueAt(fieldIn(data, field), 'values');
    return Array.isArray(values) && values.includes(field);
  };
  const sent = {
    thread: channelRef(guild, channel.id, toChannelInfo(channel)),
    posted: toPosted(channel.id, message),
    terms,
    by: `discord:${person.id}`,
    ...(member && { groups: member.roles.map((role) => `discord:${role}`) }),
    title: stringAt(fieldIn(data, titleField), 'value') ?? '',
    text: stringAt(fieldIn(data, textField), 'value') ?? '',
    isConfirmed: chose(termsField),
    isAgain: chose(againField),
  };
  return { kind, sent };
}

export function toPosted(channel: string, message: string): PostedMessage {
  return {
    platform: 'discord',
    message: toMessageRef(channel, message),
    postedAt: SnowflakeUtil.timestampFrom(message),
  };
}
