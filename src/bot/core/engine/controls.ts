/**
 * What readers can do about an accepted question: press a control under its reply, edit it, or delete it. Who may press what
 * is decided in questions/stop-and-ask-again.
 */
import { randomUUID } from 'node:crypto';
import type { PlainKey } from '../../wording/catalogue.ts';
import { createFeedback, type FeedbackOptions } from '../feedback/marks.ts';
import { withFilesAsText } from '../model/attached-files.ts';
import type { Body } from '../model/body.ts';
import type { Question, Wish } from '../model/conversation.ts';
import { PlatformError } from '../model/errors.ts';
import type { Answer } from '../model/feedback.ts';
import { refusalSentence } from '../model/ignored-reason.ts';
import { refuseAsker } from '../people/admission.ts';
import { findWording } from '../people/find-wording.ts';
import type { Handlers, QuestionResult } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { ControlPress, PressAnswer, Presser } from '../ports/presses.ts';
import type { Reopening, TurnFacts } from '../ports/store.ts';
import { limitsOf, type WatchBudget, windowsOf } from '../questions/limits.ts';
import { placeOf } from '../questions/place-of.ts';
import { isAskedAgain, isWhole, refusePress, toEdited } from '../questions/stop-and-ask-again.ts';

/** Why a question is not asked again. */
interface Refused {
  readonly say: PlainKey;
  /** Set if a limit was reached that the asker has not been told about yet: the answer that stays. */
  readonly limitIn?: Answer;
}

export interface ControlOptions extends FeedbackOptions {
  readonly watchBudget: WatchBudget;
  /** Accepts a question, or a wish expressed with a button. */
  ask(question: Question): Promise<QuestionResult>;
}

type Controls = Pick<Handlers, 'press' | 'reason' | 'reaction' | 'reactionsCleared' | 'edited' | 'deleted' | 'stop'>;

