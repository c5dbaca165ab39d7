/**
 * Who may stop an answer or have it written again (who asked, and who moderates the place), and when an edited question is
 * asked again. Who moderates is found out where the press enters: slack/inbound/take-press,
 * discord/inbound/interactions/buttons. Slack shows its own Stop to everybody who sees the answer and stops it for them
 * (slack/inbound/stop-button); a typed "stop" is decided in decide-question. Pure.
 */
import type { PressRefusal } from '../model/errors.ts';
import type { TurnFacts } from '../ports/store.ts';

/** How often one question is asked again: each time costs as much as a question. */
export const maxTimesAgain = 5;
/** A question that is edited later than this after it was asked is not answered again. */
const editableMs = 5 * 60_000;

/** Replies that asking again would not change, or that go on by themselves. */
const final: ReadonlySet<string> = new Set(['too_long', 'corrupt', 'interrupted']);

/** `mayPress`: who pressed asked the question or moderates the place. */
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

/** Whether a reply may be written again. `code`: why it is not a whole answer. */
export function mayAskAgain(timesAgain: number, code?: string): boolean {
  return timesAgain < maxTimesAgain && (code === undefined || !final.has(code));
}

/** The whole question when the message that it was found by reads like this now; empty when the first one has no words. */
export function toEdited(turn: Pick<TurnFacts, 'text' | 'joined' | 'foundBy'>, text: string): string {
  const { joined = [], foundBy } = turn;
  const first = foundBy === undefined ? text : firstMessageOf(turn);
  const others = joined.map((each) => (each.id === foundBy ? text : each.text));
  return first.trim() === '' ? '' : toOneQuestion([first, ...others]);
}

/** A question keeps its messages as one text, which ends with those that were joined to it. */
function firstMessageOf({ text, joined = [] }: Pick<TurnFacts, 'text' | 'joined'>): string {
  const others = toOneQuestion(joined.map((each) => each.text));
  return text.endsWith(`\n\n${others}`) ? text.slice(0, -others.length).trimEnd() : text;
}

/** Quick messages as one question. */
export function toOneQuestion(messages: readonly string[]): string {
  return messages
    .map((message) => message.trim())
    .filter((message) => message !== '')
    .join('\n\n');
}

/** Whether a question that reads like this now is asked again. `at`: when it was edited. */
export function isAskedAgain(
  turn: TurnFacts,
  { text, asker }: { readonly text: string; readonly asker: string },
  at: number,
): boolean {
  const isChanged = text.trim() !== '' && text !== turn.text;
  const isInTime = at - turn.askedAt <= editableMs;
  const mayBeAsked = turn.isAsked && !turn.isDeleted && turn.timesAgain < maxTimesAgain;
  return isChanged && isInTime && asker === turn.asker && mayBeAsked;
}
