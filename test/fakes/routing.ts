/** One assistant and one rule for every place, and no limits. */
import type { Assistant } from '../../src/core/ports/assistant.ts';
import type { Limits, Route, Routing } from '../../src/core/ports/routing.ts';
import { toLanguage } from '../../src/wording/languages.ts';
import { Wording } from '../../src/wording/wording.ts';

export function everywhere(assistant: Assistant, rule: Partial<Route> = {}, limits: Limits = {}): Routing {
  const route: Route = {
    ...{ site: 'docs', assistant, mode: 'mention', followUps: 'asker', mayAsk: 'everyone', private: false },
    ...rule,
  };
  return {
    limits: () => limits,
    routeFor: () => route,
    wordingFor: (_, locale) => new Wording(route.language ?? toLanguage(locale)),
    assistantOf: (site) => (site === route.site ? assistant : undefined),
    forget: async () => true,
  };
}
