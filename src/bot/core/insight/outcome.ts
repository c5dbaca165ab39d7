/** How a question ended, as reports count it. Pure. */
import type { AskedQuestion } from '../model/asked-question.ts';
import type { FixedReply } from '../model/conversation.ts';

/**
 * unanswered: the docs had no answer, that is, the reply cites no page. failed: there was no answer, or only a part of one.
 * limited: a limit refused the question. open: it is not answered yet.
 */
export type Outcome = 'answered' | 'unanswered' | 'failed' | 'stopped' | 'limited' | 'open';

/** The outcome of a turn with a fixed reply; `aside`: it is not a question about the docs. */
const outcomes: Record<FixedReply, Outcome | 'aside'> = {
  over_limit: 'limited',
  slow_down: 'limited',
  limit_minute: 'limited',
  limit_channel: 'limited',
  limit_day: 'limited',
  limit_month: 'limited',
  limit_address: 'limited',
  limit_hour: 'limited',
  limit_calls: 'aside',
  taken_back: 'answered',
  others_joined: 'aside',
  muted: 'aside',
  unmuted: 'aside',
  new: 'aside',
  help: 'aside',
  human: 'aside',
  human_none: 'aside',
  human_direct: 'aside',
  human_called: 'aside',
  solved: 'aside',
  solved_already: 'aside',
  solved_not_yours: 'aside',
  solved_none: 'aside',
  nothing_to_stop: 'aside',
};

/** undefined for a turn that is not a question about the docs, or whose question was only asked back about. */
export function outcomeOf({ fixedReply, isAside, state, sources }: AskedQuestion): Outcome | undefined {
  if (isAside) return undefined;
  if (fixedReply !== undefined) {
    const outcome = outcomes[fixedReply];
    return outcome === 'aside' ? undefined : outcome;
  }
  if (state === 'answered') return sources.length > 0 ? 'answered' : 'unanswered';
  return state === 'failed' || state === 'stopped' ? state : 'open';
}

/** How many people marked the current answer as helpful or not helpful. */
export function marksOf({ marks }: AskedQuestion): { readonly helpful: number; readonly notHelpful: number } {
  const current = marks.filter((mark) => !mark.isOnEarlierAnswer);
  const helpful = current.filter(({ mark }) => mark === 'helpful').length;
  return { helpful, notHelpful: current.length - helpful };
}

/** The site path of a cited page, whichever of its sections was cited: `/guides/start`. */
export function toSitePath(path: string): string {
  const rooted = URL.canParse(path) ? new URL(path).pathname : path.replace(/[?#].*$/s, '');
  return `/${rooted.split('/').filter(Boolean).join('/')}`;
}

/** The site paths of the cited pages, without duplicates, in the order of the answer. */
export function sitePathsOf({ sources }: Pick<AskedQuestion, 'sources'>): readonly string[] {
  return [...new Set(sources.map(({ path }) => toSitePath(path)))];
}
