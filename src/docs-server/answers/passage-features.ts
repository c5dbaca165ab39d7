/**
 * What a passage is taken for: a table of named features, summed with the weights of `passage-weights.json`, which `npm run fit`
 * fits to where the facts of right answers stand. What is said or named already counts less. Pure.
 */
import { maxTermWeight, type WeighedTerm } from '../search/ranking/matching.ts';
import type { Candidate } from './passage-candidates.ts';
import fitted from './passage-weights.json' with { type: 'json' };

/** The features of a passage, or their weights. */
export interface PassageFeatures {
  /** Score of its page, as a share of the best page's. */
  readonly page: number;
  /** Score of its section, as a share of the best section's. */
  readonly section: number;
  /** Share of what was asked that it says itself. */
  readonly match: number;
  /** Share of what was asked that only the headings above it say. */
  readonly heading: number;
  /** Names shown as code, each by how well the best passage that shows it matches: who asks for a need is answered by a name. */
  readonly names: number;
  /** Share of what was asked that the passages before and after it say. */
  readonly neighbours: number;
  /** 1 for code. */
  readonly code: number;
  /** 1 for a passage of the best page where that one is short. */
  readonly shortPage: number;
  /** ln(characters). */
  readonly length: number;
  /** 1 where something of its page was taken. */
  readonly samePage: number;
}

export const fittedPassageWeights: PassageFeatures = fitted;

/** What the answer shows already. */
export interface Known {
  readonly taken: readonly Candidate[];
  /** How often each term is said, in their order. */
  readonly said: readonly number[];
  readonly named: ReadonlySet<string>;
}

/** What is asked for: the share of each term, and how close each name stands to them. */
export interface Sought {
  readonly shares: readonly number[];
  readonly names: ReadonlyMap<string, number>;
  /** By candidate, the share of what was asked that its neighbours say. */
  readonly neighbours: ReadonlyMap<Candidate, number>;
}

/** Of a passage, so many names count. */
const maxNames = 3;
/** What a passage takes beside its words. */
const roomOfPassage = 40;

export function toSought(candidates: readonly Candidate[], terms: readonly WeighedTerm[]): Sought {
  const weights = terms.map(({ weight }) => Math.min(weight, maxTermWeight));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = weights.map((weight) => weight / total);
  return { shares, names: closenessOf(candidates, shares), neighbours: neighboursOf(candidates, shares) };
}

export function passageFeatures(
  candidate: Candidate,
  { taken, said, named }: Known,
  { shares, names, neighbours }: Sought,
): PassageFeatures {
  const { passage, page, section, says, saysItself, isOfShort, place } = candidate;
  const left = shares.map((share, at) => share / (1 + (said[at] ?? 0)));
  const match = matchOf(saysItself, left);
  const closest = [...passage.names].flatMap((name) => (named.has(name) ? [] : [names.get(name) ?? 0]));
  return {
    ...{ page, section, match, heading: matchOf(says, left) - match },
    names: closest
      .sort((a, b) => b - a)
      .slice(0, maxNames)
      .reduce((sum, closeness) => sum + closeness, 0),
    neighbours: neighbours.get(candidate) ?? 0,
    code: Number(passage.kind === 'code'),
    shortPage: Number(isOfShort),
    length: Math.log(passage.text.length + passage.lead.length + roomOfPassage),
    samePage: Number(taken.some((each) => each.place.page === place.page)),
  };
}

function matchOf(says: readonly number[], shares: readonly number[]): number {
  return shares.reduce((sum, share, at) => sum + share * (says[at] ?? 0), 0);
}

/** How close each name stands to what was asked: how well the best passage that shows it matches, 1 for the very best. */
function closenessOf(candidates: readonly Candidate[], shares: readonly number[]): ReadonlyMap<string, number> {
  const matches = candidates.map((each) => each.share * matchOf(each.says, shares));
  const best = matches.reduce((most, match) => Math.max(most, match), 0) || 1;
  const closeness = new Map<string, number>();
  for (const [at, { passage }] of candidates.entries()) {
    const own = (matches[at] ?? 0) / best;
    for (const name of passage.names) closeness.set(name, Math.max(closeness.get(name) ?? 0, own));
  }
  return closeness;
}

/** Candidates of one place stand one after the other. */
function neighboursOf(candidates: readonly Candidate[], shares: readonly number[]): ReadonlyMap<Candidate, number> {
  const matches = candidates.map(({ saysItself }) => matchOf(saysItself, shares));
  const besides = (at: number, other: number): number =>
    candidates[at]?.place === candidates[other]?.place ? (matches[other] ?? 0) : 0;
  return new Map(candidates.map((each, at) => [each, besides(at, at - 1) + besides(at, at + 1)]));
}
