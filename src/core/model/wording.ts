/**
 * Every sentence a person reads in a thread, but for those about deployments (deployment-wording.ts). In: codes and plain facts. Out: one plain sentence. Pure.
 * Complete by type: a new code does not compile before it has a sentence here.
 */
import type { Control } from './body.ts';
import type { FixedReply, OpenNotice } from './conversation.ts';
import type { AssistantCode, PressRefusal } from './errors.ts';

/** Why an answer is missing, when nothing of it is shown. */
const noAnswer: Record<AssistantCode, string> = {
  rate_limited: 'The documentation assistant is busy right now; please ask again in a minute.',
  unavailable: 'The documentation assistant cannot be reached right now; please ask again in a few minutes.',
  unauthorized: 'The documentation assistant refused our key, so I cannot answer until a maintainer renews it.',
  out_of_credits:
    'The documentation assistant has used up its credits, so I cannot answer until a maintainer tops it up.',
  not_found:
    'The documentation assistant does not know this site, so I cannot answer until a maintainer checks my settings.',
  rejected: 'The documentation assistant did not accept this question; please ask it in other words.',
  too_long: 'This question is too long for me; please ask it in at most 10,000 characters.',
  timed_out: 'The documentation assistant took too long to answer; please ask again.',
  cut_off: 'The answer broke off before its first word; please ask again.',
  malformed: 'The documentation assistant sent something that I cannot read; please tell a maintainer.',
  empty: 'The documentation assistant found no answer to this; try other words, or ask a person.',
};

/** Why an answer ends early, under what is shown of it. */
const cutAnswer: Record<AssistantCode, string> = {
  rate_limited: 'The answer broke off here because the documentation assistant is busy; ask again for the rest.',
  unavailable: 'The answer broke off here because the connection was lost; ask again for the rest.',
  unauthorized: 'The answer broke off here because our key was refused; please tell a maintainer.',
  out_of_credits: 'The answer broke off here because the credits are used up; please tell a maintainer.',
  not_found: 'The answer broke off here; ask again for the rest.',
  rejected: 'The answer broke off here; ask again for the rest.',
  too_long: 'The answer was cut here because it is too long; ask for the part that you need.',
  timed_out: 'The answer broke off here because the documentation assistant went silent; ask again for the rest.',
  cut_off: 'The answer broke off here; ask again for the rest.',
  malformed: 'The answer broke off here because the rest cannot be read; please tell a maintainer.',
  empty: 'The documentation assistant found nothing more.',
};

/** One sentence for a failed answer; `shown`: whether some of its text stands above the sentence. */
export function assistantFailure(code: AssistantCode, shown: boolean): string {
  return shown ? cutAnswer[code] : noAnswer[code];
}

const openNotices: Record<OpenNotice, string> = {
  no_thread_right:
    'I answer here because I may not open a thread in this channel (I need “Create Public Threads” and “Send Messages in Threads”).',
  threads_limited: 'I answer here because Discord lets no more threads be opened in this channel for now.',
  private_only: 'Only you can see this, because I may not post in this channel; invite me to it to share answers.',
};

export function openNotice(notice: OpenNotice): string {
  return openNotices[notice];
}

/** To the asker alone, when a command or a press cannot be stored. */
export const notTaken = 'I cannot take this right now; please try again in a minute.';

const notAnswered: Record<'off' | 'not_allowed', string> = {
  off: 'I am switched off here; please ask in another channel.',
  not_allowed: 'Not everybody may ask here; whoever runs me can tell you who may.',
};

/** To the asker alone, when a command or a press is not answered by the rules of its place. */
export function refusedHere(reason: keyof typeof notAnswered): string {
  return notAnswered[reason];
}

/** To the one alone who presses a button that was pressed before. */
export const askedAlready = 'This was asked already; see the newest messages of this thread.';

/** The button under an answer that its asker alone sees. */
export const shareButton = 'Share in channel';

/** To the one who presses it again. */
export const sharedAlready = 'This answer was shared already.';

