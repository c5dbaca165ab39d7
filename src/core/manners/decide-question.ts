/**
 * What happens to a message meant for us, or written in our thread: it is answered, answered with a fixed sentence, taken
 * as a wish to stop or to be silent, or ignored. The first asker is answered without a mention until somebody else joins in
 * or asks for silence; from then on only mentions are.
 */
import type { FixedReply, Question, Wish } from '../model/conversation.ts';
import type { IgnoredQuestion } from '../ports/handlers.ts';
import type { ConversationFacts, Decision, QuestionFacts, TurnFacts } from '../ports/store.ts';
import { isQuestion, isSmallTalk } from './classify-message.ts';
import { decideByUse } from './limits.ts';
import { isShortAnswer } from './short-answer.ts';
import { maxTimesAgain, toOneQuestion } from './stop-and-ask-again.ts';

export interface MannersRules {
  /** Open turns of one person, in all processes together. */
  readonly maxOpenPerAsker: number;
  /** Replies in one thread within a minute; two bots that answer each other end here. */
  readonly maxPerThreadAndMinute: number;
  /** Whose unmentioned messages in a thread may be questions; `mention`: nobody's. */
  readonly followUps: 'asker' | 'anyone' | 'mention';
  /** Somebody is named there who can be called. */
  readonly canCall: boolean;
  /** Its author is one of those who help there. */
  readonly isHelper: boolean;
  /** It is no question by itself: it can only be part of the one before it. */
  readonly joinsOnly: boolean;
}

/** Messages of one person within this time are one question. */
const quickMs = 1_500;

/** People are called so often in a thread at most. */
const callEveryMs = 60 * 60_000;

export const defaultRules: MannersRules = {
  ...{ maxOpenPerAsker: 50, maxPerThreadAndMinute: 20, followUps: 'asker' },
  ...{ canCall: false, isHelper: false, joinsOnly: false },
};

export function decideQuestion(question: Question, facts: QuestionFacts, rules: MannersRules = defaultRules): Decision {
  const { conversation, nearby } = facts;
  const running = conversation ?? nearby;
  if (rules.joinsOnly) return decidePart(question, facts);
  return (
    decideWish(question, running) ??
    (running?.waiting && joinTo(running.waiting, question, facts)) ??
    (conversation && question.addressed === 'follow_up' ? decideFollowUp(question, conversation, rules) : undefined) ??
    decideByLoop(conversation, rules) ??
    decideByWord(question, conversation, rules) ??
    decideByTone(question, running) ??
    decideByLimits(question, facts, rules) ??
    {}
  );
}

/** A message in a channel that is nobody's question, below one of the same person. */
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
  // Nothing is said unasked in a direct message, and a command's answer is for its asker only.
  if (question.addressed === 'direct' || question.addressed === 'command') return { fixedReply: 'nothing_to_stop' };
  const isQuiet = conversation?.listening === 'mention' && question.addressed === 'follow_up';
  return isQuiet ? { ignore: 'quiet' } : { listening: 'mention', fixedReply: 'muted' };
}

/** Quick messages of one person are one question, as long as nothing is shown of its answer. */
function joinTo(waiting: TurnFacts, question: Question, { uses }: QuestionFacts): Decision | undefined {
  const { asker, text, askedAt, addressed, isToSomebody } = question;
  const isQuick = Math.abs(askedAt - waiting.lastAskedAt) <= quickMs;
  const isOneQuestion = waiting.asker === asker && waiting.isAsked && waiting.timesAgain < maxTimesAgain;
  if (!isQuick || !isOneQuestion || isToSomebody || addressed === 'command' || isWord(text)) return undefined;
  return decideByUse(question, uses) ?? { joined: toOneQuestion([waiting.text, text]) };
}

/** An unmentioned message in a thread; undefined: a question. */
function decideFollowUp(
  question: Question,
  conversation: ConversationFacts,
  { followUps }: MannersRules,
): Decision | undefined {
  if (conversation.listening === 'mention' || followUps === 'mention') return { ignore: 'quiet' };
  const isOther = question.asker !== conversation.asker;
  if (isOther && followUps === 'asker') return { listening: 'mention', fixedReply: 'others_joined' };
  if (question.isToSomebody) return { ignore: 'to_somebody' };
  return asksSomething(question, conversation) ? undefined : { ignore: 'no_question' };
}

