import { expect, it } from 'vitest';
import { PlatformConnections } from '../../../src/bot/app/platform-connections.ts';
import { PlatformError } from '../../../src/bot/core/model/errors.ts';
import type { Handlers } from '../../../src/bot/core/ports/handlers.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

it('an unreachable platform is logged with what to check, and its whole error only once', async () => {
  const clock = createManualClock();
  const log = createKeptLog();
  const failures = [
    new PlatformError('unavailable'),
    new PlatformError('unavailable'),
    new PlatformError('rate_limited', { waitMs: 5_000 }),
  ];
  const platform = createFakePlatform({ name: 'slack', clock });
  platform.start = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
  const connections = new PlatformConnections({
    platforms: [platform],
    clock,
    logger: log,
    handlersFor: () => ({}) as Handlers,
    onConnected: () => undefined,
  });
  const connected = connections.connect(new AbortController().signal);
  await clock.settle();
  const advice =
    "Slack cannot be reached. Docent keeps trying; check this machine's network and firewall, and SLACK_API_URL if it is set.";
  expect(connections.health()).toEqual([['slack', { state: 'starting', detail: advice }]]);
  await clock.until(connected);
  expect(
    log.lines.map(({ level, fields }) => [level, { ...fields, err: 'err' in fields && fields.err !== undefined }]),
  ).toEqual([
    ['warn', { platform: 'slack', detail: advice, pauseMs: 1_000, err: true }],
    ['warn', { platform: 'slack', detail: advice, pauseMs: 2_000, err: false }],
    [
      'warn',
      {
        platform: 'slack',
        detail: 'Slack does not let Docent connect yet (rate_limited). Docent keeps trying.',
        pauseMs: 5_000,
        err: true,
      },
    ],
    ['info', { platform: 'slack', err: false }],
  ]);
});
