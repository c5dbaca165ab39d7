/**
 * What a turn shows after each event, and how it ends. Pure; turn.ts does what follows from it. The reply is what should be
 * shown: once it is settled, nothing changes it.
 */
import { dayOf } from '../../../../kit/base/wall-clock.ts';
import type { PlainKey } from '../../../wording/catalogue.ts';
import { english, type Wording } from '../../../wording/wording.ts';
import { nothingUnread, type Unread, unreadSentences } from '../../context/read-along.ts';
import type { AnsweredBefore } from '../../insight/answered-before.ts';
import { type AsideCode, asideCodes } from '../../model/asked-question.ts';
import type { ControlKind } from '../../model/body.ts';
import {
  type Conversation,
  type FixedReply,
  maxQuestionChars,
  type Question,
  questionDeleted,
  type Turn,
} from '../../model/conversation.ts';
import { type AssistantCode, isPassing, type PlatformError } from '../../model/errors.ts';
import { bounded, emptyReply, fold, type Part, type Reply, settle } from '../../model/reply.ts';
import type { Source } from '../../model/source.ts';
import type { Route } from '../../ports/routing.ts';
import type { TurnEnd } from '../../ports/store.ts';
import { isSmallTalk } from '../../questions/classify-message.ts';
import { mayAskAgain } from '../../questions/stop-and-ask-again.ts';

export interface TurnState {
  /** With the conversation in which it is answered. */
  readonly turn: Turn;
  readonly place: Place;
  /** What should be shown now. */
  readonly reply: Reply;
  /** What could not be read along with the question. */
  readonly unread: Unread;
  /** Sentences under the complete answer. */
  readonly notices: readonly Notice[];
  readonly partCount: number;
  readonly firstTextAt: number | undefined;
  /** Why the settled reply is not an ordinary answer. */
  readonly code: string | undefined;
  /** Set once it is complete. */
  readonly isByAi?: true;
  /** It says that an AI writes. */
  readonly hasAiNotice?: true;
  /** The same question has been answered before. */
  readonly before?: AnsweredBefore;
}

export interface Place {
  /** Only the asker sees the reply. */
  readonly isPrivate: boolean;
  /** Whether there is somebody to call (the route's `handover`). */
  readonly canCall: boolean;
}

type Notice = Extract<PlainKey, 'fallback' | 'partlyUnread' | 'lengthLimit' | 'answerTooLong'>;

/** The last five kinds settle the reply; before them the language must be known. */
export type TurnEvent =
  | { readonly type: 'language'; readonly wording: Wording }
  | { readonly type: 'opened'; readonly conversation: Conversation; readonly place: Place }
  | { readonly type: 'read_along'; readonly unread: Unread }
  | { readonly type: 'part'; readonly part: Part; readonly at: number }
  /** The assistant has sent everything, or an answer is shared. `hasAiNotice`, `before`: what it says below. */
  | ({ readonly type: 'complete' } & Pick<TurnState, 'hasAiNotice' | 'before'>)
  /** The process must end. */
  | { readonly type: 'interrupted' }
  /** `by`: as in `Turn.stoppedBy`; undefined if unknown. `name`: of the person, if it is somebody other than the asker. */
  | { readonly type: 'stopped'; readonly by: string | undefined; readonly name: string | undefined }
  | { readonly type: 'failed'; readonly code: AssistantCode | 'defect' }
  /** `reply`: a settled one to show instead of the sentence. */
  | { readonly type: 'refused'; readonly refusal: Refusal; readonly reply?: Reply };

export function beginTurn(turn: Turn, place: Place): TurnState {
  const nothing = { notices: [], partCount: 0, firstTextAt: undefined, code: undefined };
  return { turn, place, reply: emptyReply, unread: nothingUnread, ...nothing };
}

export function nextState(state: TurnState, event: TurnEvent): TurnState {
  if (state.reply.settled) return state;
  const wording = wordingOf(state);
  switch (event.type) {
    case 'language':
      return { ...state, reply: { ...state.reply, wording: event.wording, ...controlsOf(state, ['stop']) } };
    case 'opened':
      return { ...state, turn: { ...state.turn, conversation: event.conversation }, place: event.place };
    case 'read_along':
      return { ...state, unread: event.unread };
    case 'part':
      return withPart(state, event.part, event.at);
    case 'complete':
      return toComplete({
        ...state,
        ...(isByAi(state) && { isByAi: true }),
        ...(event.hasAiNotice && { hasAiNotice: true }),
        ...(event.before && { before: event.before }),
      });
    case 'interrupted':
      return withSentence(state, wording.say('interrupted'), 'interrupted');
    case 'stopped':
      return withSentence(state, stopSentence(state, event), event.by === questionDeleted ? event.by : 'stopped');
    case 'failed':
      return withSentence(state, failureSentence(state, event.code), event.code);
    case 'refused': {
      const { key, code } = event.refusal;
      return event.reply ? { ...state, reply: event.reply, code } : withSentence(state, wording.say(key), code);
    }
  }
}

