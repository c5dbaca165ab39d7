/** Whether pasted words may be a setting's value, in words for who pasted them. Pure. */
import { looksLike, variableOf } from '../../config/pasted.ts';

/** A `check` of a dialog. */
export function checkFor(name: Parameters<typeof variableOf>[0]): (words: string) => string | undefined {
  const { schema, expected, from } = variableOf(name);
  return (words) => {
    if (schema.safeParse(words).success) return undefined;
    const other = looksLike(words);
    if (other !== undefined && other !== name) return `This looks like ${other}; here belongs ${expected}.`;
    return `Expected ${expected}${from === undefined ? '' : `. Get it ${from}`}.`;
  };
}
