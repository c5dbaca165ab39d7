/**
 * What happens to a message addressed to Docent or written in one of its threads: it is answered, answered with a fixed
 * sentence, taken as a request to stop or to be silent, or ignored. The first asker is answered without a mention until
 * somebody else joins in or asks for silence; from then on only mentions are answered.
 */

import { smallTalkIn } from '../../../kit/matching/small-talk.ts';
import { smallTextFiles } from '../model/attached-files.ts';
import type { FixedReply, Question, Wish } from '../model/conversation.ts';
import type { IgnoredQuestion } from '../ports/handlers.ts';
import type { ConversationFacts, Decision, QuestionFacts, TurnFacts } from '../ports/store.ts';
import { isQuestion, isSmallTalk } from './classify-message.ts';
import { decideByUse, decideCallByUse } from './limits.ts';
import { messageFeatures } from './message-features.ts';
import { maxTimesAgain, toOneQuestion } from './stop-and-ask-again.ts';

export interface QuestionRules {
  /** Open turns of one person, across all processes. */
  readonly maxOpenPerAsker: number;
  /** Replies in one thread within a minute; also ends loops of bots that answer each other. */
  readonly maxPerThreadAndMinute: number;
  /** Whose messages in a thread may be questions without a mention; `mention`: nobody's. */
  readonly followUps: 'asker' | 'anyone' | 'mention';
  /** Whether there is somebody to call (the route's `handover`). */
  readonly canCall: boolean;
  /** Whether the author helps there. */
  readonly isHelper: boolean;
  /** It is not a question of its own, but may be part of the one before it. */
  readonly joinsOnly: boolean;
}

/** Messages of one person within this time are one question. */
const quickMs = 1_500;

/** People are called to a thread at most this often. */
const callEveryMs = 60 * 60_000;

export const defaultRules: QuestionRules = {
  maxOpenPerAsker: 50,
  maxPerThreadAndMinute: 20,
  followUps: 'asker',
  canCall: false,
  isHelper: false,
  joinsOnly: false,
};

export function decideQuestion(
  question: Question,
  facts: QuestionFacts,
  rules: QuestionRules = defaultRules,
): Decision {
  const { conversation, nearby } = facts;
  const running = conversation ?? nearby;
  if (rules.joinsOnly) return decidePart(question, facts);
  return (
    decideWish(question, running) ??
    (running?.waiting && joinTo(running.waiting, question, facts)) ??
    (conversation && question.addressed === 'follow_up' ? decideFollowUp(question, conversation, rules) : undefined) ??
    decideByLoop(conversation, rules) ??
    decideByWord(question, facts, rules) ??
    decideByTone(question, running) ??
    decideByLimits(question, facts, rules) ??
    {}
  );
}

/** A message in a channel that is not a question of its own, after one of the same person. */
function decidePart(question: Question, facts: QuestionFacts): Decision {
  const waiting = facts.nearby?.waiting;
  const decision = waiting && joinTo(waiting, question, facts);
  return decision && 'joined' in decision ? decision : { ignore: 'not_ours' };
}

/** A message that only says to stop or to be silent is never a question. */
function decideWish(question: Question, conversation: ConversationFacts | undefined): Decision | undefined {
  const word = onlyWord(question.text);
  if (word !== 'stop' && word !== 'mute' && word !== 'leave') return undefined;
  if (word === 'stop' && conversation?.answering === question.asker) return { stop: true };
  // Docent says nothing unasked in direct messages, and a command's answer is for its asker only.
  if (question.addressed === 'direct' || question.addressed === 'command') return { fixedReply: 'nothing_to_stop' };
  const isQuiet = conversation?.listening === 'mention' && question.addressed === 'follow_up';
  return isQuiet ? { ignore: 'quiet' } : { listening: 'mention', fixedReply: 'muted' };
}

/**
 * Quick messages of one person are one question until something of its answer is shown. What would be no part of any question
 * is judged as if it were alone.
 */
function joinTo(waiting: TurnFacts, question: Question, { uses }: QuestionFacts): Decision | undefined {
  const { asker, text, askedAt, addressed, isToSomebody, files } = question;
  const isQuick = Math.abs(askedAt - waiting.lastAskedAt) <= quickMs;
  const isOneQuestion = waiting.asker === asker && waiting.isAsked && waiting.timesAgain < maxTimesAgain;
  const isPart = !isToSomebody && addressed !== 'command' && !isWord(text) && (files || !isSmallTalk(text));
  if (!isQuick || !isOneQuestion || !isPart) return undefined;
  return decideByUse(question, uses) ?? { joined: toOneQuestion([waiting.text, text]) };
}

