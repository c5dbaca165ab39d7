/**
 * The handlers of the trial: they take the press of its button and its form. Everything else is refused, so that Slack delivers
 * it again, to the bot.
 */
import type { Control } from '../../bot/core/model/body.ts';
import type { DraftKind } from '../../bot/core/model/draft.ts';
import type { Handlers } from '../../bot/core/ports/handlers.ts';
import type { ControlPress, GivenReason } from '../../bot/core/ports/presses.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';

export interface Presses {
  /** Why none arrives, if that is so. */
  readonly missing?: string;
  readonly handlers: Handlers;
  /** The buttons to press. */
  readonly controls: readonly Control[];
  /** Resolves to who pressed. */
  readonly pressed: Promise<string>;
  /** Resolves when the form is sent. */
  readonly sent: Promise<GivenReason>;
  /** Who has pressed. */
  presser(): string | undefined;
}

export interface PressesOptions extends Pick<Handlers, 'wordingFor' | 'tellOperators'>, Pick<Presses, 'missing'> {
  /** Those that helpers can make, so that their commands stay registered. */
  readonly drafts: readonly DraftKind[];
}

const turn = 'docent-live';

export function createPresses({ wordingFor, tellOperators, drafts, ...options }: PressesOptions): Presses {
  const pressed = Promise.withResolvers<string>();
  const sent = Promise.withResolvers<GivenReason>();
  let presser: string | undefined;
  const refuse = async (): Promise<never> => {
    throw new StoreError();
  };
  const handlers: Handlers = {
    question: refuse,
    deployment: refuse,
    deploymentPress: refuse,
    report: refuse,
    reportIn: () => undefined,
    deploymentIn: () => undefined,
    wordingFor,
    isPrivate: () => false,
    forgetMe: refuse,
    home: async () => ({ docs: {}, isAssistantThere: undefined, prompts: [], mayDeploy: [] }),
    prompts: async () => [],
    tellOperators,
    stop: async () => undefined,
    async press({ control, by }: ControlPress) {
      if (control.turn !== turn) return refuse();
      presser = by;
      pressed.resolve(by);
      return { say: 'feedback.reason', asksReason: { mayTakeBack: false } };
    },
    async reason(reason) {
      if (reason.turn !== turn) return refuse();
      sent.resolve(reason);
      return { isTaken: true, say: 'feedback.reason' };
    },
    drafting: Object.fromEntries(drafts.map((kind) => [kind, { draft: refuse, submit: refuse }])),
    reaction: refuse,
    reactionsCleared: refuse,
    edited: refuse,
    removed: refuse,
    deleted: refuse,
    readCursors: { load: async () => new Map(), save: async () => undefined },
  };
  return {
    ...options,
    handlers,
    controls: [
      { kind: 'helpful', turn },
      { kind: 'not_helpful', turn },
    ],
    pressed: pressed.promise,
    sent: sent.promise,
    presser: () => presser,
  };
}
