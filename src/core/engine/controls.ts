/** What readers do about a question that was taken: press a control under its reply, edit or delete it. */
import { createFeedback, type FeedbackOptions } from '../feedback/marks.ts';
import { isAskedAnew, refusePress } from '../manners/stop-and-ask-again.ts';
import { questionDeleted } from '../model/conversation.ts';
import type { Handlers, Platform } from '../ports/platform.ts';

export interface ControlOptions extends FeedbackOptions {
  /** Something was stored that may be claimed. */
  onAccepted(): void;
}

type Controls = Required<Pick<Handlers, 'press' | 'reason' | 'reaction' | 'edited' | 'deleted' | 'stop'>>;

export function createControls(platform: Platform, options: ControlOptions): Controls {
  const { store, clock, onAccepted } = options;
  const { mark, reason, reaction } = createFeedback(platform, options);

  return {
    reason,
    reaction,

    async press(press) {
      const { control, by, isModerator } = press;
      const { kind, turn: id } = control;
      if (kind === 'helpful' || kind === 'not_helpful') return mark(press, kind);
      const turn = await store.findTurn({ id });
      const mayPress = turn?.asker === by || (turn !== undefined && (await isModerator()));
      const refusal = refusePress(kind, turn, mayPress);
      if (refusal || !turn) return { say: `press.${refusal ?? 'gone'}` };
      if (kind === 'stop') return (await store.stopTurn(id, by)) ? {} : { say: 'press.not_running' };
      if (!(await store.reopen(turn, { at: clock.now() }))) return { say: 'press.running' };
      onAccepted();
      return {};
    },

    async edited(question, at) {
      const turn = await store.findTurn(question);
      if (!turn || !isAskedAnew(turn, question, at)) return;
      if (await store.reopen(turn, { text: question.text, at })) onAccepted();
    },

    async deleted(question) {
      const turn = await store.findTurn(question);
      if (turn?.isOpen) await store.stopTurn(turn.id, questionDeleted);
    },

    async stop(place, by) {
      const turn = await store.runningIn(place);
      if (turn) await store.stopTurn(turn.id, by);
    },
  };
}
