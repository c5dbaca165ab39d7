/**
 * How often fast-check runs a property: at `npm test` a few times and always with the same values, so that it takes the same
 * time and ends the same way each time; at `npm run test:long` a hundred times as often, and with others each time.
 */
import fc from 'fast-check';

const isLong = process.env.LONG === 'yes';
const times = isLong ? 100 : 1;

fc.configureGlobal({ numRuns: 100 * times, ...(!isLong && { seed: 1 }) });

/** Where it is not a hundred. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: count * times };
}
