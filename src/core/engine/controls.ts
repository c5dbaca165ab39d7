/** What readers do about a question that was taken: press a control under its reply, edit or delete it. */
import type { Clock } from '../../base/clock.ts';
import { english } from '../../wording/wording.ts';
import { isAskedAnew, refusePress } from '../manners/stop-and-ask-again.ts';
import { questionDeleted } from '../model/conversation.ts';
import type { Handlers } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';

export interface ControlOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Something was stored that may be claimed. */
  onAccepted(): void;
}

type Controls = Required<Pick<Handlers, 'press' | 'edited' | 'deleted' | 'stop'>>;

export function createControls({ store, clock, onAccepted }: ControlOptions): Controls {
  return {
    async press({ control: { kind, turn: id }, by, isModerator }) {
      const turn = await store.findTurn({ id });
      const mayPress = turn?.asker === by || (turn !== undefined && (await isModerator()));
      const refusal = refusePress(kind, turn, mayPress);
      if (refusal || !turn) return { sentence: english.say(`press.${refusal ?? 'gone'}`) };
      if (kind === 'stop') {
        return (await store.stopTurn(id, by)) ? {} : { sentence: english.say('press.not_running') };
      }
      const isReopened = await store.reopen(turn, { at: clock.now() });
      if (isReopened) onAccepted();
      return isReopened ? {} : { sentence: english.say('press.running') };
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