/** To the one who presses it when the answer is no longer stored. */
export const shareGone = 'I no longer have this answer; please ask again.';

/** Above a question without a message of its own, after the name of who asked it. */
export const askedBy = 'asked:';

/** Under a message that somebody asked about, after the name of who asked. */
export const askedAboutThis = 'asked me about this.';

/** To the one alone who asks about a message without text. */
export const noText = 'There is no text in this message that I could answer.';

/** To the one alone who asks about a message. */
export const answeredThere = 'I answer in the thread of that message.';

/** Above a shared question, after the name of who shared it. */
export const sharedBy = 'shared this answer:';
const pressRefusals: Record<PressRefusal, string> = {
  gone: 'I no longer know the question of this answer; please ask it again.',
  not_yours: 'Only the person who asked, or a moderator, can do that.',
  not_running: 'This answer is complete already.',
  running: 'This answer is being written already.',
  too_often: 'I have answered this question several times; please ask it in other words.',
};

/** To the one alone who pressed a control that does nothing for them. */
export function pressRefusal(refusal: PressRefusal): string {
  return pressRefusals[refusal];
}

const controlLabels: Record<Control['kind'], string> = { stop: 'Stop', again: 'Ask again' };

/** On a button. */
export function controlLabel(kind: Control['kind']): string {
  return controlLabels[kind];
}

const fixedReplies: Record<FixedReply, string> = {
  over_limit: 'You have many questions open already; please ask again when some of them are answered.',
  others_joined: 'I leave this thread to you now; mention me when you want an answer from me.',
  muted: 'I am quiet in this thread from now on; mention me when you want an answer from me.',
  new: 'We start afresh: what I was asked in this thread before no longer counts. What would you like to know?',
  help: 'Ask me a question about the documentation, for example: how do I get started? In a thread of mine you can go on without a mention; “mute” makes me quiet there, “stop” ends an answer, and “new” with a mention starts afresh.',
  slow_down: 'That was a lot in one minute; I go on in this thread in a moment, please ask again then.',
  limit_minute: 'You ask faster than I may answer; please ask again in a minute.',
  limit_channel: 'This channel asks a lot right now; please ask again in a minute.',
  limit_day: 'You have asked as much as I may answer in a day; please ask again tomorrow (after 00:00 UTC).',
  limit_month: 'The questions of this month are used up; I answer again from the 1st (00:00 UTC).',
};

/** The answer to a question that needs no assistant. */
export function fixedReply(reply: FixedReply): string {
  return fixedReplies[reply];
}

/** Under an answer that names no page. */
export const noSources = 'The assistant named no page of the docs for this; check it before you rely on it.';

/** The assistant ended because of its own length limit. */
export const lengthLimit = 'The assistant stopped here because of its length limit; ask for the rest if you need it.';

/** The platform allowed no read of the thread. */
export const threadUnread = 'I could not read what was said in this thread before, so I answered without it.';

/** Parts of the answer's stream were broken, so that words may be missing. */
export const partlyUnread =
  'Some of this answer could not be read, so words may be missing; ask again if it looks wrong.';

/** The answer is longer than `maxAnswerChars`. */
export const answerTooLong = 'The answer is longer than I can show here; ask for the part that you need.';

/** Shown under an answer that its asker stopped. */
export const stopped = 'Stopped here; ask again if you want the rest.';

/** Shown under an answer that somebody else stopped. */
export function stoppedBy(name: string | undefined): string {
  return `Stopped here by ${name ?? 'somebody else'}; whoever asked can get the rest with “${controlLabels.again}”.`;
}

/** Shown under an answer that was to be written again. */
export const earlierAnswer = 'This is the earlier answer; I could not write a new one.';

/** Shown under an answer that a restart of ours interrupts; it goes on in the same message. */
export const interrupted = 'I am being restarted; this answer goes on in a moment.';

/** Shown under an answer that was interrupted too often or too long ago. */
export const abandoned = 'I was restarted before this answer was complete; please ask again.';

/** A defect of ours. */
export const defect = 'Something went wrong on my side; please ask again, or tell a maintainer.';
