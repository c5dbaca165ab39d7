/**
 * Makes a share of all calls to the platforms fail. In: both sandboxes, the share. Out: how many failed, and how.
 * Effects: a timer until `stop`, and planned failures in the sandboxes.
 */
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import type { SlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import type { Random } from '../sim/random.ts';

/** A rate limit, a failure, and a call that succeeded but whose response is lost. */
const kinds = { limited: { retryAfter: 1, status: 429 }, failed: { status: 500 }, lost: { loseAnswer: true } } as const;
type Kind = keyof typeof kinds;
const names: readonly Kind[] = ['limited', 'failed', 'lost'];

export interface Faults {
  readonly counts: Readonly<Record<Kind, number>>;
  stop(): void;
}

/** Planned failures of calls that have not been made yet remain. */
export function startFaults(slack: SlackSandbox, discord: DiscordSandbox, share: number, random: Random): Faults {
  const counts = { limited: 0, failed: 0, lost: 0 };
  const planned = { slack: 0, discord: 0 };
  const timer = setInterval(() => {
    for (; planned.slack < slack.calls.length * share; planned.slack += 1) slack.faults.failNext('*', next());
    for (; planned.discord < discord.calls.length * share; planned.discord += 1) discord.faults.failNext('*', next());
  }, 50);
  return { counts, stop: () => clearInterval(timer) };

  function next() {
    const kind = random.pick(names);
    counts[kind] += 1;
    return kinds[kind];
  }
}