/** Also what the asker answers to the question that an answer ended with, while nothing else is being answered. */
function asksSomething({ text, asker }: Question, conversation: ConversationFacts | undefined): boolean {
  const isAsked = conversation?.asksBack && conversation.answering === undefined && conversation.asker === asker;
  return (isAsked && isShortAnswer(text)) || isQuestion({ text, isToSomebody: false, isFollowUp: true });
}

function decideByLoop(conversation: ConversationFacts | undefined, rules: MannersRules): Decision | undefined {
  const recent = conversation?.recentTurns ?? 0;
  if (recent > rules.maxPerThreadAndMinute) return { ignore: 'slow_down' };
  return recent === rules.maxPerThreadAndMinute ? { fixedReply: 'slow_down' } : undefined;
}

/**
 * Thanks and chatter are not answered where people need not mention us to say them. In direct messages a short word may answer
 * what the assistant asked.
 */
function decideByTone(question: Question, conversation: ConversationFacts | undefined): Decision | undefined {
  const { text, addressed, isReply, files } = question;
  const mayChat = addressed === 'direct' && conversation !== undefined && !conversation.asksBack;
  const isChatter = mayChat && !files && isSmallTalk(text);
  const asksNothing = isReply && !files && !asksSomething(question, conversation);
  return isChatter || asksNothing ? { ignore: 'no_question' } : undefined;
}

/** One sentence says that there are too many; then nothing does, until there are fewer. A command always needs an answer. */
function decideByLimits(question: Question, { open, uses }: QuestionFacts, rules: MannersRules): Decision | undefined {
  if (open.accepted < rules.maxOpenPerAsker) return decideByUse(question, uses);
  const isSaidAlready = open.overLimit > 0 && question.addressed !== 'command';
  return isSaidAlready ? { ignore: 'over_limit' } : { fixedReply: 'over_limit' };
}

/** What asks for no answer of the assistant is within every limit. */
function decideByWord(
  question: Question,
  conversation: ConversationFacts | undefined,
  rules: MannersRules,
): Decision | undefined {
  const { text } = question;
  const word = wordOf(question);
  if (word === 'human') return decideCall(question, conversation, rules);
  if (word === 'solved') return decideSolved(question, conversation, rules);
  if (word === 'help' || text.trim() === '') return { fixedReply: 'help' };
  if (word === 'new') return { fixedReply: 'new', startsOver: true, listening: 'asker' };
  return undefined;
}

function decideCall(question: Question, conversation: ConversationFacts | undefined, rules: MannersRules): Decision {
  if (!rules.canCall) return refused(question, 'human_none');
  if (question.addressed === 'direct') return refused(question, 'human_direct');
  const calledAt = conversation?.calledAt ?? Number.NEGATIVE_INFINITY;
  if (question.askedAt - calledAt < callEveryMs) return refused(question, 'human_called');
  return { fixedReply: 'human', listening: 'mention' };
}

function decideSolved(question: Question, conversation: ConversationFacts | undefined, rules: MannersRules): Decision {
  if (!conversation) return refused(question, 'solved_none');
  if (conversation.isSolved) return refused(question, 'solved_already');
  if (question.asker !== conversation.asker && !rules.isHelper) return refused(question, 'solved_not_yours');
  return { fixedReply: 'solved' };
}

/** After a press only the person who pressed sees it; after a message the thread does. */
function refused({ wish }: Question, reason: IgnoredQuestion & FixedReply): Decision {
  return wish ? { ignore: reason } : { fixedReply: reason };
}

/** The word that a message to us consists of; a button says one. */
function wordOf({ text, addressed, wish }: Question): string | undefined {
  return wish ?? (addressed === 'mention' || addressed === 'direct' ? onlyWord(text) : undefined);
}

/** What a message asks for that is not an answer. */
export function wishOf(question: Question): Wish | undefined {
  const word = wordOf(question);
  return word === 'human' || word === 'solved' ? word : undefined;
}

function isWord(text: string): boolean {
  return ['new', 'human', 'solved', 'stop', 'mute', 'leave'].includes(onlyWord(text) ?? '');
}

/** The message, if it is a single word, in lower case and without punctuation. */
function onlyWord(text: string): string | undefined {
  if (text.length > 40) return undefined;
  return /^[\s*_"'“”]*(\p{L}+)[\s*_"'“”.!]*$/u.exec(text)?.[1]?.toLowerCase();
}
