/** One assistant and one rule for every place. */
import type { Assistant } from '../../src/core/ports/assistant.ts';
import type { Route, Routing } from '../../src/core/ports/routing.ts';

export function everywhere(assistant: Assistant, rule: Partial<Route> = {}): Routing {
  const route: Route = {
    ...{ site: 'docs', assistant, mode: 'mention', followUps: 'asker', mayAsk: 'everyone', private: false },
    ...rule,
  };
  return { routeFor: () => route, assistantOf: (site) => (site === route.site ? assistant : undefined) };
}
