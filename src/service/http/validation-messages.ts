/** Plain messages for zod's issues, to be shown after the field's name. Pure. */
import { z } from 'zod';

const expectations: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
};

/** For zod's option `error`. undefined: zod's own message is used. */
export function validationMessage(fault: z.core.$ZodRawIssue): string | undefined {
  switch (fault.code) {
    case 'invalid_type': {
      const expected = `expected ${expectations[fault.expected] ?? fault.expected}`;
      return fault.input === undefined ? `missing, ${expected}` : expected;
    }
    case 'unrecognized_keys':
      return `there is no field ${fault.keys.map((key) => `“${key}”`).join(', ')}${availableIn(fault.inst)}`;
    case 'too_small':
      if (fault.minimum === 1 && fault.origin === 'string') return 'empty, expected text';
      return fault.origin === 'array'
        ? `expected a list of at least ${fault.minimum}`
        : `expected at least ${fault.minimum}`;
    default:
      return undefined;
  }
}

function availableIn(schema: unknown): string {
  return schema instanceof z.ZodObject ? `; available: ${Object.keys(schema.shape).join(', ')}` : '';
}