/** Whether a reply is worth showing after another: one more source alone is not, and buttons wait for the first text. */
export function isNews(before: Reply, now: Reply): boolean {
  const hasNews = now.text !== before.text || now.steps !== before.steps || now.settled !== before.settled;
  return hasNews || (now.text !== '' && now.controls !== before.controls);
}

/** What a question gets that the docs do not answer. silent: nothing. pages: the nearest pages. say: the words of the assistant. */
export type Unanswered = NonNullable<Route['unanswered']>;

/** Towards a person who asked Docent, nothing is silent: the setting is for questions that were addressed to nobody. */
export function unansweredIn({ addressed, reading }: Question, { unanswered }: Pick<Route, 'unanswered'>): Unanswered {
  if (reading?.isPost) return unanswered ?? 'pages';
  return addressed === 'auto' ? (unanswered ?? 'silent') : 'say';
}

/** Whether the answer that was read to its end is none. Of a service that does not say it, an answer cites a page. */
export function isUnanswered({ reply }: TurnState, last: TurnEvent): boolean {
  if (last.type === 'failed') return true;
  const { outcome, sources } = reply;
  return last.type === 'complete' && sources.length === 0 && outcome !== 'ask';
}

/** Whether the answer is as long as it may be, so that the rest is not read. */
export function isFull({ notices }: TurnState): boolean {
  return notices.includes('answerTooLong');
}

function withPart(state: TurnState, part: Part, at: number): TurnState {
  if (isFull(state)) return state;
  const longer = fold(state.reply, part);
  const reply = bounded(longer);
  const notices = [...state.notices, ...noticesOf(part), ...(reply === longer ? [] : (['answerTooLong'] as const))];
  const firstTextAt = state.firstTextAt ?? (reply.text === state.reply.text ? undefined : at);
  const isUnseen = part.type === 'pictures_unseen';
  const unread = isUnseen ? { ...state.unread, pictures: 1, takesPictures: false } : state.unread;
  return { ...state, reply, unread, notices, firstTextAt, partCount: state.partCount + 1 };
}

function noticesOf(part: Part): readonly Notice[] {
  if (part.type === 'fallback') return ['fallback'];
  if (part.type !== 'finish') return [];
  return [
    ...(part.unread ? (['partlyUnread'] as const) : []),
    ...(part.reason === 'length' ? (['lengthLimit'] as const) : []),
  ];
}

function toComplete(state: TurnState): TurnState {
  return { ...state, reply: completeReply(state), code: asideOf(state) };
}

/** A private answer can be shared, but has no suggestions, since those would be answered in public. */
function completeReply(state: TurnState): Reply {
  const { turn, place, before } = state;
  const { suggestions, controls: _, ...answer } = { ...state.reply, ...turn.shared };
  return {
    ...settle(answer, ...sentencesBelow(state, answer)),
    ...(before && { before: toLink(before, wordingOf(state)) }),
    ...(place.isPrivate ? { shareable: turn.timesAgain + 1 } : suggestions && isHelpedOn(state) && { suggestions }),
    ...controlsOf(state, ['helpful', 'not_helpful', 'again', 'human', 'solved']),
  };
}

function toLink({ link, answeredAt }: AnsweredBefore, wording: Wording): Source {
  const title = wording.say('answeredBefore', { date: wording.day(dayOf(answeredAt)) });
  return { path: link, url: link, title };
}

/** Of the sentences that may be left out, those stay that leave the line this short, without its sources. */
const maxLineChars = 200;

/** What was not read, that an AI writes, and where the answer is from if there is room. */
function sentencesBelow(state: TurnState, { kept, outcome, sources }: Reply): readonly string[] {
  const { notices, hasAiNotice } = state;
  const wording = wordingOf(state);
  // Of an answer that was not read to its end, it is not known that it cites no page.
  const isRead = !notices.includes('partlyUnread') && !isFull(state);
  const first = [
    ...notRead(state),
    ...openNotices(state),
    ...notices.filter((key) => key !== 'fallback').map((key) => wording.say(key)),
    ...(hasAiNotice ? [wording.say('aiNotice')] : []),
  ];
  const origin = [
    ...(notices.includes('fallback') ? [wording.say('fallback')] : []),
    ...(kept ? [keptSentence(kept, wording)] : []),
    ...(isRead && outcome === 'answer' && sources.length === 0 ? [wording.say('noSources')] : []),
  ];
  return origin.reduce<readonly string[]>((before, next) => {
    const longer = before.concat(next);
    return before.length === 0 || longer.join(' ').length <= maxLineChars ? longer : before;
  }, first);
}

