/** Records feedback on answers: from the buttons, the form that asks why an answer did not help, and thumbs reactions. */
import type { Answer, Feedback, FeedbackDetail, Mark } from '../model/feedback.ts';
import { isPrivatePlace } from '../model/private-place.ts';
import { isAllowed, isHelper } from '../people/admission.ts';
import type { Handlers } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { ControlPress, PressAnswer, Presser } from '../ports/presses.ts';
import type { Store } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';

export interface FeedbackOptions extends Runtime {
  /** Called when something was stored that can be claimed. */
  onAccepted(): void;
}

export interface FeedbackHandlers extends Pick<Handlers, 'reason' | 'reaction' | 'reactionsCleared'> {
  /** A press of "Helpful" or "Not helpful". Fails with StoreError. */
  mark(press: ControlPress, mark: Mark): Promise<PressAnswer>;
}

type Refusal = 'press.gone' | 'press.running' | 'refused.not_allowed' | 'refused.unchecked';

export function createFeedback(
  platform: Platform,
  { store, routing, clock, metrics, onAccepted }: FeedbackOptions,
): FeedbackHandlers {
  return {
    async mark({ control: { turn }, ...presser }, mark) {
      const answer = await store.findAnswer(turn);
      const refusal = await refusalOf(answer, presser);
      if (refusal || !answer) return { say: refusal ?? 'press.gone' };
      const result = await save({ turn, person: presser.by, mark, via: 'button' });
      if (result === 'gone') return { say: 'press.gone' };
      // A person who closed the form may open it again.
      if (mark === 'not_helpful' && result !== 'explained') {
        return { say: 'feedback.not_helpful', asksReason: { mayTakeBack: await mayTakeBack(answer, presser) } };
      }
      const isNew = result === 'new' || result === 'changed';
      return { say: isNew ? `feedback.${mark}` : 'feedback.already' };
    },

    async reason({ turn, choice, comment, ...presser }) {
      const answer = await store.findAnswer(turn);
      const refusal = await refusalOf(answer, presser);
      if (refusal || !answer) return { isTaken: false, say: refusal ?? 'press.gone' };
      const takesBack = choice === 'take_back';
      if (takesBack && !(await mayTakeBack(answer, presser))) return { isTaken: false, say: 'feedback.not_staff' };
      const detail: FeedbackDetail = {
        reason: takesBack ? 'wrong' : choice,
        ...(comment !== undefined && { comment }),
        ...(takesBack && { isCorrection: true }),
      };
      const isTaken = await store.saveFeedbackDetail({ turn, person: presser.by }, detail);
      if (isTaken && takesBack) await takeBack(turn, presser.by);
      return { isTaken, say: isTaken ? 'feedback.reason' : 'press.gone' };
    },

    async reaction({ message, mark, isAdded, ...presser }) {
      const answer = await store.findAnswer(message);
      if (!answer || (await refusalOf(answer, presser))) return;
      const feedback = { turn: answer.turn, person: presser.by, mark, via: 'reaction' } as const;
      if (isAdded) await save(feedback);
      else await store.removeFeedback(feedback);
    },

    async reactionsCleared({ message, mark }) {
      const answer = await store.findAnswer(message);
      if (answer) await store.removeReactions(answer.turn, mark);
    },
  };

  async function save(feedback: Omit<Feedback, 'at'>): ReturnType<Store['saveFeedback']> {
    const result = await store.saveFeedback({ ...feedback, at: clock.now() });
    if (result === 'new') metrics.count('feedback', { platform: platform.name, mark: feedback.mark });
    return result;
  }

  /** A private answer has no other readers, so it cannot be taken back. */
  async function mayTakeBack({ thread }: Answer, { by, groups }: Presser): Promise<boolean> {
    return (
      !isPrivatePlace(thread) &&
      isHelper({ asker: by, thread, ...(groups && { groups }) }, routing.routeFor(thread), platform)
    );
  }

  /** Rewrites the answer's messages, as when a question is asked again. */
  async function takeBack(turn: string, by: string): Promise<void> {
    const facts = await store.findTurn({ id: turn }, by);
    const reopened = facts && (await store.reopen(facts, { at: clock.now(), shows: 'taken_back' }));
    if (reopened?.result === 'reopened') onAccepted();
  }

  /** People who may not ask there may not mark answers either. */
  async function refusalOf(answer: Answer | undefined, { by, groups }: Presser): Promise<Refusal | undefined> {
    if (!answer?.isAsked) return 'press.gone';
    if (answer.isOpen) return 'press.running';
    const asker = { asker: by, thread: answer.thread, ...(groups && { groups }) };
    const allowed = await isAllowed(asker, routing.routeFor(answer.thread), platform);
    if (typeof allowed !== 'boolean') return 'refused.unchecked';
    return allowed ? undefined : 'refused.not_allowed';
  }
}
