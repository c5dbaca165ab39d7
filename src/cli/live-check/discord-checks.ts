/** What is tried out on Discord only. */
import { PlatformError } from '../../bot/core/model/errors.ts';
import { type LiveCheck, ok } from './checks.ts';
import { toBody } from './trial.ts';

/** After `limitCheck`, which has used up the limit of the thread. */
export const discordChecks: readonly LiveCheck[] = [
  {
    name: 'Limits of threads',
    fact: 'Does a limit that is reached in a thread hold in that thread only?',
    documented: 'docs/freshness.md',
    async run({ platform, place, hasThread, root }) {
      if (!hasThread || root === undefined) return { state: 'skipped', detail: 'there is no thread' };
      try {
        await platform.edit(place, root, toBody('Docent has tried out this channel.'));
        return ok('another thread or channel has its own');
      } catch (error) {
        if (!(error instanceof PlatformError) || error.code !== 'rate_limited') throw error;
        return { state: 'warning', detail: 'it holds elsewhere too, so many answers at once are slower' };
      }
    },
  },
];
