/** When a rejected token is checked again, and what is reported until it is accepted. */

import { WebAPIPlatformError } from '@slack/web-api';
import { expect, it } from 'vitest';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import { createTokenCheck } from '../../../../../src/bot/platforms/slack/connection/token-check.ts';
import { toPlatformError } from '../../../../../src/bot/platforms/slack/errors.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { createKeptLog } from '../../../../fakes/logger.ts';

const revoked = toPlatformError(new WebAPIPlatformError({ ok: false, error: 'token_revoked' }));
const down = new PlatformError('unavailable');

/** Slack's responses in order, the last one repeated; undefined accepts the token. */
function checkOf(answers: readonly (PlatformError | undefined)[]) {
  const clock = createManualClock();
  const log = createKeptLog();
  const askedAt: number[] = [];
  const startedAt = clock.now();
  const check = createTokenCheck({
    clock,
    logger: log,
    async probe() {
      const answer = answers[Math.min(askedAt.length, answers.length - 1)];
      askedAt.push((clock.now() - startedAt) / 1_000);
      if (answer) throw answer;
    },
  });
  return { clock, log, askedAt, check };
}

it('checks with growing pauses, once for all rejected calls, and reports dead after five minutes', async () => {
  const { clock, askedAt, check, log } = checkOf([revoked]);
  for (let call = 0; call < 5; call += 1) check.suspect();
  await clock.settle();
  expect(check.trouble()).toBe('reconnecting');
  await clock.advance(299_000);
  expect(askedAt).toEqual([0, 1, 6, 36, 96, 156, 216, 276]);
  expect(check.trouble()).toBe('reconnecting');
  await clock.advance(1_000);
  expect(check.trouble()).toBe('dead');
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  check.stop();
});

it('reports when the next check is due, and ends at the first acceptance, even of a dead token', async () => {
  const { clock, check } = checkOf([...Array.from({ length: 9 }, () => revoked), undefined]);
  check.suspect();
  await clock.advance(500);
  expect(check.refusedForMs()).toBe(500);
  await clock.advance(335_000);
  expect(check.trouble()).toBe('dead');
  await clock.advance(61_000);
  expect([check.trouble(), check.refusedForMs()]).toEqual([undefined, undefined]);
  expect(clock.waiting()).toBe(0);
});

it('does not change its state when a check fails for another reason', async () => {
  const one = checkOf([down]);
  one.check.suspect();
  await one.clock.settle();
  expect(one.check.trouble()).toBeUndefined();
  const two = checkOf([revoked, down, undefined]);
  two.check.suspect();
  await two.clock.advance(1_000);
  expect(two.check.trouble()).toBe('reconnecting');
  await two.clock.advance(5_000);
  expect(two.check.trouble()).toBeUndefined();
});

it('stops immediately, and can be started again', async () => {
  const { clock, check, askedAt } = checkOf([revoked]);
  check.suspect();
  await clock.settle();
  check.stop();
  await clock.advance(60_000);
  expect([check.trouble(), askedAt.length]).toEqual([undefined, 1]);
  check.suspect();
  await clock.settle();
  expect(askedAt).toHaveLength(2);
  check.stop();
});
