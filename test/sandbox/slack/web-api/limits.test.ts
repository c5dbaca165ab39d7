import { expect, test } from 'vitest';
import { createLimiter } from '../../../../src/sandbox/slack/web-api/limits.ts';

test('half of a minute’s quota can be used in one go, then one call at a time as it refills', () => {
  const limiter = createLimiter();
  const at = (now: number) => limiter.take('chat.update', 'tier3', 'C1', now);
  for (let call = 0; call < 25; call += 1) expect(at(0)).toBeUndefined();
  expect(at(0)).toBe(2);
  expect(at(1_199)).toBe(1);
  expect(at(1_201)).toBeUndefined();
  expect(at(1_201)).toBe(2);
});

test('a method has its own quota, whatever the channel', () => {
  const limiter = createLimiter({ burst: 0.05 });
  expect(limiter.take('users.list', 'tier2', undefined, 0)).toBeUndefined();
  expect(limiter.take('users.list', 'tier2', undefined, 0)).toBe(3);
  expect(limiter.take('usergroups.list', 'tier2', undefined, 0)).toBeUndefined();
});

test('posts are limited to about one a second in a channel after a short burst, without holding up other channels', () => {
  const limiter = createLimiter();
  const post = (channel: string, now: number) => limiter.take('chat.postMessage', 'posting', channel, now);
  for (let call = 0; call < 5; call += 1) expect(post('C1', 0)).toBeUndefined();
  expect(post('C1', 0)).toBe(1);
  expect(post('C2', 0)).toBeUndefined();
  expect(post('C1', 1_000)).toBeUndefined();
});

test('a refused call does not count towards the quota', () => {
  const limiter = createLimiter({ burst: 0.02 });
  expect(limiter.take('chat.update', 'tier3', 'C1', 0)).toBeUndefined();
  for (let call = 0; call < 10; call += 1) expect(limiter.take('chat.update', 'tier3', 'C1', 600)).toBe(1);
  expect(limiter.take('chat.update', 'tier3', 'C1', 1_200)).toBeUndefined();
});

test('a sliding window allows a whole minute’s quota, and no more until the first call is a minute old', () => {
  const limiter = createLimiter({ burst: 'window' });
  const at = (now: number) => limiter.take('reactions.remove', 'tier2', undefined, now);
  for (let call = 0; call < 20; call += 1) expect(at(call * 100)).toBeUndefined();
  expect(at(10_000)).toBe(50);
  expect(at(60_000)).toBeUndefined();
  expect(at(60_000)).toBe(1);
});

test('nothing is refused when limits are off', () => {
  const limiter = createLimiter({ enforce: false });
  for (let call = 0; call < 500; call += 1) expect(limiter.take('chat.update', 'tier3', 'C1', 0)).toBeUndefined();
});
