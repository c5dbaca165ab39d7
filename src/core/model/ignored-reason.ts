/**
 * Every reason why a message gets no answer, and what it means: the closed list behind the field `reason` of the log line
 * "message ignored". What a message is, is decided where it enters (slack/inbound/events, discord/inbound/messages/events);
 * where and by whom it was written, in manners/admission; what a thread makes of it, in manners/decide-question; how many there
 * are, in manners/limits. unchecked: engine/platform-handlers. inaccessible: discord/inbound/messages/channels. stale:
 * slack/inbound/deploy-command and discord/inbound/listener.
 */
import type { PlainKey } from '../../wording/catalogue.ts';
import type { FixedReply, Question } from './conversation.ts';

export const ignoredReasons = {
  own: 'Docent wrote it itself',
  bot: 'a bot or a webhook wrote it',
  system: 'the platform wrote it: somebody joined, pinned, renamed',
  edited: 'it is the edit of a message that was no question',
  deleted: 'it is gone',
  hidden: 'the platform shows it to nobody',
  empty: 'it has no words and does not mention Docent',
  incomplete: 'its event lacks the channel, the author or the time',
  inaccessible: 'Docent may not see the channel that it stands in',
  stale: 'it is a command that arrived more than two minutes late',
  off: 'the routing file says `mode: off` for this place',
  not_allowed: 'the routing file does not let its author ask here (`mayAsk`)',
  unchecked:
    'the platform did not say whether its author is in a group that may ask here; a warning before it has the reason',
  not_ours:
    'it neither mentions Docent nor stands in one of its threads, or it is not a question, in a channel that is answered unasked',
  no_tag: 'it is a forum post without any of the `tags` that the routing file asks for',
  quiet: 'only mentions are answered in this thread: somebody muted it, joined in, or `followUps` says so',
  to_somebody: 'it is addressed to somebody else',
  no_question: 'it is thanks or chatter, not a question',
  slow_down: 'the thread had too many replies within a minute',
  over_limit: 'its author has too many open questions',
  limit_minute: 'its author asked as many questions within the minute as `limits` allow',
  limit_channel: 'its channel asked as many questions within the minute as `limits` allow',
  limit_day: 'its author asked as many questions that day as `limits` allow',
  limit_month: 'as many questions as `limits` allow were asked that month',
  human_none: 'it calls a person where the routing file names nobody (`handover`)',
  human_direct: 'it calls a person in direct messages',
  human_called: 'it calls a person in a thread where one was called within the hour',
  solved_already: 'it marks a thread as solved that is',
  solved_not_yours: 'it marks a thread as solved, and its author neither asked there nor helps there',
  solved_none: 'it marks a thread as solved in which Docent was asked nothing',
} as const;

export type IgnoredReason = keyof typeof ignoredReasons;

/** Reasons with a sentence that the thread reads, too. */
type Said = Extract<IgnoredReason, FixedReply>;

const said: Readonly<Record<Said, true>> = {
  over_limit: true,
  slow_down: true,
  limit_minute: true,
  limit_channel: true,
  limit_day: true,
  limit_month: true,
  human_none: true,
  human_direct: true,
  human_called: true,
  solved_already: true,
  solved_not_yours: true,
  solved_none: true,
};

/**
 * The private sentence for a press or command that is not accepted. `result`: its outcome;
 * undefined: nothing is to be said.
 */
export function refusalSentence(result: string): PlainKey | undefined {
  if (result === 'off' || result === 'not_allowed' || result === 'unchecked') return `refused.${result}`;
  return isSaid(result) ? `reply.${result}` : undefined;
}

/** The same for a press that asks or shares something, of which none is left without an answer. */
export function pressRefusal(result: string, { shares }: Pick<Question, 'shares'>): PlainKey | undefined {
  if (result === 'duplicate') return shares === undefined ? 'askedAlready' : 'sharedAlready';
  if (result === 'gone') return 'shareGone';
  return refusalSentence(result);
}

function isSaid(result: string): result is Said {
  return Object.hasOwn(said, result);
}
