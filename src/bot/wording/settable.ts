/** The few sentences that an operator may replace in `docent.yaml`: where each is shown, and how long it may be. */
import type { Key } from './catalogue.ts';

interface Settable {
  readonly shown: string;
  readonly maxChars: number;
}

/** For a notice; several may appear below an answer. */
const maxNoticeChars = 500;
/** On a button. Source: docs.slack.dev reference/block-kit/block-elements/button-element (Discord allows 80), 2026-11-23. */
const maxLabelChars = 75;
/** Source: developer docs "Application Commands" (name: 32), 2026-11-23. */
const maxCommandChars = 32;

export const settable = {
  'command.ask': { shown: 'Its name in the menu of a message on Discord', maxChars: maxCommandChars },
  'reply.help': { shown: 'Help, and the reply to a mention without a question', maxChars: maxNoticeChars },
  'noAnswer.empty': { shown: 'Instead of an answer, if the docs have none', maxChars: maxNoticeChars },
  'nearest.heading': { shown: 'Above the nearest pages, if there is no answer', maxChars: maxNoticeChars },
  aiNotice: { shown: 'Below the first answer of an AI in a place (`aiNotice`)', maxChars: maxNoticeChars },
  noSources: { shown: 'Below an answer that cites no page', maxChars: maxNoticeChars },
  'sources.inline': { shown: 'Before the sources of an answer', maxChars: maxNoticeChars },
  'button.human': { shown: 'The button that calls a person', maxChars: maxLabelChars },
  'handover.card': { shown: 'Above the question when a person is called, in bold Markdown', maxChars: maxNoticeChars },
  'handover.back': { shown: 'Below it, outside of `handoverHours`', maxChars: maxNoticeChars },
  'reply.human': { shown: 'Below it, about what Docent does from then on', maxChars: maxNoticeChars },
  'reply.human_none': { shown: 'When there is no `handover`', maxChars: maxNoticeChars },
} as const satisfies Partial<Record<Key, Settable>>;

/** An operator's sentences, which replace ours. */
export type Overrides = Readonly<Partial<Record<keyof typeof settable, string>>>;
