/**
 * Whether a body fits, within bounds of time: a message that takes the parser too long does not fit, however little of it
 * shows, and is cut into several. Every body of a layout is asked about here.
 */
import type { Work } from '../../base/time-slices.ts';
import { maxParseCost, parseCost } from '../markdown/parse-cost.ts';
import type { Body, Fits } from '../model/body.ts';

/** Work that pauses before a body with which its slice would take too long, and after one that takes a slice by itself. */
export type SlicedFits = (body: Body) => Work<boolean>;

/** The fixed cost of looking at a body, and the cost of each of its sources. */
const bodyCost = 150;
const sourceCost = 30;
const maxSliceCost = 3_000;

export function boundedFits(fits: Fits): SlicedFits {
  let spent = 0;
  return function* (body) {
    const textCost = parseCost(body.markdown);
    if (textCost > maxParseCost) return false;
    const cost = textCost + bodyCost + body.sources.length * sourceCost;
    if (spent > 0 && spent + cost > maxSliceCost) {
      yield;
      spent = 0;
    }
    spent += cost;
    const isShort = fits(body);
    // An expensive one gets a slice of its own.
    if (cost > maxSliceCost) {
      yield;
      spent = 0;
    }
    return isShort;
  };
}
