/** Checks whether pasted text can be the value of a setting. Pure. */
import type { Variable } from '../../kit/settings/reader.ts';
import { platformToken } from '../../kit/settings/values.ts';

/** Returns a `check` for a dialog. */
export function checkFor({
  name,
  schema,
  expected,
  from,
}: Variable<unknown, unknown>): (words: string) => string | undefined {
  return (words) => {
    const token = platformToken(words);
    if (token !== undefined && token !== name) return `This looks like ${token}; expected ${expected}.`;
    if (schema.safeParse(words).success) return undefined;
    return `Expected ${expected}${from === undefined ? '' : `. Get it ${from}`}.`;
  };
}
