/** Finds mistyped settings: names that are almost those of a setting. Names that differ more belong to other programs. */

import type { Env } from '../../kit/settings/reader.ts';
import { nearestOf } from './nearest.ts';

/** A name that is not a setting, and the setting it resembles. */
export interface UnknownSetting {
  readonly name: string;
  readonly nearest: string;
}

/** One sentence for the operator. */
export function toHint({ name, nearest }: UnknownSetting): string {
  return `${name} is not a setting; did you mean ${nearest}?`;
}

/** Shorter names resemble each other by chance. */
const minChars = 8;

/** Names that are set and resemble one of `known`, in the order of the environment. */
export function findMistyped(env: Env, known: readonly string[]): readonly UnknownSetting[] {
  const candidates = known.filter((name) => name.length >= minChars);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !env[name]?.trim()) return [];
    const nearest = nearestOf(name, candidates);
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}
