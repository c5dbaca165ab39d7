/** Operators are notified once of what only they can fix, as soon as a message can be sent. */
import { expect, it } from 'vitest';
import { Operators } from '../../../src/bot/app/operators.ts';
import { PlatformError } from '../../../src/bot/core/model/errors.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

const notice = { id: 'scope:files:read', detail: 'The Slack app lacks files:read.' };

function open(recipients: readonly string[], fail: (recipient: string) => PlatformError | undefined = () => undefined) {
  const clock = createManualClock();
  const [log, stopping] = [createKeptLog(), new AbortController()];
  const sent: string[] = [];
  const platforms = ['slack', 'discord'].map((name) => {
    const platform = createFakePlatform({ clock, name });
    platform.notices.tell = async (recipient, text) => {
      const failure = fail(recipient);
      if (failure) throw failure;
      sent.push(`${recipient} ${text}`);
    };
    return platform;
  });
  const operators = new Operators({ recipients, clock, logger: log, signal: stopping.signal });
  /** The results of all notifications. */
  const ends: boolean[] = [];
  const tell = (from: string, id = notice.id): void =>
    void operators.tell(from, { ...notice, id }, platforms).then((isSent) => ends.push(isSent));
  return { clock, log, sent, stopping, tell, ends };
}

it('every named operator is notified, on either platform, and the log says so', async () => {
  const { log, sent, tell } = open(['slack:C1', 'discord:7']);
  tell('slack');
  tell('slack');
  await Promise.resolve();
  expect(sent).toEqual([`slack:C1 ${notice.detail}`, `discord:7 ${notice.detail}`]);
  expect(log.lines).toMatchObject([
    { level: 'warn', phrase: 'an operator must act', fields: { platform: 'slack', detail: notice.detail } },
  ]);
  tell('discord');
  await Promise.resolve();
  expect(sent).toHaveLength(4);
});

it('a notice that cannot be sent now is sent later, and one that can never be sent is logged', async () => {
  let isAway = true;
  const { clock, log, sent, tell, ends } = open(['slack:C1', 'discord:7'], (recipient) => {
    if (recipient === 'discord:7') return new PlatformError('forbidden');
    return isAway ? new PlatformError('unavailable') : undefined;
  });
  tell('slack');
  await clock.advance(60_000);
  expect([sent, ends]).toEqual([[], []]);
  isAway = false;
  await clock.advance(10_000);
  expect(sent).toEqual([`slack:C1 ${notice.detail}`]);
  expect(log.lines.map(({ phrase }) => phrase).toSorted()).toEqual([
    'an operator must act',
    'operator not notified yet',
    'operator notification failed',
  ]);
  expect(ends).toEqual([true]);
});

it('a notice that cannot be sent for a day is given up, with two lines in the log', async () => {
  const { clock, log, sent, tell, ends } = open(['slack:C1'], () => new PlatformError('unavailable'));
  tell('slack');
  await clock.advance(23 * 3_600_000);
  expect(ends).toEqual([]);
  await clock.advance(2 * 3_600_000);
  expect([sent, ends]).toEqual([[], [false]]);
  expect(log.lines.slice(1)).toMatchObject([
    { level: 'warn', phrase: 'operator not notified yet', fields: { recipient: 'slack:C1', code: 'unavailable' } },
    { level: 'warn', phrase: 'operator notification failed', fields: { recipient: 'slack:C1', code: 'unavailable' } },
  ]);
  expect(clock.waiting()).toBe(0);
});

it('nothing more is tried when the process stops', async () => {
  const { clock, sent, stopping, tell, ends } = open(['slack:C1'], () => new PlatformError('unavailable'));
  tell('slack');
  await clock.advance(5_000);
  stopping.abort();
  await clock.advance(60_000);
  expect([sent, ends]).toEqual([[], [false]]);
});

it('after two hundred notices in one day, no more are sent until the next', async () => {
  const { clock, sent, tell } = open(['slack:C1']);
  for (let index = 0; index < 300; index += 1) tell('slack', `scope:${index}`);
  await Promise.resolve();
  expect(sent).toHaveLength(200);
  await clock.advance(24 * 3_600_000);
  tell('slack', 'scope:299');
  tell('slack', 'scope:0');
  await Promise.resolve();
  expect(sent).toHaveLength(201);
});
