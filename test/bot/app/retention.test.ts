import { expect, onTestFinished, test } from 'vitest';
import { runRetention } from '../../../src/bot/app/retention.ts';
import { createStore, type OwnStore } from '../../../src/bot/store/store.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { createManualClock, type ManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import { question } from '../store/samples.ts';

const day = 24 * 3_600_000;

interface Bench {
  readonly clock: ManualClock;
  readonly store: OwnStore;
  /** Lets a sweep finish, which takes many turns of the event loop. */
  settle(): Promise<void>;
  readonly log: ReturnType<typeof createKeptLog>;
  /** Adds a question that was answered this many days ago. */
  answered(days: number): Promise<string>;
  /** Returns a function that stops it. */
  start(days?: number): Promise<() => Promise<void>>;
}

async function bench(): Promise<Bench> {
  const clock = createManualClock();
  const database = await openDatabase('sqlite::memory:');
  const store = createStore(database, clock);
  onTestFinished(() => store.close());
  const log = createKeptLog();
  return {
    clock,
    store,
    async settle() {
      for (let turn = 0; turn < 10; turn += 1) await clock.settle();
    },
    log,
    async answered(days) {
      const askedAt = clock.now() - days * day;
      await store.accept(question({ id: `q${days}`, thread: `${days}`, askedAt }));
      const turn = await store.claimTurn('me', askedAt, askedAt + 1, ['slack']);
      if (!turn) throw new Error('nothing to claim');
      await store.endTurn(turn, { state: 'answered', answer: 'yes', sources: [] }, askedAt);
      return turn.id;
    },
    async start(days) {
      const ending = new AbortController();
      const running = runRetention({ store, days, clock, logger: log }, ending.signal);
      const stop = async () => {
        ending.abort();
        await running;
      };
      onTestFinished(stop);
      await clock.advance(0);
      return stop;
    },
  };
}

test('text is removed at the start, and then once a day', async () => {
  const { clock, store, log, settle, answered, start } = await bench();
  const [old, young] = [await answered(100), await answered(89)];
  await start(90);
  await settle();
  expect(await store.findTurn({ id: old })).toBeUndefined();
  expect(await store.findTurn({ id: young })).toBeDefined();
  expect(log.lines.map(({ phrase }) => phrase)).toEqual(['text and ids removed']);
  await clock.advance(2 * day);
  await settle();
  expect(await store.findTurn({ id: young })).toBeUndefined();
});

test('with retention off, text is kept', async () => {
  const { store, log, settle, answered, start } = await bench();
  const old = await answered(1_000);
  await start();
  await settle();
  expect((await store.findTurn({ id: old }))?.text).not.toBe('');
  expect(log.lines).toEqual([]);
});

test.each([90, undefined])('what was overwritten leaves the log of SQLite once a day (retention: %s)', async (days) => {
  const { clock, store, settle, start } = await bench();
  let emptied = 0;
  store.emptyLog = async () => {
    emptied += 1;
    return true;
  };
  await start(days);
  await settle();
  expect(emptied).toBe(1);
  await clock.advance(day);
  await settle();
  expect(emptied).toBe(2);
});
