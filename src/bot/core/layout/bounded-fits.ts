/**
 * Checks whether a body fits, in bounded time. A message that would take the parser too long does not fit, however short it
 * looks, and is cut into several. A layout checks each of its bodies here.
 */
import type { Work } from '../../../kit/base/time-slices.ts';
import { maxParseCost, parseCost } from '../../../kit/markdown/parse-cost.ts';
import type { Body, Fits } from '../model/body.ts';

/** Checks a body. Pauses before one that would make its time slice too long, and after one that takes up a whole slice. */
export type SlicedFits = (body: Body) => Work<boolean>;

/** The fixed cost of checking a body, and the cost per source, in units of `parseCost`. */
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
    // An expensive body gets a slice of its own.
    if (cost > maxSliceCost) {
      yield;
      spent = 0;
    }
    return isShort;
  };
}