function keptSentence({ on, isStale }: NonNullable<Reply['kept']>, wording: Wording): string {
  return wording.say(isStale ? 'keptStale' : 'kept', { date: wording.day(on) });
}

/**
 * Whether suggestions help: under a refusal or a question back, and under the first answer in direct messages. Of an answer
 * whose service does not say what it is, a refusal cites no page.
 */
function isHelpedOn({ turn, reply }: TurnState): boolean {
  const { outcome, sources } = reply;
  const isFirst = turn.question.addressed === 'direct' && turn.conversation.assistantThread === undefined;
  return isFirst || (outcome === undefined ? sources.length === 0 : outcome !== 'answer');
}

/** What a complete answer is if it is none from the docs: small talk, or a question back. */
function asideOf({ turn, reply }: TurnState): AsideCode | undefined {
  const { outcome, sources } = { ...reply, ...turn.shared };
  if (outcome !== undefined) return asideCodes.find((code) => code === outcome);
  // A service that does not say it.
  const { text } = turn.question;
  return sources.length === 0 && text !== '' && isSmallTalk(text) ? 'chat' : undefined;
}

/** The answer so far, or the one that it should have replaced, with the sentence under it. */
function withSentence(state: TurnState, sentence: string, code: string): TurnState {
  const { earlier } = state.turn;
  // An incomplete answer has no suggestions.
  const { suggestions: _, controls: __, nearest, ...current } = state.reply;
  const text = longerText(state.turn, current.text);
  const stays = earlier && current.text === '' ? earlier : { ...current, text, ...(nearest && { nearest }) };
  // The question was deleted and no text is shown, so the sentence would refer to nothing.
  if (code === questionDeleted && stays.text === '') return { ...state, reply: settle(current), code };
  const notices = [
    ...(stays === earlier ? [wordingOf(state).say('earlierAnswer')] : []),
    // There may have been something to answer in what was not read.
    ...(code === 'help' ? notRead(state) : []),
    ...openNotices(state),
    sentence,
  ];
  return {
    ...state,
    reply: settle({ ...current, ...stays, ...controlsOf(state, ['again', 'human'], code) }, ...notices),
    code,
  };
}

/** An earlier attempt may have shown more text than this one so far; the longer text stays. */
function longerText(turn: Turn, text: string): string {
  return turn.answer.length > text.length ? turn.answer : text;
}

function notRead(state: TurnState): readonly string[] {
  return unreadSentences(state.unread, wordingOf(state), state.turn.question.reading);
}

function openNotices(state: TurnState): readonly string[] {
  const { conversation, fixedReply } = state.turn;
  const { notice, isRestarted } = conversation;
  const wording = wordingOf(state);
  return [
    ...(notice ? [wording.say(`place.${notice}`)] : []),
    // A fixed sentence needs no assistant.
    ...(isRestarted && !fixedReply ? [wording.say('restarted')] : []),
  ];
}

function failureSentence(state: TurnState, code: AssistantCode | 'defect'): string {
  if (code === 'defect') return wordingOf(state).say('defect');
  const isPartial = longerText(state.turn, state.reply.text) !== '';
  return wordingOf(state).say(`${isPartial ? 'cutAnswer' : 'noAnswer'}.${code}`);
}

function stopSentence(state: TurnState, { by, name }: Extract<TurnEvent, { type: 'stopped' }>): string {
  const wording = wordingOf(state);
  if (!isAnotherPerson(by, state.turn)) return wording.say('stopped');
  const again = wording.say('button.again');
  return name === undefined ? wording.say('stoppedByOther', { again }) : wording.say('stoppedBy', { name, again });
}

/** Whether a turn was stopped by a person other than its asker. */
export function isAnotherPerson(by: string | undefined, { question }: Turn): by is string {
  return by !== undefined && by !== questionDeleted && by !== question.asker;
}

function wordingOf({ reply }: TurnState): Wording {
  return reply.wording ?? english;
}

/** The controls of a private answer: people who are called could not see it, and there is no thread to mark as solved. */
const privateControls: readonly ControlKind[] = ['stop', 'helpful', 'not_helpful', 'again'];

/** No "Ask again" if the answer would be the same, and in direct messages none that involve other people. */
function controlsOf({ turn, place }: TurnState, kinds: readonly ControlKind[], code?: string): Pick<Reply, 'controls'> {
  if (turn.fixedReply !== undefined || turn.shared !== undefined) return {};
  const isAmongOthers = turn.question.addressed !== 'direct';
  const isOffered: Partial<Record<ControlKind, boolean>> = {
    again: mayAskAgain(turn.timesAgain, code),
    human: place.canCall && isAmongOthers,
    solved: isAmongOthers,
  };
  const isVisible = (kind: ControlKind): boolean => !place.isPrivate || privateControls.includes(kind);
  const offered = kinds.filter((kind) => (isOffered[kind] ?? true) && isVisible(kind));
  return offered.length === 0 ? {} : { controls: offered.map((kind) => ({ kind, turn: turn.id })) };
}

