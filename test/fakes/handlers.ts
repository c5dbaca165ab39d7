/** Handlers for tests that are about something else: all but `question`, which do nothing and answer in English. */
import type { Handlers } from '../../src/bot/core/ports/handlers.ts';
import { english } from '../../src/bot/wording/wording.ts';

export const quietHandlers: Omit<Handlers, 'question'> = {
  deployment: async () => undefined,
  deploymentPress: async () => undefined,
  deploymentIn: () => undefined,
  drafting: {},
  report: async () => undefined,
  reportIn: () => undefined,
  wordingFor: () => english,
  isPrivate: () => false,
  forgetMe: async () => 'forgotten',
  home: async () => ({ docs: {}, isAssistantThere: undefined, prompts: [], mayDeploy: [] }),
  prompts: async () => [],
  tellOperators() {},
  async stop() {},
  press: async () => ({}),
  reason: async () => ({ isTaken: true, say: 'feedback.reason' }),
  async reaction() {},
  async reactionsCleared() {},
  async edited() {},
  async removed() {},
  async deleted() {},
  readCursors: { load: async () => new Map(), async save() {} },
};
