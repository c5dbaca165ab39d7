/**
 * Who may stop an answer or ask again (the asker and the place's moderators), and when an edited question is asked again.
 * Moderators on Slack are admins and owners (`isAdmin` in slack/inbound/people), on Discord those who may manage messages or
 * time out members (discord/inbound/interactions/buttons). Slack shows its own Stop button to everyone who sees the answer,
 * and it works for all of them (slack/inbound/stop-button). A typed "stop" is handled in decide-question. Pure.
 */
import type { Question } from '../model/conversation.ts';
import type { PressRefusal } from '../model/errors.ts';
import type { TurnFacts } from '../ports/store.ts';

/** How often a question may be asked again; each time costs as much as a question. */
export const maxTimesAgain = 5;
/** A question edited later than this after it was asked is not answered again. */
const editableMs = 5 * 60_000;

/** Codes of replies that asking again would not change, or that will be continued anyway. */
const final: ReadonlySet<string> = new Set(['too_long', 'corrupt', 'interrupted']);

/** `mayPress`: the person who pressed asked the question or moderates the place. */
export function refusePress(
  kind: 'stop' | 'again',
  turn: TurnFacts | undefined,
  mayPress: boolean,
): PressRefusal | undefined {
  if (!turn) return 'gone';
  if (!mayPress) return 'not_yours';
  if (kind === 'stop') return turn.isOpen ? undefined : 'not_running';
  if (turn.isOpen) return 'running';
  if (!turn.isAsked) return 'gone';
  return turn.timesAgain < maxTimesAgain ? undefined : 'too_often';
}

/** Whether "Ask again" is possible. `code`: why the reply is not a complete answer. */
export function mayAskAgain(timesAgain: number, code?: string): boolean {
  return timesAgain < maxTimesAgain && (code === undefined || !final.has(code));
}

/** The whole question after an edit of the message that it was found by; empty if its first message has no text. */
export function toEdited(turn: Pick<TurnFacts, 'text' | 'joined' | 'foundBy'>, text: string): string {
  const { joined = [], foundBy } = turn;
  const first = foundBy === undefined ? text : firstMessageOf(turn);
  const others = joined.map((message) => (message.id === foundBy ? text : message.text));
  return first.trim() === '' ? '' : toOneQuestion([first, ...others]);
}

/** A question is stored as one text, which ends with the messages that were joined to it. */
function firstMessageOf({ text, joined = [] }: Pick<TurnFacts, 'text' | 'joined'>): string {
  const others = toOneQuestion(joined.map((message) => message.text));
  return text.endsWith(`\n\n${others}`) ? text.slice(0, -others.length).trimEnd() : text;
}

/** Joins quick messages into one question. */
export function toOneQuestion(messages: readonly string[]): string {
  return messages
    .map((message) => message.trim())
    .filter((message) => message !== '')
    .join('\n\n');
}

/** Whether a question with this new text, or these files, is asked again. `at`: when it was edited. */
export function isAskedAgain(turn: TurnFacts, { text, asker, files }: Edited, at: number): boolean {
  const isChanged = text.trim() !== '' && (text !== turn.text || hasOtherFiles(turn, files));
  const isInTime = at - turn.askedAt <= editableMs;
  const mayBeAsked = turn.isAsked && !turn.isDeleted && turn.timesAgain < maxTimesAgain;
  return isChanged && isInTime && asker === turn.asker && mayBeAsked;
}

type Edited = Pick<Question, 'text' | 'asker' | 'files'>;

/** Addresses are left out, because a platform may sign each file's anew. */
function hasOtherFiles(turn: TurnFacts, files: Edited['files'] = []): boolean {
  const known = turn.files ?? [];
  return isWhole(turn) && (files.length !== known.length || files.some(({ name }, at) => name !== known[at]?.name));
}

/** Whether the message that the question was found by is all of it. */
export function isWhole({ joined = [] }: TurnFacts): boolean {
  return joined.length === 0;
}
