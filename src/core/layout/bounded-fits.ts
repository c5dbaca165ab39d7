/**
 * Whether a body fits, within bounds of time: a message that takes the parser too long does not fit, however little of it
 * shows, and is cut into several. Every body of a layout is asked about here.
 */
import type { Work } from '../../base/time-slices.ts';
import { parseCost } from '../markdown/parse-cost.ts';
import type { Body, Fits } from '../model/body.ts';

/** Work that pauses before a body with which its slice would take too long. */
export type SlicedFits = (body: Body) => Work<boolean>;

/** About ten milliseconds on a slow machine; the densest tables and lists that people read are half of it. */
export const maxBodyCost = 10_000;
const maxSliceCost = 3_000;

export function boundedFits(fits: Fits): SlicedFits {
  let spent = 0;
  return function* (body) {
    const cost = parseCost(body.markdown);
    if (cost > maxBodyCost) return false;
    if (spent > 0 && spent + cost > maxSliceCost) {
      yield;
      spent = 0;
    }
    spent += cost;
    return fits(body);
  };
}
