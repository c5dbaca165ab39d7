import { expect, test } from 'vitest';
import { minRetryMs, retryAfterMs } from '../../../src/kit/base/retry-after.ts';

const now = Date.parse('2026-05-01T12:00:00Z');

test.each([
  [undefined, undefined],
  [null, undefined],
  ['17', 17_000],
  [' 2 ', 2_000],
  ['1.5', 1_500],
  ['Fri, 01 May 2026 12:00:09 GMT', 9_000],
  ['soon', undefined],
  ['', undefined],
])('a Retry-After of %j is a wait of %s ms', (value, waitMs) => {
  expect(retryAfterMs(value, now)).toBe(waitMs);
});

test.each(['0', '0.01', 'Fri, 01 May 2026 11:00:00 GMT', '-5'])('a Retry-After of %j still waits', (value) => {
  expect(retryAfterMs(value, now) ?? minRetryMs).toBe(minRetryMs);
});
