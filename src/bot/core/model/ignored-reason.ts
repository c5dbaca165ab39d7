/**
 * Every reason why a message gets no answer, and what it means: the closed list behind the field `reason` of the log line
 * "message ignored", which is info for mentions and debug for other messages and for what the platforms' inbound rooms decide.
 * Where each is decided: by the kind of message, slack/inbound/events and discord/inbound/messages/events; by place and
 * author, people/admission; by the state of the thread, slow_down, over_limit, human_* and solved_*,
 * questions/decide-question; limit_*, questions/limits. unchecked: engine/platform-handlers. inaccessible:
 * discord/inbound/messages/channels. stale: slack/inbound/deploy-command and discord/inbound/listener. A malformed event has
 * no reason (slack/inbound/check-payload).
 */
import type { PlainKey } from '../../wording/catalogue.ts';
import type { FixedReply, Question } from './conversation.ts';

export const ignoredReasons = {
  own: 'Docent wrote it itself',
  bot: 'a bot or a webhook wrote it',
  system: 'it is a system message, for instance that a member joined or the channel was renamed',
  edited: 'it is an edit of a message that was not a question',
  deleted: 'it has been deleted',
  hidden: 'the platform does not show it to anyone',
  empty: 'it has no text and does not mention Docent',
  incomplete: 'its event lacks the channel, the author or the time',
  inaccessible: 'it is in a channel that Docent has no access to',
  stale: 'it is a command that arrived more than two minutes late',
  off: 'the routing file sets `mode: off` for this place',
  not_allowed: 'the routing file does not allow its author to ask here (`mayAsk`)',
  unchecked:
    'the platform did not say whether its author is in a group that may ask here; see the warning logged before it',
  not_ours:
    'it neither mentions Docent nor is in one of its threads, nor is it a question in a channel with `mode: auto`',
  no_tag: 'it is a forum post without any of the `tags` that the routing file requires',
  quiet:
    'only mentions are answered in this thread, because it was muted, another person joined in, or `followUps` says so',
  to_somebody: 'it is addressed to another person',
  no_question: 'it is thanks or chatter, not a question',
  slow_down: 'the thread had too many questions within a minute',
  over_limit: 'its author has too many open questions',
  limit_minute: 'its author has reached the limit of questions per minute (`limits`)',
  limit_channel: 'its channel has reached the limit of questions per minute (`limits`)',
  limit_day: 'its author has reached the limit of questions per day (`limits`)',
  limit_month: 'the limit of questions per month has been reached (`limits`)',
  limit_address: 'the limit of questions per day to the documentation service has been reached (`limits`)',
  limit_hour: 'the limit of questions per hour to the documentation service has been reached (`limits`)',
  limit_calls: 'it calls a person, and its author called one in the same channel less than an hour ago',
  human_none: 'it calls a person, but the routing file names no one to call (`handover`)',
  human_direct: 'it calls a person in a direct message',
  human_called: 'it calls a person in a thread where one was called less than an hour ago',
  solved_already: 'it marks a thread as solved that is already solved',
  solved_not_yours: 'it marks a thread as solved, but its author neither asked the question nor helps there',
  solved_none: 'it marks a thread as solved, but no one has asked Docent anything there',
} as const;

export type IgnoredReason = keyof typeof ignoredReasons;

/** Reasons for which a sentence is shown in the thread, too. */
type Announced = Extract<IgnoredReason, FixedReply>;

const announced: Readonly<Record<Announced, true>> = {
  over_limit: true,
  slow_down: true,
  limit_minute: true,
  limit_channel: true,
  limit_day: true,
  limit_month: true,
  limit_address: true,
  limit_hour: true,
  limit_calls: true,
  human_none: true,
  human_direct: true,
  human_called: true,
  solved_already: true,
  solved_not_yours: true,
  solved_none: true,
};

/** The private sentence for a press or command with this `result`; undefined if nothing needs to be said. */
export function refusalSentence(result: string): PlainKey | undefined {
  if (result === 'off' || result === 'not_allowed' || result === 'unchecked') return `refused.${result}`;
  return isAnnounced(result) ? `reply.${result}` : undefined;
}

/** The same for a press that asks or shares something: it must always get a response, also if it is a duplicate. */
export function pressRefusal(result: string, { shares }: Pick<Question, 'shares'>): PlainKey | undefined {
  if (result === 'duplicate') return shares === undefined ? 'askedAlready' : 'sharedAlready';
  if (result === 'gone') return 'shareGone';
  return refusalSentence(result);
}

function isAnnounced(result: string): result is Announced {
  return Object.hasOwn(announced, result);
}
