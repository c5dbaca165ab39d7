/** What is wrong with a field, as a person says it. In: zod's fault. Out: words to stand behind the field's name. Pure. */
import type { z } from 'zod';

const expectations: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
};

/** For zod's option `error`; undefined leaves it to zod's own words. */
export function complaintOf(fault: z.core.$ZodRawIssue): string | undefined {
  switch (fault.code) {
    case 'invalid_type': {
      const expected = `expected ${expectations[fault.expected] ?? fault.expected}`;
      return fault.input === undefined ? `missing, ${expected}` : expected;
    }
    case 'unrecognized_keys':
      return `there is no field ${fault.keys.map((key) => `“${key}”`).join(', ')}`;
    case 'too_small':
      return `expected at least ${fault.minimum}${unitOf(fault.origin)}`;
    case 'too_big':
      return `expected at most ${fault.maximum}${unitOf(fault.origin)}`;
    default:
      return undefined;
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' letters';
  return origin === 'array' ? ' in the list' : '';
}
