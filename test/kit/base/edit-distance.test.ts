import { expect, it } from 'vitest';
import { editDistance } from '../../../src/kit/base/edit-distance.ts';

it.each([
  ['domain', 'domain', 0],
  ['domian', 'domain', 1],
  ['domai', 'domain', 1],
  ['doomain', 'domain', 1],
  ['comian', 'domain', 2],
  ['', 'ab', 2],
  ['abc', 'xyz', 3],
  ['a'.repeat(200), 'a'.repeat(200), 3],
])('the distance of %j and %j is %i, if more than two edits count as three', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits);
  expect(editDistance(b, a, 2)).toBe(edits);
});
