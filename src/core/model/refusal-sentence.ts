/** What whoever pressed a button or typed a command reads, for them only, when it is not taken. Pure. */
import type { PlainKey } from '../../wording/catalogue.ts';
import type { FixedReply } from './conversation.ts';
import type { IgnoredReason } from './ignored-reason.ts';

/** Reasons with a sentence that the thread reads, too. */
type Said = Extract<IgnoredReason, FixedReply>;

const said: Readonly<Record<Said, true>> = {
  over_limit: true,
  slow_down: true,
  limit_minute: true,
  limit_channel: true,
  limit_day: true,
  limit_month: true,
  human_none: true,
  human_direct: true,
  human_called: true,
  solved_already: true,
  solved_not_yours: true,
  solved_none: true,
};

/** `result`: what became of the question; undefined: nothing is to be said. */
export function refusalSentence(result: string): PlainKey | undefined {
  if (result === 'off' || result === 'not_allowed' || result === 'unchecked') return `refused.${result}`;
  return isSaid(result) ? `reply.${result}` : undefined;
}

function isSaid(result: string): result is Said {
  return Object.hasOwn(said, result);
}
