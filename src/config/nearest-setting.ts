/** Mistyped settings: names that are almost those of a setting. A name that is far from all belongs to somebody else. */
import { distance } from 'fastest-levenshtein';
import type { Env } from './reader.ts';

/** A name that is no setting, and the setting that it resembles. */
export interface UnknownSetting {
  readonly name: string;
  readonly nearest: string;
}

/** At most so many letters are wrong, missing or too many. */
const maxDistance = 2;
/** Short names resemble each other by chance. */
const minChars = 8;

/** Names that are set and resemble one of `known`, in the order of the environment. */
export function findMistyped(env: Env, known: readonly string[]): readonly UnknownSetting[] {
  const candidates = known.filter((name) => name.length >= minChars);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !env[name]?.trim()) return [];
    const [nearest] = candidates
      .map((each) => ({ each, edits: distance(name, each) }))
      .filter(({ edits }) => edits <= maxDistance)
      .toSorted((a, b) => a.edits - b.edits);
    return nearest ? [{ name, nearest: nearest.each }] : [];
  });
}
