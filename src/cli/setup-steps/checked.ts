/** Checks whether pasted text can be the value of a setting. Pure. */
import { platformToken } from '../../bot/config/values.ts';
import type { Variable } from '../../bot/config/variables.ts';

/** Returns a `check` for a dialog. */
export function checkFor({ name, schema, expected, from }: Variable<unknown>): (words: string) => string | undefined {
  return (words) => {
    const token = platformToken(words);
    if (token !== undefined && token !== name) return `This looks like ${token}; expected ${expected}.`;
    if (schema.safeParse(words).success) return undefined;
    return `Expected ${expected}${from === undefined ? '' : `. Get it ${from}`}.`;
  };
}
