/**
 * Chooses the starter questions to propose: those of the routing file, or else what people often asked in the last 30 days and
 * the pages that they were shown, or else questions that fit most docs. What was asked counts only if it was about the same
 * docs, in a place where everybody may read and ask.
 */
import { BoundedCache } from '../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../kit/base/clock.ts';
import type { Logger } from '../../../kit/base/logger.ts';
import { StoreError } from '../../../kit/sql/store-errors.ts';
import type { Wording } from '../../wording/wording.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { Route, Routing } from '../ports/routing.ts';
import type { Store } from '../ports/store.ts';
import { type Frequent, toFrequent } from './frequent-questions.ts';

export interface ProposalOptions {
  readonly store: Pick<Store, 'answeredSince'>;
  readonly routing: Pick<Routing, 'routeFor'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Never fails. */
export type Propose = (thread: ThreadRef, wording: Wording) => Promise<readonly string[]>;

const maxProposed = 3;
const sinceMs = 30 * 24 * 60 * 60_000;
const maxQuestions = 1_500;
/** Reading them takes a while, and they change slowly. */
const knownMs = 10 * 60_000;
const maxPlaces = 1_000;

const nothing: Frequent = { questions: [], pages: [] };

export function createProposals(options: ProposalOptions): Propose {
  const { store, routing, clock, logger } = options;
  const known = new BoundedCache<string, { readonly at: number; readonly frequent: Promise<Frequent> }>(maxPlaces);

  return async (thread, wording) => {
    const route = routing.routeFor(thread);
    if (route.prompts) return route.prompts;
    const { questions, pages } = await frequentFor(thread, route);
    return [
      ...new Set([...questions, ...pages.map((title) => wording.say('prompt.page', { title })), ...generic(wording)]),
    ].slice(0, maxProposed);
  };

  function frequentFor(thread: ThreadRef, route: Route): Promise<Frequent> {
    const key = JSON.stringify([thread.installation, docsOf(route)]);
    const cached = known.get(key);
    if (cached && clock.now() - cached.at < knownMs) return cached.frequent;
    const frequent = read(thread, route);
    known.set(key, { at: clock.now(), frequent });
    return frequent;
  }

  async function read(thread: ThreadRef, route: Route): Promise<Frequent> {
    try {
      const asked = await store.answeredSince(thread, clock.now() - sinceMs, maxQuestions);
      return toFrequent(
        asked.filter(({ thread: from }) => mayBeShown(from, route)),
        maxProposed,
      );
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.debug({ err: error }, 'frequent questions not read');
      return nothing;
    }
  }

  function mayBeShown(asked: ThreadRef, route: Route): boolean {
    const askedRoute = routing.routeFor(asked);
    return askedRoute.mayAsk === 'everyone' && docsOf(askedRoute) === docsOf(route);
  }
}

function docsOf({ site, filter = {} }: Route): string {
  return JSON.stringify([site, filter]);
}

function generic(wording: Wording): readonly string[] {
  return [wording.say('prompt.start'), wording.say('prompt.install'), wording.say('prompt.problems')];
}