/** Why a question is not sent to the assistant, and the sentence to show instead. */
export interface Refusal {
  readonly key: PlainKey;
  readonly code: string;
}

/** An interrupted answer is requested at most this often, and only this long after the question. */
const maxTries = 3;
const maxAgeMs = 10 * 60_000;

/** undefined if the question is sent to the assistant. */
export function refusalOf(turn: Turn, now: number): Refusal | undefined {
  const { question, attempt, openedAt, corrupt, fixedReply } = turn;
  // A file without a question.
  if (fixedReply === 'help' && question.files) return { key: 'fileAlone', code: fixedReply };
  const pointsNowhere = question.text === '' && question.reading?.repliesTo === 'unread';
  if (fixedReply === 'help' && pointsNowhere) return { key: 'repliedToAlone', code: fixedReply };
  if (fixedReply) return { key: `reply.${fixedReply}`, code: fixedReply };
  if (corrupt) return { key: 'defect', code: 'corrupt' };
  if (question.text.length > maxQuestionChars) return { key: 'noAnswer.too_long', code: 'too_long' };
  const tooOld = now - openedAt > maxAgeMs;
  if (attempt > maxTries || (attempt > 1 && tooOld)) return { key: 'abandoned', code: 'abandoned' };
  return undefined;
}

/** Whether an AI wrote the complete answer: a model of our own service, which says so, or any hosted assistant. */
export function isByAi({ turn, reply }: TurnState): boolean {
  if (turn.shared) return turn.shared.isByAi === true;
  const { text, outcome, isQuoted, kept } = reply;
  return text !== '' && !isQuoted && !kept && outcome !== 'refuse' && outcome !== 'decline';
}

/** How a turn ends: its state, and the code that says why. */
export type End = Pick<TurnEnd, 'state'> & { readonly code: string | undefined };

/** `unshown`: given if the reply cannot be shown. `link`: to the first message of the reply. */
export function toTurnEnd(state: TurnState, link: string | undefined, unshown?: End): TurnEnd {
  const { turn, place, reply, firstTextAt } = state;
  const end = unshown ?? shownEnd(state);
  const buttons = [...(reply.controls ?? []), ...(reply.suggestions ?? [])];
  // An answer that was taken back is kept for reports.
  const kept = end.code === 'taken_back' ? turn.earlier : undefined;
  const { text, sources } = kept ?? reply;
  return {
    state: end.state,
    ...(end.code !== undefined && { code: end.code }),
    // A card quotes somebody's question, which is stored once.
    answer: turn.fixedReply === 'human' ? '' : text,
    // The nearest pages are not citations.
    sources: reply.nearest ? [] : sources,
    ...(state.isByAi && { isByAi: true }),
    ...(state.hasAiNotice && { hasAiNotice: true }),
    // A reply that only one person sees has no link.
    ...(link !== undefined && !place.isPrivate && { link }),
    // Unknown if an earlier process showed the first text.
    ...(firstTextAt !== undefined && turn.answer === '' && { firstTextAt }),
    // Others of a private answer are in messages of their own.
    hasButtons: !unshown && !place.isPrivate && buttons.length > 0,
  };
}

/** Fixed replies that respond to a request; the others refuse a question. */
const responses: readonly FixedReply[] = [
  'help',
  'new',
  'muted',
  'unmuted',
  'others_joined',
  'human',
  'human_none',
  'human_direct',
  'human_called',
  'solved',
  'solved_already',
  'solved_not_yours',
  'solved_none',
  'nothing_to_stop',
  'taken_back',
];

function shownEnd({ code }: TurnState): End {
  if (code === 'stopped' || code === questionDeleted) return { state: 'stopped', code };
  const isAnswered = code === undefined || [...responses, ...asideCodes].some((known) => known === code);
  return { state: isAnswered ? 'answered' : 'failed', code };
}

/** While a platform is down, its turns stay open for this long after they were asked. */
const maxOutageMs = 24 * 60 * 60_000;

/** How a turn ends if its reply cannot be shown; the others leave it open. A deleted message counts as stopped by the reader. */
export function unshownEnd(error: PlatformError, ageMs: number, mustEnd: boolean): End | 'interrupted' | 'outage' {
  if (error.code === 'message_gone') return { state: 'stopped', code: error.code };
  if (isPassing(error) && mustEnd) return 'interrupted';
  return isPassing(error) && ageMs < maxOutageMs ? 'outage' : { state: 'failed', code: error.code };
}
