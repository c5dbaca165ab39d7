/** What readers do about a question that was accepted: press a control under its reply, edit or delete it. */
import { randomUUID } from 'node:crypto';
import type { PlainKey } from '../../wording/catalogue.ts';
import { type HandOverOptions, takeCall } from '../feedback/hand-over.ts';
import { createFeedback, type FeedbackOptions } from '../feedback/marks.ts';
import { refuseAsker } from '../manners/admission.ts';
import { limitsOf, type WatchBudget } from '../manners/limits.ts';
import { isAskedAgain, refusePress, toEdited } from '../manners/stop-and-ask-again.ts';
import { type Question, questionDeleted, type Wish } from '../model/conversation.ts';
import { refusalSentence } from '../model/ignored-reason.ts';
import type { Handlers, QuestionResult } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { ControlPress, PressAnswer, Presser } from '../ports/presses.ts';
import type { Reopening, TurnFacts } from '../ports/store.ts';

type Edit = Pick<Question, 'asker' | 'text' | 'groups'>;

export interface ControlOptions extends FeedbackOptions, HandOverOptions {
  readonly watchBudget: WatchBudget;
  /** Accepts a question, or a wish that was expressed with a button. */
  ask(question: Question): Promise<QuestionResult>;
}

type Controls = Required<
  Pick<Handlers, 'press' | 'reason' | 'reaction' | 'reactionsCleared' | 'edited' | 'deleted' | 'stop'>
>;

export function createControls(platform: Platform, options: ControlOptions): Controls {
  const { store, clock, routing, ask, onAccepted } = options;
  const { mark, ...said } = createFeedback(platform, options);

  return {
    ...said,

    async press(press) {
      const { control, by, isModerator } = press;
      const { kind, turn: id } = control;
      if (kind === 'taken') return takeCall(id, by, options);
      if (kind === 'human' || kind === 'solved') return askFor(kind, press);
      if (kind === 'helpful' || kind === 'not_helpful') return mark(press, kind);
      const turn = await store.findTurn({ id }, by);
      const mayPress = turn?.asker === by || (turn !== undefined && (await isModerator()));
      const refusal = refusePress(kind, turn, mayPress);
      if (refusal || !turn) return { say: `press.${refusal ?? 'gone'}` };
      if (kind === 'stop') return (await store.stopTurn(id, by)) ? {} : { say: 'press.not_running' };
      const { address } = press;
      const refused = await askAgain(turn, press, { at: clock.now(), ...(address !== undefined && { address }) });
      return refused === undefined ? {} : { say: refused };
    },

    async edited(question, at) {
      const turn = await store.findTurn(question);
      if (turn) await change(turn, question, at);
    },

    async deleted(question) {
      const turn = await store.findTurn(question);
      if (!turn) return;
      if (turn.foundBy === undefined) await store.stopTurn(turn.id, questionDeleted);
      else await change(turn, { asker: turn.asker, text: '' }, clock.now());
    },

    async stop(place, by) {
      const turn = await store.runningIn(place);
      if (turn) await store.stopTurn(turn.id, by);
    },
  };

  /** Applies an edit: `text` is what the message reads now; empty when it was deleted. */
  async function change(turn: TurnFacts, { asker, text, groups }: Edit, at: number): Promise<void> {
    const whole = toEdited(turn, text);
    if (!isAskedAgain(turn, { asker, text: whole }, at)) return;
    const joined = turn.foundBy === undefined ? {} : { joined: { id: turn.foundBy, text } };
    const reopening = { text: whole, at, ...joined };
    // Deleted words go, whether or not their author may still ask.
    if (text !== '') await askAgain(turn, { by: asker, ...(groups && { groups }) }, reopening);
    else if ((await store.reopen(turn, reopening)).result === 'reopened') onAccepted();
  }

  /** Costs as much as a question, so whoever wants it must be allowed to ask one. Returns why it is not done. */
  async function askAgain(turn: TurnFacts, { by, groups }: Presser, change: Reopening): Promise<PlainKey | undefined> {
    const answer = await store.findAnswer(turn.id);
    if (!answer) return 'press.gone';
    const asked = { asker: by, thread: answer.thread, ...(groups && { groups }) };
    const route = routing.routeFor(answer.thread);
    const refusal = await refuseAsker(asked, route, platform);
    if (refusal) return `refused.${typeof refusal === 'string' ? refusal : 'unchecked'}`;
    const windows = limitsOf(asked, route, clock.now());
    const { result, uses = [] } = await store.reopen(turn, change, windows);
    if (result !== 'reopened') return result === 'changed' ? 'press.running' : `reply.${result}`;
    onAccepted();
    await options.watchBudget(uses, platform.name);
    return undefined;
  }

  /** Accepts the wish in the thread of the answer, as if it had been typed there. */
  async function askFor(wish: Wish, { control: { turn }, by, groups, locale }: ControlPress): Promise<PressAnswer> {
    const answer = await store.findAnswer(turn);
    if (!answer) return { say: 'press.gone' };
    // Names nobody: ids of questions stay when ids of people are hashed.
    const id = `${wish}:${turn}:${randomUUID()}`;
    const { thread } = answer;
    const who = { asker: by, ...(groups && { groups }), ...(locale !== undefined && { locale }) };
    return toAnswer(
      await ask({ ...who, id, eventId: id, thread, text: '', askedAt: clock.now(), wish, addressed: 'command' }),
    );
  }
}

/** Nothing is said where the thread shows what was done. */
function toAnswer(result: QuestionResult): PressAnswer {
  if (result === 'accepted') return {};
  return { say: refusalSentence(result) ?? 'press.gone' };
}
