/**
 * How many questions a person, a channel and a site may ask. Counted in fixed windows of UTC in the store, so that replicas
 * share them; a person who reaches a limit is told once when it works again.
 */
import type { Question } from '../model/conversation.ts';
import type { OperatorNotice } from '../ports/handlers.ts';
import type { Limits } from '../ports/routing.ts';
import type { Decision } from '../ports/store.ts';
import type { CountedWindow, UseWindow } from '../ports/use-window.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The windows that a question counts in. `site`: the name of the site that answers it. */
export function windowsOf(question: Question, site: string, now: number, limits: Limits): readonly UseWindow[] {
  const { platform, installation, channel } = question.thread;
  const minute = (Math.floor(now / minuteMs) + 1) * minuteMs;
  const day = (Math.floor(now / dayMs) + 1) * dayMs;
  const all: readonly (Omit<UseWindow, 'max'> & { readonly max: number | undefined })[] = [
    { limit: 'limit_minute', of: question.asker, endsAt: minute, max: limits.personMinute },
    { limit: 'limit_channel', of: `${platform}:${installation}:${channel}`, endsAt: minute, max: limits.channelMinute },
    { limit: 'limit_day', of: question.asker, endsAt: day, max: limits.personDay },
  ];
  const limited = all.flatMap(({ max, ...window }) => (max === undefined ? [] : [{ ...window, max }]));
  const month = monthOf(site, now, limits);
  // Everybody reads about a month's budget, since nobody knows who else asked; and again the next day.
  const noted = [...limited, ...(month ? [{ ...month, of: question.asker, endsAt: day }] : [])];
  return [...limited, ...(month ? [month] : []), ...noted.map(toNotices)];
}

function toNotices(window: UseWindow): UseWindow {
  return { ...window, of: `notice:${window.of}`, max: 1, countsNotices: true };
}

/** The month's budget of a site; undefined where it is not limited. */
export function monthOf(site: string, now: number, { siteMonth: max }: Limits): UseWindow | undefined {
  const date = new Date(now);
  const endsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return max === undefined ? undefined : { limit: 'limit_month', of: site, endsAt, max };
}

/** The sentence for a question over a limit, then silence; undefined within the limits. */
export function decideByUse(question: Question, uses: readonly CountedWindow[]): Decision | undefined {
  const reached = uses.filter(({ used, max }) => used >= max);
  const limit = reached.find(({ countsNotices }) => !countsNotices)?.limit;
  if (!limit) return undefined;
  if (question.addressed === 'command') return { fixedReply: limit };
  // Who addressed nobody waits for nothing.
  const isUnasked = question.addressed === 'auto' && limit === 'limit_month';
  const isSaidAlready = reached.some((each) => each.countsNotices && each.limit === limit);
  return isSaidAlready || isUnasked ? { ignore: limit } : { fixedReply: limit };
}

/** At this share of a month's budget the operators are warned. */
export const warnShare = 0.8;

/** The windows that this question filled up to the share at which operators are warned. */
export function nearlyUsed(uses: readonly CountedWindow[]): CountedWindow | undefined {
  return uses.find(
    ({ limit, used, max, countsNotices }) =>
      limit === 'limit_month' && !countsNotices && used + 1 === Math.ceil(max * warnShare),
  );
}

/** For the operators, once a month and site. */
export function nearlyUsedNotice({ of: site, max, endsAt }: CountedWindow): OperatorNotice {
  const until = new Date(endsAt).toISOString().slice(0, 10);
  const detail = `Four fifths of the ${max} questions that the site “${site}” answers in a month are used, and it is ${until} when the next month begins: raise limits.siteMonth in docent.yaml, if its API key allows more.`;
  return { id: `budget:${site}:${until}`, detail };
}