/** A message in a thread without a mention; undefined: it is a question. */
function decideFollowUp(
  question: Question,
  conversation: ConversationFacts,
  rules: QuestionRules,
): Decision | undefined {
  const { followUps } = rules;
  if (conversation.listening === 'mention' || followUps === 'mention') return { ignore: 'quiet' };
  const isOther = question.asker !== conversation.asker;
  if (isOther && followUps === 'asker') return { listening: 'mention', fixedReply: 'others_joined' };
  if (question.isToSomebody) return { ignore: 'to_somebody' };
  // A single word is no question, but this one asks for something.
  if (!isOther && onlyWord(question.text) === 'new') return decideByLoop(conversation, rules) ?? startOver;
  return asksSomething(question, conversation) ? undefined : { ignore: 'no_question' };
}

/** Includes the asker's reply to a question at the end of the last answer, unless an answer is in progress. */
function asksSomething({ text, asker, files }: Question, conversation: ConversationFacts | undefined): boolean {
  // A pasted log arrives as a file, often without a word.
  if (files && smallTextFiles(files).length > 0) return true;
  const isAsked = conversation?.asksBack && conversation.answering === undefined && conversation.asker === asker;
  if (isAsked && isShortAnswer(text)) return true;
  return isQuestion({ text, isToSomebody: false, isFollowUp: true }) || asksAboutDocent(text);
}

/** Such as “who are you?”, which a classifier of questions about docs takes for chatter. */
function asksAboutDocent(text: string): boolean {
  return smallTalkIn(text, undefined)?.kind === 'about';
}

function decideByLoop(conversation: ConversationFacts | undefined, rules: QuestionRules): Decision | undefined {
  const recent = conversation?.recentTurns ?? 0;
  if (recent > rules.maxPerThreadAndMinute) return { ignore: 'slow_down' };
  return recent === rules.maxPerThreadAndMinute ? { fixedReply: 'slow_down' } : undefined;
}

/**
 * Thanks and chatter are ignored where they need no mention of Docent. In direct messages a short word may answer the
 * assistant's question.
 */
function decideByTone(question: Question, conversation: ConversationFacts | undefined): Decision | undefined {
  const { text, addressed, isReply, files } = question;
  const mayChat = addressed === 'direct' && conversation !== undefined && !conversation.asksBack;
  const isChatter = mayChat && !files && isSmallTalk(text) && !asksAboutDocent(text);
  const asksNothing = isReply && !files && !asksSomething(question, conversation);
  return isChatter || asksNothing ? { ignore: 'no_question' } : undefined;
}

/** Too many open questions are announced once, then ignored until there are fewer. A command always needs a response. */
function decideByLimits(question: Question, { open, uses }: QuestionFacts, rules: QuestionRules): Decision | undefined {
  if (open.accepted < rules.maxOpenPerAsker) return decideByUse(question, uses);
  const isSaidAlready = open.overLimit > 0 && question.addressed !== 'command';
  return isSaidAlready ? { ignore: 'over_limit' } : { fixedReply: 'over_limit' };
}

/** Requests that need no answer from the assistant are exempt from the limits on questions; a call disturbs people. */
function decideByWord(question: Question, facts: QuestionFacts, rules: QuestionRules): Decision | undefined {
  const { text } = question;
  const { conversation } = facts;
  const word = wordOf(question);
  if (word === 'human') return decideCall(question, facts, rules);
  if (word === 'solved') return decideSolved(question, conversation, rules);
  if (word === 'help' || text.trim() === '') return { fixedReply: 'help' };
  if (word === 'new') return startOver;
  // Where follow-ups need a mention anyway, nothing changes.
  if (word === 'unmute') return rules.followUps === 'mention' ? { fixedReply: 'muted' } : unmuted;
  return undefined;
}

const unmuted: Decision = { fixedReply: 'unmuted', listening: 'asker' };
const startOver: Decision = { fixedReply: 'new', startsOver: true, listening: 'asker' };

function decideCall(question: Question, { conversation, uses }: QuestionFacts, rules: QuestionRules): Decision {
  if (!rules.canCall) return refused(question, 'human_none');
  if (question.addressed === 'direct') return refused(question, 'human_direct');
  const overLimit = decideCallByUse(question, uses);
  if (overLimit) return overLimit;
  const calledAt = conversation?.calledAt ?? Number.NEGATIVE_INFINITY;
  if (question.askedAt - calledAt < callEveryMs) return refused(question, 'human_called');
  return { fixedReply: 'human', listening: 'mention', isCounted: true };
}

