/**
 * What a reply shows once it has ended: the answer with its notices and controls, or a sentence of ours under what there is of
 * it. Pure.
 */

import type { PlainKey } from '../../../wording/catalogue.ts';
import type { Wording } from '../../../wording/wording.ts';
import { mayAskAgain } from '../../manners/stop-and-ask-again.ts';
import type { ControlKind } from '../../model/body.ts';
import { type Conversation, type FixedReply, questionDeleted, type Turn } from '../../model/conversation.ts';
import { type Reply, settle } from '../../model/reply.ts';
import type { TurnEnd } from '../../ports/store.ts';
import { maxQuestionChars } from './ask-assistant.ts';

/** An interrupted answer is requested this often at most, and only this long after the question. */
const maxTries = 3;
const maxAgeMs = 10 * 60_000;

export interface ReplyContext {
  readonly turn: Turn;
  readonly conversation: Conversation;
  /** Only its asker sees it. */
  readonly isPrivate: boolean;
  readonly wording: Wording;
  /** Somebody is named there who can be called. */
  readonly canCall: boolean;
  /** Sentences that say what was not read for the answer. */
  readonly unread?: readonly string[];
}

/** A sentence with the code that the turn ends with; without one it counts as answered. */
export interface Sentence {
  readonly sentence: string;
  readonly code: string | undefined;
}

/** Why a question does not go to the assistant, and what is said instead; undefined for one that does. */
export function refusalOf(turn: Turn, now: number): { readonly key: PlainKey; readonly code: string } | undefined {
  const { question, attempt, openedAt, corrupt, fixedReply } = turn;
  // A file says nothing by itself.
  if (fixedReply === 'help' && question.files) return { key: 'fileAlone', code: fixedReply };
  if (fixedReply) return { key: `reply.${fixedReply}`, code: fixedReply };
  if (corrupt) return { key: 'defect', code: 'corrupt' };
  if (question.text.length > maxQuestionChars) return { key: 'noAnswer.too_long', code: 'too_long' };
  const tooOld = now - openedAt > maxAgeMs;
  if (attempt > maxTries || (attempt > 1 && tooOld)) return { key: 'abandoned', code: 'abandoned' };
  return undefined;
}

/** Fixed replies that do what was asked; the others refuse a question. */
const done: readonly FixedReply[] = [
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
  return code === undefined || done.some((each) => each === code) ? 'answered' : 'failed';
}

/** An earlier try may have shown more than this one so far: the longer text stays. */
function longerText(turn: Turn, text: string): string {
  return turn.answer.length > text.length ? turn.answer : text;
}

/**
 * The answer as it ended. A private answer can be shared, but has no suggestions: they would be answered in public. `isRead`:
 * all that the assistant sent, so that it is known to have named no page where there is none.
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

/** The answer so far, or the one that it was to replace, with the sentence under it. */
export function replyWithSentence(
  reply: Reply,
  context: ReplyContext,
  sentence: string,
  code: string | undefined,
): Reply {
  // No suggestions under an answer that is not complete.
  const { suggestions: _, controls: __, nearest, ...said } = reply;
  const { earlier } = context.turn;
  const text = longerText(context.turn, said.text);
  const stays = earlier && said.text === '' ? earlier : { ...said, text, ...(nearest && { nearest }) };
  // Nobody is left to read it, and no text that it would be about is shown.
  if (code === questionDeleted && stays.text === '') return settle(said);
  const notices = [
    ...(stays === earlier ? [context.wording.say('earlierAnswer')] : []),
    ...openNotices(context),
    sentence,
  ];
  return settle({ ...said, ...stays, ...controlsOf(context, ['again', 'human'], code) }, ...notices);
}

/** What an answer that only its asker sees offers: nobody is called, who could not see it, and there is no thread to mark. */
const privateControls: readonly ControlKind[] = ['stop', 'helpful', 'not_helpful', 'again'];

/** None to ask again where it would not be another answer, and none for others in direct messages. */
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

function openNotices({ conversation: { notice }, wording }: ReplyContext): readonly string[] {
  return notice ? [wording.say(`place.${notice}`)] : [];
}
