/** Takes what people think of an answer: by its buttons, by the form that asks why it did not help, and by their thumbs. */
import type { Clock } from '../../base/clock.ts';
import { isAllowed } from '../manners/admission.ts';
import type { Answer, Feedback, Mark } from '../model/feedback.ts';
import type { Handlers, Platform } from '../ports/platform.ts';
import type { ControlPress, PressAnswer, Presser } from '../ports/presses.ts';
import type { Routing } from '../ports/routing.ts';
import type { Store } from '../ports/store.ts';
import type { Metrics } from '../ports/telemetry.ts';

export interface FeedbackOptions {
  readonly store: Store;
  readonly routing: Routing;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

export interface FeedbackHandlers extends Required<Pick<Handlers, 'reason' | 'reaction'>> {
  /** A press of "Helpful" or "Not helpful". Fails with StoreError. */
  mark(press: ControlPress, mark: Mark): Promise<PressAnswer>;
}

type Refusal = 'press.gone' | 'press.running' | 'refused.not_allowed';

export function createFeedback(
  platform: Platform,
  { store, routing, clock, metrics }: FeedbackOptions,
): FeedbackHandlers {
  return {
    async mark({ control: { turn }, ...presser }, mark) {
      const refusal = await refusalOf(await store.findAnswer(turn), presser);
      if (refusal) return { say: refusal };
      const result = await save({ turn, person: presser.by, mark, via: 'button' });
      if (result === 'gone') return { say: 'press.gone' };
      // One who closed the form may open it again.
      if (mark === 'not_helpful' && result !== 'explained') {
        return { say: 'feedback.not_helpful', asksReason: true };
      }
      const isNew = result === 'new' || result === 'changed';
      return { say: isNew ? `feedback.${mark}` : 'feedback.already' };
    },

    async reason({ turn, detail, ...presser }) {
      const refusal = await refusalOf(await store.findAnswer(turn), presser);
      if (refusal) return { isTaken: false, say: refusal };
      const isTaken = await store.saveFeedbackDetail({ turn, person: presser.by }, detail);
      return { isTaken, say: isTaken ? 'feedback.reason' : 'press.gone' };
    },

    async reaction({ message, mark, isAdded, ...presser }) {
      const answer = await store.findAnswerIn(message);
      if (!answer || (await refusalOf(answer, presser))) return;
      const feedback = { turn: answer.turn, person: presser.by, mark, via: 'reaction' } as const;
      if (isAdded) await save(feedback);
      else await store.removeFeedback(feedback);
    },
  };

  async function save(feedback: Omit<Feedback, 'at'>): ReturnType<Store['saveFeedback']> {
    const result = await store.saveFeedback({ ...feedback, at: clock.now() });
    if (result === 'new') metrics.count('feedback', { platform: platform.name, mark: feedback.mark });
    return result;
  }

  /** Whoever may not ask there has no say either. */
  async function refusalOf(answer: Answer | undefined, { by, groups }: Presser): Promise<Refusal | undefined> {
    if (!answer?.isAsked) return 'press.gone';
    if (answer.isOpen) return 'press.running';
    const asker = { asker: by, thread: answer.thread, ...(groups && { groups }) };
    return (await isAllowed(asker, routing.routeFor(answer.thread), platform)) ? undefined : 'refused.not_allowed';
  }
}