function decideSolved(question: Question, conversation: ConversationFacts | undefined, rules: QuestionRules): Decision {
  if (!conversation) return refused(question, 'solved_none');
  if (conversation.isSolved) return refused(question, 'solved_already');
  if (question.asker !== conversation.asker && !rules.isHelper) return refused(question, 'solved_not_yours');
  return { fixedReply: 'solved' };
}

/** A press is refused privately, a message in the thread. */
function refused({ wish }: Question, reason: IgnoredQuestion & FixedReply): Decision {
  return wish ? { ignore: reason } : { fixedReply: reason };
}

/** The single word of a message to Docent, or of a button. */
function wordOf({ text, addressed, wish }: Question): string | undefined {
  return wish ?? (addressed === 'mention' || addressed === 'direct' ? onlyWord(text) : undefined);
}

/** What a message asks for other than an answer. */
export function wishOf(question: Question): Wish | undefined {
  const word = wordOf(question);
  return word === 'human' || word === 'solved' ? word : undefined;
}

function isWord(text: string): boolean {
  return ['new', 'human', 'solved', 'stop', 'mute', 'unmute', 'leave'].includes(onlyWord(text) ?? '');
}

/** The message in lower case and without punctuation, if it is a single word. */
function onlyWord(text: string): string | undefined {
  if (text.length > 40) return undefined;
  return /^[\s*_"'“”]*(\p{L}+)[\s*_"'“”.!]*$/u.exec(text)?.[1]?.toLowerCase();
}

const maxWords = 6;
/** For Japanese, which is written without spaces. */
const maxUnspacedChars = 20;

/** How such an answer starts. */
const opening = new RegExp(
  `^(?:${[
    'yes|yeah|yep|yup|sure(?! thing)|please(?=(?: do| go ahead)?$)|no|nope|nah|both|neither|none|the (?:first|second|third|last|former|latter|other)|option \\w',
    'ja|jep|klar|gerne?|bitte|nein|nee|nö|beides?|kein(?:e[ns]?|er)|(?:das|die|den|der) (?:erste|zweite|dritte|letzte|andere)[ns]?',
    'sí|si|claro|por favor|amb[oa]s|ningun[oa]|(?:el|la) (?:primer[oa]|segund[oa]|tercer[oa]|últim[oa]|otr[oa])',
    'oui|ouais|volontiers|non|svp|stp|s’il (?:te|vous) plaît|les deux|aucune?|l’autre|(?:le|la) (?:premi(?:er|ère)|seconde?|deuxième|dernière?)',
    'sim|não|nenhuma?|(?:o|a) (?:primeir[oa]|segund[oa]|terceir[oa]|últim[oa]|outr[oa])|(?:os|as) (?:dois|duas)',
    'v?\\d+(?:\\.\\d+)*(?=\\)?$)|[a-d](?=\\)?$)',
  ].join('|')})(?![\\p{L}\\p{N}’])|^(?:はい|ええ|うん|ぜひ|お願い|いいえ|いや|両方|最初|[0-9０-９一二三]番)`,
  'u',
);

/** Messages that start like an answer but need no reply: “no worries”, “yes it did”. */
const needsNothing = new RegExp(
  `^(?:${[
    'no,? (?:worries|problem|need|rush|hurry|way|idea|offence|more|further|errors?|questions?|that’s (?:all|it))',
    '(?:yes|yeah|yep|yup),? (?:it|that|this)(?:’s| is| was| did| does| do| has| helps?| helped| works?| worked)',
    'kein problem|keine (?:ursache|sorge|eile|fragen|weiteren)|non,? (?:rien|c’est bon)',
  ].join(
    '|',
  )})(?![\\p{L}\\p{N}])|\\b(?:(?:i’m|we’re) (?:good|fine|ok|okay|done|all set)|mak(?:es|ing) sense|work(?:s|ing)(?: now)?)\\b`,
  'u',
);

const saysAllIsWell = ['thanks', 'resolved', 'praise', 'laughter', 'meToo', 'willTry', 'foreignSmallTalk'] as const;

export function isShortAnswer(text: string): boolean {
  if (text.length > 200) return false;
  const normalised = text
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/^[\s*_"“”«(¡]+/, '')
    .replace(/[\s*_"“”»!.。！]+$/, '');
  const isUnspaced = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(normalised);
  const isShort = isUnspaced ? normalised.length <= maxUnspacedChars : normalised.split(/\s+/).length <= maxWords;
  if (!isShort || !opening.test(normalised) || needsNothing.test(normalised)) return false;
  const features = messageFeatures(text, true);
  return saysAllIsWell.every((name) => features[name] === 0);
}
