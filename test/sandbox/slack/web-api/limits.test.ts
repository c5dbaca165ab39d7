import { expect, test } from 'vitest';
import { createLimiter } from '../../../../src/sandbox/slack/web-api/limits.ts';

test('half a minute of quota may go at once, then one call at a time as the quota comes back', () => {
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

test('posts go about once a second in a channel, after a short burst, and other channels are not held up', () => {
  const limiter = createLimiter();
  const post = (channel: string, now: number) => limiter.take('chat.postMessage', 'posting', channel, now);
  for (let call = 0; call < 5; call += 1) expect(post('C1', 0)).toBeUndefined();
  expect(post('C1', 0)).toBe(1);
  expect(post('C2', 0)).toBeUndefined();
  expect(post('C1', 1_000)).toBeUndefined();
});

test('a refused call takes nothing of the quota', () => {
  const limiter = createLimiter({ burst: 0.02 });
  expect(limiter.take('chat.update', 'tier3', 'C1', 0)).toBeUndefined();
  for (let call = 0; call < 10; call += 1) expect(limiter.take('chat.update', 'tier3', 'C1', 600)).toBe(1);
  expect(limiter.take('chat.update', 'tier3', 'C1', 1_200)).toBeUndefined();
});

test('a sliding window lets a whole minute of quota go, and nothing more until the first is a minute old', () => {
  const limiter = createLimiter({ burst: 'window' });
  const at = (now: number) => limiter.take('reactions.remove', 'tier2', undefined, now);
  for (let call = 0; call < 20; call += 1) expect(at(call * 100)).toBeUndefined();
  expect(at(10_000)).toBe(50);
  expect(at(60_000)).toBeUndefined();
  expect(at(60_000)).toBe(1);
});

test('switched off, nothing is refused', () => {
  const limiter = createLimiter({ enforce: false });
  for (let call = 0; call < 500; call += 1) expect(limiter.take('chat.update', 'tier3', 'C1', 0)).toBeUndefined();
});