export function createControls(platform: Platform, options: ControlOptions): Controls {
  const { store, clock, routing, ask, onAccepted } = options;
  const { mark, ...feedback } = createFeedback(platform, options);

  return {
    ...feedback,

    async press(press) {
      const { control, by, isModerator } = press;
      const { kind, turn: id } = control;
      if (kind === 'taken') return takeCall(id, by);
      if (kind === 'human') return askWhetherToCall(id);
      if (kind === 'call') return acceptWish('human', press, { say: 'human.called' });
      if (kind === 'solved') return acceptWish(kind, press, {});
      if (kind === 'helpful' || kind === 'not_helpful') return mark(press, kind);
      const turn = await store.findTurn({ id }, by);
      const mayPress = turn?.asker === by || (turn !== undefined && (await isModerator()));
      const refusal = refusePress(kind, turn, mayPress);
      if (refusal || !turn) return { say: `press.${refusal ?? 'gone'}` };
      if (kind === 'stop') return (await store.stopTurn(id, by)) ? {} : { say: 'press.not_running' };
      const { address } = press;
      const refused = await askAgain(turn, press, { at: clock.now(), ...(address !== undefined && { address }) });
      return refused ? { say: refused.say } : {};
    },

    async edited(message, at) {
      const { assistant } = routing.routeFor(message.thread);
      const question = withFilesAsText(message, assistant.takesPictures ?? false);
      const turn = await store.findTurn(question, question.asker);
      const refused = turn && (await applyEdit(turn, question, at));
      if (refused) await notifyOfLimit(question, refused);
    },

    async deleted(question) {
      const turn = await store.findTurn(question);
      if (turn) await (turn.foundBy === undefined ? store.deleteQuestion(turn.id) : removeJoined(turn, turn.foundBy));
    },

    async stop(place, by) {
      const turn = await store.runningIn(place);
      if (turn) await store.stopTurn(turn.id, by);
    },
  };

  /** The message in the thread and the operators' cards then show who took the call. */
  async function takeCall(turn: string, by: string): Promise<PressAnswer> {
    if (!(await store.takeCall(turn, by, clock.now()))) return { say: 'press.gone' };
    onAccepted();
    return {};
  }

  async function applyEdit(turn: TurnFacts, question: Question, at: number): Promise<Refused | undefined> {
    const { asker, text, groups, files, reading, about } = question;
    const newText = toEdited(turn, text);
    if (!isAskedAgain(turn, { asker, text: newText, ...(files && { files }) }, at)) return undefined;
    const joined = turn.foundBy === undefined ? {} : { joined: { id: turn.foundBy, text } };
    const place = await placeOf(question, platform.places);
    const carried = {
      ...(files && { files }),
      ...(reading && { reading }),
      ...(about && { about }),
      ...(place && { place }),
    };
    const change = { text: newText, at, ...joined, carried, isWhole: isWhole(turn) };
    return askAgain(turn, { by: asker, ...(groups && { groups }) }, change, windowsOf);
  }

  /** A message that was part of a question was deleted. Its words are removed even if its author may no longer ask. */
  async function removeJoined(turn: TurnFacts, joined: string): Promise<void> {
    await store.removeJoined(turn.id, joined);
    const [text, at] = [toEdited(turn, ''), clock.now()];
    if (!isAskedAgain(turn, { asker: turn.asker, text }, at)) return;
    if ((await store.reopen(turn, { text, at, joined: { id: joined, text: '' } })).result === 'reopened') onAccepted();
  }

  /** Costs as much as a question, so the person must be allowed to ask one. Returns why it was refused. */
  async function askAgain(
    turn: TurnFacts,
    { by, groups }: Presser,
    change: Reopening,
    windowsFor = limitsOf,
  ): Promise<Refused | undefined> {
    const answer = await store.findAnswer(turn.id);
    if (!answer) return { say: 'press.gone' };
    const asked = { asker: by, thread: answer.thread, ...(groups && { groups }) };
    const route = routing.routeFor(answer.thread);
    const refusal = await refuseAsker(asked, route, platform);
    if (refusal) return { say: `refused.${typeof refusal === 'string' ? refusal : 'unchecked'}` };
    const windows = windowsFor(asked, route, clock.now());
    const { result, uses = [], isSaidAlready } = await store.reopen(turn, change, windows);
    if (result === 'changed') return { say: 'press.running' };
    if (result !== 'reopened') return { say: `reply.${result}`, ...(!isSaidAlready && { limitIn: answer }) };
    onAccepted();
    await options.watchBudget(uses, platform.name);
    return undefined;
  }

  /** Notifies the author of an edit once per window, privately if the platform can, else next to the answer. Never fails. */
  async function notifyOfLimit({ asker: person, locale }: Question, { say, limitIn }: Refused): Promise<void> {
    if (!limitIn) return;
    const { thread, turn, messages } = limitIn;
    try {
      const wording = await findWording({ thread, person, locale }, { routing, platform });
      const [message] = messages;
      if (platform.privately) await platform.privately.tell(person, thread, wording.say(say));
      else if (message !== undefined)
        await platform.notices?.notify({
          thread,
          message,
          body: toNotice(wording.say(say)),
          key: `${turn}:${clock.now()}`,
        });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      options.logger.debug({ code: error.code, err: error }, 'limit notice not sent');
    }
  }

  /** A call disturbs many people, and the button is beside others. */
  async function askWhetherToCall(turn: string): Promise<PressAnswer> {
    if (!(await store.findAnswer(turn))) return { say: 'press.gone' };
    return { say: 'human.confirm', offers: [{ kind: 'call', turn }] };
  }

  /**
   * Accepts the wish in the thread of the answer, as if it had been typed there. `done`: the response if it was accepted, which
   * the thread shows.
   */
  async function acceptWish(
    wish: Wish,
    { control: { turn }, by, groups, locale }: ControlPress,
    done: PressAnswer,
  ): Promise<PressAnswer> {
    const answer = await store.findAnswer(turn);
    if (!answer) return { say: 'press.gone' };
    // Must not identify the person: ids of questions are kept when ids of people are hashed.
    const id = `${wish}:${turn}:${randomUUID()}`;
    const { thread } = answer;
    const who = { asker: by, ...(groups && { groups }), ...(locale !== undefined && { locale }) };
    const result = await ask({
      ...who,
      id,
      eventId: id,
      thread,
      text: '',
      askedAt: clock.now(),
      wish,
      addressed: 'command',
    });
    return result === 'accepted' ? done : { say: refusalSentence(result) ?? 'press.gone' };
  }
}

function toNotice(sentence: string): Body {
  return { markdown: '', from: 0, to: 0, sources: [], notices: [sentence] };
}
