/** The form in which a helper checks an answer before it is kept: builds Discord's modal and reads its submission. Pure. */
import { ComponentType, InteractionType, SnowflakeUtil, TextInputStyle } from 'discord.js';
import { stringAt, valueAt } from '../../../../kit/base/json.ts';
import { isKeepTerms, maxKeptAnswerChars, maxKeptQuestionChars } from '../../../core/model/kept-answer.ts';
import type { PostedMessage } from '../../../core/ports/feedback-store.ts';
import type { KeepForm, SentAnswer } from '../../../core/ports/keeping.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { CommandEvent } from '../native-events.ts';
import { channelRef, toChannelInfo, toMessageRef } from '../thread-refs.ts';
import { fieldIn, toField } from './reason-form.ts';

const questionField = 'question';
const answerField = 'answer';
const termsField = 'terms';
const replaceField = 'replace';
/** The custom id contains the message's id, and what must be confirmed. */
const ours = /^keep:(\w+):(\d+)$/;

/** `message`: its id. Source: developer docs "Components: Reference, Label", read 2026-11-28. */
export function toKeepForm(form: KeepForm, message: string, wording: Wording): object {
  const { question, answer, terms, note, earlier } = form;
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
    custom_id: `keep:${terms}:${message}`,
    title: wording.say('form.keepTitle'),
    components: [
      toField(
        wording.say('form.keepQuestion'),
        toInput(questionField, TextInputStyle.Short, maxKeptQuestionChars, question),
      ),
      toField(
        wording.say('form.keepAnswer'),
        toInput(answerField, TextInputStyle.Paragraph, maxKeptAnswerChars, answer),
        note,
      ),
      ...(terms === 'none'
        ? []
        : [toField(wording.say('form.keepTerms'), toChoice(termsField, wording.say(`form.${terms}`), true))]),
      toField(wording.say('form.keepReplace'), toChoice(replaceField, wording.say('form.replace'), false), earlier),
    ],
  };
}

/** undefined for anything but a submission of this form. */
export function toSentAnswer({
  type,
  data,
  member,
  user,
  channel,
  guild_id: guild,
}: CommandEvent): SentAnswer | undefined {
  const [, terms, message = ''] = ours.exec(data?.custom_id ?? '') ?? [];
  const person = member?.user ?? user;
  if (type !== InteractionType.ModalSubmit || !isKeepTerms(terms) || !person || !channel) return undefined;
  const chose = (field: string): boolean => {
    const values = valueAt(fieldIn(data, field), 'values');
    return Array.isArray(values) && values.includes(field);
  };
  return {
    thread: channelRef(guild, channel.id, toChannelInfo(channel)),
    posted: toPosted(channel.id, message),
    terms,
    by: `discord:${person.id}`,
    ...(member && { groups: member.roles.map((role) => `discord:${role}`) }),
    question: stringAt(fieldIn(data, questionField), 'value') ?? '',
    answer: stringAt(fieldIn(data, answerField), 'value') ?? '',
    isConfirmed: chose(termsField),
    replaces: chose(replaceField),
  };
}

export function toPosted(channel: string, message: string): PostedMessage {
  return {
    platform: 'discord',
    message: toMessageRef(channel, message),
    postedAt: SnowflakeUtil.timestampFrom(message),
  };
}
