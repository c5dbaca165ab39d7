/** Whether pasted text may be a setting's value, or a sentence on what is wrong. Pure. */
import { platformToken } from '../../config/values.ts';
import type { Variable } from '../../config/variables.ts';

/** A `check` of a dialog. */
export function checkFor({ name, schema, expected, from }: Variable<unknown>): (words: string) => string | undefined {
  return (words) => {
    const token = platformToken(words);
    if (token !== undefined && token !== name) return `This looks like ${token}; here belongs ${expected}.`;
    if (schema.safeParse(words).success) return undefined;
    return `Expected ${expected}${from === undefined ? '' : `. Get it ${from}`}.`;
  };
}
