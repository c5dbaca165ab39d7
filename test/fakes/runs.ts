/**
 * How often fast-check runs a property: in `npm test` a few times and always with the same values, so that it takes the same
 * time and has the same result each time; in `npm run test:long` a hundred times as often, with new values each time.
 */
import fc from 'fast-check';

const isLong = process.env.LONG === 'yes';
const times = isLong ? 100 : 1;

fc.configureGlobal({ numRuns: 100 * times, ...(!isLong && { seed: 1 }) });

/** For a property with another number of runs than the default of a hundred. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: count * times };
}
