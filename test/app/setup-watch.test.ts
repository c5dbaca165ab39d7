import { expect, it } from 'vitest';
import { SetupWatch } from '../../src/app/setup-watch.ts';
import type { SetupCheck } from '../../src/core/model/setup-check.ts';
import { createManualClock } from '../fakes/clock.ts';
import { createKeptLog } from '../fakes/logger.ts';

const hourMs = 3_600_000;
const fine: SetupCheck = { name: 'Slack bot token', state: 'ok', detail: 'it is @docent' };
const revoked: SetupCheck = {
  name: 'Slack bot token',
  state: 'failed',
  detail: 'Slack says “token_revoked”',
  remedy: 'copy it again',
};
const noRight: SetupCheck = { name: 'Discord channel #help', state: 'warning', detail: 'Docent lacks Send Messages' };

function watched(looks: readonly (readonly SetupCheck[])[]) {
  const clock = createManualClock();
  const log = createKeptLog();
  const told: string[] = [];
  const ids = new Set<string>();
  let look = 0;
  const stopping = new AbortController();
  const watch = new SetupWatch({
    async *examine() {
      yield* looks[look] ?? [];
      look += 1;
    },
    tell: ({ id, detail }) => {
      expect(ids.has(id)).toBe(false);
      ids.add(id);
      told.push(detail);
    },
    clock,
    logger: log,
  });
  const run = watch.run(stopping.signal);
  const stop = async () => {
    stopping.abort();
    await run;
  };
  return { clock, log, told, stop };
}

it('what stops working is reported once, with its remedy, and again when it breaks again', async () => {
  const { clock, told, log, stop } = watched([[fine], [revoked], [revoked], [fine], [revoked]]);
  await clock.advance(60_000);
  expect(told).toEqual([]);
  await clock.advance(hourMs);
  const sentence = 'Slack bot token worked an hour ago: Slack says “token_revoked”. To mend it: copy it again.';
  expect(told).toEqual([sentence]);
  await clock.advance(hourMs);
  expect(told).toEqual([sentence]);
  await clock.advance(hourMs);
  expect(log.lines).toMatchObject([{ level: 'info', phrase: 'set-up works again' }]);
  await clock.advance(hourMs);
  expect(told).toEqual([sentence, sentence]);
  await stop();
});

it('what was wrong from the start is not a change', async () => {
  const { clock, told, stop } = watched([[noRight], [noRight], [noRight, revoked]]);
  await clock.advance(60_000 + hourMs);
  expect(told).toEqual([]);
  await clock.advance(hourMs);
  expect(told).toHaveLength(1);
  await stop();
});
