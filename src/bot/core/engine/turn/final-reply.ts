/**
 * What a reply shows once it has ended: the answer with its notices and controls, or one of Docent's sentences under the part
 * that arrived. Pure.
 */

import type { PlainKey } from '../../../wording/catalogue.ts';
import type { Wording } from '../../../wording/wording.ts';
import type { ControlKind } from '../../model/body.ts';
import { type Conversation, type FixedReply, questionDeleted, type Turn } from '../../model/conversation.ts';
import { maxQuestionChars } from '../../model/question-length.ts';
import { type Reply, settle } from '../../model/reply.ts';
import type { TurnEnd } from '../../ports/store.ts';
import { mayAskAgain } from '../../questions/stop-and-ask-again.ts';

/** An interrupted answer is requested at most this often, and only this long after the question. */
const maxTries = 3;
const maxAgeMs = 10 * 60_000;

export interface ReplyContext {
  readonly turn: Turn;
  readonly conversation: Conversation;
  /** Only the asker sees it. */
  readonly isPrivate: boolean;
  readonly wording: Wording;
  /** Whether there is somebody to call (the route's `handover`). */
  readonly canCall: boolean;
  /** Sentences about context and files that could not be read. */
  readonly unread?: readonly string[];
}

/** A sentence, and the code that the turn ends with; without a code it counts as answered. */
export interface Sentence {
  readonly sentence: string;
  readonly code: string | undefined;
}

/** Why a question is not sent to the assistant, and the sentence to show instead; undefined if it is sent. */
export function refusalOf(turn: Turn, now: number): { readonly key: PlainKey; readonly code: string } | undefined {
  const { question, attempt, openedAt, corrupt, fixedReply } = turn;
  // A file without a question.
  if (fixedReply === 'help' && question.files) return { key: 'fileAlone', code: fixedReply };
  if (fixedReply) return { key: `reply.${fixedReply}`, code: fixedReply };
  if (corrupt) return { key: 'defect', code: 'corrupt' };
  if (question.text.length > maxQuestionChars) return { key: 'noAnswer.too_long', code: 'too_long' };
  const tooOld = now - openedAt > maxAgeMs;
  if (attempt > maxTries || (attempt > 1 && tooOld)) return { key: 'abandoned', code: 'abandoned' };
  return undefined;
}

/** Fixed replies that respond to a request; the others refuse a question. */
const responses: readonly FixedReply[] = [
  'help',
  'new',
  'muted',
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

/** How a turn with this code ends. */
export function endStateOf(code: string | undefined): TurnEnd['state'] {
  if (code === 'stopped' || code === questionDeleted) return 'stopped';
  return code === undefined || responses.some((response) => response === code) ? 'answered' : 'failed';
}

/** An earlier attempt may have shown more text than this one so far; the longer text stays. */
function longerText(turn: Turn, text: string): string {
  return turn.answer.length > text.length ? turn.answer : text;
}

/**
 * The complete answer. A private answer can be shared, but has no suggestions, since those would be answered in public.
 * `isRead`: everything that the assistant sent could be read, so that an answer without sources is known to cite no page.
 */
export function answeredReply(
  reply: Reply,
  context: ReplyContext,
  notices: readonly string[] = [],
  isRead = true,
): Reply {
  const unsourced = reply.sources.length === 0 && isRead ? [context.wording.say('noSources')] : [];
  const settled = settle(reply, ...openNotices(context), ...(context.unread ?? []), ...notices, ...unsourced);
  const { suggestions, controls: _, ...answered } = settled;
  return {
    ...answered,
    ...(context.isPrivate ? { shareable: context.turn.timesAgain + 1 } : suggestions && { suggestions }),
    ...controlsOf(context, ['helpful', 'not_helpful', 'again', 'human', 'solved']),
  };
}

/** The answer so far, or the one that it should have replaced, with the sentence under it. */
export function replyWithSentence(
  reply: Reply,
  context: ReplyContext,
  sentence: string,
  code: string | undefined,
): Reply {
  // An incomplete answer has no suggestions.
  const { suggestions: _, controls: __, nearest, ...current } = reply;
  const { earlier } = context.turn;
  const text = longerText(context.turn, current.text);
  const stays = earlier && current.text === '' ? earlier : { ...current, text, ...(nearest && { nearest }) };
  // The question was deleted and no text is shown, so the sentence would refer to nothing.
  if (code === questionDeleted && stays.text === '') return settle(current);
  const notices = [
    ...(stays === earlier ? [context.wording.say('earlierAnswer')] : []),
    ...openNotices(context),
    sentence,
  ];
  return settle({ ...current, ...stays, ...controlsOf(context, ['again', 'human'], code) }, ...notices);
}

/** The controls of a private answer: people who are called could not see it, and there is no thread to mark as solved. */
const privateControls: readonly ControlKind[] = ['stop', 'helpful', 'not_helpful', 'again'];

/** No "Ask again" if the answer would be the same, and in direct messages none that involve other people. */
export function controlsOf(
  { turn, isPrivate, canCall }: ReplyContext,
  kinds: readonly ControlKind[],
  code?: string,
): Pick<Reply, 'controls'> {
  if (turn.fixedReply !== undefined || turn.shared !== undefined) return {};
  const isAmongOthers = turn.question.addressed !== 'direct';
  const isOffered: Partial<Record<ControlKind, boolean>> = {
    again: mayAskAgain(turn.timesAgain, code),
    human: canCall && isAmongOthers,
    solved: isAmongOthers,
  };
  const offered = kinds.filter((kind) => (isOffered[kind] ?? true) && (!isPrivate || privateControls.includes(kind)));
  return offered.length === 0 ? {} : { controls: offered.map((kind) => ({ kind, turn: turn.id })) };
}

function openNotices({ conversation, turn, wording }: ReplyContext): readonly string[] {
  const { notice, isRestarted } = conversation;
  return [
    ...(notice ? [wording.say(`place.${notice}`)] : []),
    // A fixed sentence needs no assistant.
    ...(isRestarted && !turn.fixedReply ? [wording.say('restarted')] : []),
  ];
}
