import { expect, it, onTestFinished } from 'vitest';
import { SetupWatch } from '../../../src/bot/app/setup-watch.ts';
import type { SetupCheck } from '../../../src/bot/core/model/setup-check.ts';
import { createStore, type OwnStore } from '../../../src/bot/store/store.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';

const hourMs = 3_600_000;
const confirmMs = 300_000;
const fine: SetupCheck = { name: 'Slack bot token', state: 'ok', detail: 'it is @docent' };
const revoked: SetupCheck = {
  name: 'Slack bot token',
  state: 'failed',
  detail: 'Slack says “token_revoked”',
  remedy: 'copy it again',
  hides: 'Slack',
};
const noRight: SetupCheck = { name: 'Slack channel C1', state: 'warning', detail: 'Slack says “not_in_channel”' };
const right: SetupCheck = { ...noRight, state: 'ok', detail: 'Docent can read messages there' };
const sentence = 'Slack bot token has stopped working: Slack says “token_revoked”. To fix it: copy it again.';

async function openStore(): Promise<OwnStore> {
  const store = createStore(await openDatabase('sqlite::memory:'));
  onTestFinished(() => store.close());
  return store;
}

/** A process whose checks return `finds.now`. */
async function watched(finds: { now: readonly SetupCheck[] }, store?: OwnStore) {
  const kept = store ?? (await openStore());
  const clock = createManualClock();
  const log = createKeptLog();
  const notices: string[] = [];
  const ids = new Set<string>();
  const stopping = new AbortController();
  const watch = new SetupWatch({
    async *examine() {
      yield* finds.now;
    },
    tell: ({ id, detail }) => {
      expect(ids.has(id)).toBe(false);
      ids.add(id);
      notices.push(detail);
    },
    findings: () => kept.setupFindings('slack'),
    replace: (...change) => kept.replaceSetupFindings('slack', ...change),
    clock,
    logger: log,
  });
  const run = watch.run(stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await run;
  });
  return { clock, log, notices };
}

it('a part that stops working is reported once, with its remedy, and again when it breaks again', async () => {
  const finds = { now: [fine] };
  const { clock, notices, log } = await watched(finds);
  await clock.advance(60_000);
  finds.now = [revoked];
  await clock.advance(hourMs + confirmMs);
  expect(notices).toEqual([sentence]);
  await clock.advance(hourMs);
  expect(notices).toEqual([sentence]);
  finds.now = [fine];
  await clock.advance(hourMs);
  expect(log.lines).toMatchObject([{ level: 'info', phrase: 'set-up works again' }]);
  finds.now = [revoked];
  await clock.advance(hourMs + confirmMs);
  expect(notices).toEqual([sentence, sentence]);
});

it('a problem that is gone five minutes later is not reported', async () => {
  const finds = { now: [fine] };
  const { clock, notices, log } = await watched(finds);
  await clock.advance(60_000);
  finds.now = [revoked];
  await clock.advance(hourMs + confirmMs - 1);
  finds.now = [fine];
  await clock.advance(1 + hourMs + confirmMs);
  expect([notices, log.lines]).toEqual([[], []]);
});

it('a problem that appears while another one is being confirmed needs its own confirmation', async () => {
  const finds: { now: readonly SetupCheck[] } = { now: [fine, right] };
  const { clock, notices } = await watched(finds);
  await clock.advance(60_000);
  finds.now = [revoked, right];
  await clock.advance(hourMs + confirmMs - 1);
  finds.now = [revoked, noRight];
  await clock.advance(1);
  expect(notices).toEqual([sentence]);
  finds.now = [revoked, right];
  await clock.advance(hourMs + confirmMs);
  expect(notices).toEqual([sentence]);
});

it('a problem that existed from the start is only logged', async () => {
  const finds = { now: [noRight] };
  const { clock, notices, log } = await watched(finds);
  await clock.advance(60_000 + hourMs);
  expect(notices).toEqual([]);
  expect(log.lines).toEqual([
    expect.objectContaining({
      phrase: 'set-up check failed',
      fields: expect.objectContaining({ check: noRight.name, detail: noRight.detail }),
    }),
  ]);
  finds.now = [noRight, revoked];
  await clock.advance(hourMs + confirmMs);
  expect(notices).toEqual([sentence]);
});

it('a change across a restart is reported, and problems that persist are logged again', async () => {
  const store = await openStore();
  const finds = { now: [noRight, fine] };
  await (await watched(finds, store)).clock.advance(60_000);
  finds.now = [noRight, revoked];
  const { clock, notices, log } = await watched(finds, store);
  await clock.advance(60_000 + confirmMs);
  expect(notices).toEqual([sentence]);
  expect(log.lines.map(({ fields }) => Reflect.get(fields, 'check'))).toEqual([noRight.name]);
});

it('only one of two processes reports', async () => {
  const store = await openStore();
  const finds = { now: [fine] };
  const [one, other] = [await watched(finds, store), await watched(finds, store)];
  for (const each of [one, other]) await each.clock.advance(60_000);
  finds.now = [revoked];
  await Promise.all([one, other].map((each) => each.clock.advance(hourMs + confirmMs)));
  expect([...one.notices, ...other.notices]).toEqual([sentence]);
});

it('a finding that cannot be stored is retried a few times, and reported after a later check that stores it', async () => {
  const store = await openStore();
  const finds = { now: [fine] };
  let [tries, isStuck] = [0, false];
  const stuck: OwnStore = {
    ...store,
    async replaceSetupFindings(...change) {
      if (!isStuck) return store.replaceSetupFindings(...change);
      tries += 1;
      return false;
    },
  };
  const { clock, notices } = await watched(finds, stuck);
  await clock.advance(60_000);
  [finds.now, isStuck] = [[revoked], true];
  await clock.advance(hourMs + confirmMs);
  expect([tries, notices]).toEqual([5, []]);
  isStuck = false;
  await clock.advance(hourMs + confirmMs);
  expect(notices).toEqual([sentence]);
});

it('a part that cannot be checked because something else failed counts neither as working nor as newly broken', async () => {
  const finds: { now: readonly SetupCheck[] } = { now: [fine, noRight] };
  const { clock, notices, log } = await watched(finds);
  await clock.advance(60_000);
  finds.now = [revoked];
  await clock.advance(hourMs + confirmMs);
  finds.now = [fine, { ...noRight, state: 'skipped' }];
  await clock.advance(hourMs);
  finds.now = [fine, noRight];
  await clock.advance(hourMs + confirmMs);
  expect(notices).toEqual([sentence]);
  expect(log.lines.map(({ phrase, fields }) => [phrase, Reflect.get(fields, 'check')])).toEqual([
    ['set-up check failed', noRight.name],
    ['set-up works again', revoked.name],
  ]);
  finds.now = [fine, right];
  await clock.advance(hourMs);
  expect(log.lines.at(-1)).toMatchObject({ phrase: 'set-up works again', fields: { check: noRight.name } });
});
