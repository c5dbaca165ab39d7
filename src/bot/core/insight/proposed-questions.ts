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
import type { AnsweredQuestion } from '../model/asked-question.ts';
import type { ThreadRef } from '../model/conversation.ts';
import { withoutPeople } from '../model/people.ts';
import { toOneLine } from '../model/suggestions.ts';
import type { Route, Routing } from '../ports/routing.ts';
import type { Store } from '../ports/store.ts';
import { toSitePath } from './outcome.ts';
import { stemsOf } from './topics.ts';

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
    const frequent = read(thread);
    known.set(key, { at: clock.now(), frequent });
    return frequent;
  }

  async function read(thread: ThreadRef): Promise<Frequent> {
    try {
      const asked = await store.answeredSince(thread, clock.now() - sinceMs, maxQuestions, 'all');
      return toFrequent(
        asked.filter(({ thread: from }) => isOnSameDocs(from, thread, routing)),
        maxProposed,
      );
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      logger.debug({ err: error }, 'frequent questions not read');
      return nothing;
    }
  }
}

/** Whether a question in one thread was about the docs of another, asked where everyone may ask. */
export function isOnSameDocs(asked: ThreadRef, here: ThreadRef, routing: Pick<Routing, 'routeFor'>): boolean {
  const route = routing.routeFor(asked);
  return route.mayAsk === 'everyone' && docsOf(route) === docsOf(routing.routeFor(here));
}

function docsOf({ site, filter = {} }: Route): string {
  return JSON.stringify([site, filter]);
}

function generic(wording: Wording): readonly string[] {
  return [wording.say('prompt.start'), wording.say('prompt.install'), wording.say('prompt.problems')];
}

export interface Frequent {
  /** Those that the most people asked first. */
  readonly questions: readonly string[];
  /** Titles of pages, those that the most people were shown first. */
  readonly pages: readonly string[];
}

const minAskers = 3;
/** Fewer words do not show what a question is about. */
const minWords = 2;
const maxChars = 75;
const maxTitleChars = 40;

/** `asked`: the newest first. */
export function toFrequent(asked: readonly AnsweredQuestion[], max: number): Frequent {
  const named = asked.filter(isPresentable).map(({ text, asker }) => ({ key: keyOf(text), asker, text }));
  const cited = asked.flatMap(({ asker, sources }) =>
    sources.map(({ path, title = '' }) => ({ key: toSitePath(path), asker, text: title })),
  );
  const titles = cited.filter(({ text }) => text !== '' && text.length <= maxTitleChars);
  return {
    questions: mostUsed(
      named.filter(({ key }) => key !== ''),
      max,
    ),
    pages: mostUsed(titles, max),
  };
}

interface Use {
  readonly key: string;
  readonly asker: string;
  readonly text: string;
}

function mostUsed(uses: readonly Use[], max: number): readonly string[] {
  return [...Map.groupBy(uses, ({ key }) => key).values()]
    .map((all) => ({ text: toOneLine(all[0]?.text ?? ''), askers: new Set(all.map(({ asker }) => asker)).size }))
    .filter(({ askers }) => askers >= minAskers)
    .toSorted((a, b) => b.askers - a.askers)
    .slice(0, max)
    .map(({ text }) => text);
}

/** The same for questions in the same words in any order; empty if there are too few words. */
function keyOf(text: string): string {
  const stems = [...new Set(stemsOf(text))].toSorted();
  return stems.length < minWords ? '' : stems.join(' ');
}

/** Whether a question is short, and names no people or addresses, which may be private. */
function isPresentable({ text }: AnsweredQuestion): boolean {
  return text.length <= maxChars && !text.includes('@') && !text.includes('://') && withoutPeople(text) === text;
}
