/** One assistant and one rule for every place; no limits, unless the rule has some. */
import type { Assistant } from '../../src/bot/core/ports/assistant.ts';
import type { Route, Routing } from '../../src/bot/core/ports/routing.ts';
import { toLanguage } from '../../src/bot/wording/languages.ts';
import { Wording } from '../../src/bot/wording/wording.ts';

export function everywhere(assistant: Assistant, rule: Partial<Route> = {}): Routing {
  const route: Route = {
    site: 'docs',
    assistant,
    mode: 'mention',
    followUps: 'asker',
    mayAsk: 'everyone',
    private: false,
    aiNotice: 'off',
    answeredBefore: 'on',
    limits: {},
    ...rule,
  };
  return {
    privateChannels: false,
    routeFor: () => route,
    wordingFor: (_, locale) => new Wording(route.language ?? toLanguage(locale)),
    assistantOf: (site) => (site === route.site ? assistant : undefined),
    forget: async () => true,
  };
}
