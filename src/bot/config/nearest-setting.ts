/** Finds misnamed settings: names that are almost those of a setting. Names that differ more belong to other programs. */

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
    const nearest = nearestOf(name, candidates) ?? candidates.find((known) => differByAWord(name, known));
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

/** Whether one has one word more within: SLACK_TOKEN and SLACK_BOT_TOKEN. */
function differByAWord(a: string, b: string): boolean {
  const [short = [], long = []] = [a.split('_'), b.split('_')].toSorted((one, other) => one.length - other.length);
  if (short.length < 2 || long.length !== short.length + 1) return false;
  return long.some((_, at) => at > 0 && at < long.length - 1 && long.toSpliced(at, 1).join('_') === short.join('_'));
}
